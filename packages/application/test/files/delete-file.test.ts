import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AvailableFile, HOUR, type LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aLink, aMember, anUpload, aPerson, aRoom, joins, limitedTo, redeem } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedFile, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
let file: AvailableFile;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  await joins(world, bob, room, 'contributor', ada);
  file = await aFile(world, ada, room);
});

const del = (by: Person, fileId: string = file.id) => by.ask(world.app.files.delete, { fileId });

describe('deleting a file', () => {
  test('erases its name, its key and everything else of it with the same write', async () => {
    expect(await del(ada)).toEqual({ id: file.id, roomId: room.id, status: 'deleted', deletedAt: world.clock.now() });
    expect(await storedFile(world, file.id)).toEqual({
      id: file.id,
      roomId: room.id,
      status: 'deleted',
      deletedAt: world.clock.now(),
    });
  });

  test('counts it out of its room', async () => {
    await del(ada);
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 0 } });
  });

  test('is recorded under its label', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    expect(await recordedBy(world, () => del(ada, high.id))).toMatchObject([
      { type: 'file.deleted', actor: { id: ada.id }, target: { id: high.id, roomId: room.id, label: 'C3' } },
    ]);
  });

  test('ends its links at once', async () => {
    const { secret } = await aLink(world, ada, file);
    await del(ada);
    expect(await codeOf(redeem(world, secret))).toBe('SHARE_NOT_FOUND');
  });

  test('is allowed to contributors, also for files of other uploaders', async () => {
    expect(await codeOf(del(bob))).toBe('done');
  });

  test('a second time finds nothing', async () => {
    await del(ada);
    expect(await refusal(world, () => del(ada))).toEqual(['FILE_NOT_FOUND', 'file-in-room']);
  });

  test('works for a pending file, which was never counted', async () => {
    const pending = await anUpload(world, bob, room);
    await del(bob, pending.file.id);
    expect(await storedRoom(world, room.id)).toMatchObject({ files: { C2: 1 } });
    expect(await storedFile(world, pending.file.id)).toMatchObject({ status: 'deleted' });
  });

  test('leaves nothing but its events after the job has come a second time', async () => {
    await del(ada);
    await world.app.worker.runDue();
    expect(await storedFile(world, file.id)).toBeDefined();
    world.clock.advance(5 * HOUR);
    await world.app.worker.runDue();
    expect(await storedFile(world, file.id)).toBeUndefined();
  });
});

describe('the deletion of a file refuses', () => {
  test('a viewer', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    expect(await refusal(world, () => del(viewer))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('an overseer and a stranger, as if there were no file', async () => {
    for (const by of [world.owner, await aPerson(world)])
      expect(await refusal(world, () => del(by))).toEqual(['FILE_NOT_FOUND', 'room-member']);
  });

  test('a caller without the clearance, as if there were no file', async () => {
    const high = await aFile(world, ada, room, { classification: 'C3' });
    expect(await refusal(world, () => del(bob, high.id))).toEqual(['FILE_NOT_FOUND', 'cleared-for-file']);
  });

  test('all callers in an archived room, after the role', async () => {
    const viewer = await aMember(world, room, 'viewer', ada);
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await refusal(world, () => del(ada))).toEqual(['ROOM_ARCHIVED', null]);
    expect(await codeOf(del(viewer))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('a token without the scope', async () => {
    const limited = await limitedTo(world, ada, 'write:files');
    expect(await refusal(world, () => del(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:delete:files']);
  });
});
