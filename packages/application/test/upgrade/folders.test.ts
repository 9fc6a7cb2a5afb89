import { beforeEach, expect, test } from '@jest/globals';
import { systemIds } from '@strongroom/adapter-local';
import type { LiveRoom } from '@strongroom/domain';
import { type DocumentStore, Unavailable } from '@strongroom/ports';
import { ServedStore } from '../../src/index.ts';
import { earlierDocument } from '../../src/operator/upgrade/in-form-of-store.ts';
import { upgradeStore } from '../../src/operator/upgrade/upgrade-store.ts';
import { type Collection, documentOf, refTo } from '../../src/store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../src/store/collections.ts';
import { files, filesHeldBy } from '../../src/store/files.ts';
import { folders, treeOf } from '../../src/store/folders.ts';
import { SCHEMAS, schemas } from '../../src/store/schemas.ts';
import { folderAt, foldersIn } from '../world/folders.ts';
import { commits, Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aFile, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada, 'C1');
});

const move = (by: Person, to: World, fileId: string, folder: string) => by.ask(to.app.files.edit, { fileId, folder });

/** Files in three folders, two labels. */
async function someFiles(number: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let made = 0; made < number; made++) {
    const { id } = await aFile(world, ada, room, { classification: made % 4 === 0 ? 'C3' : 'C1' });
    await move(ada, world, id, `f${made % 3}`);
    ids.push(id);
  }
  return ids;
}

const LABELS = ['C1', 'C2', 'C3', 'C4'];

/** Makes the store one of the last release: files without counts, and no folders. */
async function asTheLastReleaseLeftIt(): Promise<void> {
  const { documents } = world.ports;
  const page = { limit: 1000 } as const;
  const stored = await documents.list(files.name, { anyOf: filesHeldBy(room.id, LABELS) }, page);
  const counted = await documents.list(folders.name, { anyOf: [treeOf(room.id)] }, page);
  const [noted] = await documents.read([refTo(schemas, SCHEMAS)]);
  if (noted === undefined) throw new Error('a store without its schemas');
  const { folders: _, ...others } = schemasOf(COLLECTIONS);
  const numbers = { ...others, files: 3 };
  await documents.commit([
    ...stored.map((document) => ({
      collection: files.name,
      replace: earlierDocument({ ...document, version: document.version + 1 }, files),
    })),
    ...counted.map(({ id, version }) => ({ collection: folders.name, remove: { id, version } })),
    {
      collection: schemas.name,
      replace: documentOf(schemas, { written: numbers, begun: numbers }, noted.version + 1),
    },
  ]);
}

const upgrade = (documents: DocumentStore = world.ports.documents) =>
  upgradeStore({ ...world.ports, documents }, { begins: async () => undefined });

const listed = () => ada.ask(world.app.folders.list, { roomId: room.id });

test('an upgrade counts the files of a store of the last release, whole', async () => {
  await someFiles(9);
  await asTheLastReleaseLeftIt();
  const before = await listed();
  expect(before).toMatchObject({
    items: [{ path: 'f0' }, { path: 'f1' }, { path: 'f2' }],
    meta: { totalIsExact: true },
  });
  await upgrade();
  const rows = ({ items }: Awaited<ReturnType<typeof listed>>) => items.map(({ path, fileCount }) => [path, fileCount]);
  expect(rows(await listed())).toEqual(rows(before));
  const { held, counted } = await foldersIn(world, room);
  expect(Object.keys(held)).toHaveLength(3);
  expect(counted).toEqual(held);
  // Each holds a file of the label of the room, so everyone sees it from now on.
  for (const path of ['f0', 'f1', 'f2'])
    expect(await folderAt(world, room, path)).toMatchObject({ isDeclared: true, createdBy: ada.id });
  expect((await listed()).items).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f-]{36}$/) }, {}, {}]);
});

test('two processes that upgrade it together, one of which dies, count no file twice', async () => {
  await someFiles(9);
  await asTheLastReleaseLeftIt();
  const gate = new Gate();
  let committed = 0;
  const dying = gate.hold((call) => commits(call) && ++committed === 2);
  void upgrade(intercepted(world.ports, gate.around).documents);
  await dying;
  await Promise.all([upgrade(), upgrade()]);
  const { held, counted } = await foldersIn(world, room);
  expect(counted).toEqual(held);
});

