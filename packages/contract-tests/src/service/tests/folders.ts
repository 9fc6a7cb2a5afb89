import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, anUpload, aRoom, CONTENT, IV, TAG } from '../world.ts';
import { TIME, UUID } from './shapes.ts';

type By = Readonly<{ caller: Parameters<typeof aRoom>[0] }>;

/** Folders of a room. */
export const folderPromises: readonly ServicePromise[] = [
  {
    id: 'I8-folders',
    title: 'lists the folders of a room with the number of files that the caller sees',
    codes: ['ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person('member', 'C3'), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const add = (folder: string, classification = 'C1') => aFile(ada.caller, room, { folder, classification });
      const moving = await add('');
      await Promise.all([add(''), add('b'), add('a/b c'), add('a/b c', 'C3'), add('secret', 'C3')]);
      const seen = async ({ caller }: By, query = '') => {
        const { list, meta } = await caller.get(`/rooms/${room.id}/folders${query}`);
        expect(meta).toMatchObject({ total: list.length, total_is_exact: true });
        return list.map(({ path, file_count }) => [path, file_count]);
      };
      const top = ['', 2] as const;
      expect(await seen(ada)).toEqual([top, ['a', 0], ['a/b c', 2], ['b', 1], ['secret', 1]]);
      expect(await seen(bob)).toEqual([top, ['a', 0], ['a/b c', 1], ['b', 1]]);
      expect(await seen(ada, '?prefix=/a/')).toEqual([['a/b c', 2]]);
      expect(await seen(bob, '?prefix=s')).toEqual([]);
      await expectRefusal(
        ada.caller.get(`/rooms/${room.id}/folders?prefix=${'a'.repeat(401)}`),
        400,
        'VALIDATION_ERROR',
      );
      await dataOf(ada.caller.patch(`/files/${moving.id}`, { folder: 'b' }), 200);
      expect(await seen(bob)).toEqual([
        ['', 1],
        ['a', 0],
        ['a/b c', 1],
        ['b', 2],
      ]);
      await dataOf(ada.caller.delete(`/files/${moving.id}`), 200);
      expect(await seen(bob)).toEqual([
        ['', 1],
        ['a', 0],
        ['a/b c', 1],
        ['b', 1],
      ]);
      await expectRefusal(eve.caller.get(`/rooms/${room.id}/folders`), 404, 'ROOM_NOT_FOUND');
    },
  },
  {
    id: 'I8-folders-order',
    title: 'places a folder among those beside it that the caller sees, and tells nothing of the others',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'VALIDATION_ERROR', 'ROOM_ARCHIVED', 'FOLDER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await dataOf(ada.caller.patch(`/rooms/${room.id}`, { structure: 'owners' }), 200);
      await addMember(ada.caller, room, bob, 'viewer');
      const path = `/rooms/${room.id}/folders`;
      const make = async (name: string, more: object = {}) =>
        (await dataOf(ada.caller.post(path, { path: name, ...more }), 201)).id;
      const ten = await make('10 Tax');
      const two = await make('2 Legal');
      await make('2 Legal/Old');
      const hidden = await make('1 Bidder B', { access: { groups: [] } });
      const orderFor = async ({ caller }: By) => {
        const { list } = await caller.get(`${path}?positions=true`);
        const rows = list.filter(({ parent_id: parent }) => parent === null);
        const positions = rows.map(({ position }) => Number(position));
        expect(positions.toSorted((one, other) => one - other)).toEqual(rows.map((_, index) => index + 1));
        return rows.toSorted((one, other) => Number(one.position) - Number(other.position)).map(({ path: at }) => at);
      };
      expect(await orderFor(ada)).toEqual(['1 Bidder B', '2 Legal', '10 Tax']);
      expect(await orderFor(bob)).toEqual(['2 Legal', '10 Tax']);
      const place = async (id: string, position: number) =>
        (await dataOf(ada.caller.patch(`${path}/${id}`, { position }), 200)).position;
      expect(await place(ten, 2)).toBe(2);
      expect(await orderFor(ada)).toEqual(['1 Bidder B', '10 Tax', '2 Legal']);
      expect(await orderFor(bob)).toEqual(['10 Tax', '2 Legal']);
      expect((await dataOf(bob.caller.get(`${path}/${two}`), 200)).position).toBe(2);
      // A hidden folder goes anywhere: others stay where they are. Above the number of folders is the last place.
      expect(await place(hidden, 99)).toBe(3);
      expect(await orderFor(bob)).toEqual(['10 Tax', '2 Legal']);
      await dataOf(ada.caller.patch(`${path}/${ten}`, { path: 'Tax' }), 200);
      expect(await orderFor(bob)).toEqual(['Tax', '2 Legal']);
      const without = (await bob.caller.get(path)).list;
      expect(without.some((folder) => 'position' in folder)).toBe(false);
      await expectRefusal(ada.caller.patch(`${path}/${two}`, { position: 0 }), 400, 'VALIDATION_ERROR');
      await expectRefusal(ada.caller.patch(`${path}/${two}`, { position: 1, path: 'x' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(bob.caller.patch(`${path}/${two}`, { position: 1 }), 403, 'INSUFFICIENT_ROOM_ROLE');
      for (const absent of [hidden, ABSENT_ID, eve.id])
        await expectRefusal(bob.caller.patch(`${path}/${absent}`, { position: 1 }), 404, 'FOLDER_NOT_FOUND');
      await dataOf(ada.caller.post(`/rooms/${room.id}/archive`), 200);
      await expectRefusal(ada.caller.patch(`${path}/${two}`, { position: 1 }), 409, 'ROOM_ARCHIVED');
    },
  },
  {
    id: 'I8-folders-make',
    title: 'makes folders with those above them, keeps empty ones, and deletes empty ones only',
    codes: ['FOLDER_NOT_FOUND', 'FOLDER_NOT_EMPTY', 'INSUFFICIENT_ROOM_ROLE', 'ROOM_ARCHIVED', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const path = `/rooms/${room.id}/folders`;
      const made = await dataOf(ada.caller.post(path, { path: 'Deal/Contracts' }), 201);
      expect(made).toEqual({
        id: expect.stringMatching(UUID),
        room_id: room.id,
        path: 'Deal/Contracts',
        name: 'Contracts',
        parent_id: expect.stringMatching(UUID),
        index: null,
        file_count: 0,
        folder_count: 0,
        created_by: ada.id,
        created_at: expect.stringMatching(TIME),
        structure: 'open',
        access: { groups: null, restricted_by: [] },
        may: [
          'access.folder.explain',
          'file.upload',
          'folder.access',
          'folder.create',
          'folder.delete',
          'folder.edit',
          'folder.get',
          'folder.structure',
          'upload_request.create',
        ],
      });
      expect(await dataOf(ada.caller.post(path, { path: 'deal/CONTRACTS' }), 200)).toEqual(made);
      expect(
        (await ada.caller.post(`${path}/bulk`, { items: [{ path: 'Deal' }, { path: 'New' }, {}] })).list,
      ).toMatchObject([
        { index: 0, status: 200 },
        { index: 1, status: 201, data: { path: 'New', parent_id: null } },
        { index: 2, status: 400 },
      ]);
      expect((await bob.caller.get(path)).list.map((folder) => folder.path)).toEqual(['Deal', 'Deal/Contracts', 'New']);
      for (const wrong of ['', '/a', 'a/', 'a//b', '..', 'a'.repeat(256)])
        await expectRefusal(ada.caller.post(path, { path: wrong }), 400, 'VALIDATION_ERROR');
      await expectRefusal(bob.caller.post(path, { path: 'x' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.delete(`${path}/${made.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(ada.caller.delete(`${path}/${made.parent_id}`), 409, 'FOLDER_NOT_EMPTY');
      expect(await dataOf(ada.caller.delete(`${path}/${made.id}`), 200)).toEqual({
        id: made.id,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
      });
      for (const id of [made.id, ABSENT_ID, 'x'])
        await expectRefusal(ada.caller.get(`${path}/${id}`), 404, 'FOLDER_NOT_FOUND');
      await dataOf(ada.caller.post(`/rooms/${room.id}/archive`), 200);
      await expectRefusal(ada.caller.post(path, { path: 'x' }), 409, 'ROOM_ARCHIVED');
    },
  },
  {
    id: 'I8-folders-move',
    title: 'renames and moves a folder with everything below it, in one step',
    codes: ['NAME_TAKEN', 'VALIDATION_ERROR', 'FOLDER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C3'), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const path = `/rooms/${room.id}/folders`;
      const [open, secret] = [
        await aFile(ada.caller, room, { folder: 'a/b' }),
        await aFile(ada.caller, room, { folder: 'a/c', classification: 'C3' }),
      ];
      const upload = await anUpload(bob.caller, room, { folder: 'a' });
      const { id } = (await bob.caller.get(path)).list[0] ?? { id: ABSENT_ID };
      const taken = await dataOf(bob.caller.post(path, { path: 'taken' }), 201);
      await expectRefusal(bob.caller.patch(`${path}/${id}`, { path: 'Taken' }), 409, 'NAME_TAKEN');
      await expectRefusal(bob.caller.patch(`${path}/${id}`, { path: 'a/b/c' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(bob.caller.patch(`${path}/${ABSENT_ID}`, { path: 'x' }), 404, 'FOLDER_NOT_FOUND');
      expect(await dataOf(bob.caller.patch(`${path}/${id}`, { path: 'taken/x' }), 200)).toMatchObject({
        id,
        path: 'taken/x',
        parent_id: taken.id,
        folder_count: 1,
      });
      const pathsFor = async ({ caller }: By) => (await caller.get(path)).list.map((folder) => folder.path);
      expect(await pathsFor(ada)).toEqual(['taken', 'taken/x', 'taken/x/b', 'taken/x/c']);
      expect(await pathsFor(bob)).toEqual(['taken', 'taken/x', 'taken/x/b']);
      expect(await dataOf(bob.caller.get(`/files/${open.id}`))).toMatchObject({ folder: 'taken/x/b' });
      expect(await dataOf(ada.caller.get(`/files/${secret.id}`))).toMatchObject({ folder: 'taken/x/c' });
      await bob.caller.object('PUT', upload.upload_url, CONTENT);
      const confirmed = bob.caller.post(`/rooms/${room.id}/files/${upload.file_id}/confirm`, { iv: IV, tag: TAG });
      expect(await dataOf(confirmed, 200)).toMatchObject({ folder: 'taken/x' });
      expect(await dataOf(bob.caller.patch(`${path}/${id}`, { path: 'Taken/X' }), 200)).toMatchObject({
        path: 'taken/X',
      });
    },
  },
  {
    id: 'I8-folders-hidden',
    title: 'answers as if a folder that holds only hidden files did not exist',
    codes: ['FOLDER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C3'), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const path = `/rooms/${room.id}/folders`;
      await aFile(ada.caller, room, { folder: 'Layoffs', classification: 'C3' });
      const { id } = (await ada.caller.get(path)).list[0] ?? { id: ABSENT_ID };
      expect((await bob.caller.get(path)).list).toEqual([]);
      for (const ask of [bob.caller.get(`${path}/${id}`), bob.caller.delete(`${path}/${id}`)])
        await expectRefusal(ask, 404, 'FOLDER_NOT_FOUND');
      const made = await dataOf(bob.caller.post(path, { path: 'Layoffs' }), 201);
      expect(made).toMatchObject({ created_by: bob.id, file_count: 0 });
      await dataOf(bob.caller.delete(`${path}/${made.id}`), 200);
      expect((await bob.caller.get(path)).list).toEqual([]);
      expect((await ada.caller.get(path)).list).toMatchObject([{ path: 'Layoffs', file_count: 1 }]);
    },
  },
];
