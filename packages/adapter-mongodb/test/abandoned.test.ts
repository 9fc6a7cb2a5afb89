import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import type { Change, DocumentStore, StoredDocument } from '@strongroom/ports';
import { MongoClient } from 'mongodb';
import { APP_NAME } from '../src/connection/options.ts';
import { openMongoDocuments } from '../src/index.ts';
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
beforeEach(async () => {
  const address = aDatabase();
  store = await openMongoDocuments(address);
  await store.commit([{ collection: 'things', insert: thing('hot', 1) }]);
  // Acts like a process that is killed between two statements of a commit.
  dying = await new MongoClient(address.url, { appName: APP_NAME }).connect();
  const session = dying.startSession();
  session.startTransaction();
  const documents = dying.db(address.database).collection('documents');
  await documents.updateOne({ version: 1 }, { $set: { version: 2 } }, { session });
});
afterEach(async () => {
  await store.close();
  await dying.close();
});

const replace: Change = { collection: 'things', replace: thing('hot', 2) };

test.each<readonly [string, readonly Change[]]>([
  ['alone', [replace]],
  ['with others', [replace, { collection: 'events', insert: thing('event', 1) }]],
])('replaces %s a document that a killed process was writing, and keeps nothing of its write', async (_, changes) => {
  await store.commit(changes);
  expect((await store.read([{ collection: 'things', id: 'hot' }]))[0]).toEqual(thing('hot', 2));
});
