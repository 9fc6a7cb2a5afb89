import { describe, expect, test } from '@jest/globals';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';
import { aPerson } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { stored, storedUser } from '../world/stored.ts';
import { another, BOTH, openWorld, type World } from '../world/world.ts';

/** The active owners, after checking that the organisation lists the same ones. */
async function activeOwners(world: World, people: readonly Person[]): Promise<readonly string[]> {
  const users = await Promise.all(people.map((person) => storedUser(world, person.id)));
  const active = users.flatMap((user) => (user?.role === 'owner' && user.status === 'active' ? [user.id] : []));
  const known = (await stored(world, organisations, ORGANISATION))?.owners ?? [];
  expect([...known].sort()).toEqual([...active].sort());
  return active;
}

describe.each(BOTH)('with documents in %s', (kind) => {
  test('one of two owners who deactivate each other stays', async () => {
    for (let time = 0; time < 5; time++) {
      const world = await openWorld({ kind });
      const other = await another(world);
      const rival = (await aPerson(world, 'owner')).at(other.app);
      const codes = await Promise.all([
        codeOf(world.owner.ask(world.app.users.deactivate, { userId: rival.id })),
        codeOf(rival.ask(other.app.users.deactivate, { userId: world.owner.id })),
      ]);
      expect(codes.sort((a, b) => a.localeCompare(b))).toEqual(['done', 'TOKEN_INVALID']);
      expect(await activeOwners(world, [world.owner, rival])).toHaveLength(1);
    }
  });

  test('one of two owners who take each other’s role stays', async () => {
    for (let time = 0; time < 5; time++) {
      const world = await openWorld({ kind });
      const other = await another(world);
      const rival = (await aPerson(world, 'owner')).at(other.app);
      const codes = await Promise.all([
        codeOf(world.owner.ask(world.app.users.changeRole, { userId: rival.id, role: 'member' })),
        codeOf(rival.ask(other.app.users.changeRole, { userId: world.owner.id, role: 'member' })),
      ]);
      expect(codes.sort((a, b) => a.localeCompare(b))).toEqual(['done', 'INSUFFICIENT_ROLE']);
      expect(await activeOwners(world, [world.owner, rival])).toHaveLength(1);
    }
  });

  test('at least one of six owners who remove one another stays', async () => {
    const world = await openWorld({ kind });
    const others = [world, await another(world), await another(world)];
    const people = [world.owner];
    for (let n = 1; n < 6; n++) people.push((await aPerson(world, 'owner')).at((others[n % 3] ?? world).app));
    await Promise.all(
      people.flatMap((by, at) =>
        people.map((target, index) => {
          const { app } = others[at % 3] ?? world;
          return codeOf(
            index % 2 === 0
              ? by.ask(app.users.deactivate, { userId: target.id })
              : by.ask(app.users.changeRole, { userId: target.id, role: 'member' }),
          );
        }),
      ),
    );
    expect((await activeOwners(world, people)).length).toBeGreaterThanOrEqual(1);
  });
});
