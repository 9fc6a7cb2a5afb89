import { beforeAll, describe, expect, test } from '@jest/globals';
import type { OrgRole, OrgUnitId, UnitRole } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { aKey } from '../kernel/idempotency-key.ts';
import { recordedBy } from '../world/events.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { aPerson, aRoom, comesBack, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedMembership, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let keysMade = 0;
beforeAll(async () => {
  world = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        if (call.method === 'createKey') keysMade++;
        return proceed();
      }),
  });
  ada = await aPerson(world);
});

const create = (by: Person, input: Readonly<{ classification?: string; orgUnitId?: string }> = {}) =>
  by.ask(world.app.rooms.create, { name: 'Room', classification: 'C2', ...input });

describe('a new room', () => {
  test('belongs to its creator, and has a key of its own', async () => {
    const { room, myRole, fileCount } = await create(ada);
    expect([myRole, fileCount]).toEqual(['owner', 0]);
    expect(await storedRoom(world, room.id)).toEqual(room);
    expect(room).toMatchObject({
      name: 'Room',
      description: '',
      label: 'C2',
      orgUnitId: world.home.rootUnitId,
      createdBy: ada.id,
      createdAt: world.clock.now(),
      status: 'active',
      owners: [ada.id],
      memberCount: 1,
      files: {},
    });
    const other = await aRoom(world, ada);
    expect(other.kmsKeyId).not.toBe(room.kmsKeyId);
  });

  test('has its creator as a member, under their current epoch', async () => {
    const { room } = await create(ada);
    expect(await storedMembership(world, room.id, ada.id)).toMatchObject({
      role: 'owner',
      epoch: 1,
      addedBy: ada.id,
      createdAt: world.clock.now(),
      roomLabel: 'C2',
      roomCreatedAt: room.createdAt,
    });
  });

  test('is recorded under its label', async () => {
    const recorded = await recordedBy(world, () => create(ada, { classification: 'C1' }));
    expect(recorded).toMatchObject([
      {
        type: 'room.created',
        outcome: 'allowed',
        rule: null,
        actor: { type: 'user', id: ada.id },
        target: { type: 'room', label: 'C1' },
      },
    ]);
    expect(recorded[0]?.target.roomId).toBe(recorded[0]?.target.id);
  });
});

test.each<OrgRole>(['owner', 'domain_admin', 'security_officer', 'department_admin', 'member'])(
  'a person with the role %s makes rooms',
  async (role) => {
    expect(await codeOf(create(await aPerson(world, role)))).toBe('done');
  },
);

describe('the creation of a room refuses', () => {
  test('an auditor', async () => {
    const auditor = await aPerson(world, 'auditor');
    expect(await refusal(world, () => create(auditor))).toEqual(['INSUFFICIENT_ROLE', 'not-auditor']);
  });

  test('a label above the caller’s own clearance', async () => {
    const asked = () => create(ada, { classification: 'C3' });
    expect(await refusal(world, asked)).toEqual(['CLEARANCE_INSUFFICIENT', 'cleared-for-label']);
  });

  test('an unknown label, before anything else and without a record', async () => {
    const auditor = await aPerson(world, 'auditor');
    for (const by of [ada, auditor])
      expect(await refusal(world, () => create(by, { classification: 'C9' }))).toEqual([
        'INVALID_CLASSIFICATION',
        null,
      ]);
  });

  test('a token without the scope, before role and label', async () => {
    const auditor = await limitedTo(world, await aPerson(world, 'auditor'), 'read:rooms');
    expect(await refusal(world, () => create(auditor, { classification: 'C4' }))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:write:rooms',
    ]);
  });

  test('the role, before the label and the unit', async () => {
    const auditor = await aPerson(world, 'auditor');
    const asked = () => create(auditor, { classification: 'C4', orgUnitId: 'nowhere' });
    expect(await refusal(world, asked)).toEqual(['INSUFFICIENT_ROLE', 'not-auditor']);
  });

  test('every such request before a key is made', async () => {
    const auditor = await aPerson(world, 'auditor');
    const before = keysMade;
    await codeOf(create(auditor));
    await codeOf(create(ada, { classification: 'C4' }));
    await codeOf(create(ada, { orgUnitId: 'nowhere' }));
    expect(keysMade).toBe(before);
    await create(ada);
    expect(keysMade).toBe(before + 1);
  });
});

