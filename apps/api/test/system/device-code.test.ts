import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aPerson, given } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

/** Sign-in by device code at processes of the service that share one store, as their operators run them. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let place: Place;
let one: ServiceProcess;
/** A service whose clock is ten seconds ahead, so that a program may poll it at the same time as the other one. */
let two: ServiceProcess;
let owner: Caller;

/** Options of node for a process whose clock differs by these milliseconds. */
const clockAt = (milliseconds: number): readonly string[] => {
  const program = `const now = Date.now; Date.now = () => now() + ${milliseconds};`;
  return ['--import', `data:text/javascript,${encodeURIComponent(program)}`];
};

beforeAll(async () => {
  await build();
  place = await Place.make();
  one = await place.start();
  two = await place.start({}, { flags: clockAt(10 * SECOND) });
  owner = one.as(await place.ownerToken());
}, 120_000);
afterAll(() => place.end());

type Begun = Readonly<{ device_code: string; user_code: string }>;
type Answer = Readonly<{ status: number; code: string; token: string }>;

const begins = (at: ServiceProcess): Promise<Begun> =>
  given(at.as(undefined).post('/device-logins', { client_name: 'strongroom on a laptop' }));

async function asks(at: ServiceProcess, { device_code }: Begun): Promise<Answer> {
  const { status, body } = await at.as(undefined).post('/device-logins/token', { device_code });
  return { status, code: body.error?.code ?? '', token: body.data?.token ?? '' };
}

const allows = (at: ServiceProcess, session: string, { user_code }: Begun) =>
  given(at.as(session).post('/device-logins/allow', { user_code }));

const sessionsOf = async (session: string): Promise<number> =>
  (await one.as(session).get('/me/sessions')).body.meta.total;

describe('a sign-in by device code in two processes on one store', () => {
  test('is begun at one, allowed at the other, and picked up once by a program that asks both at the same time', async () => {
    const { session } = await aPerson(owner, place.data);
    const seen: string[] = [];
    for (let round = 1; round <= 8; round += 1) {
      const login = await begins(one);
      await allows(two, session, login);
      const answers = await Promise.all([asks(one, login), asks(two, login)]);
      const [first, ...more] = answers.filter(({ token }) => token !== '');
      expect([first?.token, more]).toEqual([expect.stringMatching(/^srs_/), []]);
      for (const { token, code } of answers) if (token === '') seen.push(code);
      expect((await one.as(first?.token).get('/me')).status).toBe(200);
      expect((await two.as(first?.token).get('/me')).status).toBe(200);
      expect(await sessionsOf(session)).toBe(1 + round);
    }
    for (const code of seen) expect(['SLOW_DOWN', 'DEVICE_CODE_EXPIRED']).toContain(code);
    // Some of them passed the limit and met in the store.
    expect(seen).toContain('DEVICE_CODE_EXPIRED');
    const started = (await owner.get('/audit-events?type=session.started&per_page=100')).body.data as {
      data: { way: string };
    }[];
    expect(started.filter(({ data }) => data.way === 'device_code')).toHaveLength(8);
  });

  test('gives nothing where the session that allowed it was ended at the other process', async () => {
    const { session } = await aPerson(owner, place.data);
    const login = await begins(one);
    await allows(one, session, login);
    expect((await two.as(session).delete('/sessions/current')).status).toBe(200);
    expect(await asks(one, login)).toEqual({ status: 403, code: 'DEVICE_LOGIN_REFUSED', token: '' });
  });

  test('is still there after both were killed', async () => {
    const { session } = await aPerson(owner, place.data);
    const [waiting, allowed] = [await begins(one), await begins(two)];
    await allows(two, session, allowed);
    await Promise.all([one.kill(), two.kill()]);
    [one, two] = [await place.start(), await place.start({}, { flags: clockAt(10 * SECOND) })];
    owner = one.as(await place.ownerToken());
    expect((await asks(one, allowed)).token).toMatch(/^srs_/);
    expect((await asks(one, waiting)).code).toBe('AUTHORIZATION_PENDING');
    await allows(two, session, waiting);
    expect((await asks(two, waiting)).token).toMatch(/^srs_/);
  });
});

describe('the clocks of processes and programs', () => {
  test('decide where they answer: a code is over at a process that is eleven minutes ahead', async () => {
    const swept = await begins(one);
    const later = await place.start({}, { flags: clockAt(11 * MINUTE) });
    // It sweeps once it has started, by its own clock, and then again after a minute.
    await eventually('the first sweep', async () => (await asks(one, swept)).code === 'DEVICE_CODE_EXPIRED');
    const [here, there] = [await begins(one), await begins(one)];
    expect(await asks(later, there)).toEqual({ status: 410, code: 'DEVICE_CODE_EXPIRED', token: '' });
    expect((await asks(one, here)).code).toBe('AUTHORIZATION_PENDING');
    await later.kill();
  });

  test('end the permission with a session that expires before the program asks', async () => {
    const before = await place.start({}, { flags: clockAt(5 * MINUTE - 12 * HOUR) });
    // Its twelve hours end in five minutes.
    const { session } = await aPerson(before.as(await place.ownerToken()), place.data);
    const [inTime, late] = [await begins(one), await begins(one)];
    await allows(one, session, inTime);
    await allows(one, session, late);
    const later = await place.start({}, { flags: clockAt(6 * MINUTE) });
    expect(await asks(later, late)).toEqual({ status: 403, code: 'DEVICE_LOGIN_REFUSED', token: '' });
    const { token } = await asks(one, inTime);
    expect((await one.as(token).get('/me')).status).toBe(200);
    // It is as old as the one in which it was allowed, and ends with it.
    expect((await later.as(token).get('/me')).status).toBe(401);
    await Promise.all([before.kill(), later.kill()]);
  });
});
