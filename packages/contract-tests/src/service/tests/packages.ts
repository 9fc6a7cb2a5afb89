import { expect } from '@jest/globals';
import { type Answer, dataOf, expectRefusal } from '../answer.ts';
import type { Caller } from '../caller.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aRoom, CONTENT } from '../world.ts';

const aPackage = (by: Caller, room: { id: string }, files: readonly { id: string }[], more: object = {}) =>
  by.post(`/rooms/${room.id}/packages`, {
    expires_in: 3600,
    items: files.map(({ id }) => ({ file_id: id })),
    ...more,
  });

/** The rows of a download of a package. */
type Row = Readonly<{ index: number; data: Readonly<Record<string, string>> }>;
const rowsOf = ({ body }: Answer): readonly Row[] => body.data as unknown as readonly Row[];
const redemptionOf = ({ body }: Answer): string =>
  (body.meta as unknown as Readonly<{ redemption: string }>).redemption;

/** Links to several files. */
export const packagePromises: readonly ServicePromise[] = [
  {
    id: 'I8-packages',
    title: 'gives every holder the files of a package for one use of the link, each key once',
    codes: ['SHARE_EXHAUSTED', 'INVALID_CURSOR', 'SHARE_REVOKED'],
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const files = [await aFile(owner, room), await aFile(owner, room, { name: 'b.txt' })];
      const link = await dataOf(aPackage(owner, room, files, { max_downloads: 1 }), 201);
      expect(link).toMatchObject({ kind: 'package', room_id: room.id, file_id: null, file_count: 2 });
      const path = `/shares/by-token/${link.token}`;
      const seen = { name: 'a.txt', size: 5, content_type: 'text/plain' };
      expect(await dataOf(visitor.get(path), 200)).toMatchObject({
        kind: 'package',
        file_count: 2,
        size: 10,
        has_keys: false,
        files: [
          { index: 0, ...seen },
          { index: 1, ...seen, name: 'b.txt' },
        ],
        remaining: 1,
      });
      const first = await visitor.post(`${path}/download`);
      expect(rowsOf(first)).toMatchObject(files.map(({ id }, index) => ({ index, file_id: id, status: 200 })));
      for (const { data } of rowsOf(first)) {
        expect(data).toHaveProperty('wrapped_dek');
        expect(await (await visitor.object('GET', data['download_url'] ?? '')).text()).toBe(CONTENT);
      }
      const redemption = redemptionOf(first);
      const later = await visitor.post(`${path}/download`, { redemption, items: [1] });
      expect(rowsOf(later)).toMatchObject([{ index: 1, status: 200 }]);
      expect(rowsOf(later)[0]?.data).not.toHaveProperty('wrapped_dek');
      await expectRefusal(visitor.post(`${path}/download`), 410, 'SHARE_EXHAUSTED');
      expect((await owner.get(`/shares/${link.id}`)).data).toMatchObject({ download_count: 1, status: 'exhausted' });
      const other = await dataOf(aPackage(owner, room, files), 201);
      const foreign = visitor.post(`/shares/by-token/${other.token}/download`, { redemption, items: [1] });
      await expectRefusal(foreign, 400, 'INVALID_CURSOR');
      await dataOf(owner.delete(`/shares/${link.id}`), 200);
      await expectRefusal(visitor.post(`${path}/download`, { redemption, items: [1] }), 410, 'SHARE_REVOKED');
    },
  },
  {
    id: 'I8-packages',
    title: 'makes a package of all its files or of none, for owners and contributors',
    codes: ['FILE_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'VALIDATION_ERROR', 'VERSION_CHANGED', 'PACKAGE_EMPTY'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const foreign = await aFile(ada.caller, await aRoom(ada.caller));
      await expectRefusal(aPackage(ada.caller, room, [file, foreign]), 404, 'FILE_NOT_FOUND');
      await expectRefusal(aPackage(ada.caller, room, [file, file]), 400, 'VALIDATION_ERROR');
      await expectRefusal(aPackage(ada.caller, room, []), 400, 'VALIDATION_ERROR');
      await expectRefusal(aPackage(ada.caller, room, [file], { folder_id: 'x' }), 400, 'VALIDATION_ERROR');
      const pinned = { items: [{ file_id: file.id, version: 2 }] };
      await expectRefusal(aPackage(ada.caller, room, [], pinned), 409, 'VERSION_CHANGED');
      const folder = await dataOf(ada.caller.post(`/rooms/${room.id}/folders`, { path: 'a' }), 201);
      const ofFolder = { items: undefined, folder_id: folder.id };
      await expectRefusal(aPackage(ada.caller, room, [], ofFolder), 409, 'PACKAGE_EMPTY');
      for (const _ of [1, 2]) await aFile(ada.caller, room, { folder: 'a/b' });
      expect(await dataOf(aPackage(ada.caller, room, [], ofFolder), 201)).toMatchObject({ file_count: 2 });
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(aPackage(bob.caller, room, [file]), 403, 'INSUFFICIENT_ROOM_ROLE');
    },
  },
  {
    id: 'I8-packages',
    title: 'lists packages where they are asked for, to their maker and the owners of the room',
    codes: ['SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const file = await aFile(ada.caller, room);
      const own = await dataOf(aPackage(bob.caller, room, [file]), 201);
      const anothers = await dataOf(aPackage(ada.caller, room, [file]), 201);
      const listed = async (by: Caller, query: string) =>
        (await by.get(`/rooms/${room.id}/shares${query}`)).list.map(({ id }) => id).toSorted();
      expect(await listed(ada.caller, '')).toEqual([]);
      expect(await listed(ada.caller, '?kind=package')).toEqual([own.id, anothers.id].toSorted());
      expect(await listed(bob.caller, '?kind=all')).toEqual([own.id]);
      const another = await aFile(ada.caller, room);
      const single = await dataOf(ada.caller.post(`/files/${file.id}/share`, { expires_in: 60 }), 201);
      const ofFile = async (by: Caller, { id }: { id: string }, query = '') => {
        const { list, meta } = await by.get(`/files/${id}/shares${query}`);
        expect(meta.total).toBe(list.length);
        return list.map((link) => link.id).toSorted();
      };
      expect(await ofFile(ada.caller, file)).toEqual([single.id]);
      expect(await ofFile(ada.caller, file, '?kind=package')).toEqual([own.id, anothers.id].toSorted());
      expect(await ofFile(ada.caller, file, '?kind=all')).toEqual([own.id, anothers.id, single.id].toSorted());
      expect(await ofFile(bob.caller, file, '?kind=package')).toEqual([own.id]);
      expect(await ofFile(ada.caller, another, '?kind=all')).toEqual([]);
      await expectRefusal(bob.caller.get(`/shares/${anothers.id}`), 404, 'SHARE_NOT_FOUND');
      const changed = await dataOf(bob.caller.patch(`/shares/${own.id}`, { name: 'Offer' }), 200);
      expect(changed).toMatchObject({ kind: 'package', name: 'Offer' });
    },
  },
  {
    id: 'I8-packages',
    title: 'lists the files of a package as its holders see them, and no file that is hidden from the reader',
    codes: ['SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, stranger] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const [first, second] = [await aFile(ada.caller, room), await aFile(ada.caller, room)];
      const items = [{ file_id: first.id }, { file_id: second.id, folder: 'Tax' }];
      const link = await dataOf(aPackage(bob.caller, room, [], { items }), 201);
      expect(link).toMatchObject({ file_count: 2, file_total: 2, file_name: first.name, folder: '' });
      const filesFor = async (by: Caller, query = '') => (await by.get(`/shares/${link.id}/files${query}`)).list;
      expect(await filesFor(bob.caller)).toMatchObject([
        { index: 0, file_id: first.id, name: first.name, folder: '', version: 1, given: true },
        { index: 1, file_id: second.id, name: second.name, folder: 'Tax', version: 1, given: true },
      ]);
      expect(await filesFor(ada.caller, '?per_page=1&page=2')).toMatchObject([{ index: 1 }]);
      await expectRefusal(stranger.caller.get(`/shares/${link.id}/files`), 404, 'SHARE_NOT_FOUND');
      await ada.caller.delete(`/files/${first.id}`);
      expect(await filesFor(bob.caller)).toMatchObject([{ index: 1, file_id: second.id }]);
      expect(await dataOf(bob.caller.get(`/shares/${link.id}`), 200)).toMatchObject({
        file_count: 1,
        file_total: 2,
        file_name: second.name,
      });
    },
  },
];
