import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aFile, aRoom, join, type Person, type World } from '../world.ts';

async function external(world: World): Promise<Person> {
  const person = await world.person();
  const marked = await given(world.owner.patch(`/users/${person.id}`, { external: true }), 200);
  expect(marked).toMatchObject({ external: true, role: 'member' });
  return person;
}

/** People of other organisations. */
export const outside: readonly ServicePromise[] = [
  {
    id: 'I8-outside',
    title: 'shows an external user only the users whom they meet in a room, and no org units',
    codes: ['USER_IS_EXTERNAL', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND', 'ORG_UNIT_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, guest] = [await world.person(), await world.person(), await external(world)];
      await refused(world.owner.patch(`/users/${guest.id}/role`, { role: 'auditor' }), 409, 'USER_IS_EXTERNAL');
      const invited = { email: world.email(), role: 'auditor', external: true };
      await refused(world.owner.post('/users/invite', invited), 409, 'USER_IS_EXTERNAL');
      await refused(bob.caller.patch(`/users/${guest.id}`, { external: false }), 403, 'INSUFFICIENT_ROLE');
      await refused(guest.caller.post('/rooms', { name: 'x', classification: 'C1' }), 403, 'INSUFFICIENT_ROLE');
      await refused(guest.caller.get(`/users/${ada.id}`), 404, 'USER_NOT_FOUND');
      const unit = await given(world.owner.post('/org-units', { name: 'Not theirs' }), 201);
      await refused(guest.caller.get(`/org-units/${unit.id}`), 404, 'ORG_UNIT_NOT_FOUND');
      expect((await guest.caller.get('/org-units')).list).toEqual([]);
      const ids = async () => (await guest.caller.get('/users')).list.map(({ id }) => id);
      expect(await ids()).toEqual([guest.id]);
      const room = await aRoom(ada.caller);
      await join(ada.caller, room, guest, 'viewer');
      expect(new Set(await ids())).toEqual(new Set([guest.id, ada.id]));
      expect((await given(guest.caller.get(`/users/${ada.id}`), 200)).email).toBe(ada.email);
      await refused(guest.caller.get(`/users/${bob.id}`), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'I8-outside',
    title: 'lets users change their own name and no other',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const renamed = await given(ada.caller.patch(`/users/${ada.id}`, { name: 'Ada King' }), 200);
      expect(renamed.name).toBe('Ada King');
      expect((await ada.caller.get('/me')).data.name).toBe('Ada King');
      await refused(world.owner.patch(`/users/${bob.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'I8-visibility',
    title: 'hides members of a room from each other where its owner wants it',
    codes: ['MEMBER_NOT_FOUND', 'SHARE_NOT_FOUND'],
    run: async (world) => {
      const [ada, one, two] = [await world.person(), await external(world), await external(world)];
      const room = await aRoom(ada.caller);
      expect(room.member_visibility).toBe('everyone');
      await given(ada.caller.patch(`/rooms/${room.id}`, { member_visibility: 'owners' }), 200);
      await join(ada.caller, room, one, 'contributor');
      await join(ada.caller, room, two, 'contributor');
      const members = await two.caller.get(`/rooms/${room.id}/members`);
      expect(new Set(members.list.map(({ user_id: id }) => id))).toEqual(new Set([ada.id, two.id]));
      expect(members.meta.total).toBe(2);
      expect((await two.caller.get(`/rooms/${room.id}`)).data.member_count).toBe(2);
      expect((await ada.caller.get(`/rooms/${room.id}`)).data.member_count).toBe(3);
      await refused(two.caller.delete(`/rooms/${room.id}/members/${one.id}`), 404, 'MEMBER_NOT_FOUND');
      await refused(two.caller.get(`/users/${one.id}`), 404, 'USER_NOT_FOUND');
      const file = await aFile(one.caller, room);
      expect((await two.caller.get(`/files/${file.id}`)).data.uploaded_by).toBe(ada.id);
      const link = await given(one.caller.post(`/files/${file.id}/share`, { expires_in: 60 }), 201);
      await refused(two.caller.get(`/shares/${link.id}`), 404, 'SHARE_NOT_FOUND');
      expect((await two.caller.get(`/files/${file.id}/shares`)).list).toEqual([]);
      expect((await ada.caller.get(`/files/${file.id}/shares`)).list.length).toBe(1);
    },
  },
];
