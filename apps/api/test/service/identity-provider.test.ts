import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { instant } from '@strongroom/domain';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { CLIENT_SECRET } from '@strongroom/test-servers/identity-provider';
import { type Lie, LyingProvider } from '@strongroom/test-servers/lying-provider';
import { aPerson, mailedSecret, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

/** Tokens of an identity provider that fail one check each, against the checks of this service. */

type Claims = Readonly<Record<string, unknown>>;

let provider: LyingProvider;
let issuer: string;
let world: World;
let ada: Person;
let begun = 0;
/** Milliseconds that the clock of the service is ahead. */
let ahead = 0;

beforeAll(async () => {
  provider = await LyingProvider.start('strongroom');
  ({ issuer } = provider);
});
beforeEach(async () => {
  ahead = 0;
  world = await startService({
    ports: (memory) => ({ ...memory, clock: { ...memory.clock, now: () => instant(memory.clock.now() + ahead) } }),
    identity: { issuer, clientSecret: CLIENT_SECRET },
  });
  ada = await aPerson(world);
});
afterEach(async () => {
  provider.reset();
  await world.stop();
});
afterAll(() => provider.end());

/** Begins a sign-in; the provider's next token is for it. */
async function begins(browser = new BrowserByHand(), path = '/sign-in/oidc') {
  const answer = await browser.ask(world.url + path);
  const location = new URL(answer.headers.get('location') ?? 'about:blank');
  provider.nonce = location.searchParams.get('nonce') ?? '';
  begun++;
  const back = new URLSearchParams({ code: `code-${begun}`, state: location.searchParams.get('state') ?? '' });
  return { browser, answer, location, back: `${world.url}/sign-in/oidc/callback?${back}` };
}

/** Links the person `ada` of the provider to a new user, by the link of their invitation. */
async function links(): Promise<string> {
  const email = `linked-${begun}@example.com`;
  await world.owner.post('/users/invite', { email, role: 'member' });
  const browser = new BrowserByHand();
  const invitation = await mailedSecret(world, email);
  const answer = await browser.ask(`${world.url}/sign-in/oidc`, {
    method: 'POST',
    headers: { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' },
    body: new URLSearchParams({ invitation }),
  });
  const { data } = (await answer.json()) as { data: { url: string } };
  const asked = new URL(data.url).searchParams;
  provider.nonce = asked.get('nonce') ?? '';
  const back = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' });
  provider.lie = { claims: { email, email_verified: true } };
  const done = await browser.ask(`${world.url}/sign-in/oidc/callback?${back}`);
  provider.lie = {};
  expect([done.status, done.headers.get('location')]).toEqual([302, `${world.url}/rooms`]);
  return email;
}

const sessionIn = (browser: BrowserByHand): string | undefined => browser.cookie(world.url, '__Host-Http-strongroom');

test('a sign-in asks with state, nonce and PKCE, and begins a session in a cookie for a linked person', async () => {
  await links();
  const { browser, location, back } = await begins(undefined, '/sign-in/oidc?to=/activity');
  expect(location.origin + location.pathname).toBe(`${issuer}/authorize`);
  const asked = Object.fromEntries(location.searchParams);
  expect(asked).toMatchObject({
    client_id: 'strongroom',
    response_type: 'code',
    redirect_uri: `${world.url}/sign-in/oidc/callback`,
    code_challenge_method: 'S256',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]?.length).toBeGreaterThanOrEqual(43);
  const done = await browser.ask(back);
  expect([done.status, done.headers.get('location')]).toEqual([302, `${world.url}/activity`]);
  expect(sessionIn(browser)).toMatch(/^srs_/);
  const events = await world.owner.get('/audit-events?type=session.started&per_page=1');
  expect(events.body.data[0].data).toEqual({ way: 'oidc' });
});

describe('a token of the provider is refused with a sentence', () => {
  const CASES: readonly (readonly [string, Lie, string])[] = [
    ['for another audience', { claims: { aud: 'another' } }, 'is for another service'],
    ['for several, of another party', { claims: { aud: ['strongroom', 'x'], azp: 'x' } }, 'is for another service'],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'is from another issuer'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'belongs to another sign-in'],
    ['without a nonce', { claims: { nonce: undefined } }, ''],
    ['that has expired', { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } }, 'has expired'],
    ['of another type', { header: { typ: 'logout+jwt' } }, 'is of another type'],
    ['that is an access token', { header: { typ: 'at+jwt' } }, 'is of another type'],
    ['signed with an unknown key', { key: 'unknown' }, 'is signed with an unknown key'],
    ['signed with the secret of the client', { key: 'secret' }, 'is signed by an algorithm that is not accepted'],
    ['that is not signed', { key: 'none' }, 'is signed by an algorithm that is not accepted'],
    ['without a subject', { claims: { sub: undefined } }, ''],
  ];
  test.each(CASES)('%s', async (_, how, sentence) => {
    await links();
    provider.lie = how;
    const { browser, back } = await begins();
    const answer = await browser.ask(back);
    const page = await answer.text();
    expect([answer.status, page.includes('You are not signed in')]).toEqual([403, true]);
    expect(page).toContain(sentence);
    expect(page).toContain('Sign in again');
    expect(sessionIn(browser)).toBeUndefined();
  });
});

