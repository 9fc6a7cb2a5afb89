import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, aRoom } from '../world.ts';
import { TIME } from './shapes.ts';

/** Org units and their members. */
export const orgUnitPromises: readonly ServicePromise[] = [
  {
    id: 'S2-org-unit',
    title: 'creates, lists, changes and deletes units below a root, and deletes only empty units',
    codes: ['ORG_UNIT_NOT_FOUND', 'ORG_UNIT_NOT_EMPTY', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const { owner } = world;
      const ada = await world.person();
      const [root] = (await owner.get('/org-units')).list;
      expect(root).toMatchObject({ parent_id: null, room_count: 0, member_count: 0 });
      const legal = await dataOf(owner.post('/org-units', { name: 'Legal', description: 'Law' }), 201);
      const counts = { member_count: 0, room_count: 0, created_at: expect.stringMatching(TIME) };
      expect(legal).toMatchObject({ ...counts, name: 'Legal', description: 'Law', parent_id: root?.id });
      expect((await ada.caller.get('/org-units')).list.map(({ id }) => id).toSorted()).toEqual(
        [legal.id, root?.id ?? ''].toSorted(),
      );
      expect(await dataOf(owner.patch(`/org-units/${legal.id}`, { name: 'Law' }), 200)).toMatchObject({ name: 'Law' });
      expect((await ada.caller.get(`/org-units/${legal.id}`)).data).toMatchObject({ name: 'Law' });
      await expectRefusal(ada.caller.post('/org-units', { name: 'x' }), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(ada.caller.patch(`/org-units/${legal.id}`, { name: 'x' }), 403, 'INSUFFICIENT_ROLE');
      const room = await aRoom(owner, 'C1', { org_unit_id: legal.id });
      await dataOf(owner.post(`/org-units/${legal.id}/members`, { user_id: ada.id, role: 'member' }), 201);
      expect((await owner.get(`/org-units/${legal.id}`)).data).toMatchObject({ member_count: 1, room_count: 1 });
      await dataOf(owner.delete(`/org-units/${legal.id}/members/${ada.id}`));
      await expectRefusal(owner.delete(`/org-units/${legal.id}`), 409, 'ORG_UNIT_NOT_EMPTY');
      await expectRefusal(owner.delete(`/org-units/${root?.id}`), 409, 'ORG_UNIT_NOT_EMPTY');
      await dataOf(owner.delete(`/rooms/${room.id}`));
      expect(await dataOf(owner.delete(`/org-units/${legal.id}`), 200)).toEqual({ id: legal.id, status: 'deleted' });
      await expectRefusal(owner.get(`/org-units/${legal.id}`), 404, 'ORG_UNIT_NOT_FOUND');
    },
  },
  {
    id: 'S2-org-unit',
    title: 'refuses a ninth level of org units',
    codes: ['LIMIT_REACHED'],
    run: async ({ owner }) => {
      let parent = (await owner.get('/org-units')).list[0]?.id ?? '';
      for (let depth = 2; depth <= 8; depth++)
        parent = (await dataOf(owner.post('/org-units', { name: `Depth ${depth}`, parent_id: parent }), 201)).id;
      await expectRefusal(owner.post('/org-units', { name: 'Depth 9', parent_id: parent }), 409, 'LIMIT_REACHED');
    },
  },
  {
    id: 'S4-org-units-add-member',
    title: 'adds a user to an org unit in each of four roles with 201, and again with 200',
    also: ['S4-responses'],
    codes: ['INVALID_ROLE', 'USER_NOT_FOUND', 'ORG_UNIT_NOT_FOUND', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person();
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      const add = (user_id: string, role: string, at = unit.id) =>
        world.owner.post(`/org-units/${at}/members`, { user_id, role });
      expect(await dataOf(add(ada.id, 'member'), 201)).toMatchObject({
        org_unit_id: unit.id,
        user_id: ada.id,
        role: 'member',
      });
      for (const role of ['member', 'auditor', 'security_officer', 'department_admin'])
        expect(await dataOf(add(ada.id, role), 200)).toMatchObject({ role });
      expect((await ada.caller.get(`/org-units/${unit.id}/members`)).list).toMatchObject([
        { user_id: ada.id, name: 'A Person' },
      ]);
      for (const role of ['owner', 'domain_admin', '']) await expectRefusal(add(ada.id, role), 400, 'INVALID_ROLE');
      await expectRefusal(add(ABSENT_ID, 'member'), 404, 'USER_NOT_FOUND');
      await expectRefusal(add(ada.id, 'member', ABSENT_ID), 404, 'ORG_UNIT_NOT_FOUND');
      await expectRefusal(
        ada.caller.post(`/org-units/${unit.id}/members`, { user_id: ada.id, role: 'member' }),
        403,
        'INSUFFICIENT_ROLE',
      );
    },
  },
  {
    id: 'S4-org-units-remove-member',
    title: 'removes a user from an org unit',
    also: ['S4-responses'],
    codes: ['MEMBER_NOT_FOUND', 'ORG_UNIT_NOT_FOUND', 'INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person();
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      await dataOf(world.owner.post(`/org-units/${unit.id}/members`, { user_id: ada.id, role: 'member' }), 201);
      const path = `/org-units/${unit.id}/members/${ada.id}`;
      await expectRefusal(ada.caller.delete(path), 403, 'INSUFFICIENT_ROLE');
      expect(await dataOf(world.owner.delete(path), 200)).toEqual({
        org_unit_id: unit.id,
        user_id: ada.id,
        removed: true,
      });
      expect((await ada.caller.get(`/org-units/${unit.id}/members`)).list).toEqual([]);
      expect((await ada.caller.get(`/users/${ada.id}/org-units`)).list).toEqual([]);
      await expectRefusal(world.owner.delete(path), 404, 'MEMBER_NOT_FOUND');
      await expectRefusal(world.owner.delete(`/org-units/${ABSENT_ID}/members/${ada.id}`), 404, 'ORG_UNIT_NOT_FOUND');
    },
  },
  {
    id: 'S4-users-org-units',
    title: 'shows the org units of a user to that user and to administrators',
    codes: ['INSUFFICIENT_ROLE', 'USER_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const unit = await dataOf(world.owner.post('/org-units', { name: 'Legal' }), 201);
      await dataOf(world.owner.post(`/org-units/${unit.id}/members`, { user_id: ada.id, role: 'auditor' }), 201);
      for (const caller of [ada.caller, world.owner])
        expect((await caller.get(`/users/${ada.id}/org-units`)).list).toMatchObject([
          { org_unit_id: unit.id, name: 'Legal', role: 'auditor', joined_at: expect.stringMatching(TIME) },
        ]);
      await expectRefusal(bob.caller.get(`/users/${ada.id}/org-units`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(world.owner.get(`/users/${ABSENT_ID}/org-units`), 404, 'USER_NOT_FOUND');
    },
  },
];
