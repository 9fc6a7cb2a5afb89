import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FolderPath, LiveRoom, PerPage, SearchText } from '@strongroom/domain';
import type { FileSort } from '../../src/steps/files/sort-places.ts';
import { aFile, aMember, aPerson, aRoom, joins } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import type { World } from '../world/service.ts';
import { another, openWorld } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
});

type Named = Readonly<{ classification?: string; by?: Person }>;

/** A file with that path in the room; returns its id. */
async function fileAt(room: LiveRoom, path: string, { classification, by = ada }: Named = {}): Promise<string> {
  const { id } = await aFile(world, by, room, classification === undefined ? {} : { classification });
  const end = path.lastIndexOf('/');
  await by.ask(world.app.files.edit, {
    fileId: id,
    name: path.slice(end + 1),
    folder: path.slice(0, Math.max(0, end)),
  });
  return id;
}

type Asked = Readonly<{ q?: string; sort?: FileSort; folder?: string; isRecursive?: boolean; cursor?: string }>;

const BY_NAME: FileSort = { column: 'name', isFalling: false };

async function paths(room: LiveRoom, person: Person, asked: Asked, app = world.app): Promise<readonly string[]> {
  const request = { roomId: room.id, sort: BY_NAME, ...asked };
  const { items, meta } = await person.ask(app.files.list, request as never);
  expect(meta.total).toBe(items.length);
  return items.map(({ folder, name }) => (folder === '' ? name : `${folder}/${name}`));
}

describe('finding', () => {
  test('finds words in any order, in name and folder, without case, accents and width', async () => {
    const room = await aRoom(world, ada, 'C1');
    await fileAt(room, 'Mu\u0308ller/Lease 2024.pdf');
    await fileAt(room, 'Legal/LEASE Müller.docx');
    await fileAt(room, 'Legal/ＮＤＡ.pdf');
    for (const q of ['muller lease', 'LEASE MÜLLER', 'ease ulle'])
      expect(await paths(room, ada, { q })).toEqual(['Legal/LEASE Müller.docx', 'Mu\u0308ller/Lease 2024.pdf']);
    expect(await paths(room, ada, { q: 'nda' })).toEqual(['Legal/ＮＤＡ.pdf']);
    expect(await paths(room, ada, { q: 'muller nda' })).toEqual([]);
    expect(await paths(room, ada, { q: 'pdf', folder: 'Legal' })).toEqual(['Legal/ＮＤＡ.pdf']);
    expect(await paths(room, ada, { q: 'pdf', folder: '', isRecursive: true })).toHaveLength(2);
    expect(await paths(room, ada, { q: 'pdf', folder: 'Leg', isRecursive: true })).toEqual([]);
  });

  test('by name, files whose own name has every word come before those that only lie in such a folder', async () => {
    const room = await aRoom(world, ada, 'C1');
    for (const path of ['Annual/a', 'Annual/b report', 'Annual/y', 'Tax/x annual', 'z annual report'])
      await fileAt(room, path);
    const sorted = async (q: string, isFalling: boolean) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const request = { roomId: room.id, q: q as SearchText, sort: { ...BY_NAME, isFalling }, perPage: 2 as PerPage };
        const { items, meta } = await ada.ask(world.app.files.list, { ...request, ...(cursor && { cursor }) });
        names.push(...items.map(({ name }) => name));
        cursor = meta.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return names;
    };
    expect(await sorted('annual', false)).toEqual(['x annual', 'z annual report', 'a', 'b report', 'y']);
    expect(await sorted('annual', true)).toEqual(['z annual report', 'x annual', 'y', 'b report', 'a']);
    expect(await sorted('ANNUAL report', false)).toEqual(['z annual report', 'b report']);
  });

  test('files above the clearance are neither found nor counted, also once they are relabelled', async () => {
    const room = await aRoom(world, ada, 'C1');
    const bob = await aMember(world, room, 'viewer', ada);
    const low = await fileAt(room, 'plan low');
    const high = await fileAt(room, 'plan high', { classification: 'C4' });
    expect(await paths(room, bob, { q: 'plan' })).toEqual(['plan low']);
    expect(await paths(room, ada, { q: 'plan' })).toEqual(['plan high', 'plan low']);
    await ada.ask(world.app.files.edit, { fileId: low, classification: 'C4' });
    expect(await paths(room, bob, { q: 'plan' })).toEqual([]);
    await ada.ask(world.app.files.edit, { fileId: high, classification: 'C1' });
    expect(await paths(room, bob, { q: 'plan' })).toEqual(['plan high']);
  });

  test('every process finds a file as soon as it is added, renamed, moved or deleted', async () => {
    const room = await aRoom(world, ada, 'C1');
    const { app } = await another(world);
    const found = async (q: string) => [await paths(room, ada, { q }), await paths(room, ada, { q }, app)];
    const twice = (...names: string[]) => [names, names];
    expect(await found('draft')).toEqual(twice());
    const id = await fileAt(room, 'draft');
    expect(await found('draft')).toEqual(twice('draft'));
    await ada.ask(world.app.files.edit, { fileId: id, name: 'final draft' });
    expect(await found('final')).toEqual(twice('final draft'));
    await ada.ask(world.app.files.edit, { fileId: id, folder: 'signed' });
    expect(await found('signed')).toEqual(twice('signed/final draft'));
    await ada.ask(world.app.files.delete, { fileId: id });
    expect(await found('draft')).toEqual(twice());
  });

  test('finds at once what was added while many ask', async () => {
    const room = await aRoom(world, ada, 'C1');
    const answers = await Promise.all(
      Array.from({ length: 5 }, async (_, at) => {
        await fileAt(room, `paper ${at} of five`);
        return paths(room, ada, { q: `paper ${at} of` });
      }),
    );
    expect(answers).toEqual(Array.from({ length: 5 }, (_, at) => [`paper ${at} of five`]));
  });

  test('a room without a question for an hour is read again', async () => {
    const room = await aRoom(world, ada, 'C1');
    await fileAt(room, 'before');
    expect(await paths(room, ada, {})).toEqual(['before']);
    world.clock.advance(2 * 3_600_000);
    await fileAt(room, 'later');
    expect(await paths(room, ada, {})).toEqual(['before', 'later']);
  });
});

