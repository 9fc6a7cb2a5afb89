import { expect } from '@jest/globals';
import { parseVerifierKey, verifyEventProof } from '@strongroom/audit-proof';
import { isRefused } from '../../base/refused.ts';
import { dataOf, expectRefusal } from '../answer.ts';
import type { Caller } from '../caller.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, aLink, anUpload, aRoom, waitUntil } from '../world.ts';
import { TIME, UUID } from './shapes.ts';

/** Deletion of rooms and files. */
export const deletionPromises: readonly ServicePromise[] = [
  {
    id: 'S4-rooms-delete',
    title: 'deletes a room for its owners and the organisation’s owners and returns the number of files',
    also: ['S4-responses'],
    codes: ['INSUFFICIENT_ROOM_ROLE', 'INSUFFICIENT_ROLE', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, admin] = [await world.person(), await world.person(), await world.person('domain_admin')];
      const [room, other] = [await aRoom(ada.caller), await aRoom(ada.caller)];
      await aFile(ada.caller, room);
      await addMember(ada.caller, room, bob, 'contributor');
      for (const { caller } of [bob, admin]) expect((await caller.delete(`/rooms/${room.id}`)).status).toBe(403);
      await dataOf(world.owner.delete(`/rooms/${other.id}`), 200);
      expect(await dataOf(ada.caller.delete(`/rooms/${room.id}`), 200)).toMatchObject({
        id: room.id,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
        files_destroyed: 1,
        keys_destroyed: 1,
        files_to_destroy: 1,
        keys_to_destroy: 1,
        receipt_id: expect.stringMatching(UUID),
      });
      await expectRefusal(ada.caller.delete(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
    },
  },
  {
    id: 'S3-delete',
    title: 'makes nothing of a deleted room readable, downloadable or unwrappable',
    codes: ['FILE_NOT_FOUND', 'SHARE_NOT_FOUND', 'ROOM_NOT_FOUND', 'OBJECT_NOT_FOUND'],
    run: async ({ owner, visitor, harness }) => {
      const room = await aRoom(owner);
      const file = await aFile(owner, room);
      const link = await aLink(owner, file);
      const before = await dataOf(owner.get(`/files/${file.id}/download-url`));
      expect(await harness.unwrap(before.wrapped_dek, before.kms_key_id)).toHaveLength(32);
      const { receipt_id } = await dataOf(owner.delete(`/rooms/${room.id}`), 200);
      await expectRefusal(owner.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      for (const list of ['/rooms', '/oversight/rooms'])
        expect((await owner.get(list)).body).toMatchObject({ data: [], meta: { total: 0 } });
      await expectRefusal(owner.get(`/rooms/${room.id}/files`), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(owner.get(`/files/${file.id}`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(owner.get(`/files/${file.id}/download-url`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(visitor.get(`/shares/by-token/${link.token}`), 404, 'SHARE_NOT_FOUND');
      await expectRefusal(owner.get(`/shares/${link.id}`), 404, 'SHARE_NOT_FOUND');
      await waitUntil(
        () => owner.get(`/destruction-receipts/${receipt_id}`),
        ({ text }) => /"state":"(destroyed|scheduled)"/.test(text), // Cloud KMS disables a key immediately and schedules its destruction
      );
      await waitUntil(
        () => visitor.object('GET', before.download_url),
        ({ status }) => status === 404,
      );
      expect(await isRefused(harness.unwrap(before.wrapped_dek, before.kms_key_id))).toBe(true);
    },
  },
  {
    id: 'I4-receipts',
    title: 'shows the destruction of each file to the user who deleted the room and to overseers',
    codes: ['RECEIPT_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, auditor] = [await world.person(), await world.person(), await world.person('auditor')];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const { receipt_id } = await dataOf(ada.caller.delete(`/rooms/${room.id}`));
      const path = `/destruction-receipts/${receipt_id}`;
      expect((await ada.caller.get(path)).data).toMatchObject({
        id: receipt_id,
        room_id: room.id,
        deleted_by: ada.id,
        files_total: 1,
      });
      const { list } = await waitUntil(
        () => auditor.caller.get(`${path}/files`),
        (answer) => answer.list.length > 0,
      );
      expect(list).toMatchObject([{ file_id: file.id, object_destroyed_at: expect.stringMatching(TIME) }]);
      const { data } = await waitUntil(
        () => ada.caller.get(path),
        ({ text }) => text.includes('"status":"complete"'),
      );
      const key = { kms_key_id: expect.any(String), state: expect.stringMatching(/^(destroyed|scheduled|kept)$/) };
      expect(data).toMatchObject({ files_destroyed: 1, keys_destroyed: 1, key });
      expect((await ada.caller.get('/destruction-receipts')).list).toEqual([data]);
      expect((await bob.caller.get('/destruction-receipts')).body).toMatchObject({ data: [], meta: { total: 0 } });
      await expectRefusal(bob.caller.get(path), 404, 'RECEIPT_NOT_FOUND');
      await expectRefusal(bob.caller.get(`${path}/files`), 404, 'RECEIPT_NOT_FOUND');
      const keys = (await auditor.caller.get('/audit/key')).text.trimEnd().split('\n').map(parseVerifierKey);
      const { event } = await verifyEventProof((await ada.caller.get(`${path}/proof`)).text, { keys });
      expect(event).toMatchObject({ type: 'room.destroyed', target: { id: room.id }, data: { receipt_id, files: 1 } });
      await expectRefusal(bob.caller.get(`${path}/proof`), 404, 'RECEIPT_NOT_FOUND');
      await expectRefusal(ada.caller.get(`/destruction-receipts/${ABSENT_ID}`), 404, 'RECEIPT_NOT_FOUND');
    },
  },
  {
    id: 'I4-receipts',
    title: 'keeps names of files in a receipt where an owner of the room wants it, up to the clearance of the reader',
    codes: ['INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, auditor] = [await world.person(), await world.person('auditor')];
      const room = await aRoom(ada.caller, 'C1');
      const file = await aFile(ada.caller, room, { classification: 'C2', folder: 'plans' });
      const destroy = (by: Caller) => by.delete(`/rooms/${room.id}?keep_names=true`);
      await expectRefusal(destroy(world.owner), 403, 'INSUFFICIENT_ROOM_ROLE');
      const { receipt_id } = await dataOf(destroy(ada.caller));
      const path = `/destruction-receipts/${receipt_id}`;
      expect((await ada.caller.get(path)).data).toMatchObject({ names_kept: true });
      const { list } = await waitUntil(
        () => ada.caller.get(`${path}/files`),
        (answer) => answer.list.length > 0,
      );
      expect(list).toMatchObject([{ file_id: file.id, name: file.name, folder: 'plans' }]);
      await dataOf(world.owner.patch(`/users/${auditor.id}/clearance`, { clearance_level: 'C1' }), 200);
      const above = await auditor.caller.get(`${path}/files`);
      expect(above.list).toMatchObject([{ file_id: file.id, name: null, folder: null }]);
    },
  },
  {
    id: 'S4-files-delete',
    title: 'deletes an available and a pending file permanently',
    also: ['S4-responses'],
    codes: ['FILE_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const file = await aFile(owner, room);
      const link = await aLink(owner, file);
      const pending = await anUpload(owner, room);
      expect(await dataOf(owner.delete(`/files/${file.id}`), 200)).toEqual({
        id: file.id,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
      });
      await dataOf(owner.delete(`/files/${pending.file_id}`), 200);
      for (const id of [file.id, pending.file_id]) {
        await expectRefusal(owner.get(`/files/${id}`), 404, 'FILE_NOT_FOUND');
        await expectRefusal(owner.get(`/files/${id}/download-url`), 404, 'FILE_NOT_FOUND');
        await expectRefusal(owner.delete(`/files/${id}`), 404, 'FILE_NOT_FOUND');
      }
      await expectRefusal(visitor.get(`/shares/by-token/${link.token}`), 404, 'SHARE_NOT_FOUND');
      expect((await owner.get(`/rooms/${room.id}/files`)).list).toEqual([]);
    },
  },
  {
    id: 'S5-7',
    title: 'lets only owners and contributors of the room delete its files',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const files = [await aFile(ada.caller, room), await aFile(ada.caller, room)];
      const [first, second] = files.map(({ id }) => `/files/${id}`);
      await expectRefusal(bob.caller.delete(first ?? ''), 404, 'FILE_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(bob.caller.delete(first ?? ''), 403, 'INSUFFICIENT_ROOM_ROLE');
      await addMember(ada.caller, room, bob, 'contributor');
      await dataOf(bob.caller.delete(first ?? ''), 200);
      await dataOf(ada.caller.delete(second ?? ''), 200);
    },
  },
];
