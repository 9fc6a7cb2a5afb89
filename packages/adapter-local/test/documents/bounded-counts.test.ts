import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
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

const count = (atMost: number, ...anyOf: readonly string[]): Promise<number> => store.count(THINGS, { anyOf }, atMost);

const add = (from: number, howMany: number, ...keys: readonly string[]): Promise<void> =>
  store.commit(upTo(howMany).map((n) => insert(thing(`n${String(from + n).padStart(5, '0')}`, 1, keys))));

const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const before = store.counters.statements;
  await work();
  return store.counters.statements - before;
};

const remove = (n: number) =>
  ({ collection: THINGS, remove: { id: `n${String(n).padStart(5, '0')}`, version: 1 } }) as const;

test('the store caches and updates a bounded total, even at its bound', async () => {
  await add(0, 5, 'k');
  expect([await count(4, 'k'), await count(9, 'k')]).toEqual([4, 5]);
  expect(await statementsOf(() => count(9, 'k'))).toBe(1); // whether another process wrote
  expect(await statementsOf(() => count(4, 'k'))).toBe(1);
  await add(5, 6, 'k');
  expect(await statementsOf(async () => expect(await count(9, 'k')).toBe(9))).toBe(1);
  await store.commit(upTo(4).map((n) => remove(n)));
  expect([await count(9, 'k'), await count(6, 'k'), await store.count(THINGS, { anyOf: ['k'] })]).toEqual([7, 6, 7]);
});

test('low bounds are counted by one statement each, in the transaction of the reads of their turn', async () => {
  await add(0, 30, 'k', 'l');
  const counts = () => Promise.all([count(19, 'k'), count(40, 'k', 'l'), count(19, 'absent')]);
  expect(await statementsOf(async () => expect(await counts()).toEqual([19, 30, 0]))).toBe(3 + 4); // whether another process wrote, twice; BEGIN, COMMIT
  await add(30, 1, 'k', 'absent');
  await store.commit([remove(0), remove(1)]);
  const cached = async () => expect(await counts()).toEqual([19, 29, 1]);
  expect(await statementsOf(cached)).toBe(1 + 4); // of the first, which stopped at its bound, too many are gone
  expect(await statementsOf(cached)).toBe(1);
});

test('the store does not use a total that stopped at its bound as exact or for a higher bound', async () => {
  await add(0, 8, 'k');
  expect(await count(3, 'k')).toBe(3);
  expect(await store.count(THINGS, { anyOf: ['k'] })).toBe(8);
  expect(await count(3, 'k')).toBe(3);
  expect(await count(7, 'k')).toBe(7);
});

test('the store caches no wrong total when commits come during a bounded count', async () => {
  await add(0, 6000, 'k');
  const counting = count(9000, 'k');
  for (let n = 0; n < 10; n++) {
    await add(6000 + n, 1, 'k');
    await store.commit([remove(n), remove(3000 + n)]);
  }
  await counting;
  expect(await count(9000, 'k')).toBe(5990);
  expect(await store.count(THINGS, { anyOf: ['k'] })).toBe(5990);
});

test('removals in the middle of a count that reaches its bound leave no total that is too high', async () => {
  await add(0, 4100, 'k');
  const counting = count(4050, 'k');
  for (let n = 0; n < 20; n++) await store.commit(upTo(5).map((m) => remove(5 * n + m)));
  expect(await counting).toBeGreaterThanOrEqual(4000);
  expect(await count(4050, 'k')).toBe(4000);
});

test('no statement of a long count or a deep page passes more than two thousand documents, and each has its own turn', async () => {
  await add(0, 7000, 'k', 'l');
  const state = { isOver: false };
  const counts = Promise.all([count(6500, 'k'), count(6500, 'l'), count(6500, 'k', 'l')]).finally(
    () => (state.isOver = true),
  );
  let turns = 0;
  for (; !state.isOver; turns++) await nextTurn();
  expect(await counts).toEqual([6500, 6500, 6500]);
  expect(turns).toBeGreaterThanOrEqual(3 * 4);
  const page = { limit: 2, offset: 6500 };
  expect(await statementsOf(() => store.list(THINGS, { anyOf: ['k'] }, page))).toBe(3 * 4 + 6); // four strides; the page, its documents, and twice whether another process wrote
  expect((await store.list(THINGS, { anyOf: ['k'] }, page)).map(({ id }) => id)).toEqual(['n00499', 'n00498']);
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('the store reports a count that does not end in time as Unavailable', async () => {
  await add(0, 5000, 'k');
  await store.close();
  store = await openSqliteDocuments({ path: place.path, deadlineMs: 0 });
  await expect(count(4500, 'k')).rejects.toBeInstanceOf(Unavailable);
});
