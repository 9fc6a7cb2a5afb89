import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { COLLECTIONS } from '../../src/store/collections.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

const own = `docs/reference/released/schemas-${read('package.json').version}.json`;
const { compare } = new Intl.Collator('en', { numeric: true });
/** `npm run print` prints the file of this version. As long as it is the first one, it is compared with itself. */
const last = globSync('docs/reference/released/schemas-*.json', { cwd: ROOT })
  .filter((path) => path !== own)
  .toSorted(compare)
  .at(-1);
const released: Readonly<Record<string, number>> = read(last ?? own);
const known = COLLECTIONS.filter(({ name }) => name in released);

test.each(known.map(({ name, ...collection }) => [name, collection] as const))(
  'this version serves %s beside the last release',
  (name, { schema, earlier }) => {
    // A later schema needs `earlier`. A schema that is released needs it no more.
    expect([name, earlier?.schema]).toEqual([name, schema === released[name] ? undefined : released[name]]);
  },
);

test('no collection of the last release is gone', () => {
  expect(COLLECTIONS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(released)));
});
