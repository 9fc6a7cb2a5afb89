import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Change, StoredDocument } from '@strongroom/ports';
import { openSqliteDocuments, type SqliteDocumentStore } from '../../src/index.ts';
import { insert, THINGS, thing, upTo, workplace } from './things.ts';

let place: Awaited<ReturnType<typeof workplace>>;
let store: SqliteDocumentStore;

beforeEach(async () => {
  place = await workplace();
  store = await openSqliteDocuments({ path: place.path });
});
afterEach(async () => {
  await store.close();
  await place.clear();
});

const count = (...anyOf: readonly string[]): Promise<number> => store.count(THINGS, { anyOf });

/** The next version of a document, with other keys. */
const under = (document: StoredDocument, keys: readonly string[]): Change => ({
  collection: THINGS,
  replace: { ...document, version: document.version + 1, keys },
});

test('the store counts a total once, however many documents are added', async () => {
  await store.commit(upTo(20).map((n) => insert(thing(`n${n}`, n, ['k']))));
  expect(await count('k')).toBe(20);
  const before = store.counters.statements;
  expect(await count('k')).toBe(20);
  expect(store.counters.statements - before).toBe(1); // whether another process wrote
  await store.commit([insert(thing('one more', 1, ['k']))]);
  expect(await count('k')).toBe(21);
});

test('a document under several of the keys counts once, also after its keys change', async () => {
  await store.commit([insert(thing('a', 1, ['x', 'y'])), insert(thing('b', 1, ['y', 'z']))]);
  expect([await count('x', 'y'), await count('x'), await count('z')]).toEqual([2, 1, 1]);
  await store.commit([under(thing('a', 1, ['x', 'y']), ['y', 'z'])]);
  expect([await count('x', 'y'), await count('x'), await count('z')]).toEqual([2, 0, 2]);
  await store.commit([{ collection: THINGS, remove: { id: 'b', version: 1 } }]);
  expect([await count('y', 'x'), await count('x'), await count('z')]).toEqual([1, 0, 1]);
});

test('the store counts committed documents, and not refused ones beside them', async () => {
  expect(await count('k')).toBe(0);
  await Promise.allSettled([
    store.commit([insert(thing('a', 1, ['k']))]),
    store.commit([insert(thing('b', 1, ['k'])), insert(thing('a', 1, ['k']))]),
    store.commit([insert(thing('c', 1, ['k']))]),
  ]);
  expect(await count('k')).toBe(2);
});

test('the store counts the total of a time range separately', async () => {
  await store.commit([insert(thing('a', 1, ['k'])), insert({ ...thing('b', 1, ['k']), position: at(2000) })]);
  expect(await count('k')).toBe(2);
  expect(await store.count(THINGS, { anyOf: ['k'], from: at(1500) })).toBe(1);
  expect(await store.count(THINGS, { anyOf: ['k'], until: at(1500) })).toBe(1);
});

const at = (moment: number) => (thing('any').position + (moment - 1000)) as StoredDocument['position'];

test('the store counts commits of another process before and after its own', async () => {
  const other = await openSqliteDocuments({ path: place.path });
  expect([await count('k'), await other.count(THINGS, { anyOf: ['k'] })]).toEqual([0, 0]);
  await other.commit([insert(thing('theirs', 1, ['k']))]);
  expect(await count('k')).toBe(1);
  await other.commit([insert(thing('theirs too', 1, ['k']))]);
  await store.commit([insert(thing('ours', 1, ['k']))]);
  expect([await count('k'), await other.count(THINGS, { anyOf: ['k'] })]).toEqual([3, 3]);
  await store.commit([insert(thing('ours too', 1, ['k']))]);
  await other.commit([under(thing('ours', 1, ['k']), [])]);
  expect([await count('k'), await other.count(THINGS, { anyOf: ['k'] })]).toEqual([3, 3]);
  await other.close();
});

test('the store counts totals beyond the size of the cache', async () => {
  await store.commit(upTo(1100).map((n) => insert(thing(`n${n}`, n, [`k${n}`, 'all']))));
  const counted = await Promise.all(upTo(1100).map((n) => count(`k${n}`)));
  expect(counted.every((found) => found === 1)).toBe(true);
  await store.commit([insert(thing('late', 1, ['k0', 'k1099']))]);
  expect([await count('k0'), await count('k1099'), await count('all')]).toEqual([2, 2, 1100]);
});
