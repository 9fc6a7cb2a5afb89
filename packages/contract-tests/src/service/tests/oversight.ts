import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ANNOUNCED, aFile, aRoom, join } from '../world.ts';

/** Sections 6 and 7, and who sees what. */
export const oversight: readonly ServicePromise[] = [
  {
    id: 'S6-events',
    title: 'changes, releases of keys and denials are in the log with who, what and when',
    codes: ['INSUFFICIENT_ROLE', 'ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await given(ada.caller.get(`/files/${file.id}/download-url`));
      await refused(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      const of = (query: string) => world.owner.get(`/audit-events?room_id=${room.id}&${query}`);
      const types = (await of('outcome=allowed')).list.map(({ type }) => type);
      expect(types).toEqual(expect.arrayContaining(['room.created', 'file.upload_requested', 'file.downloaded']));
      expect((await of(`actor_id=${bob.id}`)).list).toMatchObject([
        { type: 'access.denied', outcome: 'denied', target: { id: room.id } },
      ]);
      expect((await of('type=file.downloaded&from=2020-01-01T00:00:00Z')).list).toMatchObject([
        { actor: { type: 'user', id: ada.id }, target: { type: 'file', id: file.id, room_id: room.id } },
      ]);
      const exported = await world.owner.get(`/audit-events/export?room_id=${room.id}`);
      expect(exported.headers.get('Content-Type')).toContain('application/x-ndjson');
      expect(exported.text.trim().split('\n').length).toBe((await of('')).meta.total);
      await given(ada.caller.get(`/audit-events?room_id=${room.id}`), 200);
      await refused(bob.caller.get('/audit-events'), 403, 'INSUFFICIENT_ROLE');
      await refused(bob.caller.get(`/audit-events?room_id=${room.id}`), 404, 'ROOM_NOT_FOUND');
      await join(ada.caller, room, bob, 'viewer');
      await refused(bob.caller.get(`/audit-events?room_id=${room.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await refused(of('type=x'), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S7-1',
    title: 'what is hidden is answered like what is not there, byte for byte',
    codes: ['ROOM_NOT_FOUND', 'FILE_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C4'), await world.person()];
      const [foreign, high] = [await aRoom(ada.caller), await aRoom(ada.caller, 'C4')];
      await join(ada.caller, high, bob, 'contributor');
      const file = await aFile(ada.caller, foreign);
      const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
      const nothing = '11111111-1111-4111-8111-111111111111';
      const asked = (id: string, fileId: string) => [
        bob.caller.get(`/rooms/${id}`),
        bob.caller.patch(`/rooms/${id}`, { name: 'x' }),
        bob.caller.delete(`/rooms/${id}`),
        bob.caller.get(`/rooms/${id}/members`),
        bob.caller.get(`/rooms/${id}/files`),
        bob.caller.post(`/rooms/${id}/archive`),
        bob.caller.post(`/rooms/${id}/members`, { user_id: bob.id, role: 'owner' }),
        bob.caller.post(`/rooms/${id}/files/upload-url`, ANNOUNCED),
        bob.caller.get(`/files/${fileId}`),
        bob.caller.get(`/files/${fileId}/download-url`),
        bob.caller.delete(`/files/${fileId}`),
        bob.caller.get(`/shares/${fileId}`),
      ];
      const absent = (await Promise.all(asked(nothing, nothing))).map(({ status, text }) => [status, bare(text)]);
      expect(new Set(absent.map(([status]) => status))).toEqual(new Set([404]));
      for (const room of [foreign, high]) {
        const hidden = (await Promise.all(asked(room.id, file.id))).map(({ status, text }) => [status, bare(text)]);
        expect(hidden).toEqual(absent);
      }
    },
  },
  {
    id: 'I2-visibility',
    title: 'a member sees a room while his clearance reaches it, and no longer; an owner too',
    codes: ['ROOM_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person('member', 'C3');
      const room = await aRoom(ada.caller, 'C3');
      await given(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level: '' }));
      await refused(ada.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      expect((await ada.caller.get('/rooms')).meta.total).toBe(0);
      await given(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level: 'C3' }));
      await given(ada.caller.get(`/rooms/${room.id}`), 200);
    },
  },
  {
    id: 'I2-oversight',
    title: 'overseers see rooms without their files, find the orphaned ones, and can adopt those',
    codes: ['INSUFFICIENT_ROLE', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const ada = await world.person();
      const room = await aRoom(ada.caller);
      await aFile(ada.caller, room);
      expect((await owner.get(`/rooms/${room.id}`)).data).toMatchObject({ my_role: null, file_count: 0 });
      await refused(owner.get(`/rooms/${room.id}/files`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await refused(owner.patch(`/rooms/${room.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await refused(ada.caller.get('/oversight/rooms'), 403, 'INSUFFICIENT_ROLE');
      expect((await owner.get('/oversight/rooms')).list).toMatchObject([{ id: room.id, orphaned: false }]);
      const me = await given(owner.get('/me'));
      await refused(
        owner.post(`/rooms/${room.id}/members`, { user_id: me.id, role: 'owner' }),
        403,
        'INSUFFICIENT_ROLE',
      );
      await given(owner.post(`/users/${ada.id}/deactivate`));
      expect((await owner.get('/oversight/rooms')).list).toMatchObject([{ id: room.id, orphaned: true }]);
      await given(owner.post(`/rooms/${room.id}/members`, { user_id: me.id, role: 'owner' }), 201);
      expect((await owner.get(`/rooms/${room.id}/files`)).meta.total).toBe(1);
    },
  },
];