describe('a sign-in is refused', () => {
  const outcome = async (answer: Response) => [answer.status, await answer.text()];
  const refusal = (sentence: string) => [403, expect.stringContaining(sentence)];

  test('in a browser that did not begin it, with another state, and a second time', async () => {
    await links();
    const { browser, back } = await begins();
    expect(await outcome(await new BrowserByHand().ask(back))).toEqual(refusal('not begun in this browser'));
    expect(await outcome(await browser.ask(back.replace(/state=.{5}/, 'state=aaaaa')))).toEqual(
      refusal('did not sign you in'),
    );
    const { browser: second, back: again } = await begins();
    expect((await second.ask(again)).status).toBe(302);
    expect(await outcome(await second.ask(again))).toEqual(refusal('not begun in this browser'));
  });

  test('for a person without a link, also where the e-mail address is that of a user', async () => {
    provider.lie = { claims: { sub: 'bob', email: ada.email, email_verified: true } };
    const { browser, back } = await begins();
    expect(await outcome(await browser.ask(back))).toEqual(refusal('No user is linked to this person'));
  });

  test('for a deactivated user, whose sessions have ended too', async () => {
    const email = await links();
    const found = await world.owner.get(`/users?email=${email}`);
    await world.owner.post(`/users/${found.body.data[0].id}/deactivate`);
    const { browser, back } = await begins();
    expect(await outcome(await browser.ask(back))).toEqual(refusal('may not sign in'));
  });

  test('for a second user by the link of an invitation', async () => {
    await links();
    await world.owner.post('/users/invite', { email: 'second@example.com', role: 'member' });
    const invitation = await mailedSecret(world, 'second@example.com');
    const browser = new BrowserByHand();
    const answer = await browser.ask(`${world.url}/sign-in/oidc`, {
      method: 'POST',
      headers: { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ invitation }),
    });
    const asked = new URL(((await answer.json()) as { data: { url: string } }).data.url).searchParams;
    provider.nonce = asked.get('nonce') ?? '';
    const back = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' });
    expect(await outcome(await browser.ask(`${world.url}/sign-in/oidc/callback?${back}`))).toEqual(
      refusal('linked to another user'),
    );
  });
});

test('linking is begun in a session of the last ten minutes', async () => {
  const password = 'correct horse battery staple';
  const email = 'at-the-desk@example.com';
  await world.owner.post('/users/invite', { email, role: 'member' });
  await world.visitor.post('/invitations/accept', { token: await mailedSecret(world, email), name: 'Ada', password });
  const browser = new BrowserByHand();
  const own = { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin', Accept: 'application/json' };
  await browser.ask(`${world.url}/api/v1/sessions`, {
    method: 'POST',
    headers: { ...own, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password, transport: 'cookie' }),
  });
  const begin = () =>
    browser.ask(`${world.url}/sign-in/oidc`, { method: 'POST', headers: own, body: new URLSearchParams() });
  expect((await begin()).status).toBe(200);
  ahead = 11 * 60_000;
  const late = await begin();
  expect([late.status, (await late.json()) as unknown]).toMatchObject([403, { error: { code: 'SESSION_TOO_OLD' } }]);
});

test('linking is begun by pages of this service only', async () => {
  const answer = await fetch(`${world.url}/sign-in/oidc`, {
    method: 'POST',
    headers: { 'X-Strongroom': '1', 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams({ invitation: 'sri_x' }),
  });
  expect(answer.status).toBe(404);
});

test('a provider that is down is reported, and asked again at the next sign-in', async () => {
  provider.isDown = true;
  const browser = new BrowserByHand();
  const answer = await browser.ask(`${world.url}/sign-in/oidc`);
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('does not answer')]);
  provider.isDown = false;
  const { back } = await begins(browser);
  provider.lie = { status: 500 };
  const failed = await browser.ask(back);
  expect([failed.status, await failed.text()]).toEqual([503, expect.stringContaining('does not answer')]);
  provider.lie = {};
  expect((await begins(browser)).answer.status).toBe(302);
  // The service itself is ready, and other ways to sign in work.
  expect((await fetch(`${world.url}/readyz`)).status).toBe(200);
});

