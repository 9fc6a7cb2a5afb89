import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type Change, type DocumentStore, DuplicateKey, type StoredDocument, VersionConflict } from '@strongroom/ports';
import { Client } from 'pg';
import { openPostgresqlDocuments, type PostgresqlAddress } from '../src/index.ts';
import { anEmptyDatabase, beside, withPostgresql } from './setting.ts';

withPostgresql();

const COMMITS = 100;

const thing = (id: string, version = 1): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 1000 as Instant,
  keys: [`key of ${id}`],
  uniqueKeys: [`only ${id}`],
  body: { id },
});
const insert = (id: string): Change => ({ collection: 'things', insert: thing(id) });
const replace = (id: string): Change => ({ collection: 'things', replace: thing(id, 2) });
const expectation: Change = { collection: 'things', expect: { id: 'user', version: 1 } };

let address: PostgresqlAddress;
let store: DocumentStore;
beforeEach(async () => {
  address = await anEmptyDatabase();
  store = await openPostgresqlDocuments(address);
  await store.commit([insert('user')]);
});
afterEach(() => store.close());

const changed = (n: number): readonly Change[] => [expectation, insert(`new${n}`)];
const numbers = Array.from({ length: COMMITS }, (_, n) => n);
const stored = () => store.read(numbers.map((n) => ({ collection: 'things', id: `new${n}` })));

/** Transactions by which the documents of a collection were written. */
const transactions = async (): Promise<number> => {
  const [row] = await beside(address, "SELECT count(DISTINCT xmin::text) AS n FROM strongroom.documents WHERE id <> 'user'");
  return Number(row?.n);
};

test('commits that expect one document share transactions', async () => {
  await Promise.all(numbers.map((n) => store.commit(changed(n))));
  expect(await stored()).toEqual(numbers.map((n) => thing(`new${n}`)));
  expect(await transactions()).toBeLessThanOrEqual(COMMITS / 10);
});

test('a duplicate fails its own commit, and the others that waited with it are stored', async () => {
  await store.commit([insert('new7')]);
  const outcomes = await Promise.allSettled(numbers.map((n) => store.commit(changed(n))));
  expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))).toEqual([
    expect.any(DuplicateKey),
  ]);
  expect(await stored()).toEqual(numbers.map((n) => thing(`new${n}`)));
});

test('each of many conflicts fails its own commit', async () => {
  const late = [3, 20, 21, 50, 99];
  await store.commit(late.map((n) => insert(`old${n}`)));
  await store.commit(late.map((n) => replace(`old${n}`)));
  const outcomes = await Promise.allSettled(
    numbers.map((n) => store.commit([...changed(n), ...(late.includes(n) ? [replace(`old${n}`)] : [])])),
  );
  const refused = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [[n, outcome.reason]] : []));
  expect(refused).toEqual(late.map((n) => [n, expect.any(VersionConflict)]));
  expect((await stored()).flatMap((found, n) => (found === undefined ? [n] : []))).toEqual(late);
});

test('commits that expect a version conflict after one that replaces it', async () => {
  const commits = numbers.map((n) => (n === 50 ? [replace('user'), insert('new50')] : changed(n)));
  const outcomes = await Promise.allSettled(commits.map((changes) => store.commit(changes)));
  const refused = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [n] : []));
  expect((await stored()).flatMap((found, n) => (found === undefined ? [n] : []))).toEqual(refused);
  expect(await store.read([{ collection: 'things', id: 'user' }])).toEqual([thing('user', refused.includes(50) ? 1 : 2)]);
});

test('a lock that another process holds delays only the commit that needs it', async () => {
  await store.commit([insert('held')]);
  const other = new Client({ connectionString: address.url });
  await other.connect();
  try {
    await other.query("BEGIN; SELECT 1 FROM strongroom.documents WHERE id = 'held' FOR UPDATE");
    const waiting = store.commit([replace('held')]);
    let isOver = false;
    void waiting.finally(() => (isOver = true));
    await Promise.all(numbers.map((n) => store.commit(changed(n))));
    expect(isOver).toBe(false);
    await other.query('ROLLBACK');
    await waiting;
  } finally {
    await other.end();
  }
  expect(await stored()).toEqual(numbers.map((n) => thing(`new${n}`)));
});
