import { beforeAll, expect, test } from '@jest/globals';
import type { ReceiptId } from '@strongroom/domain';
import { aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
const made: ReceiptId[] = [];

async function deletes(person: Person): Promise<void> {
  world.clock.advance(1000);
  const { id } = await person.ask(world.app.rooms.delete, { roomId: (await aRoom(world, person)).id });
  made.push(id);
}

beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
  for (const person of [ada, bob, ada]) await deletes(person);
});

const listedBy = async (person: Person) => {
  const { items, meta } = await person.ask(world.app.receipts.list, {});
  return { ids: items.map(({ id }) => id), total: meta.total };
};

test('shows their own receipts to users, newest first, and counts no others', async () => {
  const [first, second, third] = made;
  expect(await listedBy(ada)).toEqual({ ids: [third, first], total: 2 });
  expect(await listedBy(bob)).toEqual({ ids: [second], total: 1 });
  expect(await listedBy(await aPerson(world))).toEqual({ ids: [], total: 0 });
});

test.each(['owner', 'security_officer', 'auditor'] as const)('shows every receipt to the role %s', async (role) => {
  expect(await listedBy(await aPerson(world, role))).toEqual({ ids: made.toReversed(), total: 3 });
});

test.each(['domain_admin', 'department_admin'] as const)('shows no receipt of others to the role %s', async (role) => {
  expect(await listedBy(await aPerson(world, role))).toEqual({ ids: [], total: 0 });
});

test('is for credentials with read:audit', async () => {
  expect(await codeOf((await limitedTo(world, ada, 'read:rooms')).ask(world.app.receipts.list, {}))).toBe(
    'INSUFFICIENT_SCOPE',
  );
});

test('refuses the cursor of a list of all in a list of one’s own', async () => {
  const auditor = await aPerson(world, 'auditor');
  const { meta } = await auditor.ask(world.app.receipts.list, { perPage: 1 });
  const cursor = meta.nextCursor ?? '';
  expect(await codeOf(ada.ask(world.app.receipts.list, { cursor }))).toBe('INVALID_CURSOR');
});
