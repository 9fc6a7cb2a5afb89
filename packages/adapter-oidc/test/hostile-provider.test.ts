import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CLIENT_SECRET } from '@strongroom/test-servers/identity-provider';
import { type Lie, LyingProvider } from '@strongroom/test-servers/lying-provider';
import { identityProvider } from '../src/index.ts';

/** An identity provider whose answers are arbitrary: each is verified before any part of it is used, and none stops the service. */

const SENTENCE = 'hunter2 at bank.example';
const CONFIGURATION = '/.well-known/openid-configuration';
const PATHS = [CONFIGURATION, '/keys', '/token'] as const;
const REQUEST = {
  redirectUri: 'https://rooms.example.com/sign-in/oidc/callback',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  verifier: 'v'.repeat(43),
};

type Line = Readonly<{ message: string; fields: Readonly<Record<string, unknown>> }>;

let provider: LyingProvider;
let lines: Line[] = [];

beforeEach(async () => {
  lines = [];
  provider = await LyingProvider.start('strongroom');
});
afterEach(() => provider.end());

const opened = (at = provider, log = lines) => {
  const line = (message: string, fields = {}) => void log.push({ message, fields });
  return identityProvider(
    { issuer: at.issuer, clientId: 'strongroom', clientSecret: CLIENT_SECRET, claim: 'sub' },
    { info: line, warn: line, error: line },
  );
};

/** A whole sign-in, with a provider that was not asked before. */
async function signIn(by = opened(), at = provider) {
  await by.begin(REQUEST);
  at.nonce = REQUEST.nonce;
  return by.finish(new URL(`${REQUEST.redirectUri}?code=x&state=${REQUEST.state}`), REQUEST);
}

async function refusal(work: Promise<unknown>): Promise<Readonly<{ code: string; message: string }>> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error as { code: string; message: string };
}

const isAlarmed = (log: readonly Line[] = lines): boolean =>
  log.some(({ fields }) => fields['alarm'] === 'identity_provider');

/** Refusals of sign-ins with providers that never answer at one path. All wait at the same time, each for seconds. */
let silences: ReadonlyMap<string, Readonly<{ code: string; message: string; log: readonly Line[] }>>;
beforeAll(async () => {
  const met = PATHS.map(async (path) => {
    const silent = await LyingProvider.start('strongroom');
    silent.lie = { at: { path, body: 'silent' } };
    const log: Line[] = [];
    const { code, message } = await refusal(signIn(opened(silent, log), silent));
    await silent.end();
    return [path, { code, message, log }] as const;
  });
  silences = new Map(await Promise.all(met));
});

