import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { EPOCH } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const COUNT = 20_000;
const NAME = 'receipts';

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

async function at<T>(look: (documents: DocumentStore) => Promise<T>): Promise<T> {
  const documents = await openSqliteDocuments({ path: join(place.data, 'strongroom.db') });
  try {
    return await look(documents);
  } finally {
    await documents.close();
  }
}

/** Data of the last release: receipts in schema 2, and a document that says so. */
const leaveOlderDocuments = () =>
  at(async (documents) => {
    const [noted] = await documents.read([{ collection: 'schemas', id: 'schemas' }]);
    if (noted === undefined) throw new Error('the store says nothing of its schemas');
    const numbers = { ...(noted.body as { written: Record<string, number> }).written, [NAME]: 2 };
    const body = { written: numbers, begun: numbers };
    await documents.commit([{ collection: 'schemas', replace: { ...noted, version: noted.version + 1, body } }]);
    for (let done = 0; done < COUNT; done += 5000)
      await documents.commit(
        Array.from({ length: 5000 }, (_, index) => {
          const id = `receipt-${done + index}`;
          const old = { id, roomId: `room-${index}`, deletedBy: 'somebody', deletedAt: EPOCH };
          return {
            collection: NAME,
            insert: { id, version: 1, schema: 2, position: EPOCH, keys: ['all'], uniqueKeys: [], body: old },
          };
        }),
      );
  });

const leftToWrite = () => at((documents) => documents.outdated(NAME, { below: 3, limit: 1 }));
const readiness = async (service: ServiceProcess) => (await fetch(`${service.url}/readyz`)).status;
const ready = (service: ServiceProcess) =>
  eventually('readiness', async () => (await readiness(service)) === 200 || undefined);

test('a store of an older version is upgraded before anything is served, also after a kill -9, by two processes', async () => {
  const first = await place.start();
  const token = await place.ownerToken();
  first.signal('SIGTERM');
  await first.ended();
  await leaveOlderDocuments();

  const killed = await place.start();
  expect(killed.lines()[0]?.message).toBe('upgrading the store');
  expect(await readiness(killed)).toBe(503);
  expect((await killed.as(token).get('/me')).status).toBe(503);
  await killed.kill();
  expect(await leftToWrite()).toHaveLength(1);

  const both = await Promise.all([place.start(), place.start()]);
  for (const service of both) {
    await ready(service);
    expect((await service.as(token).get('/me')).status).toBe(200);
    expect(service.lines().some(({ message }) => message === 'listening')).toBe(true);
  }
  expect(await leftToWrite()).toEqual([]);
});

test('a store of a newer version is left alone, with a sentence that says what to do', async () => {
  const first = await place.start();
  first.signal('SIGTERM');
  await first.ended();
  await at(async (documents) => {
    const [noted] = await documents.read([{ collection: 'schemas', id: 'schemas' }]);
    if (noted === undefined) throw new Error('the store says nothing of its schemas');
    const { written } = noted.body as { written: Record<string, number> };
    const body = { written, begun: { ...written, rooms: 7 } };
    await documents.commit([{ collection: 'schemas', replace: { ...noted, version: noted.version + 1, body } }]);
  });
  const { code, err } = await place.refusal();
  expect(code).toBe(78);
  expect(err).toContain(
    'This store was written by a newer version: it holds rooms of schema 7, and this version reads up to 4. Start the newer version, or restore a backup that was made before the upgrade.',
  );
});

test('a store that an older version serves is upgraded when that one stops', async () => {
  const older = await place.start();
  const token = await place.ownerToken();
  const newer = await place.start(
    {},
    { flags: ['--import', join(import.meta.dirname, '../processes/next-release.ts')] },
  );
  expect(newer.lines()[0]?.message).toBe('upgrading the store');
  expect(await readiness(newer)).toBe(503);
  const room = await older.as(token).post('/rooms', { name: 'Still here', classification: 'C1' });
  expect(room.status).toBe(201);
  await eventually('a word of waiting', async () =>
    newer.lines().some(({ message }) => message === 'waiting for an older version'),
  );
  older.signal('SIGTERM');
  expect(await older.ended()).toBe(0);
  await ready(newer);
  expect((await newer.as(token).get(`/rooms/${room.body.data.id}`)).body.data.name).toBe('Still here');
  expect(await at((documents) => documents.outdated('rooms', { below: 5, limit: 1 }))).toEqual([]);
});
