import { beforeEach, describe, expect, test } from '@jest/globals';
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

  test('is refused equally for a wrong password, an unknown address and a user who may not sign in', async () => {
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

  test('hashes as much for unknown as for existing users', async () => {
    const verified: unknown[] = [];
    const { passwords } = world.ports;
    const counting = await another(world, {
      passwords: {
        hash: (password, requester) => passwords.hash(password, requester),
        verify: (password, hash, requester) => {
          verified.push(hash);
          return passwords.verify(password, hash, requester);
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

  test('does not count successes', async () => {
    const ada = await newcomer(PASSWORD);
    for (let n = 0; n < 11; n++) expect(await codeOf(signIn(ada.email, PASSWORD))).toBe('done');
  });

  test('keeps the twenty newest sessions, and ends older ones', async () => {
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
  ])('refuses a user who is %s while their password is checked', async (_, end) => {
    const ada = await newcomer(PASSWORD);
    const gate = new Gate();
    const slow = await another(world, intercepted(world.ports, gate.around));
    let reads = 0;
    // The first read finds the user; the decision rests on the second.
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

  test('ends all API tokens in the same commit on request, each recorded, and none otherwise', async () => {
    const ada = await newcomer(PASSWORD);
    const made = [
      await ada.ask(world.app.tokens.create, { name: 'one' }),
      await ada.ask(world.app.tokens.create, { name: 'two' }),
    ];
    const works = () => Promise.all(made.map(({ secret }) => me(ada.with(secret))));
    await setPassword(ada, OTHER_PASSWORD, PASSWORD);
    expect(await works()).toEqual(['done', 'done']);
    const recorded = await recordedBy(world, () =>
      ada.ask(world.app.users.setPassword, { next: PASSWORD, current: OTHER_PASSWORD, revokeTokens: true }),
    );
    expect(await works()).toEqual(['TOKEN_INVALID', 'TOKEN_INVALID']);
    expect(await me(ada)).toBe('done');
    expect(
      recorded
        .filter(({ type }) => type === 'token.revoked')
        .map(({ target }) => target.id)
        .toSorted(),
    ).toEqual(made.map(({ token }) => token.id).toSorted());
  });

  test('requires the current password once one is set', async () => {
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

  test('is set once when two requests set it at the same time', async () => {
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

describe('signing in over IPv6', () => {
  const host = (network: string, n: number) => `2001:db8:${network}::${n.toString(16)}`;

  test('is refused after ten failures from all hosts of one /64 together', async () => {
    const ada = await newcomer(PASSWORD);
    const tries = Array.from({ length: 400 }, (_, n) => signIn(ada.email, OTHER_PASSWORD, host('1:2', n)));
    expect(await tally(tries)).toMatchObject({ INVALID_CREDENTIALS: 10, RATE_LIMIT_EXCEEDED: 390 });
    expect(await codeOf(signIn(ada.email, PASSWORD, host('1:2', 4711)))).toBe('RATE_LIMIT_EXCEEDED');
    expect(await codeOf(signIn(ada.email, PASSWORD, host('1:3', 0)))).toBe('done');
  });

  test('is refused after 1600 failures from all hosts of one /48 together', async () => {
    const quick = await another(world, { passwords: { ...world.ports.passwords, verify: async () => false } });
    const tries = Array.from({ length: 1700 }, (_, n) =>
      signIn(anEmail(), OTHER_PASSWORD, host(`9:${Math.floor(n / 100)}`, n), quick),
    );
    expect(await tally(tries)).toEqual({ INVALID_CREDENTIALS: 1600, RATE_LIMIT_EXCEEDED: 100 });
    expect(await codeOf(signIn((await newcomer(PASSWORD)).email, PASSWORD, host('8:1', 1)))).toBe('done');
  });
});

/** The outcome of a sign-in that may be delayed: the clock of the test advances when it waits. */
async function noMatterHowSlow(signingIn: Promise<unknown>): Promise<string> {
  void world.clock.paused().then(() => world.clock.advance(1000));
  return codeOf(signingIn);
}

describe('an e-mail with a hundred failures in an hour, from wherever they come', () => {
  const guess = async (email: string, count: number) => {
    const quick = await another(world, { passwords: { ...world.ports.passwords, verify: async () => false } });
    for (let n = 0; n < count; n++)
      expect(await codeOf(signIn(email, OTHER_PASSWORD, `198.51.${n % 250}.${Math.floor(n / 250)}`, quick))).toBe(
        'INVALID_CREDENTIALS',
      );
  };
  /** Time until the answer, by the clock of the test. */
  const waitOf = async (signingIn: Promise<unknown>) => {
    const paused = world.clock.paused().then(() => 'slow');
    if (
      (await Promise.race([
        paused,
        signingIn.then(
          () => 'at once',
          () => 'at once',
        ),
      ])) === 'at once'
    )
      return 0;
    world.clock.advance(999);
    const early = await Promise.race([codeOf(signingIn), new Promise((resolve) => setImmediate(() => resolve('no')))]);
    world.clock.advance(1);
    await codeOf(signingIn);
    return early === 'no' ? 1000 : 999;
  };

  test('answers a second later, right or wrong, and locks no user out', async () => {
    const ada = await newcomer(PASSWORD);
    await guess(ada.email, 99);
    expect(await waitOf(signIn(ada.email, OTHER_PASSWORD))).toBe(0);
    for (const password of [OTHER_PASSWORD, PASSWORD])
      expect(await waitOf(signIn(ada.email, password, '192.0.2.99'))).toBe(1000);
    const signingIn = signIn(ada.email, PASSWORD, '192.0.2.77');
    expect(await noMatterHowSlow(signingIn)).toBe('done');
    world.clock.advance(HOUR);
    expect(await waitOf(signIn(ada.email, PASSWORD, '192.0.2.77'))).toBe(0);
  });

  test('answers as late for an unknown e-mail', async () => {
    const nobody = anEmail();
    await guess(nobody, 100);
    expect(await waitOf(signIn(nobody, PASSWORD))).toBe(1000);
    expect(await waitOf(signIn(anEmail(), PASSWORD))).toBe(0);
  });
});

test('a user with the right password signs in while strangers of a few networks keep the hasher busy', async () => {
  const ada = await newcomer(PASSWORD);
  const over = new AbortController();
  const strangers = Array.from({ length: 150 }, async (_, n) => {
    for (let time = 0; !over.signal.aborted && time < 200; time++)
      await codeOf(signIn(anEmail(), PASSWORD, `2001:db8:${n % 6}:${n % 3}::${n.toString(16)}`));
  });
  for (let n = 0; n < 5; n++) expect(await codeOf(signIn(ada.email, PASSWORD, '192.0.2.50'))).toBe('done');
  over.abort();
  await Promise.all(strangers);
});
