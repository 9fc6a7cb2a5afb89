import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COLLECTIONS } from '../../src/store/collections.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const { compare } = new Intl.Collator('en', { numeric: true });
/** A version is released once the changelog dates it; `npm run print` keeps its schemas from then on. */
const dated = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').matchAll(/^## \[(?<version>[^\]]+)\] - /gmu);
const ofReleases = new Set(
  [...dated].map(({ groups }) => `docs/reference/released/schemas-${groups?.['version']}.json`),
);
const last = globSync('docs/reference/released/schemas-*.json', { cwd: ROOT })
  .filter((path) => ofReleases.has(path))
  .toSorted(compare)
  .at(-1);
const released: Readonly<Record<string, number>> = read(last ?? '');
const known = COLLECTIONS.filter(({ name }) => name in released);

test.each(known.map(({ name, ...collection }) => [name, collection] as const))(
  'this version serves %s beside the last release',
  (name, { schema, earlier }) => {
    // A later schema needs `earlier`. A released schema no longer needs it.
    expect([name, earlier?.schema]).toEqual([name, schema === released[name] ? undefined : released[name]]);
  },
);

test('no collection of the last release is gone but the one that it kept empty', () => {
  const names = COLLECTIONS.map(({ name }) => name);
  expect(Object.keys(released).filter((name) => !names.includes(name))).toEqual(['events']);
});
