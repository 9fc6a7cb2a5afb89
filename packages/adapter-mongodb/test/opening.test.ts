import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { MongoClient, MongoServerError } from 'mongodb';
import { unusableReason } from '../src/connection/open.ts';
import { type MongoAddress, MongoUnusable, openMongoDocuments, openMongoRateLimiter } from '../src/index.ts';
import { aDatabase, withMongo } from './setting.ts';

withMongo();

const refusal = async (opening: Promise<unknown>): Promise<MongoUnusable> => {
  const error = await opening.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MongoUnusable)) throw new TypeError('it was not refused', { cause: error });
  return error;
};

/** Changes a database without the store. */
async function beside<T>({ url, database }: MongoAddress, work: (db: ReturnType<MongoClient['db']>) => Promise<T>) {
  const client = await new MongoClient(url).connect();
  try {
    return await work(client.db(database));
  } finally {
    await client.close();
  }
}

describe('indexes', () => {
  test('are made, by one of several that open at the same time', async () => {
    const address = aDatabase();
    const stores = await Promise.all([1, 2, 3, 4].map(() => openMongoDocuments(address)));
    for (const store of stores) await store.close();
    const found = await beside(address, (db) => db.collection('documents').indexes());
    expect(found.map(({ name, key, unique }) => ({ name, key, unique }))).toEqual([
      { name: '_id_', key: { _id: 1 } },
      { name: 'by_key', key: { keys: 1, position: -1, _id: -1 } },
      { name: 'by_unique_key', key: { uniqueKeys: 1 }, unique: true },
    ]);
  });

  test('that were dropped are made again', async () => {
    const address = aDatabase();
    await (await openMongoDocuments(address)).close();
    await beside(address, (db) => db.collection('documents').dropIndex('by_key'));
    await (await openMongoDocuments(address)).close();
    expect(await beside(address, (db) => db.collection('documents').indexExists('by_key'))).toBe(true);
  });

  test('that are different are refused, with what is wrong and what to do', async () => {
    const address = aDatabase();
    await (await openMongoDocuments(address)).close();
    await beside(address, async (db) => {
      await db.collection('documents').dropIndex('by_unique_key');
      await db.collection('documents').createIndex({ uniqueKeys: 1 }, { name: 'by_unique_key' });
    });
    const { code, message } = await refusal(openMongoDocuments(address));
    expect(code).toBe('indexes');
    expect(message).toMatch(
      /^the index by_unique_key of documents is .*"uniqueKeys":1.* must be .*"unique":true.*dropIndex/,
    );
  });
});

describe('an opening is refused with a sentence for', () => {
  let alone: MongoServers;
  beforeAll(async () => {
    alone = await MongoServers.start(0);
  }, 120_000);
  afterAll(() => alone?.stop());

  test('a server that is not a replica set', async () => {
    const { code, message } = await refusal(openMongoDocuments({ url: alone.url, database: 'rooms' }));
    expect(code).toBe('no-replica-set');
    expect(message).toContain('rs.initiate()');
    expect((await refusal(openMongoRateLimiter({ url: alone.url, database: 'rooms' }))).code).toBe('no-replica-set');
  });

  test('an address of one member of a set of several: from a secondary, reads would be old', async () => {
    const set = await MongoServers.start(2);
    try {
      for (const { port } of set.members) {
        const url = `mongodb://127.0.0.1:${port}/?directConnection=true`;
        const { code, message } = await refusal(openMongoDocuments({ url, database: 'rooms' }));
        expect([code, message.includes('replicaSet=')]).toEqual(['direct', true]);
      }
    } finally {
      await set.stop();
    }
  }, 120_000);

  test('a user without the necessary rights, unlike an unreachable server', () => {
    const denied = new MongoServerError({ message: 'not authorized', code: 13 });
    expect(unusableReason(new Unavailable('documents', { cause: denied })).code).toBe('rights');
    expect(unusableReason(new Unavailable('documents', { cause: new Error('ECONNREFUSED') })).code).toBe('unreachable');
  });

  test('an unreachable server, in time', async () => {
    const began = performance.now();
    const url = 'mongodb://127.0.0.1:1/?replicaSet=rs';
    const { code, message } = await refusal(openMongoDocuments({ url, database: 'rooms' }));
    expect(performance.now() - began).toBeLessThan(25_000);
    expect({ code, message }).toEqual({ code: 'unreachable', message: expect.stringContaining('cannot be reached') });
  });

  test.each([
    ['mongodb://rooms:hunter2@', 'rooms'],
    ['mongodb://rooms:hunter2@db.example.com/?tls=hunter3', 'rooms'],
    ['hunter2', 'rooms'],
    ['mongodb://db.example.com', 'a.hunter2'],
  ])('%s with a database "%s", and the error repeats neither', async (url, database) => {
    const { code, message, cause, stack } = await refusal(openMongoDocuments({ url, database }));
    expect(code).toBe('address');
    expect(`${message} ${String(cause)} ${stack}`).not.toContain('hunter');
  });
});
