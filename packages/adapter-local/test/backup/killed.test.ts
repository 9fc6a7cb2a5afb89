import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Instant } from '@strongroom/domain';
import { SourceProcess } from '@strongroom/test-servers/source-process';
import { restore } from '../../src/index.ts';
import { filesBelow, Place } from './setting.ts';

const SCRIPT = new URL('../processes/stop-in-a-key-copy.ts', import.meta.url);

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

/** Copies the keyring into a folder, and is killed when the copy of a group has no name yet. */
async function killedCopy(to: string): Promise<void> {
  const dying = new SourceProcess(SCRIPT, [join(place.data, 'keys'), join(to, 'keys')]);
  await dying.line();
  await dying.kill();
  expect(await readdir(join(to, 'keys'))).toEqual([expect.stringMatching(/^\.[0-9a-f-]{36}\.tmp$/)]);
}

/** Two keys that share a file. */
const aGroup = () => Promise.all([place.addRoom('one'), place.addRoom('two')]);

test('the next backup removes unfinished key files of a killed one', async () => {
  await aGroup();
  const to = place.path('interrupted');
  await killedCopy(to);
  const again = (now: number) => place.backUp({ to, withKeys: true, clock: { now: () => now as Instant } });
  await expect(again(Date.now())).rejects.toThrow(/is not empty/);
  expect(await filesBelow(to)).toHaveLength(1); // another process may be writing it
  await expect(again(Date.now() + 7_200_000)).rejects.toThrow(/is not empty/);
  expect(await filesBelow(to)).toEqual([]);
});

test('the next restore removes unfinished key files of a killed one', async () => {
  await aGroup();
  await place.backUp({ withKeys: true });
  const dataDir = place.path('restored');
  await killedCopy(dataDir);
  await expect(restore(place.restoring({ dataDir }))).rejects.toThrow(/is not empty/);
  expect(await filesBelow(dataDir)).toEqual([]);
});
