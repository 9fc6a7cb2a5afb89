import { beforeAll, describe, expect, test } from '@jest/globals';
import { type OrgRole } from '@strongroom/domain';
import { aPerson, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';
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

/** A department admin of a unit below the root, with a unit below that and one beside it. */
async function department() {
  const [own, beside] = [await create(world.owner), await create(world.owner)];
  const below = await create(world.owner, own.id);
  const admin = await aPerson(world, 'department_admin');
  await add(world.owner, own.id, admin.id, 'department_admin');
  return { own, beside, below, admin };
}

describe('on units', () => {
  test.each<OrgRole>(['owner', 'domain_admin'])('%s may do everything', async (role) => {
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

  test('a department admin below an absent unit is refused as below a unit of others', async () => {
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
