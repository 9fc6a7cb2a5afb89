import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import {
  type Change,
  type DocumentStore,
  DuplicateKey,
  type StoredDocument,
  Unavailable,
  VersionConflict,
} from '@strongroom/ports';
import { Client } from 'pg';
import { openPostgresqlDocuments, type PostgresqlAddress } from '../src/index.ts';
import { anEmptyDatabase, runSql, withPostgresql } from './setting.ts';

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
  const [row] = await runSql(
    address,
    "SELECT count(DISTINCT xmin::text) AS n FROM strongroom.documents WHERE id <> 'user'",
  );
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

test('a commit that expects a version conflicts after another has replaced it', async () => {
  const commits = numbers.map((n) => (n === 50 ? [replace('user'), insert('new50')] : changed(n)));
  const outcomes = await Promise.allSettled(commits.map((changes) => store.commit(changes)));
  const refused = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [n] : []));
  expect((await stored()).flatMap((found, n) => (found === undefined ? [n] : []))).toEqual(refused);
  expect(await store.read([{ collection: 'things', id: 'user' }])).toEqual([
    thing('user', refused.includes(50) ? 1 : 2),
  ]);
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

test('processes that change the same few documents count every commit that succeeded, and no other', async () => {
  const ids = ['a', 'b', 'c'];
  const refs = ids.map((id) => ({ collection: 'counters', id }));
  const counter = (id: string, version: number): StoredDocument => ({ ...thing(id, version), body: version });
  await store.commit(ids.map((id) => ({ collection: 'counters', insert: counter(id, 1) })));
  const others = await Promise.all([1, 2, 3].map(() => openPostgresqlDocuments(address)));
  let succeeded = 0;
  /** Changes one document on the expectation of another, as often as it succeeds. */
  const work = async (process: DocumentStore, n: number): Promise<void> => {
    const documents = await process.read(refs);
    const [found, expected] = [documents[n % 3], documents[(n + 1) % 3]];
    if (found === undefined || expected === undefined) throw new TypeError('a counter is missing');
    const { id, version } = expected;
    await process.commit([
      { collection: 'counters', replace: counter(found.id, found.version + 1) },
      { collection: 'counters', expect: { id, version } },
      { collection: 'counters', insert: thing(`${found.id} ${found.version + 1} of ${id} ${version}`) },
    ]);
    succeeded += 1;
  };
  try {
    const processes = [store, ...others];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, n) => work(processes[n % 4] ?? store, Math.floor(n / 4))),
    );
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    // On a busy machine an answer may come too late.
    const lost = reasons.filter((reason) => reason instanceof Unavailable && reason.maybeDone).length;
    expect(reasons.filter((one) => !(one instanceof VersionConflict || one instanceof Unavailable))).toEqual([]);
    const counted = (await store.read(refs)).reduce((sum, found) => sum + (found?.version ?? 1) - 1, 0);
    expect(succeeded).toBeGreaterThan(0);
    expect(counted).toBeGreaterThanOrEqual(succeeded);
    expect(counted).toBeLessThanOrEqual(succeeded + lost);
    const [row] = await runSql(address, "SELECT count(*) AS n FROM strongroom.documents WHERE collection = 'counters'");
    expect(Number(row?.n)).toBe(counted + 3);
  } finally {
    await Promise.all(others.map((one) => one.close()));
  }
});