describe.each(PATHS)('at %s', (path) => {
  const cases: readonly (readonly [string, Omit<NonNullable<Lie['at']>, 'path'>])[] = [
    ['garbage', { body: SENTENCE }],
    ['a page', { body: `<html>${SENTENCE}</html>`, type: 'text/html' }],
    ['another kind of JSON', { body: JSON.stringify([SENTENCE]) }],
    ['a failure', { body: SENTENCE, status: 500, type: 'text/plain' }],
    ['a redirect', { body: SENTENCE, status: 302, type: 'text/plain' }],
    ['an answer without an end', { body: 'endless' }],
  ];
  test.each(cases)(
    '%s is refused in time, with an alarm, and is repeated neither in the log nor in the sentence',
    async (_, lie) => {
      provider.lie = { at: { path, ...lie } };
      const { code, message } = await refusal(signIn());
      expect(['SERVICE_UNAVAILABLE', 'SIGN_IN_REFUSED']).toContain(code);
      expect([isAlarmed(), lines]).toEqual([true, lines]);
      expect(JSON.stringify([message, ...lines])).not.toContain('hunter2');
    },
  );

  test('a provider that never answers times out, with an alarm', () => {
    const { code, log = [] } = silences.get(path) ?? {};
    expect([code, isAlarmed(log)]).toEqual(['SERVICE_UNAVAILABLE', true]);
  });

  test('an answer without an end is cut off, and the next sign-in succeeds', async () => {
    const by = opened();
    provider.lie = { at: { path, body: 'endless' } };
    expect(await refusal(signIn(by))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    provider.reset();
    expect(await signIn(by)).toMatchObject({ sub: 'ada' });
  });
});

test('the configuration of another issuer is refused', async () => {
  const other = await LyingProvider.start('strongroom');
  const body = await (await fetch(other.issuer + CONFIGURATION)).text();
  await other.end();
  provider.lie = { at: { path: CONFIGURATION, body } };
  expect((await refusal(signIn())).code).toMatch(/SERVICE_UNAVAILABLE|SIGN_IN_REFUSED/);
  expect(isAlarmed()).toBe(true);
});

test('a set of more than a hundred keys is refused', async () => {
  const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: readonly object[] };
  const many = Array.from({ length: 101 }, (_, index) => ({ ...keys[0], kid: `key-${index}` }));
  provider.lie = { at: { path: '/keys', body: JSON.stringify({ keys: [...many, ...keys] }) } };
  expect(await refusal(signIn())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(isAlarmed()).toBe(true);
});

describe('a token with oversized facts about a person', () => {
  const LONG = 'x'.repeat(256);
  test.each([
    ['sub', LONG],
    ['sub', 'a\nb'],
    ['sub', `a\u0000`],
    ['sub', '\uD800'],
    ['sid', LONG],
    ['sid', 'a\nb'],
  ])('is refused for its %s', async (claim, value) => {
    provider.lie = { claims: { [claim]: value } };
    expect(await refusal(signIn())).toMatchObject({ code: 'SIGN_IN_REFUSED' });
    expect(isAlarmed()).toBe(true);
  });

  test('is accepted without its malformed name, address or way of signing in', async () => {
    const claims = { name: 'x'.repeat(10_000), email: `${LONG}@example.com`, email_verified: true, acr: LONG };
    provider.lie = { claims: { ...claims, amr: Array.from({ length: 100 }, () => LONG) } };
    expect(await signIn()).toEqual({ iss: provider.issuer, sub: 'ada', subject: 'ada', amr: [] });
  });

  test('fits into a cookie, whatever the provider says', async () => {
    const wide = '\u{10348}'.repeat(60);
    provider.lie = {
      claims: { sub: 'a'.repeat(255), sid: 'b'.repeat(255), name: wide, email: 'a@b.example', email_verified: true },
    };
    expect(Buffer.byteLength(JSON.stringify(await signIn()))).toBeLessThan(2500);
  });

  test('is refused at a sign-out too', async () => {
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const token = (claims: object) => provider.token({ events, ...claims }, { typ: 'logout+jwt' });
    const by = opened();
    expect(await by.signedOut(token({ sid: 'b' }))).toEqual({ sub: 'ada', sid: 'b' });
    expect(await refusal(by.signedOut(token({ sid: LONG })))).toMatchObject({ code: 'SIGN_IN_REFUSED' });
    expect(await refusal(by.signedOut('x'.repeat(100_000)))).toMatchObject({ code: 'SIGN_IN_REFUSED' });
  });
});

test('a provider that refuses the service itself raises an alarm, and the sentence says that the person cannot solve it', async () => {
  const body = JSON.stringify({ error: 'invalid_client', error_description: SENTENCE });
  provider.lie = { at: { path: '/token', body, status: 401 } };
  const { code, message } = await refusal(signIn());
  expect([code, message]).toEqual([
    'SIGN_IN_REFUSED',
    expect.stringMatching(/refuses this service \(invalid_client\)\. No user can sign in by it until/),
  ]);
  expect([isAlarmed(), lines]).toEqual([true, lines]);
  expect(JSON.stringify([message, ...lines])).not.toContain('hunter2');
});

test('a fault of a person or their browser raises no alarm of the provider', async () => {
  const by = opened();
  await by.begin(REQUEST);
  const back = new URL(`${REQUEST.redirectUri}?error=${SENTENCE}&error_description=${SENTENCE}&state=${REQUEST.state}`);
  const { code, message } = await refusal(by.finish(back, REQUEST));
  expect([code, isAlarmed()]).toEqual(['SIGN_IN_REFUSED', false]);
  expect(JSON.stringify([message, ...lines])).not.toContain('hunter2');
});
