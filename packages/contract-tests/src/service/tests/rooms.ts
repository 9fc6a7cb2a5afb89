import { expect } from '@jest/globals';
import { given, refused, withoutChoices, withoutMay } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, ANNOUNCED, aFile, aLink, anUpload, aRoom, IV, join, TAG } from '../world.ts';
import { TIME } from './shapes.ts';

/** Rooms and their members. */
export const rooms: readonly ServicePromise[] = [
  {
    id: 'S4-rooms-create',
    title: 'creates a room with 201 and Location, owned by its creator, in the root unit by default',
    run: async ({ owner }) => {
      const answer = await owner.post('/rooms', { name: 'Falcon', classification: 'C2' });
      expect([answer.status, answer.headers.get('Location')]).toEqual([201, `/api/v1/rooms/${answer.data.id}`]);
      const me = await given(owner.get('/me'));
      const units = (await owner.get('/org-units')).list;
      expect(answer.data).toMatchObject({
        description: '',
        created_by: me.id,
        org_unit_id: units[0]?.id,
        my_role: 'owner',
      });
      expect((await owner.get(`/rooms/${answer.data.id}/members`)).list).toMatchObject([
        { user_id: me.id, role: 'owner' },
      ]);
      expect((await owner.get('/rooms')).list).toMatchObject([{ id: answer.data.id }]);
    },
  },
  {
    id: 'S4-rooms-create',
    title: 'refuses a room above the caller’s clearance, of an auditor, in a foreign unit, or without a name',
    codes: ['CLEARANCE_INSUFFICIENT', 'INSUFFICIENT_ROLE', 'ORG_UNIT_NOT_FOUND', 'VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, auditor] = [await world.person(), await world.person('auditor')];
      const unit = await given(world.owner.post('/org-units', { name: 'Legal' }), 201);
      const room = { name: 'x', classification: 'C1' };
      await refused(ada.caller.post('/rooms', { ...room, classification: 'C3' }), 403, 'CLEARANCE_INSUFFICIENT');
      await refused(auditor.caller.post('/rooms', room), 403, 'INSUFFICIENT_ROLE');
      for (const org_unit_id of [unit.id, ABSENT_ID, 'x'])
        await refused(ada.caller.post('/rooms', { ...room, org_unit_id }), 404, 'ORG_UNIT_NOT_FOUND');
      await given(world.owner.post(`/org-units/${unit.id}/members`, { user_id: ada.id, role: 'member' }), 201);
      await given(ada.caller.post('/rooms', { ...room, org_unit_id: unit.id }), 201);
      for (const wrong of [{ name: '' }, { name: 'x'.repeat(201) }, { name: 7 }, { name: null }, { names: 'x' }])
        await refused(ada.caller.post('/rooms', { ...room, ...wrong }), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S4-rooms-list',
    title: 'lists only rooms that the caller is a member of and cleared for',
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const mine = [await aRoom(ada.caller), await aRoom(ada.caller)];
      await aRoom(bob.caller);
      const ids = (await ada.caller.get('/rooms')).list.map(({ id }) => id);
      expect(ids.toSorted()).toEqual(mine.map(({ id }) => id).toSorted());
      expect((await world.owner.get('/rooms')).list).toEqual([]);
      await join(ada.caller, mine[0] ?? { id: '' }, bob, 'viewer');
      expect((await bob.caller.get('/rooms')).meta.total).toBe(2);
      const high = await aRoom(world.owner, 'C4');
      await join(world.owner, high, bob, 'viewer');
      const seen = await bob.caller.get('/rooms');
      expect(seen.list.map(({ id }) => id)).not.toContain(high.id);
      expect(seen.meta.total).toBe(2);
    },
  },
  {
    id: 'S4-rooms-get',
    title: 'shows a room to its members and lets its owner change it',
    codes: ['INSUFFICIENT_ROOM_ROLE', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await refused(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      await join(ada.caller, room, bob, 'viewer');
      expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject({
        id: room.id,
        my_role: 'viewer',
        member_count: 2,
      });
      await refused(bob.caller.patch(`/rooms/${room.id}`, { name: 'y' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const edited = { name: 'y', description: 'z' };
      expect(await given(ada.caller.patch(`/rooms/${room.id}`, edited), 200)).toMatchObject(edited);
      expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject(edited);
    },
  },
  {
    id: 'S4-rooms-add-member',
    title: 'adds a member with 201, answers 200 for an existing member, and changes their role',
    also: ['S2-room-roles', 'S4-responses'],
    codes: ['INVALID_ROLE', 'USER_NOT_FOUND', 'LAST_ROOM_OWNER', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const add = (user_id: string, role: string) => ada.caller.post(`/rooms/${room.id}/members`, { user_id, role });
      const made = { room_id: room.id, user_id: bob.id, role: 'viewer', added_by: ada.id, effective_access: 'full' };
      expect(await given(add(bob.id, 'viewer'), 201)).toMatchObject(made);
      for (const role of ['viewer', 'contributor', 'owner'])
        expect(await given(add(bob.id, role), 200)).toMatchObject({ ...made, role });
      for (const role of ['contributor', 'viewer']) {
        await given(add(bob.id, role), 200);
        expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject({ my_role: role });
        const byBob = bob.caller.post(`/rooms/${room.id}/members`, { user_id: eve.id, role: 'viewer' });
        await refused(byBob, 403, 'INSUFFICIENT_ROOM_ROLE');
      }
      await refused(add(ada.id, 'viewer'), 409, 'LAST_ROOM_OWNER');
      for (const role of ['admin', '', 'Owner']) await refused(add(bob.id, role), 400, 'INVALID_ROLE');
      for (const unknown of [ABSENT_ID, 'x']) await refused(add(unknown, 'viewer'), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S4-rooms-remove-member',
    title: 'lets owners remove members and members leave, but never the last owner',
    also: ['S4-responses'],
    codes: ['MEMBER_NOT_FOUND', 'LAST_ROOM_OWNER', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await join(ada.caller, room, bob, 'contributor');
      await join(ada.caller, room, eve, 'viewer');
      const path = `/rooms/${room.id}/members`;
      await refused(bob.caller.delete(`${path}/${eve.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      expect(await given(ada.caller.delete(`${path}/${bob.id}`), 200)).toEqual({
        room_id: room.id,
        user_id: bob.id,
        removed: true,
      });
      await refused(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      await given(eve.caller.delete(`${path}/${eve.id}`), 200);
      await refused(ada.caller.delete(`${path}/${bob.id}`), 404, 'MEMBER_NOT_FOUND');
      await refused(ada.caller.delete(`${path}/${ada.id}`), 409, 'LAST_ROOM_OWNER');
    },
  },
  {
    id: 'S4-rooms-archive',
    title: 'lets owners and administrators archive a room, repeatedly without further effect',
    also: ['S3-names'],
    codes: ['INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const [bob, admin] = [await world.person(), await world.person('domain_admin')];
      const room = await aRoom(owner);
      await join(owner, room, bob, 'contributor');
      for (const change of ['archive', 'unarchive'])
        await refused(bob.caller.post(`/rooms/${room.id}/${change}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      const archived = await given(owner.post(`/rooms/${room.id}/archive`), 200);
      expect(archived).toMatchObject({ id: room.id, status: 'archived', archived_at: expect.stringMatching(TIME) });
      expect(await given(owner.post(`/rooms/${room.id}/archive`, {}), 200)).toEqual(archived);
      expect(withoutChoices((await owner.get(`/rooms/${room.id}`)).data)).toEqual(archived);
      const active = { ...room, archived_at: null, status: 'active', member_count: 2 };
      expect(await given(owner.post(`/rooms/${room.id}/unarchive`), 200)).toEqual(active);
      await given(admin.caller.post(`/rooms/${room.id}/archive`), 200);
    },
  },
  {
    id: 'S3-archive',
    title: 'makes an archived room read-only and keeps its files',
    codes: ['ROOM_ARCHIVED'],
    run: async (world) => {
      const { owner } = world;
      const bob = await world.person();
      const room = await aRoom(owner);
      const file = await aFile(owner, room);
      const link = await aLink(owner, file);
      const pending = await anUpload(owner, room);
      await join(owner, room, bob, 'contributor');
      await given(owner.post(`/rooms/${room.id}/archive`));
      const writes = [
        () => owner.patch(`/rooms/${room.id}`, { name: 'y' }),
        () => owner.post(`/rooms/${room.id}/files/upload-url`, ANNOUNCED),
        () => owner.post(`/rooms/${room.id}/files/${pending.file_id}/confirm`, { iv: IV, tag: TAG }),
        () => owner.delete(`/files/${file.id}`),
        () => owner.post(`/files/${file.id}/share`, { expires_in: 60 }),
        () => owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'owner' }),
      ];
      for (const write of writes) await refused(write(), 409, 'ROOM_ARCHIVED');
      expect((await bob.caller.get(`/rooms/${room.id}/files`)).list).toEqual([withoutMay(file)]);
      await given(bob.caller.get(`/files/${file.id}/download-url`), 200);
      await given(world.visitor.post(`/shares/by-token/${link.token}/download`), 200);
      await given(owner.delete(`/shares/${link.id}`), 200);
      await given(owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'viewer' }), 200);
      await given(owner.delete(`/rooms/${room.id}/members/${bob.id}`), 200);
      await given(owner.post(`/rooms/${room.id}/unarchive`), 200);
      await given(owner.patch(`/rooms/${room.id}`, { name: 'y' }), 200);
      await given(owner.post(`/rooms/${room.id}/archive`), 200);
      await given(owner.delete(`/rooms/${room.id}`), 200);
    },
  },
];