describe('the unit of a room', () => {
  const aUnit = async (parentId?: string) =>
    (await world.owner.ask(world.app.orgUnits.create, { name: 'Unit', parentId })).unit.id;
  const joinsUnit = (person: Person, unitId: OrgUnitId, role: UnitRole = 'member') =>
    world.owner.ask(world.app.orgUnits.addMember, { unitId, userId: person.id, role });

  test('may be the root for everybody', async () => {
    expect((await create(ada, { orgUnitId: world.home.rootUnitId })).room.orgUnitId).toBe(world.home.rootUnitId);
  });

  test.each<OrgRole>(['owner', 'domain_admin'])('may be any unit for %s', async (role) => {
    const unitId = await aUnit();
    expect((await create(await aPerson(world, role), { orgUnitId: unitId })).room.orgUnitId).toBe(unitId);
  });

  test('may be one that the caller belongs to, and no other', async () => {
    const [mine, other] = [await aUnit(), await aUnit()];
    await joinsUnit(ada, mine);
    expect(await codeOf(create(ada, { orgUnitId: mine }))).toBe('done');
    expect(await codeOf(create(ada, { orgUnitId: other }))).toBe('ORG_UNIT_NOT_FOUND');
  });

  test('may be one below a unit that a department admin administers, for that admin only', async () => {
    const admin = await aPerson(world, 'department_admin');
    const above = await aUnit();
    const below = await aUnit(above);
    await joinsUnit(admin, above, 'department_admin');
    await joinsUnit(ada, above);
    expect(await codeOf(create(admin, { orgUnitId: below }))).toBe('done');
    expect(await codeOf(create(ada, { orgUnitId: below }))).toBe('ORG_UNIT_NOT_FOUND');
  });

  test('may not be one that the caller belonged to before a deactivation', async () => {
    const unitId = await aUnit();
    const bob = await aPerson(world);
    await joinsUnit(bob, unitId);
    await world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    expect(await codeOf(create(await comesBack(world, bob), { orgUnitId: unitId }))).toBe('ORG_UNIT_NOT_FOUND');
  });

  test('counts its rooms, and no longer those deleted', async () => {
    const unitId = await aUnit();
    const counted = async () => (await world.owner.ask(world.app.orgUnits.get, { unitId })).unit.rooms;
    const { room } = await create(world.owner, { orgUnitId: unitId });
    expect(await counted()).toBe(1);
    await world.owner.ask(world.app.rooms.delete, { roomId: room.id });
    expect(await counted()).toBe(0);
  });

  test.each([crypto.randomUUID(), 'nowhere', ''])('is unknown where the id %p names none', async (orgUnitId) => {
    expect(await codeOf(create(world.owner, { orgUnitId }))).toBe('ORG_UNIT_NOT_FOUND');
  });
});

test('nothing is made while the key service is down', async () => {
  const down = await openWorld({
    around: (ports) =>
      intercepted(ports, async (call, proceed) => {
        if (call.port === 'keys') throw new Unavailable('keys');
        return proceed();
      }),
  });
  expect(await codeOf(down.owner.ask(down.app.rooms.create, { name: 'Room', classification: 'C2' }))).toBe(
    'unavailable: keys',
  );
  expect((await down.owner.ask(down.app.rooms.listOverseen, {})).meta.total).toBe(0);
});

test('a user who is deactivated while their room’s key is made gets no room', async () => {
  const gate = new Gate();
  let destroyed = 0;
  const slow = await openWorld({
    around: (ports) =>
      intercepted(ports, (call, proceed) => {
        if (call.method === 'destroyKey') destroyed++;
        return gate.around(call, proceed);
      }),
  });
  const person = await aPerson(slow);
  const held = gate.hold((call) => call.method === 'createKey');
  const creating = codeOf(person.ask(slow.app.rooms.create, { name: 'Room', classification: 'C2' }));
  await held;
  await slow.owner.ask(slow.app.users.deactivate, { userId: person.id });
  gate.open();
  expect(await creating).toBe('TOKEN_INVALID');
  expect(destroyed).toBe(1); // no job would destroy a key without a room
  expect((await slow.owner.ask(slow.app.rooms.listOverseen, {})).meta.total).toBe(0);
});

test('a repeated request gets what its caller may do now, not what they could do then', async () => {
  const keyed = ada.keyed(aKey());
  const input = { name: 'Twice', classification: 'C1' };
  const first = await keyed.ask(world.app.rooms.create, input);
  await ada.ask(world.app.rooms.archive, { roomId: first.room.id });
  const again = await keyed.ask(world.app.rooms.create, input);
  expect(again.room).toEqual(first.room);
  expect([first.may?.includes('file.upload'), again.may?.includes('file.upload')]).toEqual([true, false]);
  expect(again.may).toEqual((await ada.ask(world.app.rooms.get, { roomId: first.room.id })).may);
});