describe('sorting', () => {
  test('sorts by each column in both directions, and goes on by the cursor', async () => {
    const room = await aRoom(world, ada, 'C1');
    const bob = await aPerson(world, 'member', { clearance: 'C3' });
    await joins(world, bob, room, 'contributor', ada);
    await fileAt(room, 'b 10', { classification: 'C1' });
    world.clock.advance(1);
    await fileAt(room, 'a', { classification: 'C3', by: bob });
    world.clock.advance(1);
    await fileAt(room, 'B 2', { classification: 'C2' });
    const sorted = async (column: FileSort['column'], isFalling: boolean) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const request = { roomId: room.id, sort: { column, isFalling }, perPage: 1 as PerPage };
        const { items, meta } = await ada.ask(world.app.files.list, { ...request, ...(cursor && { cursor }) });
        expect(meta.total).toBe(3);
        names.push(...items.map(({ name }) => name));
        cursor = meta.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return names;
    };
    expect(await sorted('name', false)).toEqual(['a', 'B 2', 'b 10']);
    expect(await sorted('name', true)).toEqual(['b 10', 'B 2', 'a']);
    expect(await sorted('date', false)).toEqual(['b 10', 'a', 'B 2']);
    expect(await sorted('date', true)).toEqual(['B 2', 'a', 'b 10']);
    expect(await sorted('label', false)).toEqual(['b 10', 'B 2', 'a']);
    expect(await sorted('label', true)).toEqual(['a', 'B 2', 'b 10']);
    expect(await sorted('size', false)).toEqual(['a', 'B 2', 'b 10']);
    expect(await sorted('by', false)).toEqual(['B 2', 'b 10', 'a']);
    expect(await sorted('by', true)).toEqual(['a', 'B 2', 'b 10']);
  });

  test('the cursor of one search is refused in another', async () => {
    const room = await aRoom(world, ada, 'C1');
    for (const name of ['one x', 'two x']) await fileAt(room, name);
    const request = { roomId: room.id, q: 'x' as SearchText, perPage: 1 as PerPage };
    const { meta } = await ada.ask(world.app.files.list, request);
    const cursor = meta.nextCursor ?? '';
    expect((await ada.ask(world.app.files.list, { ...request, cursor })).items).toHaveLength(1);
    for (const other of [{ q: 'y' as SearchText }, { sort: BY_NAME }, { folder: 'f' as FolderPath }])
      expect(await codeOf(ada.ask(world.app.files.list, { ...request, cursor, ...other }))).toBe('INVALID_CURSOR');
  });

  test('to an outside party the order tells nothing of an uploader whom they do not see', async () => {
    const room = await aRoom(world, ada, 'C1');
    await fileAt(room, 'c');
    const gone = await aMember(world, room, 'contributor', ada);
    await fileAt(room, 'b', { by: gone });
    await fileAt(room, 'a');
    await ada.ask(world.app.rooms.removeMember, { roomId: room.id, userId: gone.id });
    const outside = await aMember(world, room, 'viewer', ada);
    await world.owner.ask(world.app.users.edit, { userId: outside.id, external: true });
    const sort: FileSort = { column: 'by', isFalling: false };
    expect(await paths(room, outside, { sort })).toEqual(['a', 'b', 'c']);
  });
});
