import { beforeAll, expect, test } from '@jest/globals';
import type { FileId, LiveRoom } from '@strongroom/domain';
import { FOLDER_PAGES_PER_MINUTE, MAX_FILES_LOOKED_THROUGH } from '../../src/operations/files/list-folders.ts';
import { documentOf } from '../../src/store/collection.ts';
import { files } from '../../src/store/files.ts';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
let reads = 0;
beforeAll(async () => {
  world = await openWorld();
  const { documents } = world.ports;
  const list = documents.list.bind(documents);
  documents.list = (collection, ...asked) => {
    if (collection === files.name) reads++;
    return list(collection, ...asked);
  };
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada, 'C1');
});

const folders = (by = ada) => by.ask(world.app.files.listFolders, { roomId: room.id });
const these = (...rows: readonly (readonly [path: string, fileCount: number])[]) =>
  rows.map(([path, fileCount]) => ({ path, fileCount }));

async function fileIn(folder: string, classification = 'C1') {
  const file = await aFile(world, ada, room, { classification });
  return ada.ask(world.app.files.edit, { fileId: file.id, folder });
}

test('counts by path what the caller sees, and nothing above their clearance', async () => {
  for (const [folder, label] of [['b'], [''], ['a/c'], ['b', 'C3'], ['secret', 'C3']] as const)
    await fileIn(folder, label);
  const low = await aMember(world, room, 'viewer', ada);
  expect((await folders()).items).toEqual(these(['', 1], ['a/c', 1], ['b', 2], ['secret', 1]));
  expect(await folders(low)).toMatchObject({ items: these(['', 1], ['a/c', 1], ['b', 1]), meta: { total: 3 } });
  expect(await codeOf(folders(await aPerson(world)))).toBe('ROOM_NOT_FOUND');
});

test('takes no longer for files that the caller may not see, and looks through a bounded number of others', async () => {
  const low = await aMember(world, room, 'viewer', ada);
  const [hidden, shown] = [await fileIn('hidden', 'C3'), await fileIn('many')];
  const copies = async (file: typeof hidden, count: number): Promise<void> => {
    for (let made = 0; made < count; made += 500)
      await world.ports.documents.commit(
        Array.from({ length: 500 }, () => ({
          collection: files.name,
          insert: documentOf(files, { ...file, id: crypto.randomUUID() as FileId }, 1),
        })),
      );
  };
  const readsOf = async (by: Person): Promise<number> => {
    reads = 0;
    await folders(by);
    return reads;
  };
  const before = await readsOf(low);
  await copies(hidden, 1000);
  expect(await readsOf(low)).toBe(before);
  expect(await readsOf(ada)).toBe(before + 2);
  await copies(shown, MAX_FILES_LOOKED_THROUGH);
  expect(await readsOf(low)).toBe(MAX_FILES_LOOKED_THROUGH / 500);
  expect((await folders(low)).meta.totalIsExact).toBe(false);
});

test('serves a user a number of pages a minute, and reads no file for the next one', async () => {
  const [busy, other] = [await aMember(world, room, 'viewer', ada), await aMember(world, room, 'viewer', ada)];
  for (let page = 0; page < FOLDER_PAGES_PER_MINUTE; page++) await folders(busy);
  reads = 0;
  expect(await codeOf(folders(busy))).toBe('RATE_LIMIT_EXCEEDED');
  expect(reads).toBe(0);
  await folders(other);
});
