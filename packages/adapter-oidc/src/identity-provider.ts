import { DomainError } from '@strongroom/domain';
import type { Log } from '@strongroom/ports';
import { errorForLog } from '@strongroom/store-kit';
import { BadProviderAnswer, boundedFetch, fetchKeys } from './bounded-fetch.ts';
import { type IdentityClaims, identityOf, type SignedInPerson, unfitClaimName } from './identity-of.ts';

/** Recognises the answer to one sign-in. */
export type SignInRequest = Readonly<{
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
  /** Authentication contexts to ask the provider for, between blanks. The answer may have another one. */
  acrValues?: string;
}>;

/** An identity provider. Every failure is a DomainError with a sentence: SIGN_IN_REFUSED or SERVICE_UNAVAILABLE. */
export type IdentityProvider = Readonly<{
  issuer: string;
  /** Rejects while the provider cannot be asked for its configuration. */
  check: () => Promise<void>;
  /** Address at the provider that begins a sign-in. */
  begin: (request: SignInRequest) => Promise<string>;
  /** The person that the provider has proven. `callback`: the address it sent the browser to. */
  finish: (callback: URL, request: SignInRequest) => Promise<SignedInPerson>;
  /** Reads a logout token: a person, one of their sessions, or both. */
  signedOut: (token: string) => Promise<Readonly<{ sub?: string; sid?: string }>>;
}>;

type Registered = IdentityClaims & Readonly<{ issuer: string; clientId: string; clientSecret: string | undefined }>;

const SECONDS = 5;
/** Milliseconds between two requests for the keys of the provider, which it may change at any time. */
const KEYS_COOLDOWN = 2000;
/** Clocks of two machines: one that is never set is minutes off after a year. */
const CLOCK_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Age of a logout token in seconds: an older one may be replayed. */
const LOGOUT_AGE = 120;

/** Signatures with a public key only: a token that is "signed" with the client's secret, or not at all, is refused. */
const ALGORITHMS = [
  'RS256',
  'PS256',
  'ES256',
  'RS384',
  'PS384',
  'ES384',
  'RS512',
  'PS512',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * The identity provider of the settings. It is asked for its configuration at the first sign-in, so it may be down when
 * the service starts. Its libraries are loaded then, too. `noted` gets each failure of the provider, and is called without
 * one after each call that it served.
 */
export function identityProvider(
  registered: Registered,
  log: Log,
  noted: (failure?: unknown) => void = () => undefined,
): IdentityProvider {
  const { issuer } = registered;
  let ready: ReturnType<typeof discover> | undefined;
  const provider = (): ReturnType<typeof discover> => {
    ready ??= discover(registered).catch((error: unknown) => {
      ready = undefined;
      if (error instanceof DomainError || isDown(error)) throw error;
      throw new BadProviderAnswer('PROVIDER_CONFIGURATION_UNFIT', { cause: error });
    });
    return ready;
  };

  /** Turns every failure into a sentence for the person, and logs its cause. */
  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      const done = await work();
      noted();
      return done;
    } catch (error) {
      const { host } = new URL(issuer);
      const reason = clientRefusalIn(error);
      const refusal = reason === undefined ? refusalOf(error, host) : clientRefused(host, reason);
      const isOfProvider =
        reason !== undefined || refusal.code === 'SERVICE_UNAVAILABLE' || error instanceof UnfitToken;
      if (isOfProvider) noted(reason === undefined ? error : new ClientRefused(reason));
      log.warn('a sign-in by the identity provider failed', {
        ...(isOfProvider && { alarm: 'identity_provider' }),
        because: refusal.message,
        error: errorForLog(error).cause ?? '',
      });
      throw refusal;
    }
  };

  return {
    issuer,
    check: () => explained(async () => void (await provider())),
    begin: (request) =>
      explained(async () => {
        const { oidc, config } = await provider();
        return oidc.buildAuthorizationUrl(config, {
          redirect_uri: request.redirectUri,
          scope: 'openid profile email',
          state: request.state,
          nonce: request.nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(request.verifier),
          code_challenge_method: 'S256',
          ...(request.acrValues !== undefined && { acr_values: request.acrValues }),
        }).href;
      }),
    finish: (callback: URL, request: SignInRequest) =>
      explained(async () => {
        const { oidc, config, verified } = await provider();
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          pkceCodeVerifier: request.verifier,
          expectedState: request.state,
          expectedNonce: request.nonce,
          idTokenExpected: true,
        });
        const claims = await verified(tokens.id_token ?? '', ['jwt']);
        const more = await userInfo({ oidc, config, log }, tokens.access_token, claims);
        return personOf({ ...more, ...claims }, registered);
      }),
    signedOut: (token) =>
      explained(async () => {
        const { verified } = await provider();
        const claims = await verified(token, ['logout+jwt', 'jwt'], LOGOUT_AGE);
        const { sub, sid, events, nonce } = claims;
        const unfit = unfitClaimName(claims, 'sub', 'sid');
        if (unfit !== undefined) throw new UnfitToken(`has an unfit claim "${unfit}"`);
        const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
        if (!isLogout || nonce !== undefined || (typeof sub !== 'string' && typeof sid !== 'string'))
          throw refused('is no logout token');
        return { ...(typeof sub === 'string' && { sub }), ...(typeof sid === 'string' && { sid }) };
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: Registered) {
  const [oidc, { createRemoteJWKSet, customFetch, jwtVerify }] = await Promise.all([
    import('openid-client'),
    import('jose'),
  ]);
  const config = await oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: CLOCK_SECONDS },
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    // The settings allow http on this machine only.
    {
      timeout: SECONDS,
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
      [oidc.customFetch]: boundedFetch,
    },
  );
  const { jwks_uri: keysAt, issuer: named } = config.serverMetadata();
  if (keysAt === undefined) throw new UnfitToken('comes from a provider without keys');
  const keys = createRemoteJWKSet(new URL(keysAt), {
    cooldownDuration: KEYS_COOLDOWN,
    timeoutDuration: SECONDS * 1000,
    [customFetch]: fetchKeys,
  });
  /** The claims of a token that the provider signed for this service. `types`: of its header; it may have none. */
  const verified = async (token: string, types: readonly string[], maxAge?: number) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: named,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_SECONDS,
      requiredClaims: ['iat', 'exp'],
      ...(maxAge !== undefined && { maxTokenAge: maxAge }),
    });
    const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, '');
    if (type !== undefined && !types.includes(type)) throw refused('is of another type');
    return payload;
  };
  return { oidc, config, verified };
}

