import { InvalidSetting, listOfTexts } from './setting.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Claims with a value that providers give to another person in time. */
const PASSED_ON: ReadonlySet<string> = new Set(['email', 'preferred_username', 'upn']);

/** Issuer of the identity provider, as its tokens name it. Throws InvalidSetting. */
export function parseIssuer(text: string): string {
  const url = URL.parse(text);
  const isBare = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new InvalidSetting('must be the address of an issuer such as https://login.example.com');
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return text;
}

/** Name of the claim that names a person for good. Throws InvalidSetting. */
export function parseClaim(text: string): string {
  if (PASSED_ON.has(text))
    throw new InvalidSetting(`must not be ${text}: another person may have it later; take sub or oid`);
  return text;
}

/** Domains of e-mail addresses between commas, in lower case. Throws InvalidSetting. */
export function parseDomains(text: string): readonly string[] {
  const domains = listOfTexts(text).map((domain) => domain.toLowerCase());
  for (const domain of domains)
    if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
      throw new InvalidSetting('must be domains between commas, such as example.com');
  return domains;
}

type Chosen = Readonly<{
  oidcIssuer: string | undefined;
  oidcClientId: string | undefined;
  oidcClientSecret: string | undefined;
  oidcJitDomains: readonly string[] | undefined;
  passwords: 'on' | 'off';
}>;

/** Settings of the identity provider that do not fit together, as sentences. */
export function oidcProblems(chosen: Chosen): readonly string[] {
  const { oidcIssuer: issuer, oidcClientId: client, oidcClientSecret: secret, oidcJitDomains: domains } = chosen;
  if (issuer !== undefined)
    return client === undefined
      ? ['STRONGROOM_OIDC_CLIENT_ID is missing: STRONGROOM_OIDC_ISSUER needs the client that is registered there.']
      : [];
  return [
    ...(client !== undefined || secret !== undefined || domains !== undefined
      ? ['STRONGROOM_OIDC_ISSUER is missing: the other settings of the identity provider mean nothing without it.']
      : []),
    ...(chosen.passwords === 'off'
      ? ['STRONGROOM_PASSWORDS=off needs STRONGROOM_OIDC_ISSUER: no user could sign in otherwise.']
      : []),
  ];
}
