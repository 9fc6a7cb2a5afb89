import { LOOPBACK } from './loopback.ts';

/** The key service as a client of the identity provider. `claim` names a person. */
export type OidcSettings = Readonly<{
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  claim: string;
}>;

const P = 'STRONGROOM_KEY_SERVICE_';

export const OIDC_VARIABLES = {
  oidcIssuer: {
    name: `${P}OIDC_ISSUER`,
    shown: 'none',
    meaning: 'Issuer of the identity provider, with oidc.',
  },
  oidcClientId: {
    name: `${P}OIDC_CLIENT_ID`,
    shown: 'none',
    meaning: 'The client that is registered there for the key service, apart from that of the room service.',
  },
  oidcClientSecret: {
    name: `${P}OIDC_CLIENT_SECRET`,
    shown: 'none',
    meaning: 'The secret of that client; none for a public one.',
  },
  oidcClaim: {
    name: `${P}OIDC_CLAIM`,
    shown: 'sub',
    meaning:
      'The claim that names a person for good. Where sub differs from client to client, another one, such as oid.',
  },
} as const;

/** Claims with a value that providers give to another person in time. */
const PASSED_ON: ReadonlySet<string> = new Set(['email', 'preferred_username', 'upn']);

/** Without its provider the mode has no proof, so the key service does not start. */
export function oidcOf(
  text: (name: string) => string | undefined,
  isWanted: boolean,
  problems: string[],
): OidcSettings | null | undefined {
  const V = OIDC_VARIABLES;
  const [issuer, clientId] = [text(V.oidcIssuer.name), text(V.oidcClientId.name)];
  const clientSecret = text(V.oidcClientSecret.name);
  const claim = text(V.oidcClaim.name) ?? 'sub';
  if (!isWanted) {
    const isAnySet = issuer !== undefined || clientId !== undefined || clientSecret !== undefined;
    if (isAnySet)
      problems.push('The settings of the identity provider mean nothing without STRONGROOM_KEY_SERVICE_PROOF=oidc.');
    return isAnySet ? undefined : null;
  }
  if (issuer === undefined)
    problems.push(`${V.oidcIssuer.name} is missing: no person can prove themself without a provider.`);
  if (clientId === undefined)
    problems.push(`${V.oidcClientId.name} is missing: name the client that is registered at the provider.`);
  if (issuer === undefined || clientId === undefined) return undefined;
  if (!isIssuer(issuer)) {
    problems.push(
      `${V.oidcIssuer.name} must be an https address, or an http address on this machine, without a query.`,
    );
    return undefined;
  }
  if (PASSED_ON.has(claim)) {
    problems.push(`${V.oidcClaim.name} must not be ${claim}: another person may have it later. Take sub or oid.`);
    return undefined;
  }
  return { issuer, clientId, clientSecret, claim };
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname));
}
