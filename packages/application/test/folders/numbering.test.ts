import { beforeEach, describe, expect, test } from '@jest/globals';
import type { LiveRoom } from '@strongroom/domain';
import { folders, treeOf } from '../../src/store/folders.ts';
import { folderAt } from '../world/folders.ts';
import { aMember, aPerson, aRoom, CIPHERTEXT, confirm, joins, put, replaced } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { BOTH, openWorld, type World } from '../world/world.ts';

const HISTORIES = 6;
const STEPS = 30;

let world: World;
let room: LiveRoom;
/** Cleared for C3 in a room of C1; `low` is not. */
let ada: Person;
let low: Person;

async function begin(kind: (typeof BOTH)[number]): Promise<void> {
  world = await openWorld({ kind });
  ada = await aPerson(world, 'member', { clearance: 'C3' });
  room = await aRoom(world, ada, 'C1');
  low = await aMember(world, room, 'contributor', ada);
}

const edit = (change: object, by = ada) => by.ask(world.app.rooms.edit, { roomId: room.id, ...change });
const renumber = (by = ada) => by.ask(world.app.rooms.renumber, { roomId: room.id });
const make = (path: string, by = ada) => by.ask(world.app.folders.create, { roomId: room.id, path });
const edited = async (path: string, change: object, by = ada) =>
  by.ask(world.app.folders.edit, {
    roomId: room.id,
    folderId: (await folderAt(world, room, path))?.id ?? '',
    ...change,
  });
const remove = async (path: string, by = ada) =>
  by.ask(world.app.folders.delete, { roomId: room.id, folderId: (await folderAt(world, room, path))?.id ?? '' });
const moved = (fileId: string, folder: string, by = ada) => by.ask(world.app.files.edit, { fileId, folder });

async function upload(folder: string, name: string, { by = ada, label = 'C1' } = {}) {
  const announced = await by.ask(world.app.files.requestUpload, {
    roomId: room.id,
    name,
    size: CIPHERTEXT.length,
    contentType: 'application/pdf',
    classification: label,
    folder,
  });
  await put(world, announced.url, CIPHERTEXT);
  return announced;
}

const fileIn = async (folder: string, name: string, more: { by?: Person; label?: string } = {}) =>
  confirm(world, more.by ?? ada, await upload(folder, name, more));

/** The index of each folder and file that a caller sees, by path. */
async function indexes(by = ada): Promise<Readonly<Record<string, string | null>>> {
  const listed = await by.ask(world.app.folders.list, { roomId: room.id });
  const files = await by.ask(world.app.files.list, { roomId: room.id, perPage: 100 });
  return Object.fromEntries([
    ...listed.items.filter(({ path }) => path !== '').map(({ path, index }) => [path, index]),
    ...files.items.map(({ folder, name, index = null }) => [`${folder}/${name}`, index]),
  ]);
}

