import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, DAY, type LiveRoom } from '@strongroom/domain';
import { fileLink } from '../../src/store/share-links.ts';
import { workUntilDone } from '../destruction/setting.ts';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import {
  aFile,
  anUpload,
  aPerson,
  aReplacement,
  aRoom,
  confirm,
  get,
  ivOf,
  joins,
  limitedTo,
  peek,
  put,
  redeem,
  replaced,
  tagOf,
} from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { linksIn, storedFile } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let eve: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
  eve = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada, 'C1');
  await joins(world, bob, room, 'contributor', ada);
  await joins(world, eve, room, 'viewer', ada);
  file = await aFile(world, ada, room, { text: 'first' });
});

const list = async (by: Person) => (await by.ask(world.app.versions.list, { fileId: file.id })).items;
const numbers = async (by: Person) => (await list(by)).map(({ version }) => version.number);
const seen = (by: Person) => by.ask(world.app.files.get, { fileId: file.id });
const restore = (by: Person, number: number) => by.ask(world.app.versions.restore, { fileId: file.id, number });
const del = (by: Person, number: number) => by.ask(world.app.versions.delete, { fileId: file.id, number });
const download = async (by: Person, version?: number) => {
  const { url } = await by.ask(world.app.files.getDownload, {
    fileId: file.id,
    ...(version !== undefined && { version }),
  });
  return get(world, url);
};
const link = (by: Person, version?: number) =>
  by.ask(world.app.shares.create, {
    fileId: file.id,
    expiresIn: 3600,
    maxDownloads: null,
    ...(version !== undefined && { version }),
  });
const throughLink = async (secret: string) => get(world, (await redeem(world, secret)).url);
const relabel = (classification: string) => ada.ask(world.app.files.edit, { fileId: file.id, classification });
const again = (by: Person, { file: upload }: Awaited<ReturnType<typeof aReplacement>>, number = 2) =>
  by.ask(world.app.files.confirmUpload, { roomId: room.id, fileId: upload.id, iv: ivOf(number), tag: tagOf(number) });

/** Lets a worker sweep what uploads left two days ago, and pause again. */
const sweep = async () => {
  world.clock.advance(2 * DAY);
  const { app } = await another(world);
  const idle = world.clock.paused();
  app.worker.start();
  await idle;
  await app.worker.stop();
};