test('verified people of named domains become members, and only those', async () => {
  const other = await startService({ identity: { issuer, clientSecret: CLIENT_SECRET, jitDomains: ['corp.example'] } });
  try {
    const tries = [
      ['yes', 'new@corp.example', true],
      ['no', 'new2@corp.example', false],
      ['no', 'new@other.example', true],
      ['no', 'new@evil-corp.example', true],
    ] as const;
    for (const [expected, email, email_verified] of tries) {
      provider.lie = { claims: { sub: `${email}-${email_verified}`, email, email_verified, name: 'New One' } };
      const browser = new BrowserByHand();
      const asked = new URL((await browser.ask(`${other.url}/sign-in/oidc`)).headers.get('location') ?? 'about:blank')
        .searchParams;
      provider.nonce = asked.get('nonce') ?? '';
      const back = new URLSearchParams({ code: 'x', state: asked.get('state') ?? '' });
      const { status } = await browser.ask(`${other.url}/sign-in/oidc/callback?${back}`);
      expect([email, email_verified, status]).toEqual([email, email_verified, expected === 'yes' ? 302 : 403]);
    }
    const found = await other.owner.get('/users?email=new@corp.example');
    expect(found.body.data).toMatchObject([{ name: 'New One', role: 'member', status: 'active' }]);
  } finally {
    await other.stop();
  }
});

test('only the provider signs in where passwords are off', async () => {
  const other = await startService({ identity: { issuer, clientSecret: CLIENT_SECRET, passwords: false } });
  try {
    await other.owner.post('/users/invite', { email: 'x@example.com', role: 'member' });
    const token = await mailedSecret(other, 'x@example.com');
    const password = 'correct horse battery staple';
    for (const [path, body] of [
      ['/sessions', { email: 'x@example.com', password }],
      ['/password-reset', { email: 'x@example.com' }],
      ['/invitations/accept', { token, name: 'X', password }],
      ['/invitations/accept', { token, name: 'X' }],
    ] as const)
      expect((await other.visitor.post(path, body)).body.error).toMatchObject({ code: 'SIGN_IN_REFUSED', status: 403 });
    expect((await other.visitor.get('/service')).body.data.sign_in).toEqual({
      password: false,
      oidc: true,
      device_code: true,
    });
  } finally {
    await other.stop();
  }
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const logout = async (claims: Claims, header: Readonly<Record<string, unknown>> = { typ: 'logout+jwt' }) => {
    const logout_token = provider.token({ jti: 'x', ...claims }, header);
    return fetch(`${world.url}/sign-in/oidc/logout`, { method: 'POST', body: new URLSearchParams({ logout_token }) });
  };
  const signsIn = async (sid: string): Promise<string> => {
    provider.lie = { claims: { sid } };
    const { browser, back } = await begins();
    await browser.ask(back);
    provider.lie = {};
    return sessionIn(browser) ?? '';
  };
  const works = async (session: string): Promise<boolean> =>
    (
      await fetch(`${world.url}/api/v1/me`, {
        headers: { Cookie: `__Host-Http-strongroom=${session}`, 'X-Strongroom': '1', 'Sec-Fetch-Site': 'same-origin' },
      })
    ).ok;

  test('ends the sessions of a person, or those of one session at the provider', async () => {
    await links();
    const [one, two, three] = [await signsIn('s1'), await signsIn('s2'), await signsIn('s3')];
    expect((await logout({ events: EVENTS, sub: undefined, sid: 's1' })).status).toBe(200);
    expect([await works(one), await works(two)]).toEqual([false, true]);
    expect((await logout({ events: EVENTS })).status).toBe(200);
    expect([await works(two), await works(three)]).toEqual([false, false]);
  });

  test.each<[string, Claims, Lie['key']]>([
    ['without the event', {}, undefined],
    ['with a nonce', { events: EVENTS, nonce: 'x' }, undefined],
    ['of another audience', { events: EVENTS, aud: 'another' }, undefined],
    ['that is old', { events: EVENTS, iat: 1_700_000_000 }, undefined],
    ['signed with an unknown key', { events: EVENTS }, 'unknown'],
  ])('%s is refused, and ends nothing', async (_, claims, key) => {
    await links();
    const session = await signsIn('s1');
    provider.lie = key === undefined ? {} : { key };
    expect((await logout(claims)).status).toBe(400);
    expect(await works(session)).toBe(true);
  });
});