describe.each(BOTH)('index numbers, in %s', (kind) => {
  beforeEach(() => begin(kind));

  test('are given to everything at once, to what comes later, and forgotten again', async () => {
    await make('10 Tax');
    await make('2 Legal/Old');
    await fileIn('', 'a');
    expect(Object.values(await indexes())).toEqual([null, null, null, null]);
    expect(await renumber()).toEqual({ numbered: 0 });
    await edit({ numbering: 'fixed' });
    const first = { '2 Legal': '1', '2 Legal/Old': '1.1', '10 Tax': '2', '/a': '3' };
    expect(await indexes()).toEqual(first);
    expect((await make('2 Legal/Board')).folder.index).toBe('1.2');
    const file = await fileIn('2 Legal', 'x');
    expect(file).toMatchObject({ index: '1.3' });
    expect((await make('1 New')).folder.index).toBe('4');
    expect(await indexes(low)).toEqual(await indexes());
    expect(await ada.ask(world.app.files.get, { fileId: file.id })).toMatchObject({ index: '1.3' });
    await edit({ numbering: 'none' });
    expect(new Set(Object.values(await indexes()))).toEqual(new Set([null]));
    await edit({ numbering: 'fixed' });
    expect(await indexes()).toEqual({
      '1 New': '1',
      '2 Legal': '2',
      '2 Legal/Board': '2.1',
      '2 Legal/Old': '2.2',
      '2 Legal/x': '2.3',
      '10 Tax': '3',
      '/a': '4',
    });
  });

  test('stay while others come and go, and are never given to another thing', async () => {
    await edit({ numbering: 'fixed', binDays: 30 });
    const [one, two] = [await fileIn('', 'a'), await fileIn('', 'b')];
    await ada.ask(world.app.files.delete, { fileId: two.id });
    expect(await fileIn('', 'c')).toMatchObject({ index: '3' });
    expect(await ada.ask(world.app.bin.restore, { fileId: two.id })).toMatchObject({ index: '2' });
    for (const { id } of [one, two]) await ada.ask(world.app.files.delete, { fileId: id });
    expect(await renumber()).toEqual({ numbered: 1 });
    expect(await indexes()).toEqual({ '/c': '1' });
    // The earlier number is another one's now.
    expect(await ada.ask(world.app.bin.restore, { fileId: two.id })).toMatchObject({ index: '2' });
    expect(await ada.ask(world.app.bin.restore, { fileId: one.id })).toMatchObject({ index: '3' });
  });

  test('are the order of names, also after they were given again', async () => {
    const names = async (more: object = {}) => {
      const sort = { column: 'name', isFalling: false } as const;
      const { items } = await ada.ask(world.app.files.list, { roomId: room.id, sort, ...more });
      return items.map(({ name }) => name);
    };
    await fileIn('B', 'x');
    for (const name of ['b', 'c']) await fileIn('', name);
    expect(await names()).toEqual(['b', 'c', 'x']);
    await edit({ numbering: 'fixed' });
    await fileIn('', 'a');
    expect(await names()).toEqual(['x', 'b', 'c', 'a']);
    expect(await names({ folder: '' })).toEqual(['b', 'c', 'a']);
    await renumber();
    expect(await names()).toEqual(['x', 'a', 'b', 'c']);
    await edit({ numbering: 'none' });
    await edit({ numbering: 'fixed' });
    await fileIn('', '0');
    expect(await names()).toEqual(['x', 'a', 'b', 'c', '0']);
    await edit({ numbering: 'none' });
    expect(await names()).toEqual(['0', 'a', 'b', 'c', 'x']);
  });

  test('are not given twice in the top after everything in it went', async () => {
    await edit({ numbering: 'fixed' });
    const { id } = await fileIn('', 'a');
    await ada.ask(world.app.files.delete, { fileId: id });
    expect(await fileIn('', 'b')).toMatchObject({ index: '2' });
  });

  test('change where a thing moves, and not where it is renamed, ordered, relabelled or replaced', async () => {
    await make('A');
    await make('B');
    const file = await fileIn('A', 'x');
    await edit({ numbering: 'fixed' });
    await edited('A', { path: 'C' });
    await ada.ask(world.app.files.edit, { fileId: file.id, name: 'y', classification: 'C3' });
    await replaced(world, ada, file);
    const placed = await folderAt(world, room, 'C');
    await ada.ask(world.app.folders.order, { roomId: room.id, folderId: placed?.id ?? '', position: 2 });
    expect(await indexes()).toMatchObject({ C: '1', B: '2', 'C/y': '1.1' });
    expect(await moved(file.id, 'B')).toMatchObject({ index: '2.1' });
    expect(await moved(file.id, 'C')).toMatchObject({ index: '1.2' });
    expect(await edited('C', { path: 'B/C' })).toMatchObject({ index: '2.2' });
    expect(await edited('B/C', { path: 'C' })).toMatchObject({ index: '3' });
    expect(await indexes()).toEqual({ B: '2', C: '3', 'C/y': '3.2' });
  });

  test('are given to everything, and counted as far as the caller sees', async () => {
    await make('B');
    await fileIn('A secret', 'x', { label: 'C3' });
    await fileIn('B', 'a', { label: 'C3' });
    await fileIn('B', 'b');
    const owner = await aMember(world, room, 'owner', ada);
    await edit({ numbering: 'fixed' }, owner);
    expect(await indexes(owner)).toEqual({ B: '2', 'B/b': '2.2' });
    expect(await renumber(owner)).toEqual({ numbered: 2 });
    expect(await renumber()).toEqual({ numbered: 5 });
    expect(await indexes()).toMatchObject({ 'A secret': '1', 'A secret/x': '1.1', 'B/a': '2.1' });
  });

  test('do not show that a folder was there which hidden files made known', async () => {
    await edit({ numbering: 'fixed' });
    await fileIn('Layoffs', 'x', { label: 'C3' });
    await make('B');
    expect(await indexes()).toEqual({ Layoffs: '1', B: '2', 'Layoffs/x': '1.1' });
    expect(await make('Layoffs', low)).toMatchObject({ folder: { index: '3' } });
    expect(await indexes()).toEqual({ Layoffs: '3', B: '2', 'Layoffs/x': '3.1' });
    await fileIn('Board', 'x', { label: 'C3' });
    await make('C');
    await fileIn('Board', 'y', { by: low });
    expect(await indexes(low)).toMatchObject({ C: '5', Board: '6', 'Board/y': '6.2' });
    // Deleted by a user to whom it is empty, and made again.
    await ada.ask(world.app.files.edit, { fileId: (await fileIn('D', 'x')).id, classification: 'C3' });
    await make('E');
    await remove('D', low);
    await make('D', low);
    expect(await indexes(low)).toMatchObject({ E: '8', D: '9' });
    expect(await indexes()).toMatchObject({ 'D/x': '9.1' });
    // Restricted by an owner to whom it is hidden.
    await edit({ structure: 'owners' });
    await fileIn('F', 'x', { label: 'C3' });
    await make('G');
    const owner = await aMember(world, room, 'owner', ada);
    await owner.ask(world.app.folders.create, { roomId: room.id, path: 'F', access: [] });
    expect(await indexes(owner)).toMatchObject({ G: '11', F: '12' });
  });

  test('do not show a hidden folder to those who make something below it, or bring a file that few see', async () => {
    await edit({ numbering: 'fixed' });
    const mid = await joins(world, await aPerson(world, 'member', { clearance: 'C2' }), room, 'contributor', ada);
    for (const folder of ['Layoffs/Plan', 'Merger/Plan', 'Board', 'Sale/Plan'])
      await fileIn(folder, 'x', { label: 'C3' });
    await make('B');
    await make('Layoffs/Other', low);
    await fileIn('Merger/Other', 'y', { by: low });
    await fileIn('Board', 'y', { by: mid, label: 'C2' });
    await fileIn('Sale/Other', 'y', { by: mid, label: 'C2' });
    const seen = await indexes(mid);
    expect(seen).toMatchObject({ B: '5', Layoffs: '6', Merger: '7', Board: '8', Sale: '9' });
    expect(await indexes()).toMatchObject(seen);
    const hidden = await fileIn('Hall', 'x', { label: 'C3' });
    await make('C');
    await ada.ask(world.app.files.edit, { fileId: hidden.id, classification: 'C2' });
    expect(await indexes(mid)).toMatchObject({ C: '11', Hall: '12' });
    // A renamed folder keeps its number, whatever is hidden at the new name.
    await fileIn('Code', 'x', { label: 'C3' });
    await fileIn('Mine', 'y', { by: low });
    await edited('Mine', { path: 'Code' }, low);
    expect(await indexes(low)).toMatchObject({ Code: '14' });
    // Those who see something new in a folder that they see already read the number that they know.
    await fileIn('Board', 'w', { label: 'C3' });
    expect(await indexes(mid)).toMatchObject({ Board: '8' });
  });

  test('do not show a hidden folder to others when one who sees it makes it, something below it, or renames it', async () => {
    await edit({ numbering: 'fixed' });
    for (const folder of ['Made', 'Around', 'Named', 'Kept']) await fileIn(folder, 'x', { label: 'C3' });
    await make('B');
    await make('Made');
    await make('Around/Other');
    await edited('Named', { path: 'Renamed' });
    const seen = { B: '5', Made: '6', Around: '7', 'Around/Other': '7.2', Renamed: '8' };
    expect(await indexes(low)).toEqual(seen);
    expect(await indexes()).toMatchObject({ ...seen, Kept: '4', 'Made/x': '6.1' });
    // Everyone who sees its place saw it.
    await edited('Renamed', { path: 'Named' });
    expect(await indexes(low)).toMatchObject({ Named: '8' });
  });

  test.each(['restored', 'made', 'brought'] as const)(
    'are in the same order when files come back to a folder that was deleted and is %s, whatever was left in it',
    async (way) => {
      const orders: (readonly string[])[] = [];
      for (const isLeft of [true, false]) {
        await begin(kind);
        await edit({ numbering: 'fixed', binDays: 30 });
        const [one, two] = [await fileIn('D', 'a', { by: low }), await fileIn('D', 'b', { by: low })];
        if (isLeft) await fileIn('D', 'x', { label: 'C3' });
        for (const fileId of [one.id, two.id]) await low.ask(world.app.files.delete, { fileId });
        await remove('D', low);
        if (way === 'made') await make('D', low);
        if (way !== 'restored') await fileIn('D', 'c', { by: low });
        for (const fileId of [two.id, one.id]) await low.ask(world.app.bin.restore, { fileId });
        const { D: _, ...files } = await indexes(low);
        orders.push(
          Object.keys(files).toSorted((first, second) => lastOf(files[first] ?? null) - lastOf(files[second] ?? null)),
        );
      }
      expect(orders[0]).toEqual(orders[1]);
    },
  );

  test('in a folder that was renamed onto a hidden one are its own, and those of the hidden one hold no more', async () => {
    await edit({ numbering: 'fixed' });
    await fileIn('Secret', 'x', { label: 'C3' });
    await fileIn('In/Open', 'y', { by: low });
    await edited('In/Open', { path: 'Secret' }, low);
    expect(await indexes(low)).toEqual({ Secret: '3', 'Secret/y': '3.1' });
    expect(await indexes()).toEqual({ Secret: '3', 'Secret/y': '3.1', 'Secret/x': null });
    await renumber();
    expect(await indexes()).toEqual({ Secret: '1', 'Secret/x': '1.1', 'Secret/y': '1.2' });
  });

  test('are different where many files come at once', async () => {
    await edit({ numbering: 'fixed' });
    const uploads: Awaited<ReturnType<typeof upload>>[] = [];
    for (let at = 0; at < 12; at += 1) uploads.push(await upload('A', `${at}`));
    await Promise.all([renumber(), ...uploads.map((one) => confirm(world, ada, one)), make('A/B'), renumber()]);
    const numbers = Object.entries(await indexes()).flatMap(([path, index]) => (path === 'A' ? [] : [index]));
    expect(new Set(numbers).size).toBe(13);
    expect(numbers).not.toContain(null);
  });

  test('are given to files that change places in one commit', async () => {
    await edit({ numbering: 'fixed' });
    const [one, two] = [await fileIn('A', 'x'), await fileIn('B', 'y')];
    expect(await Promise.all([moved(one.id, 'B'), moved(two.id, 'A')])).toMatchObject([
      { index: '2.2' },
      { index: '1.2' },
    ]);
  });

  test('are for owners of an active room', async () => {
    const stranger = await aPerson(world);
    expect(await codeOf(renumber(stranger))).toBe('ROOM_NOT_FOUND');
    for (const by of [low, await aMember(world, room, 'viewer', ada)]) {
      expect(await codeOf(renumber(by))).toBe('INSUFFICIENT_ROOM_ROLE');
      expect(await codeOf(edit({ numbering: 'fixed' }, by))).toBe('INSUFFICIENT_ROOM_ROLE');
    }
    await edit({ numbering: 'fixed' });
    await ada.ask(world.app.rooms.archive, { roomId: room.id });
    expect(await codeOf(renumber())).toBe('ROOM_ARCHIVED');
    expect(await codeOf(edit({ numbering: 'none' }))).toBe('ROOM_ARCHIVED');
  });

  test('leave nothing behind when the room is deleted', async () => {
    await edit({ numbering: 'fixed' });
    await fileIn('A', 'x');
    await ada.ask(world.app.rooms.delete, { roomId: room.id });
    while ((await world.app.worker.runDue()) > 0);
    expect(await world.ports.documents.count(folders.name, { anyOf: [treeOf(room.id)] }, 10)).toBe(0);
  });
});

