import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, isBearerSecret, MINUTE, SECOND } from '@strongroom/domain';
import type { RequestedDeviceLogin } from '../../src/index.ts';
import { sweepDeviceLogins } from '../../src/jobs/sweep-device-logins.ts';
import { deviceLogins, EVERY_DEVICE_LOGIN } from '../../src/store/device-logins.ts';
import { recordedBy } from '../world/events.ts';
import { aPerson, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

const LAPTOP = '192.0.2.44';
const WAIT = 5 * SECOND;

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.id });
  const secret = await mailedToken(world, ada.email);
  await world.app.users.accept({ request: aRequest() }, { secret, name: 'Ada' as never, password: PASSWORD as never });
});
/** Counts of other tests have ended. */
beforeEach(() => world.clock.advance(HOUR));

async function signedIn(): Promise<Person> {
  const { secret } = await world.app.sessions.start({ request: aRequest() }, { email: ada.email, password: PASSWORD });
  if (!isBearerSecret('session', secret)) throw new TypeError('no session');
  return ada.with(secret);
}

const request = (ip = LAPTOP) =>
  world.app.deviceLogins.request(
    { request: { ...aRequest(), ip }, userAgent: 'strongroom/1' },
    { clientName: 'strongroom on laptop' as never },
  );

/** The program asks. */
const asks = ({ deviceCode }: Pick<RequestedDeviceLogin, 'deviceCode'>, ip = LAPTOP) =>
  world.app.deviceLogins.redeem({ request: { ...aRequest(), ip }, userAgent: 'strongroom/1' }, { deviceCode });
const heard = (login: RequestedDeviceLogin) => codeOf(asks(login));

const find = (by: Person, typed: string) => by.ask(world.app.deviceLogins.find, { typed });
const allow = (by: Person, typed: string) => by.ask(world.app.deviceLogins.allow, { typed });
const refuse = (by: Person, typed: string) => by.ask(world.app.deviceLogins.refuse, { typed });

