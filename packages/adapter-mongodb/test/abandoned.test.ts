import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';
import { type ClientSession, type Db, MongoClient } from 'mongodb';
import { type Extent, LOG_COLLECTION } from '../src/audit/layout.ts';
import { APP_NAME } from '../src/connection/options.ts';
import { openMongoDocuments } from '../src/index.ts';
import { anEvent } from './event.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const thing = (id: string, version: number): StoredDocument => ({
  id,
  version,
  schema: 1,
  position: 1000 as Instant,
  keys: [],
  uniqueKeys: [],
  body: { id },
});

let store: DocumentStore;
let dying: MongoClient;
/** A transaction of a process that is killed between two statements. */
let unfinished: ClientSession;
let database: Db;
beforeEach(async () => {
  const address = aDatabase();
  store = await openMongoDocuments(address);
  await store.commit([{ collection: 'things', insert: thing('hot', 1) }]);
  dying = await new MongoClient(address.url, { appName: APP_NAME }).connect();
  database = dying.db(address.database);
  unfinished = dying.startSession();
  unfinished.startTransaction();
});
afterEach(async () => {
  await store.close();
  await dying.close();
});

const replace: Change = { collection: 'things', replace: thing('hot', 2) };

test.each<readonly [string, readonly Change[]]>([
  ['alone', [replace]],
  ['with others', [replace, { collection: 'others', insert: thing('event', 1) }]],
])(
  'the store replaces %s a document that a killed process was writing, and keeps nothing of its write',
  async (_, changes) => {
    const documents = database.collection('documents');
    await documents.updateOne({ version: 1 }, { $set: { version: 2 } }, { session: unfinished });
    await store.commit(changes);
    expect((await store.read([{ collection: 'things', id: 'hot' }]))[0]).toEqual(thing('hot', 2));
  },
);

test('the store waits for a transaction that has many short pauses', async () => {
  const documents = database.collection<{ _id: string; version: number }>('documents');
  const which = { _id: 'things/hot' };
  await documents.updateOne(which, { $set: { version: 2 } }, { session: unfinished });
  const refused = store.commit([replace]).catch((error: unknown) => error);
  for (let pauses = 0; pauses < 6; pauses += 1) {
    await pause(250);
    await documents.updateOne(which, { $inc: { expected: 1 } }, { session: unfinished });
  }
  await unfinished.commitTransaction();
  expect(await refused).toBeInstanceOf(Error);
  expect((await documents.findOne(which))?.version).toBe(2);
});

test('the store lists events while a killed process had begun to number them', async () => {
  const recorded = anEvent();
  await database
    .collection<Extent>(LOG_COLLECTION)
    .updateOne({ _id: 'extent' }, { $set: { size: 1 } }, { upsert: true, session: unfinished });
  await store.commit([], [recorded]);
  const listed = await store.audit.list({ labels: [''] }, { limit: 10 });
  expect(listed.map(({ id, seq }) => ({ id, seq }))).toEqual([{ id: recorded.id, seq: 0 }]);
});
