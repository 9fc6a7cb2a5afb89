import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { fillFolders } from './filled-folders.ts';
import { openStore, STORES } from './opened-stores.ts';

const LARGE = { folders: 5000, filesEach: 20 };
const SMALL = { folders: 50, filesEach: 20 };
const RUNS = 21;
const FILL_MS = 600_000;

/** Lists of the large room and of the small one take the same time, up to the noise of a busy machine. */
const NOISE = { factor: 2, ms: 5 };

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Milliseconds in the large room, and how many they may be at most by those in the small one. */
type Compared = Readonly<{ much: number; most: number }>;

describe.each(STORES)('a room of 100 000 files in 5 000 folders, on %s', (store) => {
  const stops: (() => Promise<unknown>)[] = [];
  let world: World;
  let large: string;
  let small: string;

  beforeAll(async () => {
    const { documents, stop } = await openStore(store);
    stops.push(stop);
    world = await startService({ check: false, ports: (memory) => ({ ...memory, documents }) });
    stops.push(() => world.stop());
    [large, small] = [await aRoom(world.owner), await aRoom(world.owner)];
    for (const [room, size] of [[large, LARGE] as const, [small, SMALL] as const]) {
      await aFile(world.owner, room, { folder: 'a/f0' });
      await fillFolders(documents, room, size);
    }
  }, FILL_MS);
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  const took = async (room: string, path: string, total: number): Promise<number> => {
    const began = performance.now();
    const { status, body } = await world.owner.get(`/rooms/${room}/${path}`);
    const ms = performance.now() - began;
    expect([status, body.meta.total]).toEqual([200, total]);
    return ms;
  };

  /** Medians of both rooms, which take turns, so that both meet the same load. */
  const compared = async (name: string, timed: (size: 'large' | 'small') => Promise<number>): Promise<Compared> => {
    const times: Record<'large' | 'small', number[]> = { large: [], small: [] };
    for (let run = 0; run < RUNS; run++)
      for (const size of ['large', 'small'] as const) times[size].push(await timed(size));
    const [much, little] = [median(times.large), median(times.small)];
    process.stdout.write(`${store} ${name}: ${much.toFixed(1)} ms, small room ${little.toFixed(1)} ms\n`);
    return { much, most: NOISE.factor * little + NOISE.ms };
  };

  test.each([
    ['files?folder=a/f7', LARGE.filesEach, SMALL.filesEach],
    ['files?folder=a/f7&recursive=true', LARGE.filesEach, SMALL.filesEach],
    ['files?folder=a/f7&may=true', LARGE.filesEach, SMALL.filesEach],
    ['folders?per_page=20', LARGE.folders + 1, SMALL.folders + 1],
    ['folders?prefix=a/f0&per_page=20', 1, 1],
  ])('%s is listed as fast as in a room of 1 000 files', async (path, ofLarge, ofSmall) => {
    const { much, most } = await compared(path, (size) =>
      size === 'large' ? took(large, path, ofLarge) : took(small, path, ofSmall),
    );
    expect(much).toBeLessThan(most);
  });

  test('a folder is made and moved as fast as in a room of 1 000 files', async () => {
    const { much, most } = await compared('make and move a folder', async (size) => {
      const at = `/rooms/${size === 'large' ? large : small}/folders`;
      const began = performance.now();
      const made = await world.owner.post(at, { path: `a/f1/${crypto.randomUUID()}` });
      const moved = await world.owner.patch(`${at}/${made.body.data.id}`, { path: `a/f2/${crypto.randomUUID()}` });
      const ms = performance.now() - began;
      expect([made.status, moved.status]).toEqual([201, 200]);
      return ms;
    });
    expect(much).toBeLessThan(most);
  });
});
