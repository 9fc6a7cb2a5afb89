import { beforeAll, expect, test } from '@jest/globals';
import type { FolderPath, LiveRoom, PerPage } from '@strongroom/domain';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada, 'C1');
});

/** A file in that folder; returns its id. */
async function fileIn(folder: string, classification?: string): Promise<string> {
  const { id } = await aFile(world, ada, room, classification === undefined ? {} : { classification });
  await ada.ask(world.app.files.edit, { fileId: id, folder });
  return id;
}

const listedBy = async (person: Person, folder: string, isRecursive = false) => {
  const { items, meta } = await person.ask(world.app.files.list, { roomId: room.id, folder, isRecursive });
  return { ids: new Set(items.map(({ id }) => id)), total: meta.total };
};
const these = (...ids: readonly string[]) => ({ ids: new Set(ids), total: ids.length });

test('a folder list follows a file that is moved and relabelled', async () => {
  const bob = await aMember(world, room, 'viewer', ada);
  const file = await fileIn('old');
  expect(await listedBy(bob, 'old')).toEqual(these(file));
  await ada.ask(world.app.files.edit, { fileId: file, folder: 'new/place' });
  expect(await listedBy(bob, 'old')).toEqual(these());
  expect(await listedBy(bob, 'new', true)).toEqual(these(file));
  await ada.ask(world.app.files.edit, { fileId: file, classification: 'C3' });
  expect(await listedBy(bob, 'new', true)).toEqual(these());
  expect(await listedBy(ada, 'new/place')).toEqual(these(file));
});

test('long paths that differ at their end are different folders', async () => {
  const long = Array.from({ length: 4 }, () => '長'.repeat(200)).join('/');
  const [one, other] = [await fileIn(`${long}/1`), await fileIn(`${long}/2`)];
  expect(await listedBy(ada, `${long}/1`)).toEqual(these(one));
  expect(await listedBy(ada, long)).toEqual(these());
  expect(await listedBy(ada, long, true)).toEqual(these(one, other));
});

test('a folder of more than 32 levels is listed by its own path, and among the contents of the folders above', async () => {
  const deep = Array.from({ length: 40 }, () => 'd').join('/') as FolderPath;
  const file = await fileIn(deep);
  expect(await listedBy(ada, deep)).toEqual(these(file));
  expect(await listedBy(ada, deep.slice(0, 2 * 32 - 1), true)).toEqual(these(file));
  const below33 = { roomId: room.id, folder: deep.slice(0, 2 * 33 - 1) as FolderPath, isRecursive: true };
  expect(await codeOf(ada.ask(world.app.files.list, below33))).toBe('VALIDATION_ERROR');
});

test('the cursor of one folder is refused in another', async () => {
  for (let made = 0; made < 2; made++) await fileIn('paged');
  const request = { roomId: room.id, folder: 'paged' as FolderPath, perPage: 1 as PerPage };
  const { meta } = await ada.ask(world.app.files.list, request);
  expect(meta).toMatchObject({ total: 2 });
  const cursor = meta.nextCursor ?? '';
  const next = await ada.ask(world.app.files.list, { ...request, cursor });
  expect(next.items).toHaveLength(1);
  expect(await codeOf(ada.ask(world.app.files.list, { ...request, folder: 'other', cursor }))).toBe('INVALID_CURSOR');
  expect(await codeOf(ada.ask(world.app.files.list, { ...request, isRecursive: true, cursor }))).toBe('INVALID_CURSOR');
});