/** Numbers from 0 to 1, the same ones for a seed. */
function drawsOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const placeOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const lastOf = (index: string | null): number => Number((index ?? '').split('.').at(-1));

test.each(Array.from({ length: HISTORIES }, (_, seed) => [seed]))(
  'each thing keeps its number in a random history, and no number is given twice (%i)',
  async (seed) => {
    await begin('memory');
    await edit({ numbering: 'fixed', binDays: 30 });
    const draw = drawsOf(seed);
    const oneOf = <T>(some: readonly T[]): T => some[Math.floor(draw() * some.length)] as T;
    const aPath = () => Array.from({ length: 1 + Math.floor(draw() * 2) }, () => oneOf(['a', 'b', 'c'])).join('/');
    const present = new Map<string, string>();
    const binned: string[] = [];
    /** The numbers that were given in each place, in the order of the room or after it was numbered again. */
    let given = new Map<string, Set<number>>();
    for (let step = 0; step < STEPS; step += 1) {
      const before = await indexes();
      const act = oneOf(['put', 'put', 'put', 'make', 'move', 'delete', 'restore', 'renumber'] as const);
      const isHigh = draw() < 0.5;
      let came: string | undefined;
      if (act === 'put') {
        const [folder, name] = [aPath(), `f${step}`];
        present.set((await fileIn(folder, name, isHigh ? { label: 'C3' } : { by: low })).id, name);
        came = `${folder}/${name}`;
      } else if (act === 'make') await make(aPath(), isHigh ? ada : low);
      else if (act === 'move' && present.size > 0) {
        const [id, name] = oneOf([...present]);
        const to = aPath();
        await moved(id, to);
        came = `${to}/${name}`;
      } else if (act === 'delete' && present.size > 0) {
        const [id] = oneOf([...present]);
        await ada.ask(world.app.files.delete, { fileId: id });
        present.delete(id);
        binned.push(id);
      } else if (act === 'restore' && binned.length > 0) {
        const { id, name, folder } = await ada.ask(world.app.bin.restore, { fileId: binned.pop() ?? '' });
        present.set(id, name);
        came = `${folder}/${name}`;
      } else if (act === 'renumber') {
        await renumber();
        given = new Map();
      }
      const after = await indexes();
      // A folder that ended and came again is another place.
      for (const place of given.keys())
        if (place !== '/' && place !== '' && !(place.slice(0, -1) in after)) given.delete(place);
      const [changed, twice]: [string[], string[]] = [[], []];
      for (const [path, index] of Object.entries(after)) {
        expect([path, index]).toEqual([path, expect.stringMatching(/^\d+(\.\d+)*$/)]);
        const numbers = given.get(placeOf(path)) ?? new Set();
        given.set(placeOf(path), numbers);
        const number = lastOf(index);
        const isOld = path in before && lastOf(before[path] ?? null) === number;
        // A folder that others see from now on is a new one to them.
        const mayChange = path === came || came?.startsWith(`${path}/`) === true;
        if (path in before && !isOld && !mayChange) changed.push(path);
        if (!isOld && numbers.has(number)) twice.push(path);
        numbers.add(number);
      }
      const isNew = act === 'make' || act === 'renumber';
      expect([act, isNew ? [] : changed]).toEqual([act, []]);
      expect([act, act === 'restore' ? [] : twice]).toEqual([act, []]);
      const byPlace = Object.entries(after).map(([path, index]) => `${placeOf(path)}${lastOf(index)}`);
      expect(new Set(byPlace).size).toBe(byPlace.length);
      expect(after).toMatchObject(await indexes(low));
    }
  },
);
