import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CLIENT_SECRET } from '@strongroom/test-servers/identity-provider';
import { LyingProvider } from '@strongroom/test-servers/lying-provider';
import { identityProvider } from '../src/index.ts';

/** Tokens in the form in which providers make them, as their documentation shows it. */

const REQUEST = {
  redirectUri: 'https://rooms.example.com/sign-in/oidc/callback',
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  verifier: 'v'.repeat(43),
};
const EMAIL = 'ada@corp.example';
const QUIET = { info: () => undefined, warn: () => undefined, error: () => undefined };

let provider: LyingProvider;
beforeEach(async () => {
  provider = await LyingProvider.start('strongroom');
});
afterEach(() => provider.end());

async function signIn({ trustsEmail = false, claim = 'sub' } = {}) {
  const { issuer } = provider;
  const by = identityProvider(
    { issuer, clientId: 'strongroom', clientSecret: CLIENT_SECRET, claim, trustsEmail },
    QUIET,
  );
  await by.begin(REQUEST);
  provider.nonce = REQUEST.nonce;
  return by.finish(new URL(`${REQUEST.redirectUri}?code=x&state=${REQUEST.state}`), REQUEST);
}

/** Microsoft Entra ID, version 2.0, with the optional claim `email`. */
const ENTRA = {
  name: 'Ada Lovelace',
  email: EMAIL,
  oid: '00000000-0000-0000-66f3-3332eca7ea81',
  preferred_username: EMAIL,
  rh: '0.AAAA',
  sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
  tid: '9122040d-6c67-4c5b-b112-36a304b66dad',
  uti: 'fqiBqXLPj0eQa82S-IYFAA',
  ver: '2.0',
};
const GOOGLE = {
  sub: '10769150350006150715113082367',
  email: EMAIL,
  email_verified: true,
  hd: 'corp.example',
  name: 'Ada',
};
/** Okta leaves name and address out of a token that comes with an access token. */
const OKTA = { sub: '00uid4BxXw6I6TV4m0g3', ver: 1, amr: ['pwd', 'mfa'], idp: '00oi5bnvFbmFWyxyz0h7', jti: 'ID.x' };
const OKTA_PAGE = { sub: OKTA.sub, name: 'Ada', email: EMAIL, email_verified: true, zoneinfo: 'Europe/Berlin' };
const KEYCLOAK = {
  sub: 'f7d1c7c2-9a8e-4a86-9e4d-1d7d3c6a0f4b',
  typ: 'ID',
  azp: 'strongroom',
  sid: '6d2f6d9b-2b51-4c6b-8f0e-2f2f2f2f2f2f',
  acr: '1',
  email: EMAIL,
  email_verified: false,
  name: 'Ada Lovelace',
  preferred_username: 'ada',
};
/** The default of authentik since 2025.10; a scope mapping may change it. */
const AUTHENTIK = {
  sub: 'a'.repeat(64),
  amr: ['pwd'],
  acr: 'goauthentik.io/providers/oauth2/default',
  email: EMAIL,
  email_verified: false,
  name: 'Ada',
  groups: [],
};

describe('the address of a person', () => {
  test.each([
    ['Microsoft Entra, which does not say', ENTRA, false, undefined],
    ['Microsoft Entra, where the operator trusts it', ENTRA, true, EMAIL],
    ['Microsoft Entra, which says that the domain is the tenant’s', { ...ENTRA, xms_edov: true }, false, EMAIL],
    ['Microsoft Entra, which says so by a text', { ...ENTRA, xms_edov: '1' }, false, EMAIL],
    ['Microsoft Entra, which says that it is not', { ...ENTRA, xms_edov: false }, true, undefined],
    ['Microsoft Entra, which has no address', { ...ENTRA, email: undefined }, true, undefined],
    ['Google', GOOGLE, false, EMAIL],
    ['Keycloak, which did not verify it', KEYCLOAK, true, undefined],
    ['Keycloak, which did', { ...KEYCLOAK, email_verified: true }, false, EMAIL],
    ['Authentik, which says no', AUTHENTIK, true, undefined],
    ['Authentik with a scope mapping', { ...AUTHENTIK, email_verified: true }, false, EMAIL],
    ['a provider that writes truth as a text', { sub: 'a', email: EMAIL, email_verified: 'true' }, false, EMAIL],
    ['a provider that writes a lie as a text', { sub: 'a', email: EMAIL, email_verified: 'false' }, true, undefined],
  ] as const)('is taken from the claims of %s', async (_, claims, trustsEmail, email) => {
    provider.lie = { claims };
    expect((await signIn({ trustsEmail })).email).toBe(email);
  });

  test('comes from the page about the person, where Okta leaves it out of the token', async () => {
    provider.lie = { claims: OKTA, userInfo: OKTA_PAGE };
    expect(await signIn()).toMatchObject({ sub: OKTA.sub, name: 'Ada', email: EMAIL, amr: ['pwd', 'mfa'] });
  });

  test('is not taken from user information about another person', async () => {
    provider.lie = { claims: OKTA, userInfo: { ...OKTA_PAGE, sub: 'another' } };
    const person = await signIn();
    expect([person.sub, person.email]).toEqual([OKTA.sub, undefined]);
  });
});

test('a person of Microsoft Entra is named by their oid where the operator says so', async () => {
  provider.lie = { claims: ENTRA };
  expect(await signIn({ claim: 'oid' })).toMatchObject({ subject: ENTRA.oid, sub: ENTRA.sub, name: 'Ada Lovelace' });
});

describe('clocks of provider and service', () => {
  const shifted = (seconds: number) => {
    const now = Math.floor(Date.now() / 1000) + seconds;
    return { claims: { iat: now, nbf: now, exp: now + 60 } };
  };
  test.each([290, -350])('may be %i seconds apart', async (seconds) => {
    provider.lie = shifted(seconds);
    expect((await signIn()).sub).toBe('ada');
  });
  test.each([
    [400, 'tell an administrator'],
    [-400, 'has expired'],
  ] as const)('may not be %i seconds apart', async (seconds, sentence) => {
    provider.lie = shifted(seconds);
    await expect(signIn()).rejects.toThrow(sentence);
  });
});
