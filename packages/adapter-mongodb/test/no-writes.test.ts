import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { instant } from '@strongroom/domain';
import { mongoAdmin } from '@strongroom/test-servers/mongo-client';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { inspectMongo, openMongoDocuments, openMongoRateLimiter } from '../src/index.ts';

let servers: MongoServers;
beforeAll(async () => {
  servers = await MongoServers.start(1, 'login');
}, 120_000);
afterAll(() => servers?.stop());

const WINDOW = { limit: 5, milliseconds: 60_000 };
const DOCUMENT = { id: 'a', version: 1, schema: 1, position: instant(1), keys: [], uniqueKeys: [], body: {} };

test('a database that blocks the writes of users serves reads, says that it takes no writes, and does again', async () => {
  const admin = mongoAdmin(servers.url);
  const database = 'blocked';
  await admin.command({ createUser: 'rooms', pwd: 'rooms', roles: [{ role: 'readWrite', db: database }] });
  const url = servers.url.replace(/\/\/[^@]*@/, '//rooms:rooms@').replace('/?', '/?authSource=admin&');
  const [documents, limits] = await Promise.all([
    openMongoDocuments({ url, database }),
    openMongoRateLimiter({ url, database }),
  ]);
  try {
    await documents.commit([{ collection: 'rooms', insert: DOCUMENT }]);
    expect(await inspectMongo({ url, database })).toMatchObject({ state: 'fits' });
    await admin.command({ setUserWriteBlockMode: 1, global: true });
    const refused = { name: 'Unavailable', takesNoWrites: true };
    const began = performance.now();
    await expect(limits.take('a', WINDOW, instant(1))).rejects.toMatchObject({ dependency: 'limits', ...refused });
    const commit = documents.commit([{ collection: 'rooms', insert: { ...DOCUMENT, id: 'b' } }]);
    await expect(commit).rejects.toMatchObject({ dependency: 'documents', ...refused });
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await documents.read([{ collection: 'rooms', id: 'a' }])).toMatchObject([{ id: 'a' }]);
    await limits.check();
    expect(await inspectMongo({ url, database })).toEqual({
      state: 'unfit',
      reason: expect.stringContaining('allow the writes of users again with setUserWriteBlockMode'),
    });
    await admin.command({ setUserWriteBlockMode: 1, global: false });
    expect((await limits.take('a', WINDOW, instant(1))).remaining).toBe(4);
    expect(await inspectMongo({ url, database })).toMatchObject({ state: 'fits', problems: [] });
  } finally {
    await Promise.all([documents.close(), limits.close(), admin.close()]);
  }
}, 60_000);
