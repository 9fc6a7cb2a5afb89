import { timingSafeEqual } from 'node:crypto';
import type { Application, ProvenIdentity, SignInQuestion } from '@strongroom/application';
import { DomainError, type Email, type Instant } from '@strongroom/domain';
import { type Exchange, TransportError } from '@strongroom/http-kernel';
import type { Clock, RateLimiter, Secrets } from '@strongroom/ports';

export type SignInParts = Readonly<{
  provider: IdentityProvider;
  app: Pick<Application, 'sessions' | 'users' | 'publicUrl'>;
  secrets: Pick<Secrets, 'random' | 'seal' | 'unseal'>;
  clock: Pick<Clock, 'now'>;
  limiter: Pick<RateLimiter, 'take'>;
  publicOrigin: () => string;
}>;

/** A program of this machine that gets the session instead of the browser: its port, and the hash of its secret (PKCE). */
export type LocalProgram = Readonly<{ port: number; state: string; challenge: string }>;

/** The purpose of a sign-in. */
export type SignInPurpose = Readonly<{
  /** Path of the page that follows. */
  to: string;
  begunAt: Instant;
  invitation?: string | undefined;
  session?: string | undefined;
  program?: LocalProgram | undefined;
}>;

/** A sign-in in progress, in a sealed cookie of the browser. */
export type SignInFlow = Omit<SignInRequest, 'redirectUri'> & Readonly<{ until: number; wish: SignInPurpose }>;

/** A question that the person was asked after the provider had proven them, in the same cookie. */
export type AskedPerson = Readonly<{
  until: number;
  state: string;
  wish: SignInPurpose;
  person: SignInQuestion['asks']['person'];
  account: Email;
}>;

/** Purposes of sealed texts. */
export const FLOW_PURPOSE = 'sign-in-flow';
export const QUESTION_PURPOSE = 'sign-in-question';
export const CODE_PURPOSE = 'sign-in-code';
export const FLOW_MS = 600_000;
export const CODE_MS = 60_000;

const COOKIE = '__Host-strongroom-sign-in';
/** Lax: the provider's answer is a navigation from another site. It names no session, and ends with the sign-in. */
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=Lax; Path=/';
export const NO_FLOW = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

export const sealedCookie = (
  { secrets }: Pick<SignInParts, 'secrets'>,
  ...[purpose, content]: [typeof FLOW_PURPOSE, SignInFlow] | [typeof QUESTION_PURPOSE, AskedPerson]
): string => `${COOKIE}=${secrets.seal(purpose, JSON.stringify(content))}; Max-Age=${FLOW_MS / 1000}; ${ATTRIBUTES}`;

type Opening = Pick<SignInParts, 'secrets' | 'clock'>;

/** The sign-in of the cookie. Throws SIGN_IN_REFUSED without one of the last ten minutes. */
export const flowOf = (exchange: Exchange, parts: Opening): SignInFlow =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this service
  cookieSealedFor(FLOW_PURPOSE, exchange, parts) as SignInFlow;

/** The question of the cookie. Throws SIGN_IN_REFUSED without one of the last ten minutes. */
export const askedOf = (exchange: Exchange, parts: Opening): AskedPerson =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this service
  cookieSealedFor(QUESTION_PURPOSE, exchange, parts) as AskedPerson;

function cookieSealedFor(purpose: string, { request }: Exchange, parts: Opening): unknown {
  const [, sealed = null] = new RegExp(`(?:^|; ?)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '') ?? [];
  const found = unsealText(parts, purpose, sealed);
  if (found === undefined)
    throw new DomainError('SIGN_IN_REFUSED', {
      message: 'This sign-in was not begun in this browser within the last ten minutes. Begin again.',
    });
  return found;
}

/** The content of a text that was sealed for a purpose, until it ends. */
export function unsealText(
  { secrets, clock }: Opening,
  purpose: string,
  sealed: string | null,
): Readonly<Record<string, unknown>> | undefined {
  const text = sealed === null ? undefined : secrets.unseal(purpose, sealed);
  if (text === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this service
  const kept = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return typeof kept['until'] === 'number' && clock.now() < kept['until'] ? kept : undefined;
}

export const isSame = (a: string, b: string): boolean =>
  Buffer.byteLength(a) === Buffer.byteLength(b) && timingSafeEqual(Buffer.from(a), Buffer.from(b));

export function onlyPost({ request }: Exchange): void {
  if (request.method !== 'POST') throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', 'POST'] });
}

/** A path of this service, which fits into a cookie; anything else leads to the rooms. */
export const pathOf = (text: string | null): string =>
  text !== null && /^\/(?![/\\])[\w./?=&%~-]{0,500}$/.test(text) ? text : '/rooms';

/** The program of a request. Throws VALIDATION_ERROR for a program without a port, a state and a challenge. */
export function programOf(query: URLSearchParams): LocalProgram | undefined {
  if (!query.has('port')) return undefined;
  const [port, state, challenge] = [Number(query.get('port')), query.get('state') ?? '', query.get('challenge') ?? ''];
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  if (!isPort || !/^[\w-]{16,128}$/.test(state) || !/^[\w-]{43}$/.test(challenge))
    throw new DomainError('VALIDATION_ERROR', { message: 'A program signs in with port, state and challenge.' });
  return { port, state, challenge };
}

/** Recognises the answer to one sign-in at the identity provider. */
type SignInRequest = Readonly<{ redirectUri: string; state: string; nonce: string; verifier: string }>;

/** The identity provider. Every failure is a DomainError with a sentence: SIGN_IN_REFUSED or SERVICE_UNAVAILABLE. */
type IdentityProvider = Readonly<{
  issuer: string;
  /** Address at the provider that begins a sign-in. */
  begin: (request: SignInRequest) => Promise<string>;
  /** The person that the provider has proven. `callback`: the address it sent the browser to. */
  finish: (callback: URL, request: SignInRequest) => Promise<ProvenIdentity>;
  /** Reads a logout token: a person, one of their sessions, or both. */
  signedOut: (token: string) => Promise<Readonly<{ sub?: string; sid?: string }>>;
}>;
