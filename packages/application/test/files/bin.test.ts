import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, DAY, type LiveRoom, plus } from '@strongroom/domain';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aMember, anUpload, aPerson, aRoom, get, joins, limitedTo, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { linksIn, storedFile, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

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
  room = await aRoom(world, ada);
  await keeps(30);
  await joins(world, bob, room, 'contributor', ada);
  await joins(world, eve, room, 'contributor', ada);
  file = await aFile(world, ada, room);
});

const keeps = (binDays: number) => ada.ask(world.app.rooms.edit, { roomId: room.id, binDays });
const del = (by: Person, { id }: Pick<AvailableFile, 'id'> = file) => by.ask(world.app.files.delete, { fileId: id });
const restore = (by: Person, { id } = file) => by.ask(world.app.bin.restore, { fileId: id });
const destroy = (by: Person, { id } = file) => by.ask(world.app.bin.destroy, { roomId: room.id, fileId: id });
const empty = (by: Person) => by.ask(world.app.bin.empty, { roomId: room.id });
const list = async (by: Person, page: { perPage?: number; may?: boolean } = {}) =>
  by.ask(world.app.bin.list, { roomId: room.id, ...page });
const idsIn = async (by: Person) => (await list(by)).items.map(({ file: { id } }) => id);
const filesOf = async (by: Person, query: { q?: string } = {}) => {
  const { items, meta } = await by.ask(world.app.files.list, { roomId: room.id, ...query });
  return [items.map(({ id }) => id), meta.total];
};

