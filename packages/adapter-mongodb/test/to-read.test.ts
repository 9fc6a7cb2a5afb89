import { expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { MongoClient } from 'mongodb';
import { openMongoDocuments, openMongoToRead } from '../src/index.ts';
import { anEvent } from './event.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

test('a database that is opened to be read gets no collection, no event, and no number for one that waits', async () => {
  const address = aDatabase();
  const client = new MongoClient(address.url);
  const database = client.db(address.database);
  const early = await openMongoToRead(address);
  expect(await early.audit.head()).toMatchObject({ size: 0 });
  await early.close();
  expect(await database.listCollections().toArray()).toEqual([]);
  const writer = await openMongoDocuments(address);
  await writer.commit([], [anEvent()]);
  expect((await writer.audit.head()).size).toBe(1);
  await writer.close();
  const waiting = anEvent();
  await database.collection<{ _id: string }>('audit').insertOne({ _id: waiting.id, pending: true } as { _id: string });
  const reader = await openMongoToRead(address);
  expect(await reader.audit.head()).toMatchObject({ size: 1 });
  expect(await reader.audit.examineIndex(10)).toEqual({ blocks: 0, compared: 0, faults: [] });
  await expect(reader.commit([], [anEvent()])).rejects.toThrow(Unavailable);
  await reader.close();
  expect(await database.collection('audit').countDocuments({ pending: true })).toBe(1);
  await client.close();
});
