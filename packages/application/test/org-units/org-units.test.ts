import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_UNIT_DEPTH, type OrgRole, type OrgUnit, type UnitRole } from '@strongroom/domain';
import { membersOfUnit, orgUnits, unitMemberships } from '../../src/store/organisation.ts';
import { recordedBy } from '../world/events.ts';
import { aPerson, comesBack, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { listed, stored } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let root: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  root = world.home.rootUnitId;
});

const create = async (by: Person, parentId?: string) =>
  (await by.ask(world.app.orgUnits.create, { name: 'Sesame unit', parentId })).unit;
const edit = (by: Person, unitId: string, name = 'Other sesame unit') =>
  by.ask(world.app.orgUnits.edit, { unitId, name });
const remove = (by: Person, unitId: string) => by.ask(world.app.orgUnits.delete, { unitId });
const see = (by: Person, unitId: string) => by.ask(world.app.orgUnits.get, { unitId });
const add = (by: Person, unitId: string, userId: string, role: UnitRole = 'member') =>
  by.ask(world.app.orgUnits.addMember, { unitId, userId, role });
const take = (by: Person, unitId: string, userId: string) =>
  by.ask(world.app.orgUnits.removeMember, { unitId, userId });
const storedUnit = (id: string) => stored(world, orgUnits, id);

/** A department admin of a unit below the root, with a unit below that and one beside it. */
async function department() {
  const [own, beside] = [await create(world.owner), await create(world.owner)];
  const below = await create(world.owner, own.id);
  const admin = await aPerson(world, 'department_admin');
  await add(world.owner, own.id, admin.id, 'department_admin');
  return { own, beside, below, admin };
}

describe('a unit', () => {
  test('is made below the root where nothing else is said, and recorded', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await create(world.owner)).toMatchObject({
        parentId: root,
        ancestors: [root],
        children: 0,
        rooms: 0,
        members: 0,
      });
    });
    expect(recorded).toMatchObject([
      { type: 'org_unit.created', target: { type: 'org_unit' }, data: { parent_id: root } },
    ]);
  });

  test('counts in its parent, unless that is the root', async () => {
    const parent = await create(world.owner);
    await create(world.owner, parent.id);
    expect(await storedUnit(parent.id)).toMatchObject({ children: 1 });
    expect(await storedUnit(root)).toMatchObject({ children: 0 });
  });

  test('is at most eight levels deep', async () => {
    let unit: Pick<OrgUnit, 'id'> = { id: root as OrgUnit['id'] };
    for (let depth = 2; depth <= MAX_UNIT_DEPTH; depth++) unit = await create(world.owner, unit.id);
    expect(await refusal(world, () => create(world.owner, unit.id))).toEqual(['LIMIT_REACHED', null]);
  });

  test('is edited, and recorded without its name', async () => {
    const { id } = await create(world.owner);
    const recorded = await recordedBy(world, () => edit(world.owner, id));
    expect(await storedUnit(id)).toMatchObject({ name: 'Other sesame unit' });
    expect(recorded).toMatchObject([{ type: 'org_unit.edited', target: { id }, data: {} }]);
  });

  test('edited to what was there already changes and records nothing', async () => {
    const { id, name } = await create(world.owner);
    expect(await recordedBy(world, () => edit(world.owner, id, name))).toEqual([]);
  });

  test('is deleted when it is empty, counts out of its parent, and is recorded', async () => {
    const parent = await create(world.owner);
    const { id } = await create(world.owner, parent.id);
    const recorded = await recordedBy(world, () => remove(world.owner, id));
    expect([await storedUnit(id), (await storedUnit(parent.id))?.children]).toEqual([undefined, 0]);
    expect(recorded).toMatchObject([{ type: 'org_unit.deleted', target: { id } }]);
    expect(await codeOf(see(ada, id))).toBe('ORG_UNIT_NOT_FOUND');
  });

  test('is not deleted with a unit, a room or a member in it, nor if it is the root', async () => {
    const units = [await create(world.owner), await create(world.owner), await create(world.owner)];
    const [withUnit, withRoom, withMember] = units.map(({ id }) => id);
    await create(world.owner, withUnit);
    await world.owner.ask(world.app.rooms.create, { name: 'Room', classification: 'C4', orgUnitId: withRoom });
    await add(world.owner, withMember ?? '', ada.id);
    for (const id of [withUnit, withRoom, withMember, root])
      expect(await refusal(world, () => remove(world.owner, id ?? ''))).toEqual(['ORG_UNIT_NOT_EMPTY', null]);
  });

  test('is not deleted beside a member, a room or a unit that is just coming in', async () => {
    const other = await another(world);
    for (const come of [
      (id: string) => world.owner.ask(other.app.orgUnits.addMember, { unitId: id, userId: ada.id, role: 'member' }),
      (id: string) => world.owner.ask(other.app.rooms.create, { name: 'Room', classification: 'C1', orgUnitId: id }),
      (id: string) => world.owner.ask(other.app.orgUnits.create, { name: 'Unit', parentId: id }),
    ]) {
      const { id } = await create(world.owner);
      const [coming, going] = await Promise.all([codeOf(come(id)), codeOf(remove(world.owner, id))]);
      expect([
        ['done', 'ORG_UNIT_NOT_EMPTY'],
        ['ORG_UNIT_NOT_FOUND', 'done'],
      ]).toContainEqual([coming, going]);
    }
  });

  test('is seen and listed by every role', async () => {
    const { id } = await create(world.owner);
    expect(await see(ada, id)).toMatchObject({ unit: { id }, memberCount: 0, roomCount: 0 });
    const { items, meta } = await ada.ask(world.app.orgUnits.list, { perPage: 100 });
    expect(items.map(({ unit }) => unit.id)).toEqual(expect.arrayContaining([id, root]));
    expect(meta.total).toBe(items.length);
  });

  test('reports how many of its rooms the caller can see, as a member or as an overseer', async () => {
    const { id } = await create(world.owner);
    await add(world.owner, id, ada.id);
    for (const classification of ['C1', 'C4'])
      await world.owner.ask(world.app.rooms.create, { name: 'Room', classification, orgUnitId: id });
    await ada.ask(world.app.rooms.create, { name: 'Room', classification: 'C1', orgUnitId: id });
    const auditor = await aPerson(world, 'auditor');
    const counts = await Promise.all([world.owner, auditor, ada, await aPerson(world)].map((by) => see(by, id)));
    expect(counts.map((seen) => seen.roomCount)).toEqual([3, 2, 1, 0]);
  });
});

