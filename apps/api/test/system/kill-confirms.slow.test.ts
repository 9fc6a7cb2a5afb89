import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { anUpload, aRoom, confirm, given, put, times } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';

const ROUNDS = 25;
const FILES = 12;

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

/** Files below the folder of objects whose content holds the bytes. */
async function holding(bytes: Buffer): Promise<readonly string[]> {
  const folder = join(place.data, 'blobs');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(bytes) ? [path] : [])));
  return found.flat();
}

test('no ciphertext of a deleted room is left after its process was killed during confirms', async () => {
  let service = await place.start(UNLIMITED);
  const token = await place.ownerToken();
  for (let round = 1; round <= ROUNDS; round++) {
    const owner = service.as(token);
    const room = await aRoom(owner);
    const marker = randomBytes(32);
    const uploads = await Promise.all(times(FILES, () => anUpload(owner, room, marker.length)));
    // The PUTs of one half are under way when the process is killed, as are the confirms of the other.
    const puts = uploads.map((upload) => put(upload.upload_url, marker).catch(() => 'lost'));
    await Promise.all(puts.slice(0, FILES / 2));
    const confirms = uploads.slice(0, FILES / 2).map((upload) => confirm(owner, room, upload).catch(() => 'lost'));
    await Promise.race(confirms.slice(0, 1 + (round % 5)));
    await service.kill();
    await Promise.all([...puts, ...confirms]);

    service = await place.start(UNLIMITED);
    const again = service.as(token);
    const receipt = await given(again.delete(`/rooms/${room.id}`));
    await eventually('the destruction', async () => {
      const { status } = await given(again.get(`/destruction-receipts/${receipt.receipt_id}`));
      return status === 'complete';
    });
    expect(await holding(marker)).toEqual([]);
  }
}, 300_000);
