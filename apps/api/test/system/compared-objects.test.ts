import { cp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aFile, aRoom } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const check = (...more: readonly string[]) =>
  strongroom(['check', '--data-dir', place.data, ...more], { env: {}, cwd: place.folder });

/** The confirmed object of a file, in the folder of objects. */
async function objectOf(id: string): Promise<string> {
  const folder = join(place.data, 'blobs', 'objects');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const file = found.find((one) => one.isFile() && join(one.parentPath, one.name).includes(id));
  if (file === undefined) throw new Error(`no object of ${id}`);
  return join(file.parentPath, file.name);
}

test('the operator learns which file lost its object, and which object no file needs, while the service runs', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const room = await aRoom(owner);
  const [lost, kept] = [await aFile(owner, room), await aFile(owner, room)];
  expect(await check()).toEqual({ code: 0, out: '2 objects needed by files.\n1 room of 1 with a key.\n', err: '' });

  const [one, other] = [await objectOf(lost.id), await objectOf(kept.id)];
  await cp(other, other.replace(kept.id, crypto.randomUUID()));
  await rm(one);
  const { code, out } = await check();
  expect([code, out.split('\n').length]).toEqual([1, 7]);
  expect(out).toContain(
    `1 object missing: the file cannot be read; put the object back from a copy, or delete the file:`,
  );
  expect(out).toContain(`room ${room.id}, file ${lost.id}\n1 object needed by no file:\n`);
  const json = JSON.parse((await check('--json')).out);
  expect([json.needed, json.missing.length, json.unneeded.length]).toEqual([2, 1, 1]);
});

test('the operator learns which room lost its key, and which key no room needs', async () => {
  const service = await place.start();
  const owner = service.as(await place.ownerToken());
  const room = await aRoom(owner);
  const keys = join(place.data, 'keys');
  const [key = ''] = (await readdir(keys)).filter((name) => name.endsWith('.kek'));
  const uuid = crypto.randomUUID();
  await rename(join(keys, key), join(keys, `${uuid}.kek`));
  const { code, out } = await check();
  expect([code, out.split('\n').length]).toEqual([1, 7]);
  expect(out).toContain(`0 rooms of 1 with a key.\n1 room without a key: `);
  expect(out).toContain(`  ${room.id}: key local:${key.replace('.kek', '')}\n1 key of no room:\n  local:${uuid}\n`);
  expect(JSON.parse((await check('--json')).out).keys).toMatchObject({ rooms: 1, unused: [`local:${uuid}`] });
});
