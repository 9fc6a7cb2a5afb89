import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import type { BulkInRoom } from '../../src/steps/explain/may-any.ts';
import { recordedBy } from '../world/events.ts';
import { aMember, aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let viewer: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
  viewer = await aMember(world, room, 'viewer', ada);
});

const inRoom = async (by: Person, action: BulkInRoom) => world.app.mayAny.inRoom(await by.enter(), action, room.id);
const ACTIONS = [
  'room.members.add',
  'file.upload',
  'file.confirm_many',
  'file.delete_many',
] as const satisfies readonly BulkInRoom[];

describe.each(ACTIONS)('before many of %s', (action) => {
  test('a caller who may do some continues, and nothing is recorded', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await codeOf(inRoom(ada, action))).toBe('done');
    });
    expect(recorded).toEqual([]);
  });

  test('a caller who may do none is refused once, and this is recorded', async () => {
    expect(await refusal(world, () => inRoom(viewer, action))).toEqual(['INSUFFICIENT_ROOM_ROLE', 'room-role:owner']);
  });

  test('a room that is hidden is absent', async () => {
    const stranger = await aPerson(world);
    expect(await refusal(world, () => inRoom(stranger, action))).toEqual(['ROOM_NOT_FOUND', 'overseer']);
  });

  test('the scope is needed', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms');
    expect((await refusal(world, () => inRoom(limited, action)))[0]).toBe('INSUFFICIENT_SCOPE');
  });
});

test('an archived room allows neither uploads nor deletions, but members may get lower roles', async () => {
  await ada.ask(world.app.rooms.archive, { roomId: room.id });
  expect(await Promise.all(ACTIONS.map((action) => codeOf(inRoom(ada, action))))).toEqual([
    'done',
    'ROOM_ARCHIVED',
    'ROOM_ARCHIVED',
    'ROOM_ARCHIVED',
  ]);
});

test('before many downloads only the scope is needed, because the items are of any room', async () => {
  const download = async (by: Person) => world.app.mayAny.download(await by.enter());
  expect(await codeOf(download(await aPerson(world)))).toBe('done');
  const limited = await limitedTo(world, ada, 'read:files');
  expect((await refusal(world, () => download(limited)))[0]).toBe('INSUFFICIENT_SCOPE');
});

test('before many invitations only callers who may invite continue', async () => {
  const invite = async (by: Person) => world.app.mayAny.invite(await by.enter());
  expect(await codeOf(invite(world.owner))).toBe('done');
  expect(await codeOf(invite(await aPerson(world, 'department_admin')))).toBe('done');
  expect((await refusal(world, () => invite(ada)))[0]).toBe('INSUFFICIENT_ROLE');
});

test('a file is deleted only in the room that the path names', async () => {
  const other = await aRoom(world, ada);
  const nowhere = crypto.randomUUID();
  expect(await codeOf(ada.ask(world.app.files.deleteIn, { roomId: other.id, fileId: nowhere }))).toBe('FILE_NOT_FOUND');
});
