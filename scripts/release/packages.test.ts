import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { dependenciesFirst } from './order.ts';
import { publishedPackages } from './packages.ts';

const published = publishedPackages();
const names = new Set(published.map(({ manifest }) => manifest.name));

test.each(published.map(({ folder, manifest }) => [folder, manifest] as const))(
  '%s can be installed from a registry',
  (folder, manifest) => {
    const ours = Object.keys(manifest.dependencies ?? {}).filter((name) => name.startsWith('@strongroom/'));
    expect(ours.filter((name) => !names.has(name))).toEqual([]);
    expect(manifest.engines?.node).toMatch(/^>=\d+(\.\d+)?$/);
    expect(existsSync(`${folder}/README.md`)).toBe(true);
  },
);

const leastOf = (range: string | undefined): number => Number(/^>=(\d+)/u.exec(range ?? '')?.[1]);

test('no package names an older Node than the packages of ours that it runs with', () => {
  const least = new Map(published.map(({ manifest }) => [manifest.name, leastOf(manifest.engines?.node)]));
  const wrong = published.flatMap(({ manifest }) =>
    Object.keys(manifest.dependencies ?? {}).flatMap((name) =>
      (least.get(name) ?? 0) > (least.get(manifest.name) ?? 0) ? [`${manifest.name} needs ${name}`] : [],
    ),
  );
  expect(wrong).toEqual([]);
});

test('a package is published after those it depends on', () => {
  const tarballs = published.map((workspace) => ({ workspace, path: '', files: [] }));
  const before = new Set<string>();
  for (const { workspace } of dependenciesFirst(tarballs)) {
    const ours = Object.keys(workspace.manifest.dependencies ?? {}).filter((name) => names.has(name));
    expect(ours.filter((name) => !before.has(name))).toEqual([]);
    before.add(workspace.manifest.name);
  }
  expect(before).toEqual(names);
});
