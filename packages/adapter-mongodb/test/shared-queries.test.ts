import { expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import { MongoClient } from 'mongodb';
import { openMongoDocuments } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const thing = (id: string): StoredDocument => ({
  id,
  version: 1,
  schema: 1,
  position: 1 as Instant,
  keys: ['k'],
  uniqueKeys: [],
  body: {},
});

test('the store answers equal queries of one turn with one command, and others with their own', async () => {
  const address = aDatabase();
  const store = await openMongoDocuments(address);
  const client = new MongoClient(address.url);
  const finds = async (): Promise<number> =>
    Number((await client.db('admin').command({ serverStatus: 1 })).metrics.commands.find.total);
  const list = (key: string, limit: number) => store.list('things', { anyOf: [key] }, { limit });
  await store.commit([{ collection: 'things', insert: thing('a') }]);
  const before = await finds();
  const equal = await Promise.all(Array.from({ length: 50 }, () => list('k', 9)));
  expect(new Set(equal).size).toBe(50);
  expect(equal.every((found) => found.length === 1)).toBe(true);
  expect(await finds()).toBe(before + 1);
  expect(await Promise.all([list('k', 9), list('k', 8), list('l', 9)])).toEqual([[thing('a')], [thing('a')], []]);
  expect(await finds()).toBe(before + 4);
  await client.close();
  await store.close();
});

test('a read that meets damage fails alone, and the others that share its command succeed', async () => {
  const address = aDatabase();
  const store = await openMongoDocuments(address);
  const client = new MongoClient(address.url);
  await store.commit(['good', 'bad'].map((id) => ({ collection: 'things', insert: thing(id) })));
  const rows = client.db(address.database).collection<{ _id: string }>('documents');
  await rows.updateOne({ _id: 'things/bad' }, { $set: { keys: null } });
  const read = (id: string) => store.read([{ collection: 'things', id }]);
  const [good, bad, another] = await Promise.allSettled([read('good'), read('bad'), read('good')]);
  expect(bad?.status).toBe('rejected');
  expect([good, another]).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: [thing('good')] })));
  await client.close();
  await store.close();
});