describe('a member of a unit', () => {
  let unitId: string;
  beforeEach(async () => {
    unitId = (await create(world.owner)).id;
  });

  test('is added, counted, listed and recorded', async () => {
    const recorded = await recordedBy(world, async () => {
      expect(await add(world.owner, unitId, ada.id, 'auditor')).toMatchObject({
        added: true,
        membership: { role: 'auditor' },
      });
    });
    expect((await storedUnit(unitId))?.members).toBe(1);
    expect(await ada.ask(world.app.orgUnits.listMembers, { unitId })).toMatchObject({
      items: [{ membership: { userId: ada.id, role: 'auditor' } }],
      meta: { total: 1 },
    });
    expect(recorded).toMatchObject([
      { type: 'org_unit.member_added', target: { id: unitId }, data: { user_id: ada.id, role: 'auditor' } },
    ]);
  });

  test('again with the same role is no change; with another role changes it', async () => {
    await add(world.owner, unitId, ada.id);
    expect(await recordedBy(world, () => add(world.owner, unitId, ada.id))).toEqual([]);
    const recorded = await recordedBy(world, async () => {
      expect(await add(world.owner, unitId, ada.id, 'auditor')).toMatchObject({ added: false });
    });
    expect(recorded).toMatchObject([{ type: 'org_unit.member_role_changed' }]);
    expect((await storedUnit(unitId))?.members).toBe(1);
  });

  test('is removed, which is recorded, and is not a member on a second removal', async () => {
    await add(world.owner, unitId, ada.id);
    const recorded = await recordedBy(world, () => take(world.owner, unitId, ada.id));
    expect(recorded).toMatchObject([{ type: 'org_unit.member_removed', data: { user_id: ada.id } }]);
    expect((await storedUnit(unitId))?.members).toBe(0);
    expect(await codeOf(take(world.owner, unitId, ada.id))).toBe('MEMBER_NOT_FOUND');
  });

  test('has to be a user who is there', async () => {
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    for (const userId of [gone.id, crypto.randomUUID(), 'nobody', ''])
      expect(await codeOf(add(world.owner, unitId, userId))).toBe('USER_NOT_FOUND');
  });

  test('leaves the unit on deactivation, and is not in it after a reactivation', async () => {
    const bob = await aPerson(world);
    await add(world.owner, unitId, bob.id);
    await world.owner.ask(world.app.users.deactivate, { userId: bob.id });
    expect([(await storedUnit(unitId))?.members, await listed(world, unitMemberships, membersOfUnit(unitId))]).toEqual([
      0,
      [],
    ]);
    const back = await comesBack(world, bob);
    expect((await back.ask(world.app.orgUnits.ofUser, { userId: bob.id })).items).toEqual([]);
  });

  test('is counted exactly while many come and go', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aPerson(world)));
    const other = await another(world);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const userId = people[index % 6]?.id ?? '';
        const { app } = index % 2 === 0 ? world : other;
        return codeOf(
          index % 3 === 0
            ? world.owner.ask(app.orgUnits.removeMember, { unitId, userId })
            : world.owner.ask(app.orgUnits.addMember, { unitId, userId, role: 'member' }),
        );
      }),
    );
    expect((await storedUnit(unitId))?.members).toBe(
      (await listed(world, unitMemberships, membersOfUnit(unitId))).length,
    );
  });
});

