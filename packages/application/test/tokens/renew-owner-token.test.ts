import { beforeEach, describe, expect, test } from '@jest/globals';
import { renewOwnerToken } from '../../src/index.ts';
import { eventsOfType, recordedBy } from '../world/events.ts';
import { anUnknownSecret, aPerson, aRoom, aToken } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const renew = async () => {
  const secret = anUnknownSecret('apiToken');
  const renewed = await renewOwnerToken(world.ports, { secret });
  return { secret, renewed };
};
const me = (by: Person) => codeOf(by.ask(world.app.users.me));

describe('a new token for the first owner', () => {
  test('works, does not expire, and replaces the former token, but not tokens created with it', async () => {
    const made = world.owner.with(await aToken(world, world.owner));
    const { secret, renewed } = await renew();
    expect(renewed).toMatchObject({ owner: { id: world.owner.id }, token: { grant: null, expiresAt: null } });
    expect(renewed?.replaced).toHaveLength(1);
    expect([await me(world.owner), await me(world.owner.with(secret)), await me(made)]).toEqual([
      'TOKEN_INVALID',
      'done',
      'done',
    ]);
  });

  test('is recorded, and so is the token it replaced', async () => {
    const recorded = await recordedBy(world, renew);
    expect(new Set(recorded.map((event) => `${event.type} by ${event.actor.type}`))).toEqual(
      new Set(['token.created by system', 'token.revoked by system']),
    );
    expect(await eventsOfType(world, 'token.revoked')).toMatchObject([{ data: { user_id: world.owner.id } }]);
  });

  test('is for the oldest active owner', async () => {
    world.clock.advance(1);
    const second = await aPerson(world, 'owner');
    await aRoom(world, second);
    await second.ask(world.app.users.deactivate, { userId: world.owner.id });
    const { secret, renewed } = await renew();
    expect([renewed?.owner.id, await me(second.with(secret)), await me(second)]).toEqual([second.id, 'done', 'done']);
  });

  test('made twice at the same time leaves one that works', async () => {
    const both = await Promise.all([renew(), renew()]);
    const works = await Promise.all(both.map(({ secret }) => me(world.owner.with(secret))));
    expect(works.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'TOKEN_INVALID']);
  });
});
