import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, type LiveRoom } from '@strongroom/domain';
import { blobKey } from '@strongroom/ports';
import type { UploadGrant } from '../../src/index.ts';
import { removeObjectsOf } from '../../src/jobs/remove-objects.ts';
import { sealedKey, uploadKey } from '../../src/steps/uploads/blob-keys.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import {
  aMember,
  anUpload,
  aPerson,
  aRoom,
  CIPHERTEXT,
  confirm,
  get,
  ivOf,
  joins,
  limitedTo,
  put,
  tagOf,
} from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedFile, storedRoom } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let upload: UploadGrant;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  upload = await anUpload(world, bob, room);
});

const downloaded = async (by: Person) => {
  const download = await by.ask(world.app.files.getDownload, { fileId: upload.file.id });
  return get(world, download.url);
};

describe('a confirmed upload', () => {
  beforeEach(() => put(world, upload.url, CIPHERTEXT));

  test('is available with exactly the iv and tag that were sent', async () => {
    world.clock.advance(5000);
    const file = await confirm(world, bob, upload, 3);
    expect(file).toMatchObject({ ...upload.file, status: 'available', iv: ivOf(3), tag: tagOf(3), swept: false });
    expect(file.confirmedAt).toBe(world.clock.now());
    expect(await storedFile(world, file.id)).toEqual(file);
  });

  test('counts in its room under its effective label', async () => {
    await confirm(world, bob, upload);
    const high = await anUpload(world, ada, room, { classification: 'C3' });
    await put(world, high.url, CIPHERTEXT);
    await confirm(world, ada, high);
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1, C3: 1 } });
  });

  test('is recorded with its size', async () => {
    const recorded = await recordedBy(world, () => confirm(world, bob, upload));
    expect(recorded).toMatchObject([
      { type: 'file.confirmed', target: { id: upload.file.id, roomId: room.id, label: 'C2' }, data: { size: 10 } },
    ]);
  });

  test('confirmed again with the same values answers the same, and changes and records nothing', async () => {
    const first = await confirm(world, bob, upload);
    world.clock.advance(HOUR);
    expect(await recordedBy(world, async () => expect(await confirm(world, bob, upload)).toEqual(first))).toEqual([]);
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
  });

  test('confirmed again with another iv or tag stays as it is', async () => {
    await confirm(world, bob, upload, 1);
    expect(await refusal(world, () => confirm(world, bob, upload, 2))).toEqual(['FILE_ALREADY_CONFIRMED', null]);
    expect(await storedFile(world, upload.file.id)).toMatchObject({ iv: ivOf(1), tag: tagOf(1) });
  });

  test('may be confirmed by an owner of the room who did not upload it', async () => {
    expect(await codeOf(confirm(world, ada, upload))).toBe('done');
  });

  test('is not found by another contributor', async () => {
    const carol = await aMember(world, room, 'contributor', ada);
    expect(await refusal(world, () => confirm(world, carol, upload))).toEqual([
      'FILE_NOT_FOUND',
      'confirmed-or-concerned',
    ]);
  });

  test('is not confirmed by its uploader once they are only a viewer', async () => {
    await joins(world, bob, room, 'viewer', ada);
    expect(await refusal(world, () => confirm(world, bob, upload))).toEqual([
      'INSUFFICIENT_ROOM_ROLE',
      'room-role:owner',
    ]);
  });

  test('is not confirmed in an archived room, also not again', async () => {
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await refusal(world, () => confirm(world, bob, upload))).toEqual(['ROOM_ARCHIVED', null]);
    await ada.ask(world.app.rooms.unarchive, { roomId: room.id });
    await confirm(world, bob, upload);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(confirm(world, bob, upload))).toBe('ROOM_ARCHIVED');
    expect(await codeOf(confirm(world, bob, upload, 2))).toBe('ROOM_ARCHIVED');
  });

  test('is answered again under its Idempotency-Key whatever became of the room since', async () => {
    const again = bob.keyed(aKey());
    const first = await confirm(world, again, upload);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await confirm(world, again, upload)).toEqual(first);
    expect(await codeOf(confirm(world, bob.keyed(aKey()), upload))).toBe('ROOM_ARCHIVED');
  });

  test('is not confirmed any more 24 hours after it was announced', async () => {
    world.clock.advance(24 * HOUR - 1);
    const later = await anUpload(world, bob, room);
    expect(await codeOf(confirm(world, bob, upload))).toBe('done');
    await put(world, later.url, CIPHERTEXT);
    world.clock.advance(24 * HOUR);
    expect(await refusal(world, () => confirm(world, bob, later))).toEqual(['FILE_NOT_FOUND', 'upload-not-abandoned']);
  });

  test('needs the scope write:files', async () => {
    const limited = await limitedTo(world, bob, 'read:files');
    expect(await refusal(world, () => confirm(world, limited, upload))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:write:files',
    ]);
  });

  test('is looked for in the room that the path names, and in no other', async () => {
    const other = await aRoom(world, bob);
    const misplaced = { ...upload, file: { ...upload.file, roomId: other.id } };
    expect(await refusal(world, () => confirm(world, bob, misplaced))).toEqual(['FILE_NOT_FOUND', 'file-in-room']);
  });

  test('is unknown with its room to strangers', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => confirm(world, stranger, upload))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });
});

