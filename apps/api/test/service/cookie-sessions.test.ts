import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Clock } from '@strongroom/ports';
import { aPerson, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const PASSWORD = 'a long enough password';
const OWN = { 'sec-fetch-site': 'same-origin', 'x-strongroom': '1' };
const MINUTE = 60_000;

let world: World;
let later = 0;
let person: Person;

beforeAll(async () => {
  world = await startService({
    ports: (memory) => {
      const { clock } = memory;
      const shifted: Clock = { ...clock, now: () => (clock.now() + later) as ReturnType<Clock['now']> };
      return { ...memory, clock: shifted };
    },
  });
  person = await aPerson(world);
  await person.session.post('/me/password', { new_password: PASSWORD });
});
afterAll(() => world.stop());

type Headers = Readonly<Record<string, string>>;

async function send(method: string, path: string, headers: Headers, body?: object) {
  const answer = await fetch(`${world.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data, error } = JSON.parse(await answer.text());
  return { status: answer.status, headers: answer.headers, data, code: error?.code };
}

const signIn = (headers: Headers = OWN) =>
  send('POST', '/sessions', headers, { email: person.email, password: PASSWORD, transport: 'cookie' });

/** The cookie of a new session, as a browser sends it. */
async function cookie(): Promise<string> {
  const { status, headers } = await signIn();
  expect(status).toBe(201);
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

const me = (headers: Headers) => send('GET', '/me', headers);

describe('sign-in', () => {
  test('puts the credential into a cookie that scripts cannot read', async () => {
    const { status, headers, data } = await signIn();
    expect([status, data.token]).toEqual([201, '']);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-Http-strongroom=srs_\w{49}; Max-Age=43200; Secure; HttpOnly; SameSite=Strict; Path=\/$/,
    );
    expect(data.user.id).toBe(person.id);
  });

  test.each([
    ['another site', { ...OWN, 'sec-fetch-site': 'cross-site' }],
    ['another host of the site', { ...OWN, 'sec-fetch-site': 'same-site' }],
    ['a form, without the header', { 'sec-fetch-site': 'same-origin' }],
    ['a program that names no origin', { 'x-strongroom': '1' }],
  ])('refuses a cookie to %s', async (_, headers) => {
    const { status, headers: answered, code } = await signIn(headers);
    expect([status, code, answered.get('set-cookie')]).toEqual([400, 'VALIDATION_ERROR', null]);
  });

  test('without the wish for a cookie answers a bearer credential, as before', async () => {
    const { data, headers } = await send('POST', '/sessions', OWN, { email: person.email, password: PASSWORD });
    expect(headers.get('set-cookie')).toBeNull();
    expect((await me({ authorization: `Bearer ${data.token}` })).status).toBe(200);
  });
});

describe('a request with a cookie', () => {
  test('is served for a page of the service', async () => {
    const sent = await cookie();
    expect((await me({ ...OWN, cookie: sent })).data.id).toBe(person.id);
    expect((await me({ ...OWN, cookie: `a=b; ${sent}; c=d` })).status).toBe(200);
    const room = { name: 'By cookie', classification: 'C1' };
    expect((await send('POST', '/rooms', { ...OWN, cookie: sent }, room)).status).toBe(201);
  });

  test('is served by its origin where a browser does not name the site', async () => {
    const headers = { 'x-strongroom': '1', cookie: await cookie() };
    expect((await me({ ...headers, origin: world.url })).status).toBe(200);
    expect((await me({ ...headers, origin: 'https://elsewhere.example' })).code).toBe('UNAUTHENTICATED');
    expect((await me(headers)).code).toBe('UNAUTHENTICATED');
  });

  test.each(['cross-site', 'same-site', 'none'])('from "%s" is not signed in', async (site) => {
    expect((await me({ ...OWN, 'sec-fetch-site': site, cookie: await cookie() })).code).toBe('UNAUTHENTICATED');
  });

  test('without "X-Strongroom: 1" is not signed in, nor with two cookies', async () => {
    const sent = await cookie();
    expect((await me({ 'sec-fetch-site': 'same-origin', cookie: sent })).code).toBe('UNAUTHENTICATED');
    expect((await me({ ...OWN, cookie: `${sent}; ${await cookie()}` })).code).toBe('UNAUTHENTICATED');
  });

  test('and an Authorization header ignores the cookie', async () => {
    const headers = { ...OWN, cookie: await cookie() };
    expect((await me({ ...headers, authorization: 'Bearer nonsense' })).code).toBe('TOKEN_INVALID');
    expect((await me({ ...headers, authorization: 'Basic nonsense' })).code).toBe('UNAUTHENTICATED');
  });

  test('works in its own way only', async () => {
    const [name = '', secret = ''] = (await cookie()).split('=');
    expect((await me({ authorization: `Bearer ${secret}` })).code).toBe('TOKEN_INVALID');
    const bearer = await send('POST', '/sessions', {}, { email: person.email, password: PASSWORD });
    expect((await me({ ...OWN, cookie: `${name}=${bearer.data.token}` })).code).toBe('TOKEN_INVALID');
  });
});

describe('the end', () => {
  test('comes after 30 minutes without a request, and not before', async () => {
    const headers = { ...OWN, cookie: await cookie() };
    for (let used = 0; used < 3; used++) {
      later += 29 * MINUTE;
      expect((await me(headers)).status).toBe(200);
      // The use is noted beside the answer.
      await eventuallyUsed(person.id);
    }
    later += 31 * MINUTE;
    expect((await me(headers)).code).toBe('TOKEN_EXPIRED');
  });

  test('comes after 12 hours of use', async () => {
    const headers = { ...OWN, cookie: await cookie() };
    for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
      later += 20 * MINUTE;
      expect((await me(headers)).status).toBe(200);
      await eventuallyUsed(person.id);
    }
    later += 21 * MINUTE;
    expect((await me(headers)).code).toBe('TOKEN_EXPIRED');
  });

  test('by sign-out removes the cookie and what the browser keeps', async () => {
    const headers = { ...OWN, cookie: await cookie() };
    const { status, headers: answered } = await send('DELETE', '/sessions/current', headers);
    expect(status).toBe(200);
    expect(answered.get('set-cookie')).toMatch(/^__Host-Http-strongroom=; Max-Age=0; Secure; HttpOnly;/);
    expect(answered.get('clear-site-data')).toBe('"cache", "storage"');
    expect((await me(headers)).code).toBe('TOKEN_INVALID');
  });
});

/** Waits until the last request of a session in a cookie is stored. */
async function eventuallyUsed(id: string): Promise<void> {
  const now = world.ports.clock.now();
  for (;;) {
    const [stored] = await world.ports.documents.read([{ collection: 'users', id }]);
    if (
      JSON.stringify(stored?.body ?? stored)
        .match(/"cookieUsedAt":(\d+)/g)
        ?.some((found) => Number(found.slice(15)) >= now - MINUTE)
    )
      return;
    await new Promise(setImmediate);
  }
}
