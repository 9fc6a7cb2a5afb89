import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aLink, aRoom } from '../world.ts';
import { TIME } from './shapes.ts';

/** The bin of a room. */
export const binPromises: readonly ServicePromise[] = [
  {
    id: 'I8-bin',
    title: 'hides a deleted file at once and gives it back with its id, without its links',
    codes: ['FILE_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller, 'C1', { bin_days: 30 });
      expect(room).toMatchObject({ bin_days: 30 });
      expect(await aRoom(ada.caller)).toMatchObject({ bin_days: 0 });
      await addMember(ada.caller, room, bob, 'contributor');
      const file = await aFile(ada.caller, room, { folder: 'a/b' });
      const link = await aLink(ada.caller, file);
      expect(await dataOf(bob.caller.delete(`/files/${file.id}`), 200)).toEqual({
        id: file.id,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
        restorable_until: expect.stringMatching(TIME),
      });
      for (const { caller } of [ada, bob]) await expectRefusal(caller.get(`/files/${file.id}`), 404, 'FILE_NOT_FOUND');
      expect((await ada.caller.get(`/rooms/${room.id}/files`)).list).toEqual([]);
      const { list } = await ada.caller.get(`/rooms/${room.id}/bin?may=true`);
      expect(list).toMatchObject([{ id: file.id, folder: 'a/b', deleted_by: bob.id }]);
      expect(list[0]?.may).toEqual(['access.file.explain', 'bin.destroy', 'file.restore']);
      expect(await dataOf(bob.caller.post(`/files/${file.id}/restore`), 200)).toMatchObject({
        id: file.id,
        folder: 'a/b',
        status: 'available',
      });
      await dataOf(ada.caller.get(`/files/${file.id}/download-url`));
      await expectRefusal(world.visitor.get(`/shares/by-token/${link.token}`), 404, 'SHARE_NOT_FOUND');
      expect((await ada.caller.get(`/rooms/${room.id}/bin`)).list).toEqual([]);
      await expectRefusal(bob.caller.post(`/files/${file.id}/restore`), 404, 'FILE_NOT_FOUND');
    },
  },
  {
    id: 'I8-bin-rights',
    title: 'shows owners all deleted files and others their own, and lets only owners destroy them',
    codes: ['FILE_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller, 'C1', { bin_days: 30 });
      for (const person of [bob, eve]) await addMember(ada.caller, room, person, 'contributor');
      const [first, second] = [await aFile(ada.caller, room), await aFile(ada.caller, room)];
      await dataOf(bob.caller.delete(`/files/${first.id}`));
      await dataOf(eve.caller.delete(`/files/${second.id}`));
      const path = `/rooms/${room.id}/bin`;
      const idsFor = async ({ caller }: typeof ada) => (await caller.get(path)).list.map(({ id }) => id);
      expect((await idsFor(ada)).toSorted()).toEqual([first.id, second.id].toSorted());
      expect([await idsFor(bob), await idsFor(eve)]).toEqual([[first.id], [second.id]]);
      await expectRefusal(eve.caller.post(`/files/${first.id}/restore`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(eve.caller.delete(`${path}/${first.id}`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(eve.caller.delete(`${path}/${second.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(eve.caller.delete(path), 403, 'INSUFFICIENT_ROOM_ROLE');
      expect(await dataOf(ada.caller.delete(`${path}/${first.id}`), 200)).toMatchObject({
        id: first.id,
        status: 'destroyed',
      });
      await expectRefusal(bob.caller.post(`/files/${first.id}/restore`), 404, 'FILE_NOT_FOUND');
      expect(await dataOf(ada.caller.delete(path), 200)).toEqual({ room_id: room.id, destroyed: 1 });
      await expectRefusal(eve.caller.post(`/files/${second.id}/restore`), 404, 'FILE_NOT_FOUND');
    },
  },
];
