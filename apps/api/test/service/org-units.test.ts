import { describe, expect, test } from '@jest/globals';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { twoMembers } from '../support/two-members.ts';

const { world, ada, bob } = await twoMembers();

describe('org units', () => {
  test('are created, hold members and rooms, and can be deleted only when empty', async () => {
    const root = (await world.owner.get('/org-units')).body.data[0];
    expect(root.parent_id).toBeNull();
    const legal = (await world.owner.post('/org-units', { name: 'Legal' })).body.data;
    expect(legal.parent_id).toBe(root.id);
    expect((await world.owner.post(`/org-units/${legal.id}/members`, { user_id: bob.id, role: 'member' })).status).toBe(
      201,
    );
    expect(
      (await world.owner.post(`/org-units/${legal.id}/members`, { user_id: bob.id, role: 'auditor' })).status,
    ).toBe(200);
    expect(
      (await ada.caller.post('/rooms', { name: 'x', classification: 'C1', org_unit_id: legal.id })).body.error.code,
    ).toBe('ORG_UNIT_NOT_FOUND');
    const room = await aRoom(bob.caller, 'C1', { org_unit_id: legal.id });
    expect((await bob.caller.get(`/org-units/${legal.id}`)).body.data).toMatchObject({
      member_count: 1,
      room_count: 1,
    });
    expect((await ada.caller.get(`/org-units/${legal.id}`)).body.data.room_count).toBe(0);
    expect((await world.owner.delete(`/org-units/${legal.id}`)).body.error.code).toBe('ORG_UNIT_NOT_EMPTY');
    expect((await bob.caller.delete(`/rooms/${room}`)).status).toBe(200);
    expect((await bob.caller.get(`/users/${bob.id}/org-units`)).body.data).toMatchObject([
      { org_unit_id: legal.id, role: 'auditor' },
    ]);
    expect((await ada.caller.get(`/users/${bob.id}/org-units`)).body.error.code).toBe('INSUFFICIENT_ROLE');
    expect((await world.owner.delete(`/org-units/${legal.id}/members/${bob.id}`)).body.data.removed).toBe(true);
    expect((await world.owner.delete(`/org-units/${legal.id}`)).body.data).toEqual({ id: legal.id, status: 'deleted' });
    expect((await world.owner.delete(`/org-units/${root.id}`)).body.error.code).toBe('ORG_UNIT_NOT_EMPTY');
  });

  test('a department admin manages units below their own', async () => {
    const dora = await aPerson(world, 'department_admin');
    const own = (await world.owner.post('/org-units', { name: 'Own' })).body.data.id;
    const other = (await world.owner.post('/org-units', { name: 'Other' })).body.data.id;
    await world.owner.post(`/org-units/${own}/members`, { user_id: dora.id, role: 'department_admin' });
    const below = await dora.caller.post('/org-units', { name: 'Below', parent_id: own });
    expect(below.status).toBe(201);
    expect((await dora.caller.patch(`/org-units/${below.body.data.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await dora.caller.patch(`/org-units/${own}`, { name: 'Mine' })).body.error.code).toBe('INSUFFICIENT_ROLE');
    expect((await dora.caller.post('/org-units', { name: 'x', parent_id: other })).body.error.code).toBe(
      'INSUFFICIENT_ROLE',
    );
    expect((await dora.caller.post(`/org-units/${own}/members`, { user_id: ada.id, role: 'member' })).status).toBe(201);
    expect((await dora.caller.get(`/users/${ada.id}/org-units`)).status).toBe(200);
    await aRoom(dora.caller, 'C1', { org_unit_id: below.body.data.id });
  });
});