type DiscoveredProvider = Pick<Awaited<ReturnType<typeof discover>>, 'oidc' | 'config'> & Readonly<{ log: Log }>;
type Claims = Readonly<Record<string, unknown>>;

/**
 * Name and address from the provider's page about the person, where their token has none: Okta leaves them out of it. They
 * only fill gaps; without an answer, the person signs in without them.
 */
async function userInfo(
  { oidc, config, log }: DiscoveredProvider,
  accessToken: string,
  claims: Claims,
): Promise<Claims> {
  const { sub, email } = claims;
  if (email !== undefined || typeof sub !== 'string') return {};
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  try {
    const { name, email: address, email_verified: isVerified } = await oidc.fetchUserInfo(config, accessToken, sub);
    return { name, email: address, email_verified: isVerified };
  } catch (error) {
    log.warn('the identity provider does not describe a person', { error: errorForLog(error).cause ?? '' });
    return {};
  }
}

/** The claims of a person. Throws SIGN_IN_REFUSED for names that fit into no key. */
function personOf(claims: Claims, naming: IdentityClaims): SignedInPerson {
  const { claim } = naming;
  const unfit = unfitClaimName(claims, 'sub', claim, 'sid');
  if (unfit !== undefined) throw new UnfitToken(`has an unfit claim "${unfit}"`);
  const person = identityOf(claims, naming);
  if (person === undefined) throw new UnfitToken(`names no person by the claim "${claim}"`);
  return person;
}

/** Completes "The token of the identity provider …". */
const refused = (what: string): DomainError =>
  new DomainError('SIGN_IN_REFUSED', {
    message: `The token of the identity provider ${what}. Sign in again; if that does not help, tell an administrator.`,
  });

/** A refused token that is the fault of the provider, not of the person or their browser. */
class UnfitToken extends DomainError {
  constructor(what: string) {
    super('SIGN_IN_REFUSED', { message: refused(what).message });
  }
}

/** Refusals of the service, whatever person signs in: its id, its secret, or what it may ask for. */
const CLIENT_REFUSALS: ReadonlySet<string> = new Set(['invalid_client', 'unauthorized_client']);

