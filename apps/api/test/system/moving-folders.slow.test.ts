import { availableParallelism, loadavg } from 'node:os';
import { afterAll, describe, expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService } from '../support/service-in-memory.ts';
import { fillFolders } from './filled-folders.ts';
import { openStore, STORES } from './opened-stores.ts';

const FOLDERS = 500;
const FILES_EACH = 20;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});

describe.each(STORES)('a folder of 10 000 files in 500 folders, on %s', (store) => {
  test('moves in one request of at most five seconds, with one event, and no reader sees a part of it', async () => {
    const { documents, stop } = await openStore(store);
    stops.push(stop);
    const world = await startService({ ports: (memory) => ({ ...memory, documents }) });
    stops.push(() => world.stop());
    const { owner } = world;
    const room = await aRoom(owner);
    await aFile(owner, room, { folder: 'a/f0' });
    await fillFolders(documents, room, { folders: FOLDERS, filesEach: FILES_EACH });
    const [{ id }] = (await owner.get(`/rooms/${room}/folders`)).body.data;
    /** Undefined where the store is too busy to answer. */
    const seenBelow = async (folder: string): Promise<number | undefined> =>
      (await owner.get(`/rooms/${room}/files?folder=${folder}&recursive=true&per_page=1`)).body.meta?.total;
    const below = async (folder: string): Promise<number> => (await seenBelow(folder)) ?? below(folder);
    expect([await below('a'), await below('b/c')]).toEqual([FOLDERS * FILES_EACH, 0]);
    const { size } = await documents.audit.head();
    const watch = { isOn: true };
    const seen: (number | undefined)[] = [];
    const watching = (async () => {
      while (watch.isOn) seen.push(await seenBelow('a'));
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
    expect(seen.filter((total) => ![undefined, 0, FOLDERS * FILES_EACH].includes(total))).toEqual([]);
    expect([await below('a'), await below('b/c'), await below('b/c/f7')]).toEqual([
      0,
      FOLDERS * FILES_EACH,
      FILES_EACH,
    ]);
    const events = await documents.audit.list({ labels: ['C1'], roomId: room }, { limit: 10 });
    expect(events.filter(({ seq }) => seq >= size).map(({ type }) => type)).toEqual(['folder.moved', 'folder.created']);
  }, 180_000);
});
