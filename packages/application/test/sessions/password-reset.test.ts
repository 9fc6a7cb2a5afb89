import { beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE } from '@strongroom/domain';
import { MARK, recordedBy } from '../world/events.ts';
import { intercepted } from '../world/intercepted.ts';
import { anEmail, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { another, openWorld, type World } from '../world/world.ts';
import { aNewcomer, signInAt } from './newcomers.ts';

/** Passwords are hashed slowly on purpose. */
const OTHER_PASSWORD = `another ${MARK} password`;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const ask = (email: string, ip = '192.0.2.7', at = world) =>
  at.app.sessions.requestPasswordReset({ request: { ...aRequest(), ip } }, { email: email as never });
const accept = (secret: string, password?: string) =>
  world.app.users.accept(
    { request: aRequest() },
    { secret, name: 'Sesame' as never, ...(password === undefined ? {} : { password: password as never }) },
  );
/** The job of the request leaves the job that mails. */
const settle = async (): Promise<void> => {
  await world.app.worker.runDue();
  await world.app.worker.runDue();
};
const mailsAfter = async (email: string): Promise<readonly string[]> => {
  const before = world.ports.mailer.sent.length;
  await ask(email);
  await settle();
  return world.ports.mailer.sent.slice(before).map(({ to }) => to);
};

describe('a forgotten password', () => {
  test('is replaced by the link in the mail, which ends all sessions', async () => {
    const ada = await aNewcomer(world, PASSWORD);
    await ask(ada.email.toUpperCase());
    await settle();
    const secret = await mailedToken(world, ada.email);
    expect(world.ports.mailer.sent.at(-1)?.text).toContain(`/activate#token=${secret}\n`);
    expect(await codeOf(accept(secret))).toBe('VALIDATION_ERROR');
    expect(await codeOf(ada.ask(world.app.users.me))).toBe('done');
    await accept(secret, OTHER_PASSWORD);
    expect(await codeOf(ada.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    expect(await codeOf(signInAt(world, ada.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(signInAt(world, ada.email, OTHER_PASSWORD))).toBe('done');
  });

  test('is recorded with the address of the request, and without the e-mail', async () => {
    const ada = await aNewcomer(world, PASSWORD);
    const recorded = await recordedBy(world, async () => {
      await ask(ada.email);
      await settle();
    });
    expect(recorded).toMatchObject([
      { type: 'invitation.renewed', actor: { type: 'system' }, target: { id: ada.id }, request: { ip: '192.0.2.7' } },
    ]);
  });

  test('gets a mail only for active users with a password', async () => {
    const [ada, bare, gone] = [
      await aNewcomer(world, PASSWORD),
      await aNewcomer(world),
      await aNewcomer(world, PASSWORD),
    ];
    const invited = anEmail();
    await world.owner.ask(world.app.users.invite, { email: invited, role: 'member' });
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    await world.app.worker.runDue();
    for (const email of [anEmail(), bare.email, gone.email, invited]) expect(await mailsAfter(email)).toEqual([]);
    expect(await mailsAfter(ada.email)).toEqual([ada.email]);
  });

  test('gets one mail in ten minutes, and none beyond twenty a day', async () => {
    const ada = await aNewcomer(world, PASSWORD);
    const counts: number[] = [];
    for (let n = 0; n < 22; n++) {
      counts.push((await mailsAfter(ada.email)).length, (await mailsAfter(ada.email)).length);
      world.clock.advance(11 * MINUTE);
    }
    // The invitation counts with the mails of others.
    expect(counts.filter((count) => count > 0)).toHaveLength(20);
    expect(counts.slice(0, 4)).toEqual([1, 0, 1, 0]);
    expect(await codeOf(ask(ada.email))).toBe('done');
  });

  test('costs the same calls of every port before the answer, whether or not the address has a user', async () => {
    const ada = await aNewcomer(world, PASSWORD);
    let calls: string[] = [];
    const watched = await another(
      world,
      intercepted(world.ports, ({ port, method }, go) => {
        calls.push(`${port}.${method}`);
        return go();
      }),
    );
    const callsFor = async (email: string): Promise<readonly string[]> => {
      calls = [];
      await ask(email, '192.0.2.7', watched);
      return calls;
    };
    const [known, unknown] = [await callsFor(ada.email), await callsFor(anEmail())];
    expect(known).toEqual(unknown);
    expect(known).toContain('documents.commit');
  });

  test('is asked for at most ten times a minute for an address from a network', async () => {
    for (const email of [(await aNewcomer(world, PASSWORD)).email, anEmail()]) {
      expect(await tally(Array.from({ length: 12 }, () => ask(email)))).toEqual({ done: 10, RATE_LIMIT_EXCEEDED: 2 });
      expect(await codeOf(ask(email, '192.0.2.8'))).toBe('done');
    }
  });
});
