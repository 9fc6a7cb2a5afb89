import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aFile, aLink, aRoom, join, NOBODY } from '../world.ts';
import { SHAPES } from './shapes.ts';

const ROLES = ['owner', 'domain_admin', 'department_admin', 'security_officer', 'member', 'auditor'];

/** Sections 3 and 4: users. */
export const users: readonly ServicePromise[] = [
  {
    id: 'S4-users-list',
    title: 'everybody of the organisation is listed, and found by address',
    codes: ['VALIDATION_ERROR', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const answer = await ada.caller.get('/users');
      expect(answer.meta.total).toBe(3);
      expect(answer.list.map(({ id }) => id)).toEqual(expect.arrayContaining([ada.id, bob.id]));
      const found = await ada.caller.get(`/users?email=${encodeURIComponent(bob.email.toUpperCase())}`);
      expect(found.list).toMatchObject([{ id: bob.id }]);
      await refused(ada.caller.get('/users?email=x'), 400, 'VALIDATION_ERROR');
      await refused(ada.caller.get(`/users/${NOBODY}`), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S4-users-role',
    title: 'a role is changed to each of the six, and to no other',
    also: ['S2-org-roles', 'S4-responses'],
    codes: ['INVALID_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person();
      for (const role of ROLES)
        expect(await given(world.owner.patch(`/users/${ada.id}/role`, { role }), 200)).toMatchObject({
          ...SHAPES.user,
          role,
        });
      for (const role of ['admin', '', 'viewer'])
        await refused(world.owner.patch(`/users/${ada.id}/role`, { role }), 400, 'INVALID_ROLE');
      await refused(world.owner.patch(`/users/${NOBODY}/role`, { role: 'member' }), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S4-users-role',
    title: 'nobody changes his own role, grants more than he has, or acts on who is above him',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const [ada, admin] = [await world.person(), await world.person('domain_admin')];
      const me = await given(world.owner.get('/me'));
      const change = (by: typeof ada, id: string, role: string) => by.caller.patch(`/users/${id}/role`, { role });
      await given(change(admin, ada.id, 'auditor'), 200);
      await refused(change(admin, ada.id, 'owner'), 403, 'INSUFFICIENT_ROLE');
      await refused(change(admin, ada.id, 'domain_admin'), 403, 'INSUFFICIENT_ROLE');
      await refused(change(admin, me.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await refused(change(admin, admin.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await refused(change(ada, admin.id, 'member'), 403, 'INSUFFICIENT_ROLE');
      await refused(world.owner.patch(`/users/${me.id}/role`, { role: 'member' }), 403, 'INSUFFICIENT_ROLE');
    },
  },
  {
    id: 'S3-clearance',
    title: 'an override holds until it is cleared; then the default of the role holds again',
    run: async (world) => {
      const ada = await world.person();
      const set = (clearance_level: string) =>
        given(world.owner.patch(`/users/${ada.id}/clearance`, { clearance_level }), 200);
      expect(await set('C4')).toMatchObject({ clearance_level: 'C4', effective_clearance: 'C4' });
      expect(await set('C1')).toMatchObject({ clearance_level: 'C1', effective_clearance: 'C1' });
      expect(await set('')).toMatchObject({ clearance_level: '', effective_clearance: 'C2' });
    },
  },
  {
    id: 'S4-users-clearance',
    title: 'a clearance is set by who may, never one’s own, and never above one’s own',
    also: ['S4-responses'],
    codes: ['INSUFFICIENT_ROLE', 'CLEARANCE_INSUFFICIENT', 'INVALID_CLASSIFICATION', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const officer = await world.person('security_officer', 'C3');
      const set = (by: typeof ada, id: string, clearance_level: unknown) =>
        by.caller.patch(`/users/${id}/clearance`, { clearance_level });
      expect(await given(set(officer, ada.id, 'C3'), 200)).toMatchObject({ ...SHAPES.user, clearance_level: 'C3' });
      await refused(set(officer, ada.id, 'C4'), 403, 'CLEARANCE_INSUFFICIENT');
      await refused(set(officer, officer.id, 'C4'), 403, 'INSUFFICIENT_ROLE');
      await refused(set(bob, ada.id, 'C1'), 403, 'INSUFFICIENT_ROLE');
      await refused(set(officer, ada.id, 'C9'), 400, 'INVALID_CLASSIFICATION');
      await refused(set(officer, NOBODY, 'C1'), 404, 'USER_NOT_FOUND');
    },
  },
  {
    id: 'S3-deactivate',
    title: 'deactivating ends tokens, sessions, memberships and links at once',
    codes: ['TOKEN_INVALID', 'SHARE_REVOKED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await join(ada.caller, room, bob, 'contributor');
      const link = await aLink(bob.caller, file);
      expect(await given(world.owner.post(`/users/${bob.id}/deactivate`), 200)).toMatchObject({
        id: bob.id,
        status: 'deactivated',
      });
      for (const caller of [bob.caller, bob.session]) await refused(caller.get('/me'), 401, 'TOKEN_INVALID');
      expect((await ada.caller.get(`/rooms/${room.id}/members`)).list).toMatchObject([{ user_id: ada.id }]);
      await refused(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
    },
  },
  {
    id: 'S4-users-deactivate',
    title: 'a user is deactivated by who may, again without effect, and never by himself',
    also: ['S4-responses', 'S3-names'],
    codes: ['CANNOT_DEACTIVATE_SELF', 'INSUFFICIENT_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const me = await given(world.owner.get('/me'));
      await refused(bob.caller.post(`/users/${ada.id}/deactivate`), 403, 'INSUFFICIENT_ROLE');
      await refused(world.owner.post(`/users/${me.id}/deactivate`), 409, 'CANNOT_DEACTIVATE_SELF');
      await refused(world.owner.post(`/users/${NOBODY}/deactivate`), 404, 'USER_NOT_FOUND');
      const gone = await given(world.owner.post(`/users/${ada.id}/deactivate`), 200);
      expect(await given(world.owner.post(`/users/${ada.id}/deactivate`), 200)).toEqual(gone);
    },
  },
  {
    id: 'S3-reactivate',
    title: 'a reactivated user is active again, without his memberships, tokens and links',
    also: ['S4-users-reactivate'],
    codes: ['INSUFFICIENT_ROLE', 'TOKEN_INVALID', 'SHARE_REVOKED'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await join(ada.caller, room, bob, 'contributor');
      const link = await aLink(bob.caller, file);
      await given(world.owner.post(`/users/${bob.id}/deactivate`));
      await refused(ada.caller.post(`/users/${bob.id}/reactivate`), 403, 'INSUFFICIENT_ROLE');
      expect(await given(world.owner.post(`/users/${bob.id}/reactivate`), 200)).toMatchObject({
        ...SHAPES.user,
        status: 'active',
      });
      await refused(bob.caller.get('/me'), 401, 'TOKEN_INVALID');
      expect((await ada.caller.get(`/rooms/${room.id}`)).data).toMatchObject({ member_count: 1 });
      await refused(world.visitor.get(`/shares/by-token/${link.token}`), 410, 'SHARE_REVOKED');
    },
  },
];
