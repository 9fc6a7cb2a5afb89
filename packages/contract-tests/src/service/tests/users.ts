import { expect } from '@jest/globals';
import { dataOf, expectRefusal, withoutPossibleValues } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, aLink, aRoom } from '../world.ts';
import { SHAPES } from './shapes.ts';

const PASSWORD = 'correct horse battery';
const ROLES = ['owner', 'domain_admin', 'department_admin', 'security_officer', 'member', 'auditor'];

/** Users, their roles, clearance and states. */
export const userPromises: readonly ServicePromise[] = [
  {
    id: 'S4-users-list',
    title: 'lists every user of the organisation and finds one by email address',
    codes: ['VALIDATION_ERROR', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, gone] = [await world.person(), await world.person(), await world.person()];
      const me = await dataOf(world.owner.get('/me'));
      await dataOf(world.owner.post(`/users/${gone.id}/deactivate`));
      const invited = await dataOf(world.owner.post('/users/invite', { email: world.email(), role: 'member' }));
      const answer = await ada.caller.get('/users');
      expect(answer.meta.total).toBe(5);
      const all = [ada.id, bob.id, invited.id, gone.id, me.id];
      expect(answer.list.map(({ id }) => id).toSorted()).toEqual(all.toSorted());
      const found = await ada.caller.get(`/users?email=${encodeURIComponent(bob.email.toUpperCase())}`);
      expect(found.list).toMatchObject([{ id: bob.id }]);
      await expectRefusal(ada.caller.get('/users?email=x'), 400, 'VALIDATION_ERROR');
      await expectRefusal(ada.caller.get(`/users/${ABSENT_ID}`), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S4-users-role',
    title: 'accepts each of the six roles in a role change and an invitation, and no other',
    also: ['S2-org-roles', 'S4-responses'],
    codes: ['INVALID_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person();
      const change = (role: string) => world.owner.patch(`/users/${ada.id}/role`, { role });
      const invite = (role: string) => world.owner.post('/users/invite', { email: world.email(), role });
      for (const role of ROLES) {
        expect(await dataOf(change(role), 200)).toMatchObject({ ...SHAPES.user, id: ada.id, role });
        expect((await ada.caller.get('/me')).data).toMatchObject({ role });
        expect(await dataOf(invite(role), 201)).toMatchObject({ role });
      }
      for (const role of ['admin', '', 'viewer'])
        for (const call of [change, invite]) await expectRefusal(call(role), 400, 'INVALID_ROLE');
      await expectRefusal(world.owner.patch(`/users/${ABSENT_ID}/role`, { role: 'member' }), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S4-users-role',
    title: 'refuses a change of one’s own role, a grant above it, and a change of a user with a higher role',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, admin] = [await world.person(), await world.person('domain_admin')];
      const me = await dataOf(world.owner.get('/me'));
      const change = (by: typeof ada, id: string, role: string) => by.caller.patch(`/users/${id}/role`, { role });
      await dataOf(change(admin, ada.id, 'auditor'), 200);
      await expectRefusal(change(admin, ada.id, 'owner'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(change(admin, ada.id, 'domain_admin'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(change(admin, me.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(change(admin, admin.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(change(ada, admin.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(world.owner.patch(`/users/${me.id}/role`, { role: 'member' }), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'S3-clearance',
    title: 'applies a clearance override until it is cleared, then the default of the role',
    run: async (world) => {
      const ada = await world.person();
      const set = (clearance_level: string) =>
        dataOf(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level }), 200);
      const room = await aRoom(world.owner, 'C2');
      await addMember(world.owner, room, ada, 'viewer');
      const cases = [
        ['C4', 'C4', 200],
        ['C1', 'C1', 404],
        ['', 'C2', 200],
      ] as const;
      for (const [clearance_level, effective_clearance, status] of cases) {
        const wanted = { id: ada.id, clearance_level, effective_clearance };
        expect(await set(clearance_level)).toMatchObject(wanted);
        expect((await ada.caller.get('/me')).data).toMatchObject(wanted);
        expect((await ada.caller.get(`/rooms/${room.id}`)).status).toBe(status);
      }
    },
  },
  {
    id: 'S4-users-clearance',
    title: 'lets security officers set a clearance, but not their own and none above their own',
    also: ['S4-responses'],
    codes: ['INSUFFICIENT_ROLE', 'CLEARANCE_INSUFFICIENT', 'INVALID_CLASSIFICATION', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const officer = await world.person('security_officer', 'C3');
      const set = (by: typeof ada, id: string, clearance_level: unknown) =>
        by.caller.patch(`/users/${id}/clearance`, { clearance_level });
      expect(await dataOf(set(officer, ada.id, 'C3'), 200)).toMatchObject({ ...SHAPES.user, clearance_level: 'C3' });
      await expectRefusal(set(officer, ada.id, 'C4'), 403, 'CLEARANCE_INSUFFICIENT');
      await expectRefusal(set(officer, officer.id, 'C4'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(set(bob, ada.id, 'C1'), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(set(officer, ada.id, 'C9'), 400, 'INVALID_CLASSIFICATION');
      await expectRefusal(set(officer, ABSENT_ID, 'C1'), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S3-deactivate',
    title: 'ends tokens, sessions, memberships and links of a deactivated user immediately',
    codes: ['TOKEN_INVALID', 'SHARE_REVOKED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await addMember(ada.caller, room, bob, 'contributor');
      const link = await aLink(bob.caller, file);
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      await dataOf(world.owner.post(`/org-units/${unit.id}/members`, { user_id: bob.id, role: 'member' }), 201);
      const gone = await dataOf(world.owner.post(`/users/${bob.id}/deactivate`), 200);
      expect(gone).toMatchObject({ id: bob.id, status: 'deactivated' });
      for (const caller of [bob.caller, bob.session]) await expectRefusal(caller.get('/me'), 401, 'TOKEN_INVALID');
      expect((await ada.caller.get(`/rooms/${room.id}/members`)).list).toMatchObject([{ user_id: ada.id }]);
      expect((await ada.caller.get(`/org-units/${unit.id}/members`)).list).toEqual([]);
      expect((await world.owner.get(`/users/${bob.id}/org-units`)).list).toEqual([]);
      await expectRefusal(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
    },
  },
  {
    id: 'S3-deactivate',
    title: 'ends the pending invitation and the password of a deactivated user',
    codes: ['INVITATION_REVOKED', 'INVALID_CREDENTIALS'],
    run: async (world) => {
      const email = world.email();
      const invited = await dataOf(world.owner.post('/users/invite', { email, role: 'member' }), 201);
      const token = await world.mailedSecret(email);
      await dataOf(world.owner.post(`/users/${invited.id}/deactivate`), 200);
      await expectRefusal(world.visitor.post('/invitations/accept', { token, name: 'Ada' }), 410, 'INVITATION_REVOKED');
      const ada = await world.person();
      await dataOf(ada.session.post('/me/password', { new_password: PASSWORD }), 200);
      await dataOf(world.owner.post(`/users/${ada.id}/deactivate`), 200);
      const signIn = () => world.visitor.post('/sessions', { email: ada.email, password: PASSWORD });
      await expectRefusal(signIn(), 401, 'INVALID_CREDENTIALS');
    },
  },
  {
    id: 'S4-users-deactivate',
    title: 'lets owners deactivate a user, repeatedly without further effect, but never themselves',
    also: ['S4-responses', 'S3-names'],
    codes: ['CANNOT_DEACTIVATE_SELF', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const me = await dataOf(world.owner.get('/me'));
      await expectRefusal(bob.caller.post(`/users/${ada.id}/deactivate`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(world.owner.post(`/users/${me.id}/deactivate`), 409, 'CANNOT_DEACTIVATE_SELF');
      await expectRefusal(world.owner.post(`/users/${ABSENT_ID}/deactivate`), 404, 'USER_NOT_FOUND');
      const gone = await dataOf(world.owner.post(`/users/${ada.id}/deactivate`), 200);
      expect(await dataOf(world.owner.post(`/users/${ada.id}/deactivate`), 200)).toEqual(gone);
      expect(withoutPossibleValues((await world.owner.get(`/users/${ada.id}`)).data)).toEqual(gone);
    },
  },
  {
    id: 'S3-reactivate',
    title: 'lets a reactivated user sign in, without their former memberships, tokens and links',
    also: ['S4-users-reactivate'],
    codes: ['INSUFFICIENT_ROLE', 'TOKEN_INVALID', 'SHARE_REVOKED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await addMember(ada.caller, room, bob, 'contributor');
      const link = await aLink(bob.caller, file);
      await dataOf(bob.session.post('/me/password', { new_password: PASSWORD }), 200);
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      await dataOf(world.owner.post(`/org-units/${unit.id}/members`, { user_id: bob.id, role: 'member' }), 201);
      await dataOf(world.owner.post(`/users/${bob.id}/deactivate`));
      await expectRefusal(ada.caller.post(`/users/${bob.id}/reactivate`), 403, 'INSUFFICIENT_ROLE');
      expect(await dataOf(world.owner.post(`/users/${bob.id}/reactivate`), 200)).toMatchObject({
        ...SHAPES.user,
        status: 'active',
      });
      await expectRefusal(bob.caller.get('/me'), 401, 'TOKEN_INVALID');
      expect((await ada.caller.get(`/rooms/${room.id}`)).data).toMatchObject({ member_count: 1 });
      const { token } = await dataOf(world.visitor.post('/sessions', { email: bob.email, password: PASSWORD }), 201);
      const back = world.visitor.as(token);
      expect((await back.get('/me')).data).toMatchObject({ id: bob.id, status: 'active' });
      for (const list of ['/rooms', '/tokens', `/users/${bob.id}/org-units`])
        expect([list, (await back.get(list)).list]).toEqual([list, []]);
      await expectRefusal(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
    },
  },
];
