import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MAX_UNIT_DEPTH, type OrgUnit } from '@strongroom/domain';
import { membersOfUnit, orgUnits, unitMemberships } from '../../src/store/organisation.ts';
import { recordedBy } from '../world/events.ts';
import { aPerson, comesBack } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { listed, stored } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';
import { unitCalls } from './calls.ts';

let world: World;
let ada: Person;
let root: string;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  root = world.home.rootUnitId;
});

const { create, edit, remove, see, add, take } = unitCalls(() => world);
const storedUnit = (id: string) => stored(world, orgUnits, id);

describe('a unit', () => {
  test('is created below the root by default, and recorded', async () => {
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
    expect(recorded).toMatchObject([{ type: 'org_unit.edited', target: { id }, data: { changed: { name: true } } }]);
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

  test('changes only if added again with another role', async () => {
    await add(world.owner, unitId, ada.id);
    expect(await recordedBy(world, () => add(world.owner, unitId, ada.id))).toEqual([]);
    const recorded = await recordedBy(world, async () => {
      expect(await add(world.owner, unitId, ada.id, 'auditor')).toMatchObject({ added: false });
    });
    expect(recorded).toMatchObject([
      { type: 'org_unit.member_role_changed', data: { user_id: ada.id, from: 'member', to: 'auditor' } },
    ]);
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

test('one of two users who delete the same unit succeeds', async () => {
  const { id } = await create(world.owner);
  const other = await another(world);
  expect(await tally([remove(world.owner, id), world.owner.ask(other.app.orgUnits.delete, { unitId: id })])).toEqual({
    done: 1,
    ORG_UNIT_NOT_FOUND: 1,
  });
});
