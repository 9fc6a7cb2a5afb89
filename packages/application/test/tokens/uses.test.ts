import { expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import { tokenUses } from '../../src/repositories/token-uses.ts';
import { aPerson, aToken } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { aRequest } from '../world/person.ts';
import { stored, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

/** The ids of a person's tokens. */
const tokensOf = async (world: World, { id }: Person) =>
  (await storedUser(world, id))?.tokens.map((token) => token.id) ?? [];

/** Notes a use of each token, as every request does beside its work. */
async function used(world: World, ...people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const ctx = await world.app.sessions.identify(person.secret, undefined, aRequest());
    world.app.sessions.noteTokenUse(ctx);
    while ((await stored(world, tokenUses, ctx.credential.id)) === undefined) await new Promise(setImmediate);
  }
}

const usesOf = async (world: World, ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => stored(world, tokenUses, id)))).filter((use) => use !== undefined);

async function workLater(world: World): Promise<void> {
  world.clock.advance(2 * MINUTE);
  while ((await world.app.worker.runDue()) > 0);
}

test('when a token was used is forgotten with it, and with those that were made with it', async () => {
  const world = await openWorld();
  const ada = await aPerson(world);
  const child = ada.with(await aToken(world, ada));
  await used(world, ada, child);
  const before = await tokensOf(world, ada);
  expect(await usesOf(world, before)).toHaveLength(2);
  const ctx = await world.app.sessions.identify(ada.secret, undefined, aRequest());
  await ada.ask(world.app.tokens.revoke, { tokenId: ctx.credential.id as never });
  await workLater(world);
  expect(await tokensOf(world, ada)).toEqual([]);
  expect(await usesOf(world, before)).toEqual([]);
});

test('and when its user is deactivated', async () => {
  const world = await openWorld();
  const [ada, bob] = [await aPerson(world), await aPerson(world)];
  await used(world, ada, bob);
  const [ofAda, ofBob] = [await tokensOf(world, ada), await tokensOf(world, bob)];
  await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
  await workLater(world);
  expect([await usesOf(world, ofAda), (await usesOf(world, ofBob)).length]).toEqual([[], 1]);
});
