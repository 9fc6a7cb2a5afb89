import { expect, test } from '@jest/globals';
import { blobKey } from '@strongroom/ports';
import { compareObjects } from '../src/operator/compare-objects.ts';
import { aFile, anUpload, aRoom } from './world/mothers.ts';
import { openWorld } from './world/world.ts';

test('objects that a file lacks and that no file needs are named, and nothing of uploads and destroyed rooms', async () => {
  const world = await openWorld();
  const { documents, blobs } = world.ports;
  const [room, doomed] = [await aRoom(world, world.owner), await aRoom(world, world.owner)];
  const [kept, lost] = [await aFile(world, world.owner, room), await aFile(world, world.owner, room)];
  await anUpload(world, world.owner, room);
  const destroyed = await aFile(world, world.owner, doomed);
  expect(await compareObjects({ documents, blobs })).toEqual({ needed: 3, missing: [], unneeded: [] });

  await blobs.delete(blobKey(lost.sealed));
  await world.owner.ask(world.app.rooms.delete, { roomId: doomed.id });
  expect(await compareObjects({ documents, blobs })).toEqual({
    needed: 2,
    missing: [lost.sealed],
    unneeded: [destroyed.sealed],
  });
  expect(kept.sealed).not.toBe(lost.sealed);
});

test('a file that is deleted while objects are listed counts for neither side', async () => {
  const world = await openWorld();
  const { documents, blobs } = world.ports;
  const room = await aRoom(world, world.owner);
  const [first, second] = [await aFile(world, world.owner, room), await aFile(world, world.owner, room)];
  const list: typeof blobs.list = async (prefix, after) => {
    await world.owner.ask(world.app.files.delete, { fileId: first.id });
    return blobs.list(prefix, after);
  };
  const found = await compareObjects({ documents, blobs: { list } });
  expect(found).toEqual({ needed: 1, missing: [], unneeded: [] });
  expect(second.status).toBe('available');
});
