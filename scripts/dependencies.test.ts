import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** ADR 0005 names every dependency of every manifest, and nothing else. */

type Manifest = Readonly<
  Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies', object>> & {
    overrides?: object;
  }
>;

const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json')].map(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as Manifest,
);

/** Names in overrides, which may be nested by the package that they hold for. */
const namesIn = (overrides: object): readonly string[] =>
  Object.entries(overrides).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null ? [name, ...namesIn(inner)] : [name],
  );

const used = new Set(
  manifests
    .flatMap(({ dependencies, devDependencies, optionalDependencies, peerDependencies, overrides = {} }) => [
      ...[dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((of = {}) => Object.keys(of)),
      ...namesIn(overrides),
    ])
    .filter((name) => !name.startsWith('@strongroom/')),
);

/** Words in code font in the first cell of a row. */
const explained = new Set(
  readFileSync('docs/adr/0005-toolchain-and-dependencies.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => Array.from((line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g), ([, name = '']) => name)),
);

test('ADR 0005 explains every dependency and override of the manifests', () => {
  expect([...used].filter((name) => !explained.has(name)).toSorted()).toEqual([]);
});

test('ADR 0005 explains no dependency that no manifest names', () => {
  expect([...explained].filter((name) => !used.has(name)).toSorted()).toEqual([]);
});