describe('replacing a file', () => {
  test('makes the upload its current version under the same id, and keeps the one of before', async () => {
    const next = await replaced(world, bob, file, { text: 'second', note: 'worked over' });
    expect(next).toMatchObject({ id: file.id, name: file.name, folder: file.folder, version: 2 });
    expect(await download(ada)).toBe('second');
    expect([await download(bob, 1), await download(bob, 2)]).toEqual(['first', 'second']);
    expect(await list(bob)).toMatchObject([
      { version: { number: 2, note: 'worked over' }, isCurrent: true, uploadedBy: bob.id },
      { version: { number: 1 }, isCurrent: false, uploadedBy: ada.id },
    ]);
    expect(await seen(bob)).toMatchObject({ version: 2, versionCount: 2, uploadedBy: bob.id });
    expect((await ada.ask(world.app.rooms.get, { roomId: room.id })).fileCount).toBe(1);
    expect((await ada.ask(world.app.files.list, { roomId: room.id })).items.map(({ id }) => id)).toEqual([file.id]);
  });

  test('is recorded by one event that names the version', async () => {
    const upload = await aReplacement(world, bob, file);
    await put(world, upload.url, 'ciphertext');
    expect(await recordedBy(world, () => confirm(world, bob, upload, 2))).toMatchObject([
      {
        type: 'file.replaced',
        target: { id: file.id, label: 'C1' },
        data: { version: 2, size: 10, upload: upload.file.id },
      },
    ]);
  });

  test('is found under its new name', async () => {
    const query = (q: string) => ada.ask(world.app.files.list, { roomId: room.id, q });
    expect((await query('quarterly')).items).toEqual([]);
    await replaced(world, bob, file, { name: 'quarterly.pdf', folder: 'reports' });
    expect((await query('quarterly')).items).toMatchObject([{ id: file.id, folder: 'reports' }]);
  });

  test('answers a repeated confirmation, and everything else about the upload as absent', async () => {
    const upload = await aReplacement(world, bob, file, { text: 'second' });
    await put(world, upload.url, 'second');
    await confirm(world, bob, upload, 2);
    expect(await again(bob, upload)).toMatchObject({ id: file.id, version: 2 });
    expect(await codeOf(again(bob, upload, 3))).toBe('FILE_ALREADY_CONFIRMED');
    const { id: fileId } = upload.file;
    expect(await codeOf(bob.ask(world.app.files.get, { fileId }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(bob.ask(world.app.files.getDownload, { fileId }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(ada.ask(world.app.files.delete, { fileId }))).toBe('FILE_NOT_FOUND');
    await sweep();
    expect(await storedFile(world, fileId)).toBeUndefined();
    expect(await download(ada)).toBe('second');
  });

  test('two at once are two versions, in the order of their confirmation', async () => {
    const [one, other] = [await aReplacement(world, bob, file), await aReplacement(world, ada, file)];
    for (const { url } of [one, other]) await put(world, url, 'ciphertext');
    await Promise.all([confirm(world, ada, other, 3), confirm(world, bob, one, 2)]);
    expect(await numbers(ada)).toEqual([3, 2, 1]);
  });

  test('repeated with its key announces one upload', async () => {
    const keyed = bob.keyed(aKey());
    const announce = () =>
      keyed.ask(world.app.files.requestUpload, {
        roomId: room.id,
        replaces: file.id,
        size: 5,
        contentType: 'text/plain',
      });
    expect((await announce()).file.id).toBe((await announce()).file.id);
  });

  test('is refused to viewers, for hidden and foreign files, and for pending ones', async () => {
    expect(await codeOf(aReplacement(world, eve, file))).toBe('INSUFFICIENT_ROOM_ROLE');
    const high = await aFile(world, ada, room, { classification: 'C3' });
    expect(await codeOf(aReplacement(world, bob, high))).toBe('FILE_NOT_FOUND');
    const elsewhere = await aFile(world, ada, await aRoom(world, ada, 'C1'));
    expect(await codeOf(aReplacement(world, ada, { ...elsewhere, roomId: room.id }))).toBe('FILE_NOT_FOUND');
    const pending = await anUpload(world, bob, room);
    expect(await codeOf(aReplacement(world, bob, pending.file))).toBe('UPLOAD_NOT_CONFIRMED');
  });

  test('with a lower label requires an owner of the room', async () => {
    await relabel('C2');
    expect(await codeOf(aReplacement(world, bob, file, { classification: 'C1' }))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await replaced(world, ada, file, { classification: 'C1' })).toMatchObject({ label: 'C1', version: 2 });
    expect((await list(ada)).map(({ version }) => version.label)).toEqual(['C1', 'C2']);
  });

  test('that was announced before the label rose does not lower it', async () => {
    const upload = await aReplacement(world, bob, file);
    const lower = await aReplacement(world, bob, file, { classification: 'C1' });
    for (const { url } of [upload, lower]) await put(world, url, 'ciphertext');
    await relabel('C2');
    expect(await codeOf(again(bob, lower))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await again(bob, upload)).toMatchObject({ label: 'C2', version: 2 });
  });

  test('is refused, and swept, where the file was deleted meanwhile', async () => {
    const upload = await aReplacement(world, bob, file);
    await put(world, upload.url, 'ciphertext');
    await ada.ask(world.app.files.delete, { fileId: file.id });
    expect(await codeOf(again(bob, upload))).toBe('FILE_NOT_FOUND');
    await sweep();
    expect(await storedFile(world, upload.file.id)).toBeUndefined();
  });

  test('is refused in an archived room', async () => {
    const upload = await aReplacement(world, bob, file);
    await put(world, upload.url, 'ciphertext');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(again(bob, upload))).toBe('ROOM_ARCHIVED');
    expect(await codeOf(restore(ada, 1))).toBe('ROOM_ARCHIVED');
    expect(await download(bob, 1)).toBe('first');
  });

  test('is refused where versions and uploads are 100', async () => {
    for (let pending = 0; pending < 99; pending++) await aReplacement(world, bob, file, { text: '' });
    expect(await codeOf(aReplacement(world, bob, file))).toBe('LIMIT_REACHED');
    const other = await aFile(world, ada, room);
    expect(await aReplacement(world, bob, other)).toHaveProperty('url');
  });
});

describe('versions', () => {
  beforeEach(async () => {
    await replaced(world, bob, file, { text: 'second' });
  });

  test('do not exist for viewers, except the current one', async () => {
    expect(await numbers(eve)).toEqual([2]);
    expect(await seen(eve)).not.toHaveProperty('versionCount');
    expect(await download(eve, 2)).toBe('second');
    expect(await codeOf(download(eve, 1))).toBe('VERSION_NOT_FOUND');
    expect(await codeOf(restore(eve, 1))).toBe('VERSION_NOT_FOUND');
    expect(await codeOf(restore(eve, 2))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('above a clearance do not exist', async () => {
    await relabel('C3');
    await replaced(world, ada, file, { text: 'third', classification: 'C1' });
    expect(await numbers(ada)).toEqual([3, 2, 1]);
    expect(await numbers(bob)).toEqual([3]);
    expect(await seen(bob)).toMatchObject({ version: 3, versionCount: 1 });
    for (const number of [1, 2, 9]) expect(await codeOf(download(bob, number))).toBe('VERSION_NOT_FOUND');
  });

  test('say what the caller may do with each', async () => {
    const may = async (by: Person) =>
      (await by.ask(world.app.versions.list, { fileId: file.id, may: true })).items.map((item) => item.may);
    expect(await may(bob)).toEqual([
      ['version.download', 'version.restore'],
      ['version.delete', 'version.download', 'version.restore'],
    ]);
    expect(await may(await limitedTo(world, bob, 'read:files'))).toEqual([[], []]);
    expect(await may(eve)).toEqual([['version.download']]);
  });

  test('restored are current again, and the next one has a number of its own', async () => {
    expect(await restore(bob, 1)).toMatchObject({ id: file.id, version: 1 });
    expect(await download(eve)).toBe('first');
    expect(await replaced(world, bob, file, { text: 'third', number: 3 })).toMatchObject({ version: 3 });
    expect(await numbers(ada)).toEqual([3, 2, 1]);
    expect(await recordedBy(world, () => restore(ada, 2))).toMatchObject([
      { type: 'file.version_restored', target: { id: file.id }, data: { version: 2, from: 3 } },
    ]);
    expect(await recordedBy(world, () => restore(ada, 2))).toEqual([]);
  });

  test('with a lower label are restored by owners only', async () => {
    await replaced(world, bob, file, { classification: 'C2', number: 3 });
    expect(await codeOf(restore(bob, 1))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await restore(ada, 1)).toMatchObject({ label: 'C1' });
    expect(await restore(bob, 3)).toMatchObject({ label: 'C2' });
  });

  test('lose key and object when they are deleted, except the current one', async () => {
    const { sealed } = file;
    expect(await codeOf(del(bob, 2))).toBe('VERSION_IS_CURRENT');
    expect(await codeOf(del(bob, 7))).toBe('VERSION_NOT_FOUND');
    expect(await recordedBy(world, () => del(bob, 1))).toMatchObject([
      { type: 'file.version_deleted', target: { id: file.id }, data: { version: 1 } },
    ]);
    expect(JSON.stringify(await storedFile(world, file.id))).not.toContain(file.wrappedDek);
    expect(await codeOf(download(ada, 1))).toBe('VERSION_NOT_FOUND');
    await workUntilDone(world);
    expect(await world.ports.blobs.stat(sealed as never)).toBeUndefined();
    expect(await download(ada)).toBe('second');
  });

  test('go with their file, and come back with it from the bin', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 30 });
    await ada.ask(world.app.files.delete, { fileId: file.id });
    await ada.ask(world.app.bin.restore, { fileId: file.id });
    expect([await download(bob, 1), await download(bob, 2)]).toEqual(['first', 'second']);
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 0 });
    const second = (await storedFile(world, file.id)) as AvailableFile;
    await ada.ask(world.app.files.delete, { fileId: file.id });
    await workUntilDone(world);
    for (const sealed of [file.sealed, second.sealed])
      expect(await world.ports.blobs.stat(sealed as never)).toBeUndefined();
  });

  test('outlast the sweep of what their uploads left', async () => {
    await sweep();
    expect([await download(bob, 1), await download(bob, 2)]).toEqual(['first', 'second']);
  });
});

describe('a link', () => {
  test('follows the current version', async () => {
    const { secret } = await link(bob);
    await replaced(world, bob, file, { text: 'second', name: 'second.txt' });
    expect(await throughLink(secret)).toBe('second');
    expect((await peek(world, secret)).file).toMatchObject({ name: 'second.txt', size: 6 });
  });

  test('that names a version leads to it, and ends with it', async () => {
    const { secret } = await link(bob, 1);
    await replaced(world, bob, file, { text: 'second' });
    expect(await throughLink(secret)).toBe('first');
    await del(ada, 1);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_NOT_FOUND');
    expect(await linksIn(world, room.id)).toEqual([]);
    expect(await codeOf(link(bob, 1))).toBe('VERSION_NOT_FOUND');
  });

  test('to a version needs the clearance of its creator for that version', async () => {
    const { secret } = await link(bob, 1);
    await relabel('C3');
    await replaced(world, ada, file, { text: 'second', classification: 'C1' });
    const { secret: current } = await link(bob);
    expect(await throughLink(current)).toBe('second');
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_REVOKED');
    const links = async (by: Person) => (await by.ask(world.app.shares.list, { fileId: file.id })).items;
    expect((await links(bob)).map(({ link: one }) => fileLink(one)?.version)).toEqual([undefined]);
    expect(await links(ada)).toHaveLength(2);
    expect(await codeOf(link(bob, 1))).toBe('VERSION_NOT_FOUND');
  });

  test('gives the same version to a download that is resumed', async () => {
    const { secret } = await link(bob);
    const { redemption } = await redeem(world, secret);
    await replaced(world, bob, file, { text: 'second' });
    const visitor = { request: { id: world.ports.ids.uuid(), ip: '192.0.2.7' } } as never;
    const { url } = await world.app.shares.resume(visitor, { secret, redemption });
    expect(await get(world, url)).toBe('first');
  });

  test('to a version ends where its creator has left', async () => {
    const { secret } = await link(bob, 1);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_REVOKED');
  });
});