/** The service is not, or no longer, a client of the provider. */
class ClientRefused extends Error {
  override readonly name = 'ClientRefused';
  readonly code: string;
  constructor(reason: string) {
    super('the identity provider refuses this service');
    this.code = reason.toUpperCase();
  }
}

/** The refusal in an answer of the provider itself. The author of an address that a browser brings back may claim anything. */
const clientRefusalIn = (error: unknown): string | undefined =>
  causesOf(error)
    .map((one) => {
      // Asked for a token with a wrong secret in a header, a provider answers with a challenge (RFC 6749, section 5.2).
      if (codeOf(one) === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE') return 'invalid_client';
      return codeOf(one) === 'OAUTH_RESPONSE_BODY_ERROR' ? textAt(one, 'error') : '';
    })
    .find((name) => CLIENT_REFUSALS.has(name));

const clientRefused = (host: string, reason: string): DomainError =>
  new DomainError('SIGN_IN_REFUSED', {
    message: `The identity provider ${host} refuses this service (${reason}). No user can sign in by it until an administrator corrects the id and the secret of the service there.`,
  });

/** The sentence for a claim that does not fit. */
const OF_CLAIMS: Readonly<Record<string, string>> = {
  aud: 'is for another service',
  azp: 'is for another service',
  iss: 'is from another issuer',
  nonce: 'belongs to another sign-in',
  exp: 'has expired',
  iat: 'is too old, or from the future',
};

const OF_CODES: Readonly<Record<string, string>> = {
  ERR_JWT_EXPIRED: 'has expired',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'has expired',
  ERR_JOSE_ALG_NOT_ALLOWED: 'is signed by an algorithm that is not accepted',
  ERR_JOSE_NOT_SUPPORTED: 'is signed by an algorithm that is not accepted',
  OAUTH_UNSUPPORTED_OPERATION: 'is signed by an algorithm that is not accepted',
  ERR_JWKS_NO_MATCHING_KEY: 'is signed with an unknown key',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'is signed with an unknown key',
};

/** Refusals of RFC 6749 and OpenID Connect Core. Other words of a provider, or of the author of the address, are not repeated. */
const KNOWN_REFUSALS: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'access_denied',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
  'unmet_authentication_requirements',
]);

/** Codes of a provider that does not answer, or not as one. */
const DOWN =
  /^(PROVIDER_|OAUTH_TIMEOUT|OAUTH_ABORT|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|UND_ERR|ERR_JWKS_TIMEOUT|ERR_JOSE_GENERIC)|^OAUTH_RESPONSE_IS_NOT/;

function refusalOf(error: unknown, host: string): DomainError {
  if (error instanceof DomainError) return error;
  const chain = causesOf(error);
  const codes = chain.map(codeOf);
  if (isDown(error))
    return new DomainError('SERVICE_UNAVAILABLE', {
      message: `The identity provider ${host} does not answer. Nothing was changed; try again in a minute. If that fails for minutes, the operator sees the cause at /readyz and in the log.`,
      cause: error,
    });
  const claim = chain.map((one) => textAt(one, 'claim')).find((name) => name !== '') ?? '';
  const what = OF_CLAIMS[claim] ?? codes.map((code) => OF_CODES[code]).find((text) => text !== undefined);
  if (what !== undefined) return refused(what);
  const answered = chain.map((one) => textAt(one, 'error')).find((name) => KNOWN_REFUSALS.has(name));
  return new DomainError('SIGN_IN_REFUSED', {
    message: `The identity provider ${host} did not sign you in${answered === undefined ? '' : ` (${answered})`}. Sign in again; if that does not help, tell an administrator.`,
    cause: error,
  });
}

const isDown = (error: unknown): boolean =>
  causesOf(error).some(
    (one) => DOWN.test(codeOf(one)) || (one instanceof TypeError && /fetch failed/.test(one.message)),
  );

/** An error and what it was caused by, at most five deep. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && chain.length < 5; ) {
    chain.push(one);
    one = typeof one === 'object' && 'cause' in one ? one.cause : undefined;
  }
  return chain;
}

const codeOf = (error: unknown): string => textAt(error, 'code');

function textAt(value: unknown, name: string): string {
  const found: unknown =
    typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  return typeof found === 'string' ? found : '';
}