describe('permissions on units', () => {
  test.each<OrgRole>(['owner', 'domain_admin'])('%s: everything', async (role) => {
    const admin = await aPerson(world, role);
    const { id } = await create(admin);
    for (const work of [
      () => edit(admin, id),
      () => add(admin, id, ada.id),
      () => take(admin, id, ada.id),
      () => remove(admin, id),
    ])
      expect(await codeOf(work())).toBe('done');
  });

  test.each<OrgRole>(['security_officer', 'auditor', 'member', 'department_admin'])('%s: look', async (role) => {
    const person = await aPerson(world, role);
    const { id } = await create(world.owner);
    await add(world.owner, id, ada.id);
    for (const work of [
      () => create(person, id),
      () => edit(person, id),
      () => remove(person, id),
      () => add(person, id, person.id),
      () => take(person, id, ada.id),
    ])
      expect((await refusal(world, work))[0]).toBe('INSUFFICIENT_ROLE');
  });

  test('a department admin makes, edits and deletes units below their own, not their own', async () => {
    const { own, below, beside, admin } = await department();
    const made = await create(admin, own.id);
    for (const id of [made.id, below.id]) expect(await codeOf(edit(admin, id))).toBe('done');
    expect(await codeOf(remove(admin, made.id))).toBe('done');
    for (const id of [own.id, beside.id, root]) {
      expect(await refusal(world, () => edit(admin, id))).toEqual(['INSUFFICIENT_ROLE', 'org-role:owner']);
      expect(await codeOf(remove(admin, id))).toBe('INSUFFICIENT_ROLE');
    }
    for (const id of [beside.id, root]) expect(await codeOf(create(admin, id))).toBe('INSUFFICIENT_ROLE');
  });

  test('a department admin manages the members of their own unit and of units below it', async () => {
    const { own, below, beside, admin } = await department();
    for (const id of [own.id, below.id]) {
      expect(await codeOf(add(admin, id, ada.id))).toBe('done');
      expect(await codeOf(take(admin, id, ada.id))).toBe('done');
    }
    expect(await codeOf(add(admin, beside.id, ada.id))).toBe('INSUFFICIENT_ROLE');
  });

  test('the unit role alone makes no department admin, nor does the organisation role alone', async () => {
    const { own, admin } = await department();
    await add(world.owner, own.id, ada.id, 'department_admin');
    expect(await codeOf(create(ada, own.id))).toBe('INSUFFICIENT_ROLE');
    await add(world.owner, own.id, admin.id, 'member');
    expect(await codeOf(create(admin, own.id))).toBe('INSUFFICIENT_ROLE');
    await take(world.owner, own.id, ada.id);
  });

  test('unknown units are not found', async () => {
    const nowhere = crypto.randomUUID();
    for (const work of [
      () => see(ada, nowhere),
      () => edit(world.owner, nowhere),
      () => remove(world.owner, nowhere),
      () => add(world.owner, nowhere, ada.id),
      () => take(world.owner, nowhere, ada.id),
      () => ada.ask(world.app.orgUnits.listMembers, { unitId: nowhere }),
      () => create(world.owner, nowhere),
    ])
      expect(await codeOf(work())).toBe('ORG_UNIT_NOT_FOUND');
  });

  test('below a unit that is not there a department admin may no more than below any that is not his', async () => {
    const { admin, beside } = await department();
    const refused = await refusal(world, () => create(admin, beside.id));
    expect(refused[0]).toBe('INSUFFICIENT_ROLE');
    expect(await refusal(world, () => create(admin, crypto.randomUUID()))).toEqual(refused);
  });

  test('the scopes are needed', async () => {
    const { id } = await create(world.owner);
    const [reader, writer] = [
      await limitedTo(world, world.owner, 'read:org-units'),
      await limitedTo(world, world.owner, 'write:org-units'),
    ];
    for (const work of [
      () => create(reader),
      () => edit(reader, id),
      () => remove(reader, id),
      () => add(reader, id, ada.id),
    ])
      expect(await refusal(world, work)).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:org-units']);
    for (const work of [
      () => writer.ask(world.app.orgUnits.list, {}),
      () => see(writer, id),
      () => writer.ask(world.app.orgUnits.listMembers, { unitId: id }),
    ])
      expect((await refusal(world, work))[0]).toBe('INSUFFICIENT_SCOPE');
  });
});

