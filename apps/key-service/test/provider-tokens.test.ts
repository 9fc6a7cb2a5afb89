import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { BrowserByHand } from '@strongroom/test-servers/browser-by-hand';
import { CLIENT_SECRET } from '@strongroom/test-servers/identity-provider';
import { type Lie, LyingProvider } from '@strongroom/test-servers/lying-provider';
import { readSettings } from '../src/config/settings.ts';
import { aChallenge, continueAtProvider, wishOf } from './person.ts';
import { aClient, Setting } from './setting.ts';

/** Tokens of an identity provider that fail one check each, against the checks of the key service. */

let provider: LyingProvider;
let setting: Setting;

const environment = (): Readonly<Record<string, string>> => ({
  STRONGROOM_KEY_SERVICE_PROOF: 'oidc',
  STRONGROOM_KEY_SERVICE_OIDC_ISSUER: provider.issuer,
  STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID: 'strongroom-keys',
  STRONGROOM_KEY_SERVICE_OIDC_CLIENT_SECRET: CLIENT_SECRET,
});

beforeAll(async () => {
  provider = await LyingProvider.start('strongroom-keys');
  setting = await Setting.start(environment());
});
afterEach(() => provider.reset());
afterAll(async () => {
  await setting.end();
  await provider.end();
});

/** Goes on to the provider. Returns the address that it leads back to, with a code of its. */
const callbackFrom = async (browser: BrowserByHand): Promise<string> => {
  const wish = wishOf({ client: aClient(), challenge: aChallenge().challenge });
  const { searchParams } = new URL(await continueAtProvider(setting, browser, wish));
  provider.nonce = searchParams.get('nonce') ?? '';
  return `${setting.url}/v1/callback?${new URLSearchParams({ code: 'x', state: searchParams.get('state') ?? '' })}`;
};

/** Goes on to the provider and comes back with a code of its. */
async function comesBack(
  browser = new BrowserByHand(),
): Promise<Readonly<{ status: number; text: string; to: string }>> {
  const answer = await browser.ask(await callbackFrom(browser));
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('location') ?? '' };
}

const refusals = async (): Promise<readonly unknown[]> =>
  (await setting.record()).filter(({ type }) => type === 'key.sign_in_refused').map(({ data }) => data['rule']);

describe('a token of the provider', () => {
  test('is accepted if every check passes', async () => {
    expect(await comesBack()).toMatchObject({
      status: 302,
      to: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4711\/.*code=/),
    });
  });

  const CASES: readonly (readonly [string, Lie, string])[] = [
    ['for the room service', { claims: { aud: 'strongroom' } }, 'is for another service'],
    [
      'for several, of another party',
      { claims: { aud: ['strongroom-keys', 'x'], azp: 'x' } },
      'is for another service',
    ],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }, 'is from another issuer'],
    ['with another nonce', { claims: { nonce: 'another' } }, 'belongs to another sign-in'],
    ['that has expired', { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } }, 'has expired'],
    ['of another type', { header: { typ: 'logout+jwt' } }, 'is of another type'],
    ['that is an access token', { header: { typ: 'at+jwt' } }, 'is of another type'],
    ['signed with an unknown key', { key: 'unknown' }, 'is signed with an unknown key'],
    ['signed with the secret of the client', { key: 'secret' }, 'is signed by an algorithm that is not accepted'],
    ['that is not signed', { key: 'none' }, 'is signed by an algorithm that is not accepted'],
    ['without a subject', { claims: { sub: undefined } }, 'Sign in again'],
    ['without a nonce', { claims: { nonce: undefined } }, 'Sign in again'],
  ];
  test.each(CASES)('%s is refused with a sentence, recorded, and makes no code', async (_, how, sentence) => {
    provider.lie = how;
    const before = await refusals();
    const { status, text, to } = await comesBack();
    expect([status, to]).toEqual([401, '']);
    expect(text).toContain('You are not signed in');
    expect(text).toContain(sentence);
    expect((await refusals()).slice(before.length)).toEqual(['provider-token']);
  });
});

describe('a sign-in in progress', () => {
  test('is finished once: a second callback is refused, not recorded, and does not ask the provider', async () => {
    const browser = new BrowserByHand();
    provider.lie = { claims: { aud: 'another' } };
    const callback = await callbackFrom(browser);
    const before = await refusals();
    expect((await browser.ask(callback)).status).toBe(401);
    const { asked } = provider;
    const again = await browser.ask(callback);
    expect([again.status, await again.text()]).toEqual([401, expect.stringContaining('Begin again')]);
    expect((await refusals()).slice(before.length)).toEqual(['provider-token']);
    expect([asked > 0, provider.asked]).toEqual([true, asked]);
  });
});

describe('a provider that is down', () => {
  test('is named to the person who comes back from it', async () => {
    const browser = new BrowserByHand();
    provider.lie = { status: 500 };
    expect(await comesBack(browser)).toMatchObject({ status: 503, text: expect.stringContaining('does not answer') });
  });

  test('keeps a key service that starts from releasing anything, until it answers', async () => {
    await setting.stop();
    provider.isDown = true;
    const opening = setting.open();
    const file = await setting.aFile();
    const client = aClient();
    const body = { grant: setting.grant(file, client), wrapped_dek: file.wrappedDek, client_key: client.jwk };
    const ask = () => setting.post('/v1/unwrap', body).catch(() => undefined);
    let answer = await ask();
    for (; answer === undefined; answer = await ask()) await new Promise((resolve) => setTimeout(resolve, 25));
    expect([answer.status, answer.json.error?.code]).toEqual([503, 'KEY_SERVICE_NOT_READY']);
    const { data } = (await (await fetch(`${setting.url}/v1/status`)).json()) as { data: object };
    expect(data).toMatchObject({ proof: 'oidc', ready: false });
    provider.isDown = false;
    await opening;
    expect((await setting.post('/v1/unwrap', body)).json.error?.code).toBe('PERSON_INVALID');
  });
});

describe('the settings of the mode oidc', () => {
  const problemsOf = (changes: Readonly<Record<string, string>>): readonly string[] => {
    const read = readSettings({ ...environment(), ...changes });
    return 'problems' in read ? read.problems : [];
  };

  test.each([
    ['without an issuer', { STRONGROOM_KEY_SERVICE_OIDC_ISSUER: '' }, /OIDC_ISSUER is missing/],
    ['without a client', { STRONGROOM_KEY_SERVICE_OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID is missing/],
    [
      'with an issuer over plain http',
      { STRONGROOM_KEY_SERVICE_OIDC_ISSUER: 'http://id.example.com' },
      /must begin with https:/,
    ],
    ['with a claim that is passed on', { STRONGROOM_KEY_SERVICE_OIDC_CLAIM: 'upn' }, /must not be upn: another person/],
    ['with another mode', { STRONGROOM_KEY_SERVICE_PROOF: 'grant' }, /mean nothing without/],
    ['with keys for links', { STRONGROOM_KEY_SERVICE_LINKS: 'C1' }, /has to be none in the mode oidc/],
    [
      'with the pages of the room service',
      { STRONGROOM_KEY_SERVICE_ORIGINS: 'http://127.0.0.1:8080' },
      /one authority would decide/,
    ],
  ])('stop the start %s', (_, changes, sentence) => {
    expect(problemsOf(changes)).toEqual([expect.stringMatching(sentence)]);
  });
});
