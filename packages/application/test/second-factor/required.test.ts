import { beforeEach, describe, expect, test } from '@jest/globals';
import { bearerSecret, MINUTE, SECOND } from '@strongroom/domain';
import { totpAt } from '@strongroom/test-servers/totp';
import { createApplication, renewOwnerToken } from '../../src/index.ts';
import { aNewcomer, signInAt } from '../sessions/newcomers.ts';
import { eventsOfType } from '../world/events.ts';
import { aRoom, limitedTo, PASSWORD } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';
import { firstStep, secondStep, type WithTotp, withPassword, withTotp } from './people.ts';

let world: World;
let ada: WithTotp;
beforeEach(async () => {
  world = await openWorld();
  ada = await withTotp(world);
});

const me = (by: Person, at = world) => codeOf(by.ask(at.app.users.me));
const makeToken = (by: Person) => by.ask(world.app.tokens.create, { name: 'x' });
const check = (by: Person, code: string) => codeOf(by.ask(world.app.secondFactor.check, { code }));

describe('a second factor that is required', () => {
  /** The same store, after the operator required one. */
  const requiring = (): World => {
    const configuration = { ...world.configuration, secondFactor: 'required' as const };
    return { ...world, configuration, app: createApplication(world.ports, configuration, world.home) };
  };

  test('ends sessions that began without one, and no API token', async () => {
    const bob = await withPassword(world);
    const token = await makeToken(bob);
    const at = requiring();
    expect(await codeOf(at.app.sessions.identify(bob.secret, undefined, aRequestHere()))).toBe('TOKEN_EXPIRED');
    expect(await codeOf(at.app.sessions.identify(token.secret, undefined, aRequestHere()))).toBe('done');
    expect(await codeOf(at.app.sessions.identify(ada.person.secret, undefined, aRequestHere()))).toBe('done');
  });

  test('is added at sign-in by people who have none, who get no session before', async () => {
    const bob = await aNewcomer(world, PASSWORD);
    const at = requiring();
    const { pending, ways } = await firstStep(at, bob);
    expect(ways).toEqual([]);
    const options = await at.app.secondFactor.findSecondStep({ request: aRequestHere() }, { pending });
    const code = totpAt(options.totp?.secret ?? '', world.clock.now());
    expect(await codeOf(secondStep(at, pending, { code: '000000' }))).toBe('SECOND_FACTOR_INVALID');
    const { secret, recoveryCodes } = await secondStep(at, pending, { code });
    expect(recoveryCodes).toHaveLength(10);
    expect(await codeOf(at.app.sessions.identify(secret, undefined, aRequestHere()))).toBe('done');
    // The first step of another browser, begun before: it adds no second program.
    expect(await codeOf(secondStep(at, pending, { code }))).toBe('SECOND_FACTOR_INVALID');
  });

  test('stays while it is the last one', async () => {
    const at = requiring();
    const [factor] = (await ada.person.ask(at.app.secondFactor.get, {})).factors;
    const remove = ada.person.ask(at.app.secondFactor.remove, { factorId: factor?.id ?? '' });
    expect(await codeOf(remove)).toBe('LAST_SECOND_FACTOR');
  });
});

const aRequestHere = () => ({ id: crypto.randomUUID() as never, ip: '192.0.2.7' });