describe('the units of a user', () => {
  const unitsOf = (by: Person, userId: string) => by.ask(world.app.orgUnits.ofUser, { userId });

  test('are visible to the user, and to owner, domain admin, security officer and auditor', async () => {
    const { id } = await create(world.owner);
    const bob = await aPerson(world);
    await add(world.owner, id, bob.id, 'auditor');
    const seers = await Promise.all(
      (['owner', 'domain_admin', 'security_officer', 'auditor'] as const).map((role) => aPerson(world, role)),
    );
    for (const by of [bob, ...seers])
      expect((await unitsOf(by, bob.id)).items).toMatchObject([{ unit: { id }, membership: { role: 'auditor' } }]);
    expect(await refusal(world, () => unitsOf(ada, bob.id))).toEqual(['INSUFFICIENT_ROLE', 'oneself']);
  });

  test('are visible to a department admin when the user is within their reach', async () => {
    const { below, beside, admin } = await department();
    const [bob, carol] = [await aPerson(world), await aPerson(world)];
    await add(world.owner, below.id, bob.id);
    await add(world.owner, beside.id, carol.id);
    expect([await codeOf(unitsOf(admin, bob.id)), await codeOf(unitsOf(admin, carol.id))]).toEqual([
      'done',
      'INSUFFICIENT_ROLE',
    ]);
  });

  test('come in the order of joining, the latest first', async () => {
    const bob = await aPerson(world);
    const [first, second] = [await create(world.owner), await create(world.owner)];
    for (const { id } of [second, first]) {
      await add(world.owner, id, bob.id);
      world.clock.advance(1000);
    }
    expect((await unitsOf(bob, bob.id)).items.map(({ unit }) => unit.id)).toEqual([first.id, second.id]);
  });

  test('are counted and listed, however many', async () => {
    const bob = await aPerson(world);
    const MANY = 201; // more than are read at once
    const units = await Promise.all(Array.from({ length: MANY }, () => create(world.owner)));
    for (const { id } of units) await add(world.owner, id, bob.id);
    const { items, meta } = await bob.ask(world.app.orgUnits.ofUser, { userId: bob.id, perPage: 100, page: 3 });
    expect([items.length, meta.total]).toEqual([1, MANY]);
  });

  test('of nobody are not found', async () => {
    expect(await codeOf(unitsOf(world.owner, crypto.randomUUID()))).toBe('USER_NOT_FOUND');
  });
});

test('of two who delete the same unit one does', async () => {
  const { id } = await create(world.owner);
  const other = await another(world);
  expect(await tally([remove(world.owner, id), world.owner.ask(other.app.orgUnits.delete, { unitId: id })])).toEqual({
    done: 1,
    ORG_UNIT_NOT_FOUND: 1,
  });
});
