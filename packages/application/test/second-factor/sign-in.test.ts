import { beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE, SECOND } from '@strongroom/domain';
import { totpAt } from '@strongroom/test-servers/totp';
import { signInAt } from '../sessions/newcomers.ts';
import { eventsOfType } from '../world/events.ts';
import { mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';
import { firstStep, pendingOf, secondStep, type WithTotp, withPassword, withTotp } from './people.ts';

const STEP = 30 * SECOND;

let world: World;
let ada: WithTotp;
beforeEach(async () => {
  world = await openWorld();
  ada = await withTotp(world);
  world.clock.advance(STEP);
});

const finish = (pending: string, code: string) => codeOf(secondStep(world, pending, { code }));
const me = (by: Person) => codeOf(by.ask(world.app.users.me));

test('the program of the tests gives the codes of RFC 6238, appendix B', () => {
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  expect([59, 1_111_111_109, 1_234_567_890, 20_000_000_000].map((at) => totpAt(secret, at * SECOND))).toEqual([
    '287082',
    '081804',
    '005924',
    '353130',
  ]);
});

describe('a sign-in of a user with an authenticator app', () => {
  test('gives no session for the password, and one for the code', async () => {
    const { pending, ways } = await firstStep(world, ada.person);
    expect(ways).toEqual(['totp', 'recovery_code']);
    const { secret, session, recoveryCodes } = await secondStep(world, pending, { code: ada.code() });
    expect(session).toMatchObject({ way: 'password', factor: { way: 'totp' } });
    expect(recoveryCodes).toEqual([]);
    expect(await me(ada.person.with(secret))).toBe('done');
    expect((await eventsOfType(world, 'session.started')).at(-1)).toMatchObject({
      data: { way: 'password', factor: 'totp' },
    });
  });

  test('takes a code once, and that of a neighbouring step', async () => {
    const code = ada.code();
    expect(await finish((await firstStep(world, ada.person)).pending, code)).toBe('done');
    expect(await finish((await firstStep(world, ada.person)).pending, code)).toBe('SECOND_FACTOR_INVALID');
    const [before, next, later] = [-1, 1, 2].map((steps) => totpAt(ada.secret, world.clock.now() + steps * STEP));
    const { pending } = await firstStep(world, ada.person);
    // Earlier than one that was taken.
    expect(await finish(pending, before ?? '')).toBe('SECOND_FACTOR_INVALID');
    expect(await finish(pending, later ?? '')).toBe('SECOND_FACTOR_INVALID');
    expect(await finish(pending, next ?? '')).toBe('done');
  });

  test('gives one of two concurrent requests with a code its session', async () => {
    const waiting = await Promise.all([firstStep(world, ada.person), firstStep(world, ada.person)]);
    const outcomes = await Promise.all(waiting.map(({ pending }) => finish(pending, ada.code())));
    expect(outcomes.toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'done']);
  });

  test('takes a code once at all processes, one after the other and at once', async () => {
    const elsewhere = await another(world);
    const used = ada.code();
    const at = async (process: World, code: string) =>
      codeOf(secondStep(process, (await firstStep(process, ada.person)).pending, { code }));
    expect([await at(world, used), await at(elsewhere, used)]).toEqual(['done', 'SECOND_FACTOR_INVALID']);
    world.clock.advance(STEP);
    const outcomes = await Promise.all([world, elsewhere].map((process) => at(process, ada.code())));
    expect(outcomes.toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'done']);
  });

  test('refuses further codes after ten wrong ones a minute, from that network only', async () => {
    const { pending } = await firstStep(world, ada.person);
    for (let tries = 0; tries < 10; tries++) expect(await finish(pending, '000000')).toBe('SECOND_FACTOR_INVALID');
    expect(await finish(pending, ada.code())).toBe('RATE_LIMIT_EXCEEDED');
    const elsewhere = '192.0.2.99';
    const again = await firstStep(world, ada.person, elsewhere);
    expect(await codeOf(secondStep(world, again.pending, { code: ada.code() }, elsewhere))).toBe('done');
    expect(await eventsOfType(world, 'session.factor_refused')).toHaveLength(10);
  });

  test('takes at most a hundred wrong codes a day, and recovery codes after them', async () => {
    let tries = 0;
    for (let network = 0; tries < 100; network++) {
      const ip = `2001:db8:${network}::1`;
      const { pending } = await firstStep(world, ada.person, ip);
      for (let more = 0; more < 10; more++, tries++)
        expect(await codeOf(secondStep(world, pending, { code: '000000' }, ip))).toBe('SECOND_FACTOR_INVALID');
    }
    const { pending } = await firstStep(world, ada.person, '2001:db8:ffff::1');
    const right = { code: ada.code() };
    expect(await codeOf(secondStep(world, pending, right, '2001:db8:ffff::1'))).toBe('RATE_LIMIT_EXCEEDED');
    const [recoveryCode = ''] = ada.codes;
    expect(await codeOf(secondStep(world, pending, { recoveryCode }, '2001:db8:ffff::1'))).toBe('done');
  });

  test('ends after ten minutes, and with a new password', async () => {
    const { pending } = await firstStep(world, ada.person);
    world.clock.advance(10 * MINUTE);
    expect(await finish(pending, ada.code())).toBe('SIGN_IN_REFUSED');
    const other = await firstStep(world, ada.person);
    const next = `another ${PASSWORD}`;
    await ada.person.ask(world.app.users.setPassword, { current: PASSWORD, next });
    expect(await finish(other.pending, ada.code())).toBe('SIGN_IN_REFUSED');
    expect(await finish('srs_x', ada.code())).toBe('SIGN_IN_REFUSED');
  });

  test('ends with the deactivation of the user', async () => {
    const { pending } = await firstStep(world, ada.person);
    await world.owner.ask(world.app.users.deactivate, { userId: ada.person.id });
    expect(await finish(pending, ada.code())).toBe('SIGN_IN_REFUSED');
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is typed', async () => {
    expect(ada.codes).toHaveLength(10);
    const [first = '', second = ''] = ada.codes;
    const typed = first.toUpperCase().replaceAll('-', ' ');
    const use = async (recoveryCode: string) =>
      codeOf(secondStep(world, (await firstStep(world, ada.person)).pending, { recoveryCode }));
    expect(await use(typed)).toBe('done');
    expect(await use(first)).toBe('SECOND_FACTOR_INVALID');
    expect(await use(second)).toBe('done');
    expect((await storedUser(world, ada.person.id))?.secondFactor?.recoveryCodes).toHaveLength(8);
  });

  test('gives one of two concurrent requests its session', async () => {
    const [recoveryCode = ''] = ada.codes;
    const waiting = await Promise.all([firstStep(world, ada.person), firstStep(world, ada.person)]);
    const outcomes = await Promise.all(
      waiting.map(({ pending }) => codeOf(secondStep(world, pending, { recoveryCode }))),
    );
    expect(outcomes.toSorted()).toEqual(['SECOND_FACTOR_INVALID', 'done']);
  });

  test('is stored as a keyed hash, and the secret of a program encrypted', async () => {
    const stored = JSON.stringify(await storedUser(world, ada.person.id));
    for (const secret of [ada.secret, ...ada.codes, ...ada.codes.map((code) => code.replaceAll('-', ''))])
      expect(stored).not.toContain(secret);
  });
});

describe('beside the second factor', () => {
  test('an activation link sets the password, and leads to the second step', async () => {
    // A mail with a link went out when they were invited.
    world.clock.advance(10 * MINUTE);
    await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.person.id });
    const secret = await mailedToken(world, ada.person.email);
    const next = `another ${PASSWORD}`;
    const accept = world.app.users.accept(
      { request: aRequest() },
      { secret, name: 'Ada' as never, password: next as never },
    );
    const { pending } = await pendingOf(accept);
    expect(await me(ada.person)).toBe('TOKEN_INVALID');
    expect(await codeOf(signInAt(world, ada.person.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(signInAt(world, ada.person.email, next))).toBe('SECOND_FACTOR_REQUIRED');
    expect(await secondStep(world, pending, { code: ada.code() })).toMatchObject({ session: { way: 'invitation' } });
  });

  test('a wrong password says nothing of the second factor', async () => {
    expect(await codeOf(signInAt(world, ada.person.email, 'wrong'))).toBe('INVALID_CREDENTIALS');
  });

  test('a user without a second factor signs in as before', async () => {
    const bob = await withPassword(world);
    expect(await signInAt(world, bob.email, PASSWORD)).toMatchObject({ session: { way: 'password' } });
  });
});
