import { beforeEach, expect, test } from '@jest/globals';
import type { LiveRoom, RoomId } from '@strongroom/domain';
import { keysInUse, storeContents } from '../src/index.ts';
import { documentOf } from '../src/store/collection.ts';
import { rooms } from '../src/store/rooms.ts';
import { aFile, aRoom } from './world/mothers.ts';
import { openWorld, type World } from './world/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const deleted = async (room: LiveRoom): Promise<void> =>
  void (await world.owner.ask(world.app.rooms.delete, { roomId: room.id }));

test('the keys in use are those of rooms that are there, of every label, and of those that wait for their destruction', async () => {
  const [open, secret, doomed] = [
    await aRoom(world, world.owner),
    await aRoom(world, world.owner, 'C4'),
    await aRoom(world, world.owner),
  ];
  await world.owner.ask(world.app.rooms.archive, { roomId: secret.id });
  await deleted(doomed);
  const keyOf = ({ id: roomId, kmsKeyId }: LiveRoom, isRoomThere: boolean) => ({ roomId, kmsKeyId, isRoomThere });
  const found = await keysInUse(world.ports.documents);
  expect(found).toHaveLength(3);
  expect(found).toEqual(expect.arrayContaining([keyOf(open, true), keyOf(secret, true), keyOf(doomed, false)]));
});

test('the key of a room that is destroyed is not in use', async () => {
  await deleted(await aRoom(world, world.owner));
  await world.app.worker.runDue();
  expect(await keysInUse(world.ports.documents)).toEqual([]);
});

test('all rooms are gone through, however many', async () => {
  const room = await aRoom(world, world.owner);
  const others = Array.from({ length: 1000 }, () => ({ ...room, id: world.ports.ids.uuid<RoomId>() }));
  await world.ports.documents.commit(
    others.map((other) => ({ collection: rooms.name, insert: documentOf(rooms, other, 1) })),
  );
  const found = await keysInUse(world.ports.documents);
  expect(new Set(found.map(({ roomId }) => roomId))).toEqual(new Set([room, ...others].map(({ id }) => id)));
});

test('the contents of a store name rooms and files only while it has some', async () => {
  expect(await storeContents(world.ports.documents)).toEqual({ rooms: false, files: false });
  const room = await aRoom(world, world.owner);
  expect(await storeContents(world.ports.documents)).toEqual({ rooms: true, files: false });
  const file = await aFile(world, world.owner, room);
  await aRoom(world, world.owner);
  expect(await storeContents(world.ports.documents)).toEqual({ rooms: true, files: true });
  await world.owner.ask(world.app.files.delete, { fileId: file.id });
  expect(await storeContents(world.ports.documents)).toEqual({ rooms: true, files: false });
});
