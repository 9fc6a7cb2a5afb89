import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { type Change, type DocumentStore, DuplicateKey, type StoredDocument, VersionConflict } from '@strongroom/ports';
import { MongoClient } from 'mongodb';
import { openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const COMMITS = 100;

const thing = (id: string, version = 1): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 1000 as Instant,
  keys: [],
  uniqueKeys: [],
  body: { id },
});
const insert = (id: string): Change => ({ collection: 'things', insert: thing(id) });
const expectation: Change = { collection: 'things', expect: { id: 'user', version: 1 } };

let store: DocumentStore;
let server: MongoClient;
let database: string;
beforeEach(async () => {
  const address = aDatabase();
  database = address.database;
  store = await openMongoDocuments(address);
  server = await new MongoClient(address.url).connect();
  await store.commit([insert('user')]);
});
afterEach(async () => {
  await store.close();
  await server.close();
});

const transactions = async (): Promise<Readonly<{ committed: number; aborted: number }>> => {
  const { transactions: counts } = await server.db('admin').command({ serverStatus: 1 });
  return { committed: Number(counts.totalCommitted), aborted: Number(counts.totalAborted) };
};

const changed = (n: number): readonly Change[] => [expectation, insert(`new${n}`)];
const numbers = Array.from({ length: COMMITS }, (_, n) => n);

test('commits that expect one document share transactions and never abort each other', async () => {
  const before = await transactions();
  await Promise.all(numbers.map((n) => store.commit(changed(n))));
  const after = await transactions();
  expect(after.aborted - before.aborted).toBe(0);
  expect(after.committed - before.committed).toBeLessThanOrEqual(COMMITS / 10);
  const found = await store.read(numbers.map((n) => ({ collection: 'things', id: `new${n}` })));
  expect(found).toEqual(numbers.map((n) => thing(`new${n}`)));
});

test('commits of different documents share transactions', async () => {
  const before = await transactions();
  await Promise.all(numbers.map((n) => store.commit([insert(`one${n}`), insert(`two${n}`)])));
  const after = await transactions();
  expect(after.aborted - before.aborted).toBe(0);
  expect(after.committed - before.committed).toBeLessThanOrEqual(COMMITS / 10);
});

test('a document that another process has written delays the commit that needs it, and no others', async () => {
  const other = server.startSession();
  other.startTransaction();
  const documents = server.db(database).collection<{ _id: string }>('documents');
  await documents.updateOne({ _id: 'things/user' }, { $set: { held: true } }, { session: other });
  let isOver = false;
  const held = store.commit(changed(0)).then(() => (isOver = true));
  await Promise.all(numbers.slice(1).map((n) => store.commit([insert(`one${n}`), insert(`two${n}`)])));
  expect(isOver).toBe(false);
  await other.abortTransaction();
  await other.endSession();
  await held;
});

test('a conflict of one commit fails that one, and the others that waited with it are stored', async () => {
  await store.commit([insert('new7')]);
  const outcomes = await Promise.allSettled(numbers.map((n) => store.commit(changed(n))));
  expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))).toEqual([
    expect.any(DuplicateKey),
  ]);
  const found = await store.read(numbers.map((n) => ({ collection: 'things', id: `new${n}` })));
  expect(found.filter((document) => document === undefined)).toEqual([]);
});

test('a commit that expects a version conflicts after another has replaced it', async () => {
  const replace: Change = { collection: 'things', replace: thing('user', 2) };
  const commits = numbers.map((n) => (n === 50 ? [replace, insert('new50')] : changed(n)));
  const outcomes = await Promise.allSettled(commits.map((changes) => store.commit(changes)));
  const refused = outcomes.flatMap((outcome, n) => (outcome.status === 'rejected' ? [[n, outcome.reason]] : []));
  expect(outcomes[50]?.status).toBe('fulfilled');
  for (const [, reason] of refused) expect(reason).toBeInstanceOf(VersionConflict);
  const found = await store.read(numbers.map((n) => ({ collection: 'things', id: `new${n}` })));
  const missing = found.flatMap((document, n) => (document === undefined ? [n] : []));
  expect(missing).toEqual(refused.map(([n]) => n));
});