test('a process that serves it before, during and after its upgrade keeps the counts right', async () => {
  const ids = await someFiles(12);
  await asTheLastReleaseLeftIt();
  const documents = new ServedStore({
    documents: world.ports.documents,
    clock: world.clock,
    ids: systemIds,
    log: world.ports.log,
    version: '9.9.9',
    collections: COLLECTIONS satisfies readonly Collection<never>[],
  });
  await documents.begin({ upgrades: false, begins: async () => undefined });
  const served = await another(world, { documents });
  const change = async (folder: string, from: number): Promise<void> => {
    const upload = await anUpload(served, ada, room);
    await put(served, upload.url, CIPHERTEXT);
    await confirm(served, ada, upload);
    await move(ada, served, ids[from] ?? '', folder);
    await ada.ask(served.app.files.delete, { fileId: ids[from + 1] ?? '' });
  };

  await change('before', 0);
  expect((await foldersIn(world, room)).counted).toEqual({});
  const gate = new Gate();
  let committed = 0;
  const halfway = gate.hold((call) => commits(call) && ++committed === 2);
  const upgrading = upgrade(intercepted(world.ports, gate.around).documents);
  await halfway;
  await change('during', 2);
  gate.open();
  await upgrading;
  await change('after', 4);
  const { held, counted } = await foldersIn(world, room);
  expect(Object.keys(held)).toEqual(expect.arrayContaining(['before', 'during', 'after', 'f0']));
  expect(counted).toEqual(held);
});

test('changes of folders are refused until a store of the last release is upgraded, and reading goes on', async () => {
  await someFiles(3);
  await asTheLastReleaseLeftIt();
  const make = () => ada.ask(world.app.folders.create, { roomId: room.id, path: 'new' });
  const number = () => ada.ask(world.app.rooms.edit, { roomId: room.id, numbering: 'fixed' });
  const aNumbered = { name: 'x', classification: 'C1', numbering: 'fixed' } as const;
  for (const change of [make, number, () => ada.ask(world.app.rooms.create, aNumbered)])
    await expect(change()).rejects.toThrow(Unavailable);
  expect((await listed()).items.map(({ path }) => path)).toEqual(['f0', 'f1', 'f2']);
  await upgrade();
  expect((await make()).isNew).toBe(true);
  await number();
  expect((await listed()).items.map(({ path, index }) => [path, index])).toEqual([
    ['f0', '1'],
    ['f1', '2'],
    ['f2', '3'],
    ['new', '4'],
  ]);
  expect(await ada.ask(world.app.rooms.renumber, { roomId: room.id })).toEqual({ numbered: 7 });
});

/** Makes the folders those of schema 1, which no key finds by the folder above. */
async function asSchemaOneLeftThem(): Promise<void> {
  const { documents } = world.ports;
  const stored = await documents.list(folders.name, { anyOf: [treeOf(room.id)] }, { limit: 1000, order: 'oldest' });
  const [noted] = await documents.read([refTo(schemas, SCHEMAS)]);
  if (noted === undefined) throw new Error('a store without its schemas');
  const numbers = { ...schemasOf(COLLECTIONS), folders: 1 };
  await documents.commit([
    ...stored.map((document) => ({
      collection: folders.name,
      replace: {
        ...document,
        schema: 1,
        version: document.version + 1,
        keys: document.keys.filter((key) => !key.startsWith('inner:')),
      },
    })),
    {
      collection: schemas.name,
      replace: documentOf(schemas, { written: numbers, begun: numbers }, noted.version + 1),
    },
  ]);
}

test('a store of schema 1 orders its folders before the upgrade, in its form, and after it', async () => {
  for (const path of ['a', 'b', 'b/deep', 'c']) await ada.ask(world.app.folders.create, { roomId: room.id, path });
  await asSchemaOneLeftThem();
  const documents = new ServedStore({
    documents: world.ports.documents,
    clock: world.clock,
    ids: systemIds,
    log: world.ports.log,
    version: '9.9.9',
    collections: COLLECTIONS,
  });
  await documents.begin({ upgrades: false, begins: async () => undefined });
  const served = await another(world, { documents });
  const placesIn = async ({ app }: World) => {
    const { items } = await ada.ask(app.folders.list, { roomId: room.id, positions: true });
    return items.map(({ path, position }) => [path, position]);
  };
  const place = async (path: string, position: number) => {
    const { id: folderId } = (await folderAt(world, room, path)) ?? {};
    if (folderId === undefined) throw new Error('no such folder');
    return ada.ask(served.app.folders.order, { roomId: room.id, folderId, position });
  };
  expect(await placesIn(served)).toEqual([
    ['a', 1],
    ['b', 2],
    ['b/deep', 1],
    ['c', 3],
  ]);
  expect(await place('c', 1)).toMatchObject({ position: 1 });
  const inOrder = [
    ['a', 2],
    ['b', 3],
    ['b/deep', 1],
    ['c', 1],
  ];
  expect(await placesIn(served)).toEqual(inOrder);
  const old = await world.ports.documents.outdated(folders.name, { below: folders.schema, limit: 100 });
  expect(old).toHaveLength(5);
  await upgrade();
  expect(await world.ports.documents.outdated(folders.name, { below: folders.schema, limit: 100 })).toEqual([]);
  expect(await placesIn(world)).toEqual(inOrder);
  expect(await place('c', 3)).toMatchObject({ position: 3 });
});