describe('a proof of ten minutes', () => {
  test('is needed for a token, to delete a room, and to change factors', async () => {
    const room = await aRoom(world, ada.person);
    expect(await codeOf(makeToken(ada.person))).toBe('done');
    world.clock.advance(10 * MINUTE);
    const late = ['SECOND_FACTOR_TOO_OLD', 'factor-is-fresh'];
    expect(await refusal(world, () => makeToken(ada.person))).toEqual(late);
    const remove = () => ada.person.ask(world.app.rooms.delete, { roomId: room.id });
    expect(await refusal(world, remove)).toEqual(late);
    expect(await refusal(world, () => ada.person.ask(world.app.secondFactor.makeRecoveryCodes, {}))).toEqual(late);
    const [factor] = (await ada.person.ask(world.app.secondFactor.get, {})).factors;
    const drop = () => ada.person.ask(world.app.secondFactor.remove, { factorId: factor?.id ?? '' });
    expect(await refusal(world, drop)).toEqual(late);
    expect(await check(ada.person, ada.code())).toBe('done');
    expect(await codeOf(remove())).toBe('done');
    expect(await codeOf(makeToken(ada.person))).toBe('done');
    expect(await codeOf(drop())).toBe('done');
    expect((await storedUser(world, ada.person.id))?.secondFactor).toBeUndefined();
  });

  test('is not asked of API tokens, nor of users without a second factor', async () => {
    const limited = await limitedTo(world, ada.person, 'write:tokens');
    const bob = await withPassword(world);
    world.clock.advance(10 * MINUTE);
    expect(await codeOf(makeToken(limited))).toBe('done');
    expect(await codeOf(makeToken(bob))).toBe('done');
    expect(await codeOf(limited.ask(world.app.secondFactor.begin, {}))).toBe('INSUFFICIENT_SCOPE');
  });

  test('takes the state of this session only', async () => {
    const bob = await withPassword(world);
    const { state } = await bob.ask(world.app.secondFactor.begin, {});
    const add = ada.person.ask(world.app.secondFactor.add, { state, code: ada.code() });
    expect(await codeOf(add)).toBe('SIGN_IN_REFUSED');
  });
});

test('the first factor requires a session of the last ten minutes, and ends the other ones', async () => {
  const bob = await withPassword(world);
  const other = bob.with((await signInAt(world, bob.email, PASSWORD)).secret);
  const { state, totp } = await bob.ask(world.app.secondFactor.begin, {});
  const add = (by: Person, of: string) =>
    codeOf(by.ask(world.app.secondFactor.add, { state: of, code: totpAt(totp?.secret ?? '', world.clock.now()) }));
  expect(await me(other)).toBe('done');
  expect(await add(bob, state)).toBe('done');
  expect([await me(bob), await me(other)]).toEqual(['done', 'TOKEN_INVALID']);
  const eve = await withPassword(world);
  world.clock.advance(11 * MINUTE);
  const begun = await eve.ask(world.app.secondFactor.begin, {});
  expect(await add(eve, begun.state)).toBe('SESSION_TOO_OLD');
});

describe('a lost device', () => {
  const reset = (by: Person) => codeOf(by.ask(world.app.secondFactor.reset, { userId: ada.person.id }));

  test('is removed by an administrator, recorded, with every session', async () => {
    expect(await reset(world.owner)).toBe('done');
    expect(await reset(world.owner)).toBe('done');
    expect(await me(ada.person)).toBe('TOKEN_INVALID');
    expect(await codeOf(signInAt(world, ada.person.email, PASSWORD))).toBe('done');
    expect(await eventsOfType(world, 'user.second_factor_reset')).toHaveLength(1);
  });

  test('is not removed by oneself, nor by a member', async () => {
    const bob = await withPassword(world);
    expect(await reset(bob)).toBe('INSUFFICIENT_ROLE');
    expect(await reset(ada.person)).toBe('INSUFFICIENT_ROLE');
  });

  test('is removed by the operator for the last owner', async () => {
    await world.owner.ask(world.app.users.setPassword, { next: PASSWORD });
    const owner = world.owner.with((await signInAt(world, world.owner.email, PASSWORD)).secret);
    const { state, totp } = await owner.ask(world.app.secondFactor.begin, {});
    const code = totpAt(totp?.secret ?? '', world.clock.now());
    await owner.ask(world.app.secondFactor.add, { state, code });
    expect(await codeOf(signInAt(world, owner.email, PASSWORD))).toBe('SECOND_FACTOR_REQUIRED');
    await renewOwnerToken(world.ports, { secret: bearerSecret('apiToken', new Uint8Array(32).fill(9)) });
    expect(await codeOf(signInAt(world, owner.email, PASSWORD))).toBe('done');
    expect(await eventsOfType(world, 'user.second_factor_reset')).toHaveLength(1);
  });
});

test('sessions say how they began', async () => {
  world.clock.advance(30 * SECOND);
  const { pending } = await firstStep(world, ada.person);
  const { secret } = await secondStep(world, pending, { code: ada.code() });
  const { items } = await ada.person.with(secret).ask(world.app.sessions.list, {});
  expect(items[0]?.session).toMatchObject({ way: 'password', factor: { way: 'totp' } });
});
