import { expect } from '@jest/globals';
import { dataOf, expectRefusal, withoutMay, withoutPossibleValues } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, ANNOUNCED_FILE, addMember, aFile, aLink, anUpload, aRoom, IV, TAG } from '../world.ts';
import { TIME } from './shapes.ts';

/** Rooms and their members. */
export const roomPromises: readonly ServicePromise[] = [
  {
    id: 'S4-rooms-create',
    title: 'creates a room with 201 and Location, owned by its creator, in the root unit by default',
    run: async ({ owner }) => {
      const answer = await owner.post('/rooms', { name: 'Falcon', classification: 'C2' });
      expect([answer.status, answer.headers.get('Location')]).toEqual([201, `/api/v1/rooms/${answer.data.id}`]);
      const me = await dataOf(owner.get('/me'));
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
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      const room = { name: 'x', classification: 'C1' };
      await expectRefusal(ada.caller.post('/rooms', { ...room, classification: 'C3' }), 403, 'CLEARANCE_INSUFFICIENT');
      await expectRefusal(auditor.caller.post('/rooms', room), 403, 'INSUFFICIENT_ROLE');
      for (const org_unit_id of [unit.id, ABSENT_ID, 'x'])
        await expectRefusal(ada.caller.post('/rooms', { ...room, org_unit_id }), 404, 'ORG_UNIT_NOT_FOUND');
      await dataOf(world.owner.post(`/org-units/${unit.id}/members`, { user_id: ada.id, role: 'member' }), 201);
      await dataOf(ada.caller.post('/rooms', { ...room, org_unit_id: unit.id }), 201);
      for (const wrong of [{ name: '' }, { name: 'x'.repeat(201) }, { name: 7 }, { name: null }, { names: 'x' }])
        await expectRefusal(ada.caller.post('/rooms', { ...room, ...wrong }), 400, 'VALIDATION_ERROR');
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
      await addMember(ada.caller, mine[0] ?? { id: '' }, bob, 'viewer');
      expect((await bob.caller.get('/rooms')).meta.total).toBe(2);
      const high = await aRoom(world.owner, 'C4');
      await addMember(world.owner, high, bob, 'viewer');
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
      await expectRefusal(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject({
        id: room.id,
        my_role: 'viewer',
        member_count: 2,
      });
      await expectRefusal(bob.caller.patch(`/rooms/${room.id}`, { name: 'y' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      const edited = { name: 'y', description: 'z' };
      expect(await dataOf(ada.caller.patch(`/rooms/${room.id}`, edited), 200)).toMatchObject(edited);
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
      expect(await dataOf(add(bob.id, 'viewer'), 201)).toMatchObject(made);
      for (const role of ['viewer', 'contributor', 'owner'])
        expect(await dataOf(add(bob.id, role), 200)).toMatchObject({ ...made, role });
      for (const role of ['contributor', 'viewer']) {
        await dataOf(add(bob.id, role), 200);
        expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject({ my_role: role });
        const byBob = bob.caller.post(`/rooms/${room.id}/members`, { user_id: eve.id, role: 'viewer' });
        await expectRefusal(byBob, 403, 'INSUFFICIENT_ROOM_ROLE');
      }
      await expectRefusal(add(ada.id, 'viewer'), 409, 'LAST_ROOM_OWNER');
      for (const role of ['admin', '', 'Owner']) await expectRefusal(add(bob.id, role), 400, 'INVALID_ROLE');
      for (const unknown of [ABSENT_ID, 'x']) await expectRefusal(add(unknown, 'viewer'), 404, 'USER_NOT_FOUND');
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
      await addMember(ada.caller, room, bob, 'contributor');
      await addMember(ada.caller, room, eve, 'viewer');
      const path = `/rooms/${room.id}/members`;
      await expectRefusal(bob.caller.delete(`${path}/${eve.id}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      expect(await dataOf(ada.caller.delete(`${path}/${bob.id}`), 200)).toEqual({
        room_id: room.id,
        user_id: bob.id,
        removed: true,
      });
      await expectRefusal(bob.caller.get(`/rooms/${room.id}`), 404, 'ROOM_NOT_FOUND');
      await dataOf(eve.caller.delete(`${path}/${eve.id}`), 200);
      await expectRefusal(ada.caller.delete(`${path}/${bob.id}`), 404, 'MEMBER_NOT_FOUND');
      await expectRefusal(ada.caller.delete(`${path}/${ada.id}`), 409, 'LAST_ROOM_OWNER');
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
      await addMember(owner, room, bob, 'contributor');
      for (const change of ['archive', 'unarchive'])
        await expectRefusal(bob.caller.post(`/rooms/${room.id}/${change}`), 403, 'INSUFFICIENT_ROOM_ROLE');
      const archived = await dataOf(owner.post(`/rooms/${room.id}/archive`), 200);
      expect(archived).toMatchObject({ id: room.id, status: 'archived', archived_at: expect.stringMatching(TIME) });
      expect(await dataOf(owner.post(`/rooms/${room.id}/archive`, {}), 200)).toEqual(archived);
      expect(withoutPossibleValues((await owner.get(`/rooms/${room.id}`)).data)).toEqual(archived);
      const active = { ...room, archived_at: null, status: 'active', member_count: 2 };
      expect(await dataOf(owner.post(`/rooms/${room.id}/unarchive`), 200)).toEqual(active);
      await dataOf(admin.caller.post(`/rooms/${room.id}/archive`), 200);
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
      await addMember(owner, room, bob, 'contributor');
      await dataOf(owner.post(`/rooms/${room.id}/archive`));
      const writes = [
        () => owner.patch(`/rooms/${room.id}`, { name: 'y' }),
        () => owner.post(`/rooms/${room.id}/files/upload-url`, ANNOUNCED_FILE),
        () => owner.post(`/rooms/${room.id}/files/${pending.file_id}/confirm`, { iv: IV, tag: TAG }),
        () => owner.delete(`/files/${file.id}`),
        () => owner.post(`/files/${file.id}/share`, { expires_in: 60 }),
        () => owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'owner' }),
      ];
      for (const write of writes) await expectRefusal(write(), 409, 'ROOM_ARCHIVED');
      expect((await bob.caller.get(`/rooms/${room.id}/files`)).list).toEqual([withoutMay(file)]);
      await dataOf(bob.caller.get(`/files/${file.id}/download-url`), 200);
      await dataOf(world.visitor.post(`/shares/by-token/${link.token}/download`), 200);
      await dataOf(owner.delete(`/shares/${link.id}`), 200);
      await dataOf(owner.post(`/rooms/${room.id}/members`, { user_id: bob.id, role: 'viewer' }), 200);
      await dataOf(owner.delete(`/rooms/${room.id}/members/${bob.id}`), 200);
      await dataOf(owner.post(`/rooms/${room.id}/unarchive`), 200);
      await dataOf(owner.patch(`/rooms/${room.id}`, { name: 'y' }), 200);
      await dataOf(owner.post(`/rooms/${room.id}/archive`), 200);
      await dataOf(owner.delete(`/rooms/${room.id}`), 200);
    },
  },
];
