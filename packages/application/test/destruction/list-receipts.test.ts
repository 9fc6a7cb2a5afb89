import { beforeAll, describe, expect, test } from '@jest/globals';
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

test('the list of receipts shows their own receipts to users, newest first, and counts no others', async () => {
  const [first, second, third] = made;
  expect(await listedBy(ada)).toEqual({ ids: [third, first], total: 2 });
  expect(await listedBy(bob)).toEqual({ ids: [second], total: 1 });
  expect(await listedBy(await aPerson(world))).toEqual({ ids: [], total: 0 });
});

test.each(['owner', 'security_officer', 'auditor'] as const)(
  'the list of receipts shows every receipt to the role %s',
  async (role) => {
    expect(await listedBy(await aPerson(world, role))).toEqual({ ids: made.toReversed(), total: 3 });
  },
);

test.each(['domain_admin', 'department_admin'] as const)(
  'the list of receipts shows no receipt of others to the role %s',
  async (role) => {
    expect(await listedBy(await aPerson(world, role))).toEqual({ ids: [], total: 0 });
  },
);

test('the list is for credentials with read:audit', async () => {
  expect(await codeOf((await limitedTo(world, ada, 'read:rooms')).ask(world.app.receipts.list, {}))).toBe(
    'INSUFFICIENT_SCOPE',
  );
});

test('the list of receipts refuses the cursor of a list of all in a list of one’s own', async () => {
  const auditor = await aPerson(world, 'auditor');
  const { meta } = await auditor.ask(world.app.receipts.list, { perPage: 1 });
  const cursor = meta.nextCursor ?? '';
  expect(await codeOf(ada.ask(world.app.receipts.list, { cursor }))).toBe('INVALID_CURSOR');
});

describe('a receipt of a room above the clearance of a reader', () => {
  let high: Person;
  let receiptId: ReceiptId;
  let reader: Person;
  beforeAll(async () => {
    high = await aPerson(world, 'member', { clearance: 'C4' });
    world.clock.advance(1000);
    const room = await aRoom(world, high, 'C4');
    receiptId = (await high.ask(world.app.rooms.delete, { roomId: room.id })).id;
    await world.app.worker.runDue();
    reader = await aPerson(world, 'auditor', { clearance: 'C3' });
  });

  const codes = (by: Person) =>
    Promise.all([
      codeOf(by.ask(world.app.receipts.get, { receiptId })),
      codeOf(by.ask(world.app.receipts.listFiles, { receiptId })),
      codeOf(by.ask(world.app.receipts.proof, { receiptId })),
    ]);

  test('is hidden from list, count, files and proof', async () => {
    expect(await codes(reader)).toEqual(['RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND', 'RECEIPT_NOT_FOUND']);
    expect(await listedBy(reader)).toEqual({ ids: made.toReversed(), total: 3 });
  });

  test('is shown once the clearance reaches it', async () => {
    const cleared = await aPerson(world, 'auditor', { clearance: 'C4' });
    expect(await listedBy(cleared)).toEqual({ ids: [receiptId, ...made.toReversed()], total: 4 });
    expect((await codes(cleared)).slice(0, 2)).toEqual(['done', 'done']);
  });

  test('is always shown to the person who deleted the room, a reader too, and counted once', async () => {
    await world.owner.ask(world.app.users.setClearance, { userId: high.id, clearance: 'C1' });
    expect((await codes(high)).slice(0, 2)).toEqual(['done', 'done']);
    expect(await listedBy(high)).toEqual({ ids: [receiptId], total: 1 });
    await world.owner.ask(world.app.users.changeRole, { userId: high.id, role: 'auditor' });
    expect(await listedBy(high)).toEqual({ ids: [receiptId], total: 1 });
    await world.owner.ask(world.app.users.setClearance, { userId: high.id, clearance: 'C2' });
    expect(await listedBy(high)).toEqual({ ids: [receiptId, ...made.toReversed()], total: 4 });
  });
});
