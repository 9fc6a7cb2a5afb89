import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { openMongoDocuments } from '@strongroom/adapter-mongodb';
import { openPostgresqlDocuments } from '@strongroom/adapter-postgresql';
import type { Json } from '@strongroom/domain';
import type { DocumentStore, StoredDocument } from '@strongroom/ports';
import { mongoAdmin } from '@strongroom/test-servers/mongo-client';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService } from '../support/service-in-memory.ts';

const FOLDERS = 500;
const FILES_EACH = 20;
const AT_ONCE = 2000;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

const STORES: Readonly<Record<string, () => Promise<DocumentStore>>> = {
  SQLite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strongroom-moving-'));
    stops.push(() => rm(folder, { recursive: true, force: true }));
    return openSqliteDocuments({ path: join(folder, 'documents.db') });
  },
  MongoDB: async () => {
    const servers = await MongoServers.start();
    stops.push(() => servers.stop());
    const admin = mongoAdmin(servers.url);
    await admin.command({ setParameter: 1, wiredTigerEngineRuntimeConfig: 'cache_size=1G' });
    await admin.close();
    return openMongoDocuments({ url: servers.url, database: `moving_${process.pid}` });
  },
  PostgreSQL: async () => {
    const servers = await PostgresqlServers.start();
    stops.push(() => servers.stop());
    return openPostgresqlDocuments({ url: await servers.aDatabase() });
  },
};

type Replaced = readonly (readonly [from: string, to: string])[];

/** The same document of another folder or file: ids, paths and keys are replaced everywhere in it. */
function alike(document: StoredDocument, replaced: Replaced): StoredDocument {
  const text = replaced.reduce((all, [from, to]) => all.replaceAll(from, to), JSON.stringify(document));
  return { ...(JSON.parse(text) as StoredDocument), version: 1 };
}

/** Fills the folder `a` of a room as uploads leave it. */
async function fill(documents: DocumentStore, room: string): Promise<void> {
  const [file] = await documents.list('files', { anyOf: [`room:${room}:C1`] }, { limit: 1 });
  const tree = await documents.list('folders', { anyOf: [`tree:${room}`] }, { limit: 10 });
  const pathOf = ({ body }: StoredDocument) => (body as { path: string }).path;
  const [above, one] = [tree.find((node) => pathOf(node) === 'a'), tree.find((node) => pathOf(node) === 'a/f0')];
  if (file === undefined || above === undefined || one === undefined)
    throw new Error('a file and its folders are missing');
  const idOf = ({ body }: StoredDocument) => (body as { id: string }).id;
  const numbered = { ...(one.body as object), files: { C1: FILES_EACH } } as Json;
  const made = Array.from({ length: FOLDERS }, (_, index) => index);
  const folders = made.slice(1).map((index) => ({
    collection: 'folders',
    insert: alike({ ...one, body: numbered }, [
      ['a/f0', `a/f${index}`],
      [idOf(one), crypto.randomUUID()],
    ]),
  }));
  const files = made
    .flatMap((index) => Array.from({ length: FILES_EACH }, () => index))
    .slice(1)
    .map((index) => ({
      collection: 'files',
      insert: alike(file, [
        ['a/f0', `a/f${index}`],
        [file.id, crypto.randomUUID()],
      ]),
    }));
  await documents.commit([
    { collection: 'folders', replace: { ...one, body: numbered, version: one.version + 1 } },
    {
      collection: 'folders',
      replace: {
        ...above,
        body: { ...(above.body as object), folders: { '*': FOLDERS } },
        version: above.version + 1,
      },
    },
    ...folders,
  ]);
  for (let start = 0; start < files.length; start += AT_ONCE)
    await documents.commit(files.slice(start, start + AT_ONCE));
}

describe.each(Object.keys(STORES))('a folder of 10 000 files in 500 folders, on %s', (store) => {
  test('moves in one request of at most five seconds, with one event, and no reader sees a part of it', async () => {
    const documents = await STORES[store]?.();
    if (documents === undefined) throw new Error(`no store ${store}`);
    const world = await startService({ ports: (memory) => ({ ...memory, documents }) });
    stops.push(() => world.stop());
    const { owner } = world;
    const room = await aRoom(owner);
    await aFile(owner, room, { folder: 'a/f0' });
    await fill(documents, room);
    const [{ id }] = (await owner.get(`/rooms/${room}/folders`)).body.data;
    const below = async (folder: string) =>
      (await owner.get(`/rooms/${room}/files?folder=${folder}&recursive=true&per_page=1`)).body.meta.total;
    expect([await below('a'), await below('b/c')]).toEqual([FOLDERS * FILES_EACH, 0]);
    const { size } = await documents.audit.head();
    const watch = { isOn: true };
    const seen: number[] = [];
    const watching = (async () => {
      while (watch.isOn) seen.push(await below('a'));
    })();
    const [began, busy] = [performance.now(), process.cpuUsage()];
    const moved = await owner.patch(`/rooms/${room}/folders/${id}`, { path: 'b/c' });
    const took = performance.now() - began;
    const { user, system } = process.cpuUsage(busy);
    watch.isOn = false;
    await watching;
    const busyMs = Math.round((user + system) / 1000);
    // Other processes that want a processor, for each that there is.
    const load = Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
    const spent = `${Math.round(took)} ms, ${busyMs} ms of processor time, load ${load.toFixed(1)} for each processor`;
    process.stdout.write(`${store}: moved in ${spent}, ${seen.length} readings meanwhile\n`);
    expect([moved.status, moved.body.data?.path]).toEqual([200, 'b/c']);
    expect(busyMs).toBeLessThan(5000);
    expect(took / load).toBeLessThan(5000);
    expect(seen.filter((total) => total !== 0 && total !== FOLDERS * FILES_EACH)).toEqual([]);
    expect([await below('a'), await below('b/c'), await below('b/c/f7')]).toEqual([
      0,
      FOLDERS * FILES_EACH,
      FILES_EACH,
    ]);
    const events = await documents.audit.list({ labels: ['C1'], roomId: room }, { limit: 10 });
    expect(events.filter(({ seq }) => seq >= size).map(({ type }) => type)).toEqual(['folder.moved', 'folder.created']);
  }, 180_000);
});
