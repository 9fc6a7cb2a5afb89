import { beforeEach, describe, expect, test } from '@jest/globals';
import type { FileId, FolderPath, Label, LiveRoom, PageNumber, PerPage, RoomId } from '@strongroom/domain';
import type { Change } from '@strongroom/ports';
import type { PageRequest } from '../../src/kernel/lists.ts';
import { documentOf } from '../../src/store/collection.ts';
import { files } from '../../src/store/files.ts';
import { folders as counts, folderId, foldersOfRoom } from '../../src/store/folders.ts';
import { aFolder, foldersIn } from '../world/folders.ts';
import { aFile, aMember, anUpload, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { BOTH, openWorld, type World } from '../world/world.ts';

describe.each(BOTH)('the folders of a room, in %s', (kind) => {
  let world: World;
  let ada: Person;
  let room: LiveRoom;
  let read = 0;
  beforeEach(async () => {
    world = await openWorld({ kind });
    const { documents } = world.ports;
    const list = documents.list.bind(documents);
    documents.list = async (...asked) => {
      const found = await list(...asked);
      read += found.length;
      return found;
    };
    ada = await aPerson(world, 'member', { clearance: 'C3' });
    room = await aRoom(world, ada, 'C1');
  });

  const folders = (by = ada, asked: Readonly<Omit<PageRequest, 'may'> & { prefix?: string }> = {}) =>
    by.ask(world.app.folders.list, { roomId: room.id, ...asked });
  /** Without the folder that files are uploaded to first, which stays as an empty one. */
  const listed = async (...asked: Parameters<typeof folders>) =>
    (await folders(...asked)).items
      .filter(({ path }) => !path.startsWith('folder-'))
      .map(({ path, fileCount }) => ({ path, fileCount }));
  const these = (...rows: readonly (readonly [path: string, fileCount: number])[]) =>
    rows.map(([path, fileCount]) => ({ path, fileCount }));

  async function fileIn(folder: string, classification = 'C1') {
    const file = await aFile(world, ada, room, { classification });
    return ada.ask(world.app.files.edit, { fileId: file.id, folder });
  }

  /** Folders with a file of that label each, as confirmations leave them. */
  async function manyFolders(number: number, label: string): Promise<void> {
    const like = await fileIn('like');
    for (let from = 0; from < number; from += 500) {
      const paths = Array.from({ length: Math.min(500, number - from) }, (_, index) => `${from + index}` as FolderPath);
      const changes = paths.flatMap((path): readonly Change[] => {
        const file = { ...like, id: crypto.randomUUID() as FileId, folder: path, effectiveLabel: label as Label };
        return [
          { collection: files.name, insert: documentOf(files, file, 1) },
          {
            collection: counts.name,
            insert: documentOf(counts, aFolder({ roomId: room.id, path, files: { [label]: 1 } }), 1),
          },
        ];
      });
      await world.ports.documents.commit(changes);
    }
  }

  test('counts by path what the caller sees, and nothing above their clearance', async () => {
    for (const [folder, label] of [['b'], [''], ['a/c'], ['b', 'C3'], ['secret', 'C3']] as const)
      await fileIn(folder, label);
    const low = await aMember(world, room, 'viewer', ada);
    expect(await listed()).toEqual(these(['', 1], ['a', 0], ['a/c', 1], ['b', 2], ['secret', 1]));
    expect(await listed(low)).toEqual(these(['', 1], ['a', 0], ['a/c', 1], ['b', 1]));
    expect((await folders(low)).meta.total).toBe(5);
    expect(await codeOf(folders(await aPerson(world)))).toBe('ROOM_NOT_FOUND');
  });

  test('follow files that come, move, change their label and go', async () => {
    const [one, other] = [await fileIn('a'), await fileIn('a', 'C3')];
    await anUpload(world, ada, room);
    expect(await listed()).toEqual(these(['a', 2]));
    const low = await aMember(world, room, 'viewer', ada);
    await ada.ask(world.app.files.edit, { fileId: one.id, folder: 'b' });
    expect([await listed(), await listed(low)]).toEqual([these(['a', 1], ['b', 1]), these(['a', 0], ['b', 1])]);
    await ada.ask(world.app.files.edit, { fileId: other.id, classification: 'C1' });
    expect(await listed(low)).toEqual(these(['a', 1], ['b', 1]));
    await ada.ask(world.app.files.edit, { fileId: other.id, name: 'renamed' });
    await ada.ask(world.app.files.delete, { fileId: one.id });
    expect(await listed()).toEqual(these(['a', 1], ['b', 0]));
    await ada.ask(world.app.files.delete, { fileId: other.id });
    expect(await listed()).toEqual(these(['a', 0], ['b', 0]));
  });

  test('agree with the files after changes by many callers at once', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, index) => fileIn(`f${index % 3}`)));
    await Promise.all(
      made.map((file, index) =>
        index % 2 === 0
          ? ada.ask(world.app.files.edit, { fileId: file.id, folder: `f${index % 4}` })
          : ada.ask(world.app.files.delete, { fileId: file.id }),
      ),
    );
    const { held, counted } = await foldersIn(world, room);
    expect(Object.keys(held).length).toBeGreaterThan(1);
    expect(counted).toEqual(held);
  });

  test('are gone with the room', async () => {
    await fileIn('a');
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    while ((await world.app.worker.runDue()) > 0);
    expect((await foldersIn(world, room)).counted).toEqual({});
  });

  test('are all listed, page by page, and a page reads its own folders only', async () => {
    const low = await aMember(world, room, 'viewer', ada);
    await manyFolders(10_500, 'C1');
    const paths: string[] = [];
    read = 0;
    let longest = 0;
    for (let cursor: string | undefined; ; ) {
      const before = read;
      const { items, meta } = await folders(low, { perPage: 100 as PerPage, ...(cursor !== undefined && { cursor }) });
      longest = Math.max(longest, read - before);
      expect(meta).toMatchObject({ total: 10_000, totalIsExact: false });
      paths.push(...items.map(({ path }) => path));
      if (meta.nextCursor === null) break;
      cursor = meta.nextCursor;
    }
    // With the one that files are uploaded to.
    expect(paths).toHaveLength(10_502);
    expect(paths).toEqual(paths.toSorted());
    expect(longest).toBe(101);
  });

  test('are listed by the beginning of their paths', async () => {
    for (const path of ['2026', '2027', '2027 b', '2027/a', '2027/a/b', '2028', 'ö/x']) await fileIn(path);
    await fileIn('2027/secret', 'C3');
    const low = await aMember(world, room, 'viewer', ada);
    const found = async (prefix: string, by = low) => {
      const { items, meta } = await folders(by, { prefix });
      expect(meta).toMatchObject({ total: items.length, totalIsExact: true, nextCursor: null });
      return items.map(({ path }) => path);
    };
    expect(await found('2027')).toEqual(['2027', '2027 b', '2027/a', '2027/a/b']);
    expect(await found('2027/')).toEqual(['2027/a', '2027/a/b']);
    expect(await found('2027/', ada)).toEqual(['2027/a', '2027/a/b', '2027/secret']);
    expect(await found('ö')).toEqual(['ö', 'ö/x']);
    expect(await found('none')).toEqual([]);
    const first = await folders(low, { prefix: '2027', perPage: 3 as PerPage });
    expect(first).toMatchObject({ items: these(['2027', 1], ['2027 b', 1], ['2027/a', 1]), meta: { total: 4 } });
    const cursor = first.meta.nextCursor ?? '';
    expect((await folders(low, { prefix: '2027', cursor })).items).toMatchObject(these(['2027/a/b', 1]));
    expect(await codeOf(folders(low, { prefix: '2028', cursor }))).toBe('INVALID_CURSOR');
    expect(await codeOf(folders(low, { cursor }))).toBe('INVALID_CURSOR');
  });

  test('are listed by the beginning of their paths without reading the others', async () => {
    await manyFolders(2000, 'C1');
    const found = async (prefix: string, asked: Readonly<{ page?: PageNumber; perPage?: PerPage }> = {}) => {
      read = 0;
      const { items, meta } = await folders(ada, { prefix, perPage: 10 as PerPage, ...asked });
      return { read, items: items.length, total: meta.total, isExact: meta.totalIsExact };
    };
    expect(await found('1999')).toEqual({ read: 11, items: 1, total: 1, isExact: true });
    expect(await found('none')).toEqual({ read: 0, items: 0, total: 0, isExact: true });
    // The page, a first stretch of 50 documents after it, and one of 200.
    expect(await found('19')).toEqual({ read: 261, items: 10, total: 111, isExact: true });
    expect(await found('19', { page: 12 as PageNumber })).toEqual({ read: 11, items: 1, total: 111, isExact: true });
    expect(await found('19', { page: 13 as PageNumber })).toMatchObject({ items: 0, total: 111, isExact: true });
    expect(await found('1')).toMatchObject({ items: 10, total: 1000, isExact: false });
    expect(read).toBeLessThan(1_200);
  });

  test('are moved without reading the others', async () => {
    await manyFolders(2000, 'C1');
    const { items } = await folders(ada, { prefix: '1999' });
    read = 0;
    await ada.ask(world.app.folders.edit, { folderId: items[0]?.id ?? '', roomId: room.id, path: '1999 old' });
    expect(read).toBeLessThan(100);
  });

  test('with long paths that differ at their end are different folders', async () => {
    const long = Array.from({ length: 4 }, () => '長'.repeat(200)).join('/');
    for (const end of ['1', '2']) await fileIn(`${long}/${end}`);
    const { items } = await folders(ada, { prefix: long.slice(0, 400) });
    const lowest = items.filter(({ fileCount }) => fileCount > 0);
    expect(lowest.map(({ path }) => path).toSorted()).toEqual([`${long}/1`, `${long}/2`]);
  });
});

test('an id of a folder is short enough for every store', () => {
  const id = folderId(crypto.randomUUID() as RoomId, '𐀀'.repeat(1024) as FolderPath);
  expect(Buffer.byteLength(id)).toBeLessThan(2000);
  expect(foldersOfRoom(crypto.randomUUID() as RoomId, 'C1').length).toBeLessThan(100);
});
