import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPerson, aRoom, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
beforeAll(async () => {
  world = await startService();
});
afterAll(() => world.stop());

/** A room whose only active owner was deactivated, and whose other owner never accepted their invitation. */
async function leftToTheInvited() {
  const ada = await aPerson(world);
  const room = await aRoom(ada.caller);
  const email = `never-${room}@example.com`;
  const invited = (await world.owner.post('/users/invite', { email, role: 'member' })).body.data.id as string;
  expect((await ada.caller.post(`/rooms/${room}/members`, { user_id: invited, role: 'owner' })).status).toBe(201);
  expect((await world.owner.post(`/users/${ada.id}/deactivate`)).status).toBe(200);
  return { room, email };
}

const isOrphaned = async (room: string) =>
  (await world.owner.get('/oversight/rooms?per_page=100')).body.data.find(({ id }: { id: string }) => id === room)
    .orphaned;

test('an administrator takes over a room whose only owner never accepted their invitation', async () => {
  const { room } = await leftToTheInvited();
  expect(await isOrphaned(room)).toBe(true);
  const admin = await aPerson(world, 'domain_admin');
  const added = await admin.caller.post(`/rooms/${room}/members`, { user_id: admin.id, role: 'owner' });
  expect(added.status).toBe(201);
  expect(await isOrphaned(room)).toBe(false);
  const { body } = await world.owner.get(`/audit-events?room_id=${room}&type=room.adopted`);
  expect(body.data).toMatchObject([{ actor: { id: admin.id } }]);
});

test('an administrator takes over such a room with a bulk request', async () => {
  const { room } = await leftToTheInvited();
  const admin = await aPerson(world, 'domain_admin');
  const items = [{ user_id: admin.id, role: 'owner' }];
  const { status, body } = await admin.caller.post(`/rooms/${room}/members/bulk`, { items });
  expect([status, body.data?.[0]?.status]).toEqual([200, 201]);
});

test('once the invited owner accepts, an administrator can no longer take the room over', async () => {
  const { room, email } = await leftToTheInvited();
  const secret = await mailedSecret(world, email);
  expect((await world.visitor.post('/invitations/accept', { token: secret, name: 'Came Later' })).status).toBe(200);
  expect(await isOrphaned(room)).toBe(false);
  const admin = await aPerson(world, 'domain_admin');
  const added = await admin.caller.post(`/rooms/${room}/members`, { user_id: admin.id, role: 'owner' });
  expect([added.status, added.body.error.code]).toEqual([403, 'INSUFFICIENT_ROLE']);
});

test('a security officer cannot take over such a room', async () => {
  const { room } = await leftToTheInvited();
  const officer = await aPerson(world, 'security_officer');
  const added = await officer.caller.post(`/rooms/${room}/members`, { user_id: officer.id, role: 'owner' });
  expect(added.status).toBe(403);
});
