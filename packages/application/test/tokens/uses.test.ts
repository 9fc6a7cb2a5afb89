import { expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import { tokenUses } from '../../src/store/token-uses.ts';
import { aPerson, aToken } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { aRequest } from '../world/person.ts';
import { stored, storedUser } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';

/** The ids of a person's tokens. */
const tokensOf = async (world: World, { id }: Person) =>
  (await storedUser(world, id))?.tokens.map((token) => token.id) ?? [];

/** Records a use of each token, as every request does. */
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

test('the last use of a token is deleted with it, and with the tokens made with it', async () => {
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

test('the last use of a token is deleted when its user is deactivated', async () => {
  const world = await openWorld();
  const [ada, bob] = [await aPerson(world), await aPerson(world)];
  await used(world, ada, bob);
  const [ofAda, ofBob] = [await tokensOf(world, ada), await tokensOf(world, bob)];
  await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
  await workLater(world);
  expect([await usesOf(world, ofAda), (await usesOf(world, ofBob)).length]).toEqual([[], 1]);
});

test('the use of a token is stored at most once a minute over all processes', async () => {
  const world = await openWorld();
  const ada = await aPerson(world);
  await used(world, ada);
  const [id = ''] = await tokensOf(world, ada);
  const first = await stored(world, tokenUses, id);
  let looked = (): void => undefined;
  const hasLooked = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const commits: unknown[] = [];
  const documents = new Proxy(world.ports.documents, {
    get: (store, name) => {
      const member: unknown = Reflect.get(store, name, store);
      if (typeof member !== 'function') return member;
      return async (...args: readonly unknown[]) => {
        if (name === 'commit') commits.push(args);
        const answer: unknown = await Reflect.apply(member, store, args);
        if (name === 'read' && JSON.stringify(args).includes(tokenUses.name)) setImmediate(looked);
        return answer;
      };
    },
  });
  const { app } = await another(world, { documents });
  world.clock.advance(MINUTE - 1);
  app.sessions.noteTokenUse(await app.sessions.identify(ada.secret, undefined, aRequest()));
  await hasLooked;
  expect([commits, await stored(world, tokenUses, id)]).toEqual([[], first]);
});
