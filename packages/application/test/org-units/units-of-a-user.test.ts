import { beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';
import { unitCalls } from './calls.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});

const { create, add } = unitCalls(() => world);

/** A department admin of a unit below the root, with a unit below that and one beside it. */
async function department() {
  const [own, beside] = [await create(world.owner), await create(world.owner)];
  const below = await create(world.owner, own.id);
  const admin = await aPerson(world, 'department_admin');
  await add(world.owner, own.id, admin.id, 'department_admin');
  return { own, beside, below, admin };
}

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
    const MANY = 201; // more than one read returns
    const units = await Promise.all(Array.from({ length: MANY }, () => create(world.owner)));
    for (const { id } of units) await add(world.owner, id, bob.id);
    const { items, meta } = await bob.ask(world.app.orgUnits.ofUser, { userId: bob.id, perPage: 100, page: 3 });
    expect([items.length, meta.total]).toEqual([1, MANY]);
  });

  test('are not found for an unknown user', async () => {
    expect(await codeOf(unitsOf(world.owner, crypto.randomUUID()))).toBe('USER_NOT_FOUND');
  });
});