describe('an uploaded object', () => {
  test('has to be there', async () => {
    expect(await refusal(world, () => confirm(world, bob, upload))).toEqual(['UPLOAD_NOT_FOUND', null]);
  });

  test.each(['short', `${CIPHERTEXT}!`])('has to have the announced length, unlike %p', async (text) => {
    await put(world, upload.url, text);
    expect(await codeOf(confirm(world, bob, upload))).toBe('UPLOAD_SIZE_MISMATCH');
    await put(world, upload.url, CIPHERTEXT);
    expect(await codeOf(confirm(world, bob, upload))).toBe('done');
    expect(await downloaded(bob)).toBe(CIPHERTEXT);
  });

  test('with the tag at its end is refused with the advice to drop it', async () => {
    await put(world, upload.url, `${CIPHERTEXT}tag of 16 bytes!`);
    await expect(confirm(world, bob, upload)).rejects.toThrow('drop the last 16 bytes');
  });

  test('may be nothing at all where nothing was announced', async () => {
    const empty = await anUpload(world, bob, room, { size: 0 });
    expect(await codeOf(confirm(world, bob, empty))).toBe('UPLOAD_NOT_FOUND');
    await put(world, empty.url, '');
    expect(await codeOf(confirm(world, bob, empty))).toBe('done');
  });

  test('cannot be changed by another PUT once it is confirmed', async () => {
    await put(world, upload.url, CIPHERTEXT);
    await confirm(world, bob, upload);
    await put(world, upload.url, 'other text');
    expect(await downloaded(bob)).toBe(CIPHERTEXT);
    expect(await codeOf(confirm(world, bob, upload))).toBe('done');
    expect(await downloaded(bob)).toBe(CIPHERTEXT);
  });
});

describe('an object uploaded during a confirmation', () => {
  /** A confirmation that is held up after it has looked at the object and before it seals it. */
  const heldUp = async (meanwhile: () => Promise<unknown>) => {
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    await put(world, upload.url, CIPHERTEXT);
    const held = gate.hold((call) => call.method === 'seal');
    const confirming = codeOf(confirm({ ...world, app: slow.app }, bob, upload));
    await held;
    await meanwhile();
    gate.open();
    return confirming;
  };

  test('is not confirmed by it: what was looked at is gone, and nothing is taken in its place', async () => {
    expect(await heldUp(() => put(world, upload.url, 'other text'))).toBe('UPLOAD_NOT_FOUND');
    await confirm(world, bob, upload);
    expect(await downloaded(bob)).toBe('other text');
  });

  test('does not matter to a second confirmation of the same: both are answered', async () => {
    expect(await heldUp(() => confirm(world, bob, upload))).toBe('done');
    expect(await downloaded(bob)).toBe(CIPHERTEXT);
  });

  test.each<readonly [string, string, () => Promise<unknown>]>([
    ['the room is archived', 'ROOM_ARCHIVED', () => ada.ask(world.app.rooms.archive, { roomId: room.id })],
    ['the uploader becomes a viewer', 'INSUFFICIENT_ROOM_ROLE', () => joins(world, bob, room, 'viewer', ada)],
    [
      'the uploader is removed',
      'ROOM_NOT_FOUND',
      () => ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id }),
    ],
    ['the room is deleted', 'ROOM_NOT_FOUND', () => ada.ask(world.app.rooms.delete, { roomId: room.id })],
  ])('is not made available when %s meanwhile: %s', async (_, code, change) => {
    expect(await heldUp(change)).toBe(code);
    expect(await storedFile(world, upload.file.id)).toMatchObject({ status: 'pending' });
  });

  test('is not made available in a file that is deleted meanwhile', async () => {
    expect(await heldUp(() => ada.ask(world.app.files.delete, { fileId: upload.file.id }))).toBe('FILE_NOT_FOUND');
    expect(await storedRoom(world, room.id)).toMatchObject({ files: {} });
  });
});

test('an object that version 0.1.0 sealed is deleted with its file', async () => {
  const old = blobKey(`at/${room.id}/${upload.file.id}/1`);
  await put(world, upload.url, CIPHERTEXT);
  const { generation = '' } = (await world.ports.blobs.stat(uploadKey(room.id, upload.file.id))) ?? {};
  await world.ports.blobs.seal(uploadKey(room.id, upload.file.id), generation, old);
  await removeObjectsOf(world.ports.blobs, upload.file);
  expect((await world.ports.blobs.list(`at/${room.id}/`)).keys).toEqual([]);
});

describe('an interrupted confirmation', () => {
  /** Seals the uploaded object, like a process that died before its commit. */
  const sealHalfway = async () => {
    const { roomId, id } = upload.file;
    const found = await world.ports.blobs.stat(uploadKey(roomId, id));
    if (found === undefined) throw new Error('nothing was uploaded');
    const sealed = sealedKey(roomId, id, found.generation);
    await world.ports.blobs.seal(uploadKey(roomId, id), found.generation, sealed);
    return sealed;
  };

  test('is taken up where it stopped', async () => {
    await put(world, upload.url, CIPHERTEXT);
    const sealed = await sealHalfway();
    expect(await confirm(world, bob, upload)).toMatchObject({ sealed });
    expect(await downloaded(bob)).toBe(CIPHERTEXT);
  });

  test('gives way to what was uploaded after it', async () => {
    await put(world, upload.url, CIPHERTEXT);
    await sealHalfway();
    await put(world, upload.url, 'other text');
    await confirm(world, bob, upload);
    expect(await downloaded(bob)).toBe('other text');
  });

  test('is not guessed at when two uploads were sealed: neither is taken', async () => {
    await put(world, upload.url, CIPHERTEXT);
    await sealHalfway();
    await put(world, upload.url, 'other text');
    await sealHalfway();
    expect(await codeOf(confirm(world, bob, upload))).toBe('UPLOAD_NOT_FOUND');
    await put(world, upload.url, 'third text');
    await confirm(world, bob, upload);
    expect(await downloaded(bob)).toBe('third text');
  });
});
