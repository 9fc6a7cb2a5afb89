import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, type LiveRoom, MAX_FRACTION } from '@strongroom/domain';
import { eventsOfType } from '../world/events.ts';
import { folderAt } from '../world/folders.ts';
import { commits, Gate } from '../world/gate.ts';
import { intercepted, type PortCall } from '../world/intercepted.ts';
import { aFile, aMember, anUpload, aPerson, aRoom, CIPHERTEXT, confirm, put } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

describe.each(BOTH)('folders, in %s', (kind) => {
  let world: World;
  /** Cleared for C3 in a room of C1; `low` is not. */
  let ada: Person;
  let low: Person;
  let room: LiveRoom;
  beforeEach(async () => {
    world = await openWorld({ kind });
    ada = await aPerson(world, 'member', { clearance: 'C3' });
    room = await aRoom(world, ada, 'C1');
    low = await aMember(world, room, 'contributor', ada);
  });

  const make = async (path: string, by = ada) => {
    const { folder, isNew } = await by.ask(world.app.folders.create, { roomId: room.id, path });
    return { folder: { ...folder, id: folder.id ?? '' }, isNew };
  };
  const get = (id: string, by = ada) => by.ask(world.app.folders.get, { roomId: room.id, folderId: id });
  const move = (id: string, path: string, by = ada) =>
    by.ask(world.app.folders.edit, { roomId: room.id, folderId: id, path });
  const remove = (id: string, by = ada) => by.ask(world.app.folders.delete, { roomId: room.id, folderId: id });
  const paths = async (by = ada) =>
    (await by.ask(world.app.folders.list, { roomId: room.id })).items
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('folder-'));
  const idOf = async (path: string) => (await folderAt(world, room, path))?.id ?? '';

  async function fileIn(folder: string, classification = 'C1', by = ada) {
    const upload = await by.ask(world.app.files.requestUpload, {
      roomId: room.id,
      name: 'a.pdf',
      size: CIPHERTEXT.length,
      contentType: 'application/pdf',
      classification,
      folder,
    });
    await put(world, upload.url, CIPHERTEXT);
    return confirm(world, by, upload);
  }

  test('are made with those above them, once, in their first spelling', async () => {
    const made = await make('Deal/Contracts');
    expect(made).toMatchObject({ isNew: true, folder: { path: 'Deal/Contracts', fileCount: 0, createdBy: ada.id } });
    expect(made.folder.parentId).toBe(await idOf('Deal'));
    expect(await get(made.folder.parentId ?? '')).toMatchObject({ path: 'Deal', parentId: null, folderCount: 1 });
    for (const path of ['Deal/Contracts', 'DEAL/contracts'])
      expect(await make(path, low)).toMatchObject({ isNew: false, folder: { id: made.folder.id, createdBy: ada.id } });
    expect(await paths(low)).toEqual(['Deal', 'Deal/Contracts']);
  });

  test('keep short orders however often they change places, beside hidden ones, which stay where they are', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((path) => make(path, low)));
    for (const path of ['x', 'y']) await fileIn(path, 'C3');
    const place = async (path: string, position: number, by = ada) =>
      by.ask(world.app.folders.order, { roomId: room.id, folderId: await idOf(path), position });
    for (const path of ['x', 'd', 'y']) await place(path, 2);
    const inPlaces = async (by: Person) => {
      const { items } = await by.ask(world.app.folders.list, { roomId: room.id, positions: true });
      const placed = items.filter(({ path }) => path.length === 1);
      return placed.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0)).map(({ path }) => path);
    };
    expect(await inPlaces(ada)).toEqual(['a', 'y', 'd', 'x', 'b', 'c']);
    // Each has been ordered where everyone saw it, and holds what only one of the two sees.
    for (const path of ['x', 'y']) await remove(await idOf(path), low);
    expect(await inPlaces(low)).toEqual(['a', 'd', 'b', 'c']);
    const orderOfHidden = async () => (await folderAt(world, room, 'x'))?.order;
    const [order, { length }] = [await orderOfHidden(), await eventsOfType(world, 'folder.ordered')];
    for (let turn = 0; turn < 350; turn++) {
      const last = turn % 2 === 0 ? 'c' : 'b';
      expect(await place(last, 2, low)).toMatchObject({ position: 2 });
      const { order: stored = '' } = (await folderAt(world, room, last)) ?? {};
      expect(stored.split('\n')[1]?.length).toBeLessThanOrEqual(MAX_FRACTION);
    }
    expect(await inPlaces(low)).toEqual(['a', 'b', 'c', 'd']);
    expect((await inPlaces(ada)).filter((path) => !['b', 'c'].includes(path))).toEqual(['a', 'y', 'd', 'x']);
    expect(await orderOfHidden()).not.toBe(order);
    expect(await eventsOfType(world, 'folder.ordered')).toHaveLength(length + 350);
  });

  test('are joined by files that come with another spelling of a path that the caller sees', async () => {
    await make('Reports/2027', low);
    expect((await fileIn('reports/2027', 'C1', low)).folder).toBe('Reports/2027');
    const deeper = await fileIn('REPORTS/New', 'C1', low);
    expect(deeper.folder).toBe('Reports/New');
    expect(await low.ask(world.app.files.edit, { fileId: deeper.id, folder: 'reports/NEW/x' })).toMatchObject({
      folder: 'Reports/New/x',
    });
    // Files of one commit do not make two.
    const both = await Promise.all(['Fresh/a', 'fresh/A'].map((folder) => fileIn(folder, 'C1', low)));
    expect(new Set(both.map(({ folder }) => folder)).size).toBe(1);
    expect(new Set((await paths()).map((path) => path.toLowerCase())).size).toBe((await paths()).length);
  });

  test('are joined by a file that comes back from the bin', async () => {
    await ada.ask(world.app.rooms.edit, { roomId: room.id, binDays: 30 });
    const file = await fileIn('Reports', 'C1', low);
    await low.ask(world.app.files.delete, { fileId: file.id });
    await remove(await idOf('Reports'), low);
    const other = await fileIn('reports', 'C1', low);
    await low.ask(world.app.bin.restore, { fileId: file.id });
    expect((await low.ask(world.app.files.get, { fileId: file.id })).folder).toBe(other.folder);
  });

  test('are not joined in the spelling of a folder that the caller does not see', async () => {
    await fileIn('Layoffs', 'C3');
    expect((await fileIn('layoffs', 'C1', low)).folder).toBe('layoffs');
    expect(await paths(low)).toEqual(['layoffs']);
  });

  test('that hold only what the caller does not see are as absent as others', async () => {
    await fileIn('Layoffs/Board', 'C3');
    expect([await paths(), await paths(low)]).toEqual([['Layoffs', 'Layoffs/Board'], []]);
    expect(await codeOf(get(await idOf('Layoffs'), low))).toBe('FOLDER_NOT_FOUND');
    expect(await codeOf(get(crypto.randomUUID(), low))).toBe('FOLDER_NOT_FOUND');
    const { folder, isNew } = await make('Layoffs', low);
    expect([isNew, folder]).toMatchObject([true, { createdBy: low.id, fileCount: 0, folderCount: 0 }]);
    expect([await paths(), await paths(low)]).toEqual([['Layoffs', 'Layoffs/Board'], ['Layoffs']]);
  });

  test('that are deleted and made again are new ones, whether or not something hidden is in them', async () => {
    for (const path of ['empty', 'not empty']) {
      const { folder: first } = await make(path, low);
      if (path === 'not empty') await fileIn(path, 'C3');
      await remove(first.id, low);
      const { folder: second, isNew } = await make(path, low);
      expect([path, isNew, second.id === first.id]).toEqual([path, true, false]);
      expect(await codeOf(get(first.id, low))).toBe('FOLDER_NOT_FOUND');
    }
    expect((await ada.ask(world.app.files.list, { roomId: room.id, folder: 'not empty' })).meta.total).toBe(1);
  });

  test('that were never made do not tell who brought the first hidden file, and when', async () => {
    const middle = await aMember(world, room, 'contributor', ada);
    world.clock.advance(DAY);
    await fileIn('quiet', 'C3');
    world.clock.advance(DAY);
    await fileIn('quiet', 'C2', middle);
    const [seen] = (await middle.ask(world.app.folders.list, { roomId: room.id })).items.filter(
      ({ path }) => path === 'quiet',
    );
    expect(seen).toMatchObject({ createdBy: room.createdBy, createdAt: room.createdAt });
  });

  test('are known to everyone from the first file of the label of the room on', async () => {
    const secret = await fileIn('a/b', 'C3');
    expect(await paths(low)).toEqual([]);
    const open = await fileIn('a/b');
    await ada.ask(world.app.files.delete, { fileId: open.id });
    expect(await paths(low)).toEqual(['a', 'a/b']);
    await fileIn('c', 'C3').then(({ id }) => ada.ask(world.app.files.edit, { fileId: id, classification: 'C1' }));
    expect(await paths(low)).toEqual(['a', 'a/b', 'c']);
    await ada.ask(world.app.files.delete, { fileId: secret.id });
    expect(await paths(low)).toEqual(['a', 'a/b', 'c']);
  });

  test('move with all that is in them, seen or not, in one step with one event', async () => {
    const [shown, hidden] = [await fileIn('a/b/c'), await fileIn('a/secret', 'C3')];
    const upload = await low.ask(world.app.files.requestUpload, {
      roomId: room.id,
      name: 'later.pdf',
      size: CIPHERTEXT.length,
      contentType: 'application/pdf',
      folder: 'a/b',
    });
    const { size } = await world.ports.documents.audit.head();
    const id = await idOf('a');
    expect(await move(id, 'x/y', low)).toMatchObject({ id, path: 'x/y', folderCount: 1 });
    const events = await world.ports.documents.audit.list({ labels: ['C1'], roomId: room.id }, { limit: 10 });
    expect(events.filter(({ seq }) => seq >= size).map(({ type, data }) => [type, data])).toEqual([
      ['folder.moved', { from_parent: null, to_parent: await idOf('x'), renamed: true, widened: false }],
      ['folder.created', {}],
    ]);
    expect(await paths()).toEqual(['x', 'x/y', 'x/y/b', 'x/y/b/c', 'x/y/secret']);
    expect(await paths(low)).toEqual(['x', 'x/y', 'x/y/b', 'x/y/b/c']);
    const folderOf = async (fileId: string) => (await ada.ask(world.app.files.get, { fileId })).folder;
    expect([await folderOf(shown.id), await folderOf(hidden.id)]).toEqual(['x/y/b/c', 'x/y/secret']);
    await put(world, upload.url, CIPHERTEXT);
    expect((await confirm(world, low, upload, 2)).folder).toBe('x/y/b');
    const found = await ada.ask(world.app.files.list, { roomId: room.id, folder: 'x', isRecursive: true });
    expect(found.meta.total).toBe(3);
    expect((await ada.ask(world.app.files.list, { roomId: room.id, folder: 'a', isRecursive: true })).meta.total).toBe(
      0,
    );
  });

  test('are found by their new path after a move, also where names are remembered', async () => {
    await fileIn('old name');
    const find = async (q: string) => (await ada.ask(world.app.files.list, { roomId: room.id, q })).items.length;
    expect([await find('old'), await find('new')]).toEqual([1, 0]);
    await move(await idOf('old name'), 'new name');
    expect([await find('old'), await find('new')]).toEqual([0, 1]);
  });

  test('do not move onto a folder that the caller sees, nor into themselves, and change their spelling', async () => {
    const [a] = [await make('a'), await make('b/c')];
    const { id } = a.folder;
    expect(await codeOf(move(id, 'b'))).toBe('NAME_TAKEN');
    expect(await codeOf(move(id, 'B/C'))).toBe('NAME_TAKEN');
    expect(await codeOf(move(id, 'a/x'))).toBe('VALIDATION_ERROR');
    expect(await codeOf(move(id, 'A/x'))).toBe('VALIDATION_ERROR');
    expect(await move(id, 'A')).toMatchObject({ id, path: 'A' });
    expect(await move(id, 'B/d')).toMatchObject({ id, path: 'b/d' });
    expect(await paths()).toEqual(['b', 'b/c', 'b/d']);
  });

  test('that move onto one the caller does not see become one with it', async () => {
    await fileIn('b/secret', 'C3');
    await fileIn('a');
    const id = await idOf('a');
    expect(await move(id, 'b', low)).toMatchObject({ id, path: 'b', fileCount: 1, folderCount: 0 });
    expect([await paths(), await paths(low)]).toEqual([['b', 'b/secret'], ['b']]);
    expect(await get(id)).toMatchObject({ path: 'b', fileCount: 1, folderCount: 1 });
  });

  test('are deleted while nothing that the caller sees is in them, and stay for those who see something', async () => {
    const { folder } = await make('a');
    const below = await make('a/b');
    expect(await codeOf(remove(folder.id))).toBe('FOLDER_NOT_EMPTY');
    await remove(below.folder.id);
    await fileIn('a', 'C3');
    expect(await codeOf(remove(folder.id))).toBe('FOLDER_NOT_EMPTY');
    expect(await remove(folder.id, low)).toMatchObject({ id: folder.id });
    expect([await paths(), await paths(low)]).toEqual([['a'], []]);
    expect(await codeOf(get(folder.id, low))).toBe('FOLDER_NOT_FOUND');
    expect(await get(await idOf('a'))).toMatchObject({ path: 'a', fileCount: 1 });
  });

  test('that await an upload of the caller are not deleted, and those of others do not count', async () => {
    const upload = await anUpload(world, low, room);
    const { folder } = await make(upload.file.folder);
    expect(await codeOf(remove(folder.id, low))).toBe('FOLDER_NOT_EMPTY');
    await remove(folder.id);
    await put(world, upload.url, CIPHERTEXT);
    await confirm(world, low, upload);
    expect(await folderAt(world, room, upload.file.folder)).toMatchObject({ isDeclared: true, files: { C1: 1 } });
  });

  test('are changed by owners and contributors of a room that is not archived', async () => {
    const { folder } = await make('a');
    const viewer = await aMember(world, room, 'viewer', ada);
    const outsider = await aPerson(world);
    for (const [by, code] of [
      [viewer, 'INSUFFICIENT_ROOM_ROLE'],
      [outsider, 'ROOM_NOT_FOUND'],
    ] as const)
      for (const ask of [() => make('b', by), () => move(folder.id, 'c', by), () => remove(folder.id, by)])
        expect(await codeOf(ask())).toBe(code);
    expect((await get(folder.id, viewer)).path).toBe('a');
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    for (const ask of [() => make('b'), () => move(folder.id, 'c'), () => remove(folder.id)])
      expect(await codeOf(ask())).toBe('ROOM_ARCHIVED');
  });

  test('are not kept from a deeper place by hidden ones below them', async () => {
    const { folder } = await make('a', low);
    await fileIn(`a/${Array.from({ length: 31 }, (_, level) => level).join('/')}`, 'C3');
    expect(await codeOf(move(folder.id, 'other/a'))).toBe('LIMIT_REACHED');
    expect((await move(folder.id, 'other/a', low)).path).toBe('other/a');
  });

  test('have at most 32 levels, counted where the caller sees them', async () => {
    const deep = Array.from({ length: 32 }, (_, level) => `${level}`).join('/');
    await make(deep);
    expect(await codeOf(make(`${deep}/x`))).toBe('LIMIT_REACHED');
    const { folder } = await make('other');
    expect(await codeOf(move(await idOf('0'), 'other/0'))).toBe('LIMIT_REACHED');
    expect(await codeOf(move(folder.id, `${deep}/other`))).toBe('LIMIT_REACHED');
  });

  test('are gone with the room', async () => {
    await aFile(world, ada, room);
    for (let index = 0; index < 3; index++) await make(`a${index}/b/c`);
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    while ((await world.app.worker.runDue()) > 0);
    expect(await folderAt(world, room, 'a0')).toBeUndefined();
    expect(await folderAt(world, room, '')).toBeUndefined();
  });

  test('become one folder when many callers make the same name at once', async () => {
    const made = await Promise.all(['a', 'A', 'a', 'A', 'a'].map((name) => make(`${name}/x`)));
    expect(new Set(made.map(({ folder }) => folder.id)).size).toBe(1);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    const { folder } = await make('b');
    const other = await make('c');
    const moves = await Promise.allSettled([move(folder.id, 'd'), move(other.folder.id, 'D')]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('get the position that was asked for, also where those beside it change places meanwhile', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((path) => make(path)));
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    const place = async ({ app }: World, path: string, position: number) =>
      ada.ask(app.folders.order, { roomId: room.id, folderId: await idOf(path), position });
    const waits = gate.hold(commits);
    const placed = place(slow, 'd', 2);
    await waits;
    await place(world, 'a', 3);
    gate.open();
    expect(await placed).toMatchObject({ position: 2 });
    const { items } = await ada.ask(world.app.folders.list, { roomId: room.id, positions: true });
    const inOrder = items.toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0)).map(({ path }) => path);
    expect(inOrder.filter((path) => path.length === 1)).toEqual(['b', 'd', 'c', 'a']);
  });

  test('get a file that names them by id under the path that they have by then', async () => {
    const { folder } = await make('Old');
    const file = await fileIn('Other');
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    let looks = 0;
    const names = ({ port, method, args: [refs] }: PortCall) =>
      port === 'documents' && method === 'read' && JSON.stringify(refs).includes(`id:${folder.id}`);
    // The path is looked up first, and read again with the file.
    const waits = gate.hold((call) => names(call) && looks++ === 1);
    const moved = ada.ask(slow.app.files.edit, { fileId: file.id, folderId: folder.id });
    await waits;
    await move(folder.id, 'New');
    gate.open();
    expect((await moved).folder).toBe('New');
    expect(await paths()).toEqual(['New', 'Other']);
  });

  test('that move into each other at once do not form a circle', async () => {
    const [a, b] = [await make('a'), await make('b')];
    await Promise.allSettled([move(a.folder.id, 'b/a'), move(b.folder.id, 'a/b')]);
    const all = await paths();
    for (const { id } of [a.folder, b.folder]) expect(all).toContain((await get(id)).path);
    for (const path of all.filter((one) => one.includes('/')))
      expect(all).toContain(path.slice(0, path.lastIndexOf('/')));
  });
});
