import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, anUpload, aRoom } from '../world.ts';

/** Folders that are restricted to groups. */
export const accessPromises: readonly ServicePromise[] = [
  {
    id: 'I8-access',
    title: 'restricts folders to groups, and answers other members as if they were not there',
    codes: [
      'FOLDER_NOT_FOUND',
      'GROUP_NOT_FOUND',
      'INSUFFICIENT_ROOM_ROLE',
      'INVALID_ROLE',
      'MEMBER_NOT_FOUND',
      'NAME_TAKEN',
      'STRUCTURE_IN_USE',
      'STRUCTURE_OPEN',
      'VALIDATION_ERROR',
    ],
    run: async (world) => {
      const [ada, ann, bea, eve] = [
        await world.person(),
        await world.person(),
        await world.person(),
        await world.person(),
      ];
      const room = await aRoom(ada.caller);
      for (const person of [ann, bea]) await addMember(ada.caller, room, person, 'contributor');
      await addMember(ada.caller, room, eve, 'viewer');
      const path = `/rooms/${room.id}`;
      const groups = [];
      for (const person of [ann, bea]) {
        const group = await dataOf(ada.caller.post(`${path}/groups`, { name: person.id }), 201);
        await dataOf(ada.caller.post(`${path}/groups/${group.id}/members`, { user_id: person.id }), 201);
        groups.push(group.id);
      }
      const [ofAnn, ofBea] = groups;
      const adds = (id: string | undefined) => ({ groups: [{ group_id: id, role: 'contributor' }] });
      const open = await dataOf(ada.caller.post(`${path}/folders`, { path: 'Bea' }), 201);
      const folder = `${path}/folders/${open.id}`;
      const file = await aFile(bea.caller, room, { folder: 'Bea' });
      await expectRefusal(ada.caller.put(`${folder}/access`, adds(ofBea)), 409, 'STRUCTURE_OPEN');
      await expectRefusal(ann.caller.patch(path, { structure: 'owners' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      expect(await dataOf(ada.caller.patch(path, { structure: 'owners' }), 200)).toMatchObject({ structure: 'owners' });
      await expectRefusal(ada.caller.put(`${folder}/access`, adds(ABSENT_ID)), 404, 'GROUP_NOT_FOUND');
      const king = { groups: [{ group_id: ofBea, role: 'king' }] };
      await expectRefusal(ada.caller.put(`${folder}/access`, king), 400, 'INVALID_ROLE');
      await expectRefusal(bea.caller.put(`${folder}/access`, adds(ofBea)), 403, 'INSUFFICIENT_ROOM_ROLE');
      expect((await ann.caller.get(`${path}/files`)).list).toMatchObject([{ id: file.id }]);
      const restricted = await dataOf(ada.caller.put(`${folder}/access`, adds(ofBea)), 200);
      expect(restricted).toMatchObject({ id: open.id, access: { ...adds(ofBea), restricted_by: [open.id] } });
      await expectRefusal(ada.caller.patch(path, { structure: 'open' }), 409, 'STRUCTURE_IN_USE');
      for (const { caller } of [ann, eve]) {
        expect((await caller.get(`${path}/folders`)).list).toEqual([]);
        const { list, body } = await caller.get(`${path}/files`);
        expect([list, body.meta?.total]).toEqual([[], 0]);
        expect((await caller.get(`${path}/files?q=a`)).list).toEqual([]);
        expect(await dataOf(caller.get(path))).toMatchObject({ file_count: 0 });
        await expectRefusal(caller.get(folder), 404, 'FOLDER_NOT_FOUND');
        await expectRefusal(caller.get(`/files/${file.id}/download-url`), 404, 'FILE_NOT_FOUND');
        // The same for a name that is there and for one that is not.
        for (const name of ['Bea', 'Nobody'])
          await expectRefusal(caller.post(`${path}/folders`, { path: name }), 403, 'INSUFFICIENT_ROOM_ROLE');
      }
      expect((await bea.caller.get(`${path}/files`)).list).toMatchObject([{ id: file.id }]);
      expect(await dataOf(bea.caller.get(folder))).not.toHaveProperty('access');
      const made = await dataOf(ada.caller.post(`${path}/folders`, { path: 'Ann', access: adds(ofAnn) }), 201);
      expect((await ann.caller.get(`${path}/folders`)).list).toMatchObject([{ id: made.id, path: 'Ann' }]);
      // Owners see what a group sees.
      const as = `as_group=${ofAnn}`;
      expect((await ada.caller.get(`${path}/folders?${as}`)).list).toMatchObject([{ id: made.id }]);
      expect((await ada.caller.get(`${path}/files?${as}`)).list).toEqual([]);
      await expectRefusal(ada.caller.get(`${path}/files?as_group=${ABSENT_ID}`), 404, 'GROUP_NOT_FOUND');
      await expectRefusal(ann.caller.get(`${path}/files?${as}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      // And what a member sees.
      await dataOf(bea.caller.patch(`${path}/visit`, { seen_file_count: 1 }));
      await dataOf(bea.caller.patch(`${path}/favourite`, { favourite: true }));
      const roomAs = await dataOf(ada.caller.get(`${path}?as_member=${bea.id}`));
      const ofThem = { favourite: false, seen_file_count: null, seen_at: null };
      expect(roomAs).toEqual({ ...(await dataOf(bea.caller.get(path))), ...ofThem });
      expect(roomAs).toMatchObject({ my_role: 'contributor' });
      expect(await dataOf(ada.caller.get(`${path}?${as}`))).toMatchObject({ my_role: 'viewer', file_count: 0 });
      await expectRefusal(ann.caller.get(`${path}?as_member=${bea.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      for (const list of ['files', 'folders']) {
        const asBea = await ada.caller.get(`${path}/${list}?as_member=${bea.id}`);
        expect(asBea.list).toEqual((await bea.caller.get(`${path}/${list}`)).list);
        await expectRefusal(ada.caller.get(`${path}/${list}?as_member=${ABSENT_ID}`), 404, 'MEMBER_NOT_FOUND');
        await expectRefusal(ann.caller.get(`${path}/${list}?as_member=${bea.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
        await expectRefusal(ada.caller.get(`${path}/${list}?as_member=${bea.id}&${as}`), 400, 'VALIDATION_ERROR');
      }
      expect((await bea.caller.get(`${path}/folders`)).list).toMatchObject([{ id: open.id, path: 'Bea' }]);
      await expectRefusal(ada.caller.post(`${path}/folders`, { path: 'ann', access: adds(ofBea) }), 409, 'NAME_TAKEN');
      // Without its group it is left to owners, and lifted it is there for all.
      await dataOf(ada.caller.delete(`${path}/groups/${ofBea}`), 200);
      await expectRefusal(bea.caller.get(folder), 404, 'FOLDER_NOT_FOUND');
      expect(await dataOf(ada.caller.get(folder))).toMatchObject({ access: { groups: [] } });
      await dataOf(ada.caller.put(`${folder}/access`, { groups: null }), 200);
      expect((await eve.caller.get(`${path}/files`)).list).toMatchObject([{ id: file.id }]);
    },
  },
  {
    id: 'I8-access',
    title: 'counts for owners who would gain and lose sight of a file or folder, and changes nothing',
    codes: [
      'FILE_NOT_FOUND',
      'FOLDER_NOT_FOUND',
      'GROUP_NOT_FOUND',
      'INSUFFICIENT_ROOM_ROLE',
      'ROOM_NOT_FOUND',
      'UPLOAD_NOT_CONFIRMED',
      'VALIDATION_ERROR',
    ],
    run: async (world) => {
      const [ada, ann, bea] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller, 'C1', { structure: 'owners' });
      for (const person of [ann, bea]) await addMember(ada.caller, room, person, 'contributor');
      const path = `/rooms/${room.id}`;
      const group = await dataOf(ada.caller.post(`${path}/groups`, { name: 'Bidder B' }), 201);
      await dataOf(ada.caller.post(`${path}/groups/${group.id}/members`, { user_id: bea.id }), 201);
      const adds = { groups: [{ group_id: group.id, role: 'contributor' }] };
      const common = await dataOf(ada.caller.post(`${path}/folders`, { path: 'Common' }), 201);
      const restricted = await dataOf(ada.caller.post(`${path}/folders`, { path: 'Bea', access: adds }), 201);
      const file = await aFile(ada.caller, room, { folder: 'Common' });
      const asked = (body: object) => dataOf(ada.caller.post(`${path}/sight`, body), 200);
      expect(await asked({ folder_id: common.id, ...adds })).toEqual({ gain: 0, lose: 1 });
      expect(await asked({ folder_id: common.id, groups: [] })).toEqual({ gain: 0, lose: 2 });
      expect(await asked({ folder_id: restricted.id, groups: null })).toEqual({ gain: 1, lose: 0 });
      expect(await asked({ folder_id: common.id, to_folder: 'Bea' })).toEqual({ gain: 0, lose: 1 });
      expect(await asked({ file_id: file.id, to_folder: 'Bea' })).toEqual({ gain: 0, lose: 1 });
      expect(await asked({ file_id: file.id, to_folder: 'Elsewhere' })).toEqual({ gain: 0, lose: 0 });
      expect((await ann.caller.get(`${path}/files`)).list).toMatchObject([{ id: file.id, folder: 'Common' }]);
      for (const body of [{}, { folder_id: common.id }, { file_id: file.id, groups: [] }, { groups: null }])
        await expectRefusal(ada.caller.post(`${path}/sight`, body), 400, 'VALIDATION_ERROR');
      const sight = (by: typeof ada, body: object) => by.caller.post(`${path}/sight`, body);
      await expectRefusal(sight(ada, { folder_id: common.id, to_folder: 'Common/x' }), 400, 'VALIDATION_ERROR');
      await expectRefusal(sight(ada, { folder_id: ABSENT_ID, groups: [] }), 404, 'FOLDER_NOT_FOUND');
      await expectRefusal(sight(ada, { file_id: ABSENT_ID, to_folder: '' }), 404, 'FILE_NOT_FOUND');
      const other = { group_id: ABSENT_ID, role: 'viewer' };
      await expectRefusal(sight(ada, { folder_id: common.id, groups: [other] }), 404, 'GROUP_NOT_FOUND');
      const pending = await anUpload(ada.caller, room);
      await expectRefusal(sight(ada, { file_id: pending.file_id, to_folder: '' }), 409, 'UPLOAD_NOT_CONFIRMED');
      for (const id of [restricted.id, ABSENT_ID])
        await expectRefusal(sight(ann, { folder_id: id, groups: [] }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(sight(await world.person(), { folder_id: common.id, groups: [] }), 404, 'ROOM_NOT_FOUND');
    },
  },
  {
    id: 'S8-bulk-operations',
    title: 'refuses a bulk request as one where the role in the folder refuses each item',
    codes: ['INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bea] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller, 'C1', { structure: 'owners' });
      await addMember(ada.caller, room, bea, 'viewer');
      const path = `/rooms/${room.id}`;
      const group = await dataOf(ada.caller.post(`${path}/groups`, { name: 'Bea' }), 201);
      await dataOf(ada.caller.post(`${path}/groups/${group.id}/members`, { user_id: bea.id }), 201);
      const adds = { groups: [{ group_id: group.id, role: 'contributor' }] };
      await dataOf(ada.caller.post(`${path}/folders`, { path: 'Bea', access: adds }), 201);
      await dataOf(ada.caller.post(`${path}/folders`, { path: 'Hidden', access: { groups: [] } }), 201);
      const [own, other] = [
        await aFile(bea.caller, room, { folder: 'Bea' }),
        await aFile(ada.caller, room, { folder: 'Bea' }),
      ];
      const announced = (folder: string) => ({ name: 'a.txt', size: 5, content_type: 'text/plain', folder });
      const refusal = async (to: string, body: object) => {
        const answer = await expectRefusal(bea.caller.post(`${path}${to}`, body), 403, 'INSUFFICIENT_ROOM_ROLE');
        return { ...answer.body.error, request_id: undefined };
      };
      const single = await refusal('/files/upload-url', announced('Hidden'));
      // The same for a folder that is there and for one that is not.
      for (const folder of ['Hidden', 'Absent', '']) {
        expect(await refusal('/files/upload-urls', { items: [announced(folder), announced(folder)] })).toEqual(single);
        if (folder !== '') await refusal('/folders/bulk', { items: [{ path: folder }, { path: `${folder}/x` }] });
      }
      await refusal('/files/bulk-move', { items: [{ file_id: own.id }], folder_id: null });
      await refusal('/files/bulk-delete', { items: [{ file_id: other.id }] });
      // An item that passes, or that is refused for another reason, leaves a row for each.
      const rows = async (to: string, items: readonly object[]) =>
        (await bea.caller.post(`${path}${to}`, { items })).list.map(({ status }) => status);
      expect(await rows('/files/upload-urls', [announced('Hidden'), announced('Bea')])).toEqual([403, 200]);
      expect(await rows('/files/upload-urls', [announced('Hidden'), {}])).toEqual([403, 400]);
      expect(await rows('/folders/bulk', [{ path: 'Bea/x' }, { path: 'Hidden/x' }])).toEqual([201, 403]);
      expect(await rows('/files/bulk-delete', [{ file_id: other.id }, { file_id: own.id }])).toEqual([403, 200]);
      expect((await ada.caller.get(`${path}/files`)).list).toMatchObject([{ id: other.id, folder: 'Bea' }]);
    },
  },
];
