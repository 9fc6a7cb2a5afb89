import { expect, test } from '@jest/globals';
import type { StoredDocument } from '@strongroom/ports';
import { inventoryOf } from '../src/operator/inventory.ts';
import { uploadKey } from '../src/steps/uploads/blob-keys.ts';
import { files, filesHeldBy } from '../src/store/files.ts';
import { rooms, roomsOfLabel } from '../src/store/rooms.ts';
import { aFile, anUpload, aRoom } from './world/mothers.ts';
import { openWorld } from './world/world.ts';

test('an inventory names the sealed objects and keys that documents need, and the uploads that may be there', async () => {
  const world = await openWorld();
  const [room, doomed] = [await aRoom(world, world.owner), await aRoom(world, world.owner)];
  const [kept, gone] = [await aFile(world, world.owner, room), await aFile(world, world.owner, room)];
  const pending = await anUpload(world, world.owner, room);
  await aFile(world, world.owner, doomed);
  await world.owner.ask(world.app.files.delete, { fileId: gone.id });
  await world.owner.ask(world.app.rooms.delete, { roomId: doomed.id });

  const list = (collection: string, anyOf: readonly string[]) =>
    world.ports.documents.list(collection, { anyOf }, { limit: 100 });
  const documents: Readonly<Record<string, readonly StoredDocument[]>> = {
    [rooms.name]: await list(rooms.name, [roomsOfLabel('C2')]),
    [files.name]: await list(
      files.name,
      [room, doomed].flatMap(({ id }) => filesHeldBy(id, ['C2'])),
    ),
  };
  const { objects, roomKeys } = inventoryOf((collection) => documents[collection] ?? []);

  expect(roomKeys).toEqual([{ roomId: room.id, kmsKeyId: room.kmsKeyId }]);
  expect([...objects].toSorted((a, b) => Number(a.required) - Number(b.required))).toEqual([
    { key: uploadKey(room.id, pending.file.id), size: undefined, required: false },
    { key: kept.sealed, size: kept.size, required: true },
  ]);
});
