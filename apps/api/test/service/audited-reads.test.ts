import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world, 'member', 'C4');
});
afterAll(() => world.stop());

const eventsOf = async ({ id }: Person) =>
  (await world.owner.get(`/audit-events?actor_id=${id}`)).body.data.filter(
    ({ type }: { type: string }) => type === 'room.overseen' || type === 'access.denied',
  );

test('reading a room as an overseer is recorded, by HEAD as by GET', async () => {
  const officer = await aPerson(world, 'security_officer');
  const room = await aRoom(ada.caller);
  const places = [`/rooms/${room}`, `/rooms/${room}/members`, '/oversight/rooms'];
  for (const place of places) expect((await officer.caller.ask('HEAD', place)).status).toBe(200);
  expect(await eventsOf(officer)).toHaveLength(3);
  for (const place of places) expect((await officer.caller.get(place)).status).toBe(200);
  expect(await eventsOf(officer)).toHaveLength(6);
});

test('a denied HEAD is recorded', async () => {
  const bob = await aPerson(world);
  const room = await aRoom(ada.caller);
  expect((await bob.caller.ask('HEAD', `/rooms/${room}`)).status).toBe(404);
  expect(await eventsOf(bob)).toMatchObject([{ type: 'access.denied', target: { id: room } }]);
});

test.each([
  [
    'the caller does not belong to',
    async () => (await world.owner.post('/org-units', { name: 'a unit' })).body.data.id,
  ],
  ['that does not exist', async () => crypto.randomUUID()],
])('creating a room in an org unit %s is refused with 404 and recorded', async (_, unitOf) => {
  const bob = await aPerson(world);
  const unit: string = await unitOf();
  const answer = await bob.caller.post('/rooms', { name: 'A room', classification: 'C1', org_unit_id: unit });
  expect([answer.status, answer.body.error.code]).toEqual([404, 'ORG_UNIT_NOT_FOUND']);
  expect(await eventsOf(bob)).toMatchObject([
    {
      type: 'access.denied',
      rule: expect.stringMatching(/^(?:unit-exists|unit-member)$/),
      target: { type: 'org_unit', id: unit, room_id: null },
      data: { action: 'room.create' },
    },
  ]);
});