describe('deleting a file in a room with a bin', () => {
  test('answers until when it can be restored, and hides it from every member at once', async () => {
    const until = plus(world.clock.now(), 30 * DAY);
    expect(await del(bob)).toMatchObject({ id: file.id, status: 'deleted', restorableUntil: until });
    for (const by of [ada, bob, eve]) {
      expect(await codeOf(by.ask(world.app.files.get, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
      expect(await codeOf(by.ask(world.app.files.getDownload, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
      expect(await codeOf(by.ask(world.app.files.edit, { fileId: file.id, name: 'other' }))).toBe('FILE_NOT_FOUND');
      expect(
        await codeOf(by.ask(world.app.shares.create, { fileId: file.id, expiresIn: 60, maxDownloads: null })),
      ).toBe('FILE_NOT_FOUND');
      expect(await codeOf(by.ask(world.app.shares.list, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
      expect(await filesOf(by)).toEqual([[], 0]);
      // The folder stays, as an empty one.
      expect((await by.ask(world.app.folders.list, { roomId: room.id })).items).toMatchObject([{ fileCount: 0 }]);
      expect((await by.ask(world.app.rooms.get, { roomId: room.id })).fileCount).toBe(0);
    }
    expect(await refusal(world, () => del(ada))).toEqual(['FILE_NOT_FOUND', 'file-in-room']);
  });

  test('is recorded with the end of its term', async () => {
    expect(await recordedBy(world, () => del(bob))).toMatchObject([
      {
        type: 'file.deleted',
        actor: { id: bob.id },
        target: { id: file.id, roomId: room.id, label: 'C2' },
        data: { restorable: true },
      },
    ]);
  });

  test('ends its links for good', async () => {
    const { secret } = await aLink(world, ada, file);
    await del(bob);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_NOT_FOUND');
    expect(await linksIn(world, room.id)).toEqual([]);
    await restore(ada);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_NOT_FOUND');
  });

  test('destroys a pending upload at once', async () => {
    const pending = await anUpload(world, bob, room);
    expect(await del(bob, pending.file)).not.toHaveProperty('restorableUntil');
    expect(await storedFile(world, pending.file.id)).toMatchObject({ status: 'deleted' });
  });

  test('destroys it at once where the bin was switched off', async () => {
    await keeps(0);
    expect(await del(bob)).not.toHaveProperty('restorableUntil');
    expect(await storedFile(world, file.id)).toMatchObject({ status: 'deleted' });
  });

  test('as one of many is the same', async () => {
    const { id: fileId } = file;
    const gone = await bob.ask(world.app.files.deleteIn, { roomId: room.id, fileId });
    expect(gone).toMatchObject({ restorableUntil: plus(world.clock.now(), 30 * DAY) });
    expect(await idsIn(bob)).toEqual([fileId]);
  });
});

describe('the bin of a room', () => {
  test('shows owners everything up to their clearance and others what they deleted, the last deleted first', async () => {
    const [own, high] = [await aFile(world, bob, room), await aFile(world, ada, room, { classification: 'C3' })];
    await del(bob);
    world.clock.advance(1000);
    await del(eve, own);
    world.clock.advance(1000);
    await del(ada, high);
    expect(await idsIn(ada)).toEqual([high.id, own.id, file.id]);
    expect((await list(ada)).meta.total).toBe(3);
    expect(await idsIn(bob)).toEqual([file.id]);
    expect(await idsIn(eve)).toEqual([own.id]);
    await joins(world, bob, room, 'owner', ada);
    expect(await idsIn(bob)).toEqual([own.id, file.id]);
    expect((await list(bob)).meta.total).toBe(2);
  });

  test('says who deleted a file, when its term ends, and what the caller may do with it', async () => {
    await del(bob);
    const [seen] = (await list(ada, { may: true })).items;
    expect(seen).toMatchObject({ deletedBy: bob.id, endsAt: plus(world.clock.now(), 30 * DAY) });
    expect(seen?.may).toEqual(['access.file.explain', 'bin.destroy', 'file.restore']);
    expect((await list(bob, { may: true })).items[0]?.may).not.toContain('bin.destroy');
    expect((await list(ada)).items[0]?.may).toBeUndefined();
  });

  test('names no member whom the caller would not find', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, memberVisibility: 'owners' });
    await del(bob);
    expect((await list(bob)).items[0]?.deletedBy).toBe(bob.id);
    expect((await list(ada)).items[0]?.deletedBy).toBe(bob.id);
  });

  test('is empty from the very moment a term ends', async () => {
    await del(bob);
    world.clock.advance(30 * DAY - 1);
    expect(await idsIn(ada)).toEqual([file.id]);
    world.clock.advance(1);
    expect([await idsIn(ada), (await list(ada)).meta.total]).toEqual([[], 0]);
    expect(await codeOf(restore(ada))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(destroy(ada))).toBe('FILE_NOT_FOUND');
    expect(await empty(ada)).toBe(0);
  });

  test('holds nothing from the answer on that switches it off, also when it is switched on again', async () => {
    await del(bob);
    await keeps(0);
    expect([await idsIn(ada), await codeOf(restore(ada))]).toEqual([[], 'FILE_NOT_FOUND']);
    await keeps(90);
    expect([await idsIn(ada), await codeOf(restore(ada))]).toEqual([[], 'FILE_NOT_FOUND']);
  });

  test('is the same for overseers and strangers as the list of files', async () => {
    expect(await codeOf(list(world.owner))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(list(await aPerson(world)))).toBe('ROOM_NOT_FOUND');
  });

  test('changes its term only for owners, and never in an archived room', async () => {
    expect(await codeOf(bob.ask(world.app.rooms.edit, { roomId: room.id, binDays: 1 }))).toBe('INSUFFICIENT_ROOM_ROLE');
    const [event] = await recordedBy(world, () => keeps(7));
    expect(event).toMatchObject({ type: 'room.edited', data: { bin_days: 7 } });
    expect(await recordedBy(world, () => keeps(7))).toEqual([]);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(keeps(8))).toBe('ROOM_ARCHIVED');
  });

  test('can be set when the room is created', async () => {
    const made = await ada.ask(world.app.rooms.create, { name: 'r', classification: 'C1', binDays: 14 });
    expect(made.room.bin).toEqual({ days: 14 });
  });
});

describe('restoring a file', () => {
  test('gives it back with its id, name, folder, label, key and content', async () => {
    const before = await storedFile(world, file.id);
    await del(bob);
    world.clock.advance(DAY);
    const restored = await restore(bob);
    expect(restored).toMatchObject({ id: file.id, status: 'available' });
    expect(restored.may).toContain('file.download');
    expect(await storedFile(world, file.id)).toEqual({ ...before, restored: 1 });
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
    const { url } = await eve.ask(world.app.files.getDownload, { fileId: file.id });
    expect(await get(world, url)).toBe('ciphertext');
    expect(await filesOf(eve)).toEqual([[file.id], 1]);
    expect((await eve.ask(world.app.folders.list, { roomId: room.id })).items).toMatchObject([{ fileCount: 1 }]);
    expect(await idsIn(ada)).toEqual([]);
  });

  test('is found again by words that were looked for before and while it lay in the bin', async () => {
    const q = file.name.slice(0, -4);
    const found = () => filesOf(ada, { q });
    expect(await found()).toEqual([[file.id], 1]);
    await del(bob);
    expect(await found()).toEqual([[], 0]);
    await restore(ada);
    expect(await found()).toEqual([[file.id], 1]);
  });

  test('is recorded under its label, with the time of its deletion', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    await del(ada, high);
    expect(await recordedBy(world, () => restore(ada, high))).toMatchObject([
      { type: 'file.restored', actor: { id: ada.id }, target: { id: high.id, roomId: room.id, label: 'C3' } },
    ]);
  });

  test('is refused to callers who do not see it in the bin, as if there were no file', async () => {
    await del(bob);
    for (const by of [eve, world.owner, await aPerson(world)])
      expect((await refusal(world, () => restore(by)))[0]).toBe('FILE_NOT_FOUND');
    const high = await aFile(world, ada, room, { classification: 'C3' });
    await del(ada, high);
    await joins(world, bob, room, 'owner', ada);
    expect(await codeOf(restore(bob, high))).toBe('FILE_NOT_FOUND');
  });

  test('is refused to one who deleted it and may upload no more, and in an archived room', async () => {
    await del(bob);
    await joins(world, bob, room, 'viewer', ada);
    expect(await refusal(world, () => restore(bob))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(restore(ada))).toBe('ROOM_ARCHIVED');
    expect(await idsIn(ada)).toEqual([file.id]);
  });

  test('needs the scope to write, and no other', async () => {
    await del(ada);
    expect(await codeOf(restore(await limitedTo(world, ada, 'delete:files')))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeOf(restore(await limitedTo(world, ada, 'write:files')))).toBe('done');
  });

  test('a second time finds nothing, and repeated with its key gives the same answer', async () => {
    await del(bob);
    const keyed = bob.keyed(aKey());
    const first = await keyed.ask(world.app.bin.restore, { fileId: file.id });
    expect(await keyed.ask(world.app.bin.restore, { fileId: file.id })).toEqual(first);
    expect(await codeOf(restore(bob))).toBe('FILE_NOT_FOUND');
    await del(bob);
    expect(await codeOf(keyed.ask(world.app.bin.restore, { fileId: file.id }))).toBe('FILE_NOT_FOUND');
    expect(await storedFile(world, file.id)).toMatchObject({ status: 'binned' });
  });
});

describe('destroying a file in the bin', () => {
  test('erases its key with the same write and its object by a job, and is recorded with both times', async () => {
    await del(bob);
    const deletedAt = world.clock.now();
    world.clock.advance(DAY);
    expect(await recordedBy(world, () => destroy(ada))).toMatchObject([
      { type: 'file.destroyed', actor: { id: ada.id }, target: { id: file.id, roomId: room.id, label: 'C2' } },
    ]);
    expect(deletedAt).toBeLessThan(world.clock.now());
    expect(await storedFile(world, file.id)).toEqual({
      id: file.id,
      roomId: room.id,
      status: 'deleted',
      deletedAt: world.clock.now(),
    });
    await world.app.worker.runDue();
    expect((await world.ports.blobs.list('')).keys.filter((key) => key.includes(file.id))).toEqual([]);
    expect(await codeOf(restore(ada))).toBe('FILE_NOT_FOUND');
  });

  test('is for owners of the room, who do not find a file of another room', async () => {
    expect(await codeOf(destroy(ada))).toBe('FILE_NOT_FOUND');
    await del(bob);
    expect(await codeOf(destroy(bob))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(destroy(eve))).toBe('FILE_NOT_FOUND');
    const other = await aRoom(world, ada);
    expect(await codeOf(ada.ask(world.app.bin.destroy, { roomId: other.id, fileId: file.id }))).toBe('FILE_NOT_FOUND');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(destroy(ada))).toBe('ROOM_ARCHIVED');
  });

  test('by emptying takes what the owner sees, and leaves what is above their clearance', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    await del(ada);
    await del(ada, high);
    expect(await codeOf(empty(bob))).toBe('INSUFFICIENT_ROOM_ROLE');
    await joins(world, bob, room, 'owner', ada);
    expect(await empty(bob)).toBe(1);
    expect(await idsIn(ada)).toEqual([high.id]);
    expect(await empty(bob)).toBe(0);
    expect(await empty(ada)).toBe(1);
  });
});

describe('a member', () => {
  test('sees after leaving and coming back what they deleted, and nothing in between', async () => {
    await del(bob);
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: bob.id });
    expect([await codeOf(list(bob)), await codeOf(restore(bob))]).toEqual(['ROOM_NOT_FOUND', 'FILE_NOT_FOUND']);
    await joins(world, bob, room, 'viewer', ada);
    expect(await idsIn(bob)).toEqual([file.id]);
    expect(await idsIn(await aMember(world, room, 'viewer', ada))).toEqual([]);
  });
});