describe('a sign-in by device code', () => {
  test('shows the person who asks, and gives the program one of their sessions', async () => {
    const here = await signedIn();
    const asked = await recordedBy(world, async () => void (await request()));
    expect(asked).toMatchObject([
      { type: 'session.device_requested', actor: { type: 'system' }, request: { ip: LAPTOP } },
    ]);
    const login = await request();
    expect(login).toMatchObject({ verificationUri: 'https://rooms.example/device', expiresIn: 600, interval: 5 });
    expect(await heard(login)).toBe('AUTHORIZATION_PENDING');
    const seen = await find(here, login.userCode.toLowerCase().replace('-', ' '));
    expect(seen).toMatchObject({
      isYourNetwork: false,
      login: { clientName: 'strongroom on laptop', startedBy: { ip: LAPTOP, userAgent: 'strongroom/1' } },
    });
    const { id } = seen.login;
    const allowed = await recordedBy(world, () => allow(here, login.userCode));
    expect(allowed).toMatchObject([
      { type: 'session.device_allowed', actor: { id: ada.id }, target: { type: 'session', id } },
    ]);
    world.clock.advance(WAIT);
    let session = '';
    const redeemed = await recordedBy(world, async () => {
      const made = await asks(login);
      session = made.secret;
      expect(made).toMatchObject({ user: { id: ada.id }, session: { id, startedBy: { ip: LAPTOP } } });
    });
    expect(redeemed).toMatchObject([{ type: 'session.started', target: { id }, data: { way: 'device_code' } }]);
    if (!isBearerSecret('session', session)) throw new TypeError('no session');
    expect(await ada.with(session).ask(world.app.users.me)).toMatchObject({ user: { id: ada.id } });
    world.clock.advance(WAIT);
    expect(await heard(login)).toBe('DEVICE_CODE_EXPIRED');
    expect(await codeOf(allow(here, login.userCode))).toBe('DEVICE_LOGIN_NOT_FOUND');
  });

  test('is allowed from any network, and redeemed from any', async () => {
    const login = await request('192.0.2.99');
    await allow(await signedIn(), login.userCode);
    expect(await asks(login, '2001:db8::1')).toMatchObject({ user: { id: ada.id } });
  });

  test('gives a session to exactly one of two programs that ask at the same time', async () => {
    const login = await request();
    await allow(await signedIn(), login.userCode);
    const outcomes = await Promise.allSettled([asks(login), asks(login)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('tells a program that asks too often to slow down, whether or not it was allowed', async () => {
    const login = await request();
    expect(await heard(login)).toBe('AUTHORIZATION_PENDING');
    expect(await heard(login)).toBe('SLOW_DOWN');
    await allow(await signedIn(), login.userCode);
    expect(await heard(login)).toBe('SLOW_DOWN');
    world.clock.advance(WAIT);
    await asks(login);
  });

  test('expires after ten minutes, for the program and for the person', async () => {
    const here = await signedIn();
    const [pending, allowed] = [await request(), await request()];
    await allow(here, allowed.userCode);
    world.clock.advance(10 * MINUTE - 1);
    expect(await heard(pending)).toBe('AUTHORIZATION_PENDING');
    world.clock.advance(1);
    expect(await codeOf(find(here, pending.userCode))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await codeOf(allow(here, pending.userCode))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await heard(allowed)).toBe('DEVICE_CODE_EXPIRED');
    world.clock.advance(WAIT);
    expect(await heard(pending)).toBe('DEVICE_CODE_EXPIRED');
  });

  test('ends when the person refuses it', async () => {
    const here = await signedIn();
    const login = await request();
    expect(await recordedBy(world, () => refuse(here, login.userCode))).toMatchObject([
      { type: 'session.device_refused', actor: { id: ada.id } },
    ]);
    expect(await heard(login)).toBe('DEVICE_LOGIN_REFUSED');
    expect(await codeOf(allow(here, login.userCode))).toBe('DEVICE_LOGIN_NOT_FOUND');
  });

  test('is answered once: a second person, or a second answer, finds nothing', async () => {
    const login = await request();
    await allow(await signedIn(), login.userCode);
    expect(await codeOf(refuse(await signedIn(), login.userCode))).toBe('DEVICE_LOGIN_NOT_FOUND');
    expect(await asks(login)).toMatchObject({ user: { id: ada.id } });
  });

  test('needs a session: an API token makes none', async () => {
    const login = await request();
    expect(await codeOf(find(ada, login.userCode))).toBe('INSUFFICIENT_SCOPE');
    expect(await codeOf(allow(ada, login.userCode))).toBe('INSUFFICIENT_SCOPE');
    expect(await heard(login)).toBe('AUTHORIZATION_PENDING');
  });

  test('ends with the session in which it was allowed', async () => {
    const here = await signedIn();
    const login = await request();
    await allow(here, login.userCode);
    await here.ask(world.app.sessions.end);
    expect(await heard(login)).toBe('DEVICE_LOGIN_REFUSED');
  });

  test('ends when other sessions end, or a password is set, in the session in which it was allowed', async () => {
    for (const end of [
      (here: Person) => here.ask(world.app.sessions.endOthers),
      (here: Person) => here.ask(world.app.users.setPassword, { current: PASSWORD, next: PASSWORD } as never),
    ]) {
      const here = await signedIn();
      const login = await request();
      await allow(here, login.userCode);
      const listed = await here.ask(world.app.sessions.list, { limit: 20 } as never);
      expect(JSON.stringify(listed)).toContain(LAPTOP);
      await end(here);
      expect(await heard(login)).toBe('DEVICE_LOGIN_REFUSED');
      world.clock.advance(HOUR);
    }
  });

  test('is as old as the session in which it was allowed: it proves nothing new, and lasts no longer', async () => {
    const here = await signedIn();
    const signedInAt = world.clock.now();
    world.clock.advance(11 * MINUTE);
    let by = here;
    for (let generation = 0; generation < 3; generation++) {
      const login = await request();
      await allow(by, login.userCode);
      const { secret, session } = await asks(login);
      expect([session.createdAt, session.expiresAt - session.createdAt]).toEqual([signedInAt, 12 * HOUR]);
      if (!isBearerSecret('session', secret)) throw new TypeError('no session');
      by = ada.with(secret);
      expect(await codeOf(by.ask(world.app.users.linkKeyPerson, { link: 'x' } as never))).toBe('SESSION_TOO_OLD');
    }
  });

  test('leaves no session where the program does not ask', async () => {
    const here = await signedIn();
    await allow(here, (await request('192.0.2.77')).userCode);
    const listed = async () => JSON.stringify(await here.ask(world.app.sessions.list, { limit: 20 } as never));
    expect(await listed()).toContain('192.0.2.77');
    world.clock.advance(10 * MINUTE);
    expect(await listed()).not.toContain('192.0.2.77');
  });

  test('ends with the person: a deactivated one signs in nowhere', async () => {
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.sendActivationLink, { userId: gone.id });
    const secret = await mailedToken(world, gone.email);
    const visitor = { request: aRequest() };
    const accepted = await world.app.users.accept(visitor, { secret, name: 'x' as never, password: PASSWORD as never });
    if (accepted.secret === undefined) throw new TypeError('no session');
    const login = await request();
    await allow(gone.with(accepted.secret), login.userCode);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    expect(await heard(login)).toBe('DEVICE_LOGIN_REFUSED');
  });

  test('takes the secret of the program, and neither the code of the person nor another secret', async () => {
    const [login, other] = [await request(), await request()];
    await allow(await signedIn(), login.userCode);
    for (const wrong of [login.userCode, `${login.deviceCode}x`, '', 'srd_x'])
      expect(await codeOf(asks({ deviceCode: wrong as never }))).toBe('DEVICE_CODE_EXPIRED');
    expect(await heard(other)).toBe('AUTHORIZATION_PENDING');
    await asks(login);
  });

  test('bounds the guesses of a person, also over many sessions, and counts no right code', async () => {
    const [one, two] = [await signedIn(), await signedIn()];
    const guess = (by: Person, index: number) => codeOf(find(by, `BBBB-BBB${'BCDFGHJKLMNP'.charAt(index)}`));
    const login = await request();
    for (let index = 0; index < 10; index++) {
      expect(await guess(index % 2 ? one : two, index)).toBe('DEVICE_LOGIN_NOT_FOUND');
      if (index < 9) await find(one, login.userCode);
    }
    expect(await guess(one, 10)).toBe('RATE_LIMIT_EXCEEDED');
    expect(await codeOf(allow(two, login.userCode))).toBe('RATE_LIMIT_EXCEEDED');
    world.clock.advance(10 * MINUTE);
    expect(await guess(one, 11)).toBe('DEVICE_LOGIN_NOT_FOUND');
  });

  test('records a wrong code as a refusal', async () => {
    const here = await signedIn();
    const recorded = await recordedBy(world, () => codeOf(find(here, 'BBBB-BBBB')));
    expect(recorded).toMatchObject([
      {
        type: 'access.denied',
        actor: { id: ada.id },
        rule: 'device-login-is-open',
        data: { action: 'device_login.answer' },
      },
    ]);
  });

  test('bounds how many a network asks for', async () => {
    for (let index = 0; index < 60; index++) await request('192.0.2.200');
    expect(await codeOf(request('192.0.2.200'))).toBe('RATE_LIMIT_EXCEEDED');
    for (let index = 0; index < 120; index++) await request(`2001:db8:1:${index.toString(16)}::1`);
    expect(await codeOf(request('2001:db8:1:ffff::1'))).toBe('RATE_LIMIT_EXCEEDED');
    world.clock.advance(10 * MINUTE);
    await request('192.0.2.200');
  });

  test('lets others sign in whose network asks for few, however many ask for all that they may', async () => {
    for (let network = 1; network <= 10; network++)
      for (let index = 0; index < 60; index++) await request(`192.0.2.1${network}`);
    const login = await request('192.0.2.201');
    await allow(await signedIn(), login.userCode);
    expect(await asks(login)).toMatchObject({ user: { id: ada.id } });
  });

  test('bounds how many wait and what they leave in the log, and still lets an honest program in', async () => {
    const flooded = await openWorld();
    const { documents, log } = flooded.ports;
    const from = (ip: string) =>
      flooded.app.deviceLogins.request({ request: { ...aRequest(), ip } }, { clientName: 'laptop' as never });
    const events = async (): Promise<number> =>
      (
        await flooded.owner.ask(flooded.app.audit.list, {
          type: 'session.device_requested',
          page: { perPage: 1 },
        } as never)
      ).meta.total;
    const calm = await from('192.0.2.1');
    for (let network = 0; network < 100; network++)
      for (let index = 0; index < 60; index++) await from(`2001:db8:${network.toString(16)}:${index % 9}::1`);
    expect(await documents.count(deviceLogins.name, { anyOf: [EVERY_DEVICE_LOGIN] })).toBeLessThan(5101);
    expect(log.warnings.filter(({ fields }) => fields?.['alarm'] === 'sign_ins_crowded')).toHaveLength(1);
    expect(await events()).toBeLessThan(601);
    const isWaiting = async ({ deviceCode }: RequestedDeviceLogin): Promise<boolean> =>
      (await codeOf(flooded.app.deviceLogins.redeem({ request: aRequest() }, { deviceCode }))) ===
      'AUTHORIZATION_PENDING';
    expect(await isWaiting(calm)).toBe(true);
    for (let network = 0x1000; network < 0x1000 + 5000; network++) await from(`2001:db8:${network.toString(16)}::1`);
    expect(await documents.count(deviceLogins.name, { anyOf: [EVERY_DEVICE_LOGIN] })).toBeLessThan(5101);
    expect(await events()).toBeLessThan(601);
    expect(await isWaiting(await from('192.0.2.2'))).toBe(true);
  });

  test('records late whose request was one of too many, with its address, once a person answers', async () => {
    for (let network = 1; network <= 10; network++)
      for (let index = 0; index < 60; index++) await request(`192.0.2.1${network}`);
    const here = await signedIn();
    const asked: RequestedDeviceLogin[] = [];
    expect(await recordedBy(world, async () => void asked.push(await request('192.0.2.202')))).toEqual([]);
    const recorded = await recordedBy(world, () => allow(here, asked[0]?.userCode ?? ''));
    expect(recorded).toMatchObject([
      { type: 'session.device_requested', actor: { type: 'system' }, request: { ip: '192.0.2.202' } },
      { type: 'session.device_allowed', actor: { id: ada.id } },
    ]);
    expect(recorded[0]?.target).toEqual(recorded[1]?.target);
  });

  test('leaves nothing behind once it has expired', async () => {
    const { documents } = world.ports;
    const stored = () => documents.count(deviceLogins.name, { anyOf: [EVERY_DEVICE_LOGIN] });
    await request();
    expect(await stored()).toBeGreaterThan(0);
    world.clock.advance(10 * MINUTE + 1);
    await sweepDeviceLogins({ documents, clock: world.clock });
    expect(await stored()).toBe(0);
  });
});

test('a service without sign-ins by device code begins, answers and redeems none', async () => {
  const signIn = { password: true, oidc: false, jitDomains: [], deviceCode: false };
  const other = await openWorld({ configuration: { signIn } });
  const visitor = { request: aRequest() };
  const { request: ask, redeem, find: look } = other.app.deviceLogins;
  expect(other.app.signIn).toMatchObject({ device_code: false });
  expect(await codeOf(ask(visitor, { clientName: 'x' as never }))).toBe('SIGN_IN_REFUSED');
  expect(await codeOf(redeem(visitor, { deviceCode: 'x' }))).toBe('SIGN_IN_REFUSED');
  expect(await codeOf(other.owner.ask(look, { typed: 'BBBB-BBBB' as never }))).toBe('SIGN_IN_REFUSED');
});
