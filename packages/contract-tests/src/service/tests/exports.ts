import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aRoom } from '../world.ts';

const MANIFEST = 'ab'.repeat(32);

/** Exports of a room. */
export const exportPromises: readonly ServicePromise[] = [
  {
    id: 'I8-exports',
    title: 'records the beginning and the end of an export by an owner, also of an archived room',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'ROOM_NOT_FOUND', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      await aFile(ada.caller, room);
      const path = `/rooms/${room.id}/exports`;
      const begun = await dataOf(ada.caller.post(path, { files: 1 }), 201);
      expect(begun).toMatchObject({ room_id: room.id, files: 1, manifest_sha256: null });
      await dataOf(ada.caller.post(`/rooms/${room.id}/archive`));
      const ended = await dataOf(ada.caller.post(path, { files: 1, manifest_sha256: MANIFEST }), 201);
      expect(ended).toMatchObject({ files: 1, manifest_sha256: MANIFEST });
      const { list } = await ada.caller.get(`/audit-events?room_id=${room.id}&type=room.exported`);
      expect(list).toMatchObject([
        { id: ended.id, actor: { id: ada.id }, data: { files: 1, manifest_sha256: MANIFEST } },
        { id: begun.id, actor: { id: ada.id }, data: { files: 1 } },
      ]);
      await expectRefusal(bob.caller.post(path, { files: 1 }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(eve.caller.post(path, { files: 1 }), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(ada.caller.post(path, { files: 1, manifest_sha256: 'AB' }), 400, 'VALIDATION_ERROR');
    },
  },
];
