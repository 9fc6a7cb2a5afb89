import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { HOUR, MINUTE } from '@strongroom/domain';
import { MARK, recordedBy } from '../world/events.ts';
import { Gate } from '../world/gate.ts';
import { intercepted } from '../world/intercepted.ts';
import { anEmail, limitedTo, PASSWORD } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal, tally } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { another, openWorld, type World } from '../world/world.ts';
import { aNewcomer, signInAt } from './newcomers.ts';

/** Passwords are hashed slowly on purpose. */
jest.setTimeout(30_000);

const OTHER_PASSWORD = `another ${MARK} password`;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const newcomer = (password?: string) => aNewcomer(world, password);
const signIn = (email: string, password: string, ip?: string, at = world) => signInAt(at, email, password, ip);
const setPassword = (by: Person, next: string, current?: string) =>
  by.ask(world.app.users.setPassword, { next, ...(current === undefined ? {} : { current }) });
const me = (by: Person) => codeOf(by.ask(world.app.users.me));

describe('signing in', () => {
  test('begins a session of twelve hours, and is recorded', async () => {
    const ada = await newcomer(PASSWORD);
    const recorded = await recordedBy(world, async () => {
      const started = await signIn(ada.email.toUpperCase(), PASSWORD);
      expect(started).toMatchObject({ user: { id: ada.id }, session: { expiresAt: world.clock.now() + 12 * HOUR } });
      expect(await me(ada.with(started.secret))).toBe('done');
      expect(JSON.stringify(await storedUser(world, ada.id))).not.toContain(started.secret);
    });
    expect(recorded).toMatchObject([
      { type: 'session.started', actor: { type: 'user', id: ada.id }, target: { type: 'session' } },
    ]);
  });

  test('is refused alike for a wrong password, an unknown address and who may not sign in', async () => {
    const [ada, bare, gone] = [await newcomer(PASSWORD), await newcomer(), await newcomer(PASSWORD)];
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    const answers = await Promise.all(
      [
        [ada.email, OTHER_PASSWORD],
        [anEmail(), PASSWORD],
        [bare.email, PASSWORD],
        [gone.email, PASSWORD],
        [world.owner.email, ''],
      ].map(([email = '', password = '']) =>
        signIn(email, password).catch(({ code, message }: { code: string; message: string }) => ({ code, message })),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('hashes as much for who is not there as for who is', async () => {
    const verified: unknown[] = [];
    const { passwords } = world.ports;
    const counting = await another(world, {
      passwords: {
        hash: (password) => passwords.hash(password),
        verify: (password, hash) => {
          verified.push(hash);
          return passwords.verify(password, hash);
        },
      },
    });
    const ada = await newcomer(PASSWORD);
    for (const email of [ada.email, anEmail()]) await codeOf(signIn(email, OTHER_PASSWORD, '192.0.2.7', counting));
    expect([verified.length, typeof verified[0], verified[1]]).toEqual([2, 'string', undefined]);
  });

  test('is refused for a minute after ten failures of one person from one address, and only there', async () => {
    const ada = await newcomer(PASSWORD);
    expect(await tally(Array.from({ length: 12 }, () => signIn(ada.email, OTHER_PASSWORD)))).toEqual({
      INVALID_CREDENTIALS: 10,
      RATE_LIMIT_EXCEEDED: 2,
    });
    await expect(signIn(ada.email, PASSWORD)).rejects.toMatchObject({ code: 'RATE_LIMIT_EXCEEDED', retryAfter: 60 });
    expect(await codeOf(signIn(ada.email, PASSWORD, '192.0.2.8'))).toBe('done');
    expect(await codeOf(signIn((await newcomer(PASSWORD)).email, PASSWORD))).toBe('done');
    world.clock.advance(MINUTE);
    expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('done');
  });

  test('does not count what succeeds', async () => {
    const ada = await newcomer(PASSWORD);
    for (let n = 0; n < 11; n++) expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('done');
  });

  test('keeps twenty sessions; the oldest ends', async () => {
    const ada = await newcomer(PASSWORD);
    const sessions: Person[] = [ada];
    for (let n = 0; n < 20; n++) sessions.push(ada.with((await signIn(ada.email, PASSWORD)).secret));
    expect([await me(sessions[0] ?? ada), await me(sessions[1] ?? ada), await me(sessions[20] ?? ada)]).toEqual([
      'TOKEN_INVALID',
      'done',
      'done',
    ]);
  });

  test.each<[string, (ada: Person) => Promise<unknown>]>([
    ['deactivated', (ada) => world.owner.ask(world.app.users.deactivate, { userId: ada.id })],
    ['given another password', (ada) => setPassword(ada, OTHER_PASSWORD, PASSWORD)],
  ])('does not let in who is %s while his password is looked at', async (_, end) => {
    const ada = await newcomer(PASSWORD);
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    let reads = 0;
    // The first reading finds the user; the second one is what is decided on.
    const held = gate.hold((call) => call.method === 'read' && ++reads === 2);
    const signingIn = codeOf(signIn(ada.email, PASSWORD, '192.0.2.7', slow));
    await held;
    await end(ada);
    gate.open();
    expect(await signingIn).toBe('INVALID_CREDENTIALS');
  });
});

describe('signing out', () => {
  test('ends the session, no other one, and is recorded', async () => {
    const ada = await newcomer(PASSWORD);
    const other = ada.with((await signIn(ada.email, PASSWORD)).secret);
    const recorded = await recordedBy(world, () => ada.ask(world.app.sessions.end));
    expect([await me(ada), await me(other)]).toEqual(['TOKEN_INVALID', 'done']);
    expect(recorded).toMatchObject([{ type: 'session.ended', target: { type: 'session' } }]);
  });

  test('leaves the tokens that were made with the session', async () => {
    const ada = await newcomer();
    const { secret } = await ada.ask(world.app.tokens.create, { name: 'token' });
    await ada.ask(world.app.sessions.end);
    expect(await me(ada.with(secret))).toBe('done');
  });

  test('is not for API tokens', async () => {
    expect(await refusal(world, () => world.owner.ask(world.app.sessions.end))).toEqual([
      'INSUFFICIENT_SCOPE',
      'uses-session',
    ]);
  });
});

describe('a password', () => {
  test('is set with a session, stored as a hash, recorded, and ends the other sessions', async () => {
    const ada = await newcomer(PASSWORD);
    const other = ada.with((await signIn(ada.email, PASSWORD)).secret);
    const recorded = await recordedBy(world, () => setPassword(ada, OTHER_PASSWORD, PASSWORD));
    expect(recorded).toMatchObject([
      { type: 'user.password_set', actor: { id: ada.id }, target: { id: ada.id }, data: {} },
    ]);
    expect([await me(ada), await me(other)]).toEqual(['done', 'TOKEN_INVALID']);
    expect((await storedUser(world, ada.id))?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect([await codeOf(signIn(ada.email, PASSWORD)), await codeOf(signIn(ada.email, OTHER_PASSWORD))]).toEqual([
      'INVALID_CREDENTIALS',
      'done',
    ]);
  });

  test('asks for the current one once there is one', async () => {
    const ada = await newcomer(PASSWORD);
    for (const current of [undefined, '', OTHER_PASSWORD])
      expect(await codeOf(setPassword(ada, OTHER_PASSWORD, current))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('done');
  });

  test('is first set with a session, or with the first owner’s token, and with no other token', async () => {
    const ada = await newcomer();
    const { secret } = await ada.ask(world.app.tokens.create, { name: 'token' });
    expect(await refusal(world, () => setPassword(ada.with(secret), PASSWORD))).toEqual([
      'INSUFFICIENT_SCOPE',
      'may-set-password',
    ]);
    expect(await codeOf(setPassword(ada, PASSWORD))).toBe('done');
    expect(await codeOf(setPassword(world.owner, PASSWORD))).toBe('done');
    expect(await codeOf(setPassword(ada.with(secret), OTHER_PASSWORD, PASSWORD))).toBe('done');
    expect(await me(ada)).toBe('TOKEN_INVALID');
  });

  test('is not set with a token that is limited to scopes', async () => {
    const ada = await newcomer(PASSWORD);
    const limited = await limitedTo(world, ada, 'write:users');
    expect(await refusal(world, () => setPassword(limited, OTHER_PASSWORD, PASSWORD))).toEqual([
      'INSUFFICIENT_SCOPE',
      'unlimited-credential',
    ]);
  });

  test('set twice at the same time from one current one is set once', async () => {
    const ada = await newcomer(PASSWORD);
    const codes = await tally([
      setPassword(ada, `${OTHER_PASSWORD} 1`, PASSWORD),
      setPassword(ada, `${OTHER_PASSWORD} 2`, PASSWORD),
    ]);
    expect(codes).toEqual({ done: 1, INVALID_CREDENTIALS: 1 });
  });

  test('is kept by a deactivation and refused, and works again when its user comes back', async () => {
    const ada = await newcomer(PASSWORD);
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
    await world.owner.ask(world.app.users.reactivate, { userId: ada.id });
    expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('done');
  });
});
