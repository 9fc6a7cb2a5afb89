import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, type LiveRoom } from '@strongroom/domain';
import { MIN_PART_BYTES } from '@strongroom/ports';
import type { UploadGrant, UploadParts } from '../../src/index.ts';
import { removeObjectsOf } from '../../src/jobs/remove-objects.ts';
import { recordedBy } from '../world/events.ts';
import { anUpload, aPerson, aRoom, confirm, get, ivOf, joins, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { refusal } from '../world/refusals.ts';
import { storedFile } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

const SIZE = 2 * MIN_PART_BYTES + 3;
const PARTS = ['a'.repeat(MIN_PART_BYTES), 'b'.repeat(MIN_PART_BYTES), 'ccc'];

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let upload: UploadGrant;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  upload = await anUpload(world, bob, room, { size: SIZE });
});

const ask = (by: Person, number = 1, of = upload): Promise<UploadParts> =>
  by.ask(world.app.files.uploadParts, { fileId: of.file.id, iv: ivOf(number) });
const missing = ({ parts }: UploadParts): readonly number[] =>
  parts.filter(({ url }) => url !== null).map(({ number }) => number);
const send = async (number: number, { parts }: UploadParts, content = PARTS[number - 1] ?? ''): Promise<void> =>
  put(world, parts.find((part) => part.number === number)?.url ?? '', content);
const keys = async (): Promise<readonly string[]> => (await world.ports.blobs.list('')).keys;
const objectsOfRoom = async () => (await keys()).filter((key) => key.includes(room.id));

describe('an upload in parts', () => {
  test('is offered for files of more than one part', async () => {
    expect(upload.partSize).toBe(MIN_PART_BYTES);
    const small = await anUpload(world, bob, room, { size: MIN_PART_BYTES });
    expect(small.partSize).toBeNull();
    expect(await refusal(world, () => ask(bob, 1, small))).toEqual(['PARTS_NOT_OFFERED', null]);
  });

  test('names the missing parts with their sizes, and joins all when it is confirmed', async () => {
    const first = await ask(bob);
    expect(first.parts.map(({ number, size }) => [number, size])).toEqual([
      [1, MIN_PART_BYTES],
      [2, MIN_PART_BYTES],
      [3, 3],
    ]);
    await send(3, first);
    await send(1, first);
    const second = await ask(bob);
    expect(missing(second)).toEqual([2]);
    expect((await refusal(world, () => confirm(world, bob, upload)))[0]).toBe('UPLOAD_NOT_FOUND');
    await send(2, second);
    expect(missing(await ask(bob))).toEqual([]);
    await confirm(world, bob, upload);
    const { url } = await bob.ask(world.app.files.getDownload, { fileId: upload.file.id });
    expect((await get(world, url)) === PARTS.join('')).toBe(true);
    expect((await objectsOfRoom()).length).toBe(1);
    expect(await storedFile(world, upload.file.id)).not.toHaveProperty('inParts');
  });

  test('asks again for a part of another size', async () => {
    const first = await ask(bob);
    await send(3, first, 'cccc');
    expect(missing(await ask(bob))).toEqual([1, 2, 3]);
  });

  test('removes the parts of another ciphertext, and never joins the parts of two', async () => {
    const first = await ask(bob, 1);
    for (const number of [1, 2, 3]) await send(number, first);
    const other = await ask(bob, 2);
    expect(missing(other)).toEqual([1, 2, 3]);
    expect(await objectsOfRoom()).toEqual([]);
    await send(1, first);
    await send(2, other);
    await send(3, other);
    expect((await refusal(world, () => confirm(world, bob, upload, 2)))[0]).toBe('UPLOAD_NOT_FOUND');
    expect((await refusal(world, () => confirm(world, bob, upload, 1)))[0]).toBe('UPLOAD_NOT_FOUND');
  });

  test('refuses the fifth ciphertext, and still serves the first', async () => {
    for (const number of [1, 2, 3, 4, 4, 1]) await ask(bob, number);
    expect(await refusal(world, () => ask(bob, 5))).toEqual(['LIMIT_REACHED', null]);
    expect(missing(await ask(bob, 1))).toEqual([1, 2, 3]);
  });

  test('goes to its uploader only, and only while it is pending', async () => {
    expect((await refusal(world, () => ask(ada)))[0]).toBe('INSUFFICIENT_ROOM_ROLE');
    const eve = await joins(world, await aPerson(world), room, 'contributor', ada);
    expect((await refusal(world, () => ask(eve)))[0]).toBe('FILE_NOT_FOUND');
    await put(world, upload.url, 'x'.repeat(SIZE));
    await confirm(world, bob, upload);
    expect((await refusal(world, () => ask(bob)))[0]).toBe('FILE_ALREADY_CONFIRMED');
  });

  test('records each release of addresses with their number', async () => {
    const first = await ask(bob);
    await send(1, first);
    const recorded = await recordedBy(world, () => ask(bob));
    expect(recorded).toMatchObject([
      { type: 'file.upload_requested', target: { id: upload.file.id }, data: { size: SIZE, parts: 2 } },
    ]);
  });

  test('takes one PUT too, whatever parts are there', async () => {
    const first = await ask(bob, 1);
    await send(1, first);
    await put(world, upload.url, 'y'.repeat(SIZE));
    await confirm(world, bob, upload, 2);
    const { url } = await bob.ask(world.app.files.getDownload, { fileId: upload.file.id });
    expect((await get(world, url)) === 'y'.repeat(SIZE)).toBe(true);
  });

  test('confirmed several times at once is there once', async () => {
    const first = await ask(bob);
    for (const number of [1, 2, 3]) await send(number, first);
    const confirmed = await Promise.all([1, 2, 3].map(() => confirm(world, bob, upload)));
    expect(new Set(confirmed.map(({ sealed }) => sealed)).size).toBe(1);
    const { url } = await bob.ask(world.app.files.getDownload, { fileId: upload.file.id });
    expect((await get(world, url)) === PARTS.join('')).toBe(true);
  });
});

describe('the parts of an upload', () => {
  test('go with the objects of its file', async () => {
    await send(1, await ask(bob));
    expect((await objectsOfRoom()).length).toBe(1);
    await removeObjectsOf(world.ports.blobs, upload.file);
    expect(await objectsOfRoom()).toEqual([]);
  });

  test('are swept with an abandoned upload', async () => {
    await send(1, await ask(bob));
    world.clock.advance(25 * HOUR);
    world.app.worker.start();
    await world.app.worker.stop();
    expect(await objectsOfRoom()).toEqual([]);
    expect(await storedFile(world, upload.file.id)).toBeUndefined();
  });
});
