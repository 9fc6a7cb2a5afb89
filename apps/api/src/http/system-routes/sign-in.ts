import { createHash, timingSafeEqual } from 'node:crypto';
import type { Application, ProvenIdentity } from '@strongroom/application';
import { DomainError, formatInstant } from '@strongroom/domain';
import type { Clock, Secrets } from '@strongroom/ports';
import { readBytes } from '../body/body-bytes.ts';
import { refusalOf, TransportError } from '../errors/errors.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { sendBytes, sendJson } from '../exchange/send.ts';
import { cookieOf, cookieWith, isOwnPage } from '../serve/cookie.ts';
import { acceptsHtml } from './accepts-html.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

/** Recognises the answer to one sign-in at the identity provider. */
export type SignInRequest = Readonly<{ redirectUri: string; state: string; nonce: string; verifier: string }>;

/** The identity provider. Every failure is a DomainError with a sentence: SIGN_IN_REFUSED or SERVICE_UNAVAILABLE. */
export type IdentityProvider = Readonly<{
  issuer: string;
  /** Address at the provider that begins a sign-in. */
  begin: (request: SignInRequest) => Promise<string>;
  /** The person that the provider has proven. `callback`: the address it sent the browser to. */
  finish: (callback: URL, request: SignInRequest) => Promise<ProvenIdentity>;
  /** Reads a logout token: a person, one of their sessions, or both. */
  signedOut: (token: string) => Promise<Readonly<{ sub?: string; sid?: string }>>;
}>;

export type SignInParts = Readonly<{
  provider: IdentityProvider;
  app: Pick<Application, 'sessions' | 'publicUrl'>;
  secrets: Pick<Secrets, 'random' | 'seal' | 'unseal'>;
  clock: Pick<Clock, 'now'>;
  publicOrigin: () => string;
}>;

/** A program of this machine that gets the session instead of the browser: its port, and the hash of its secret (PKCE). */
type Program = Readonly<{ port: number; state: string; challenge: string }>;

/** A sign-in under way, in a sealed cookie of the browser. */
type Flow = Omit<SignInRequest, 'redirectUri'> &
  Readonly<{
    until: number;
    /** Path of the page that follows. */
    to: string;
    invitation?: string;
    session?: string | undefined;
    program?: Program;
  }>;

const BASE = '/sign-in/oidc';
/** Purposes of sealed texts. */
const FLOW = 'sign-in-flow';
const CODE = 'sign-in-code';
const FLOW_MS = 600_000;
const CODE_MS = 60_000;
const COOKIE = '__Host-strongroom-sign-in';
const BODY_BYTES = 16_384;
const BODY_MS = 10_000;
/** Lax: the provider's answer is a navigation from another site. It names no session, and ends with the sign-in. */
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=Lax; Path=/';
const NO_FLOW = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** Sign-in by the identity provider, its way back, its messages, and the sessions of programs. */
export function signInPaths(parts: SignInParts): readonly SystemRoute[] {
  const { provider, app, secrets, clock, publicOrigin } = parts;
  const redirectUri = (): string => `${app.publicUrl()}${BASE}/callback`;
  const drawn = (): string => Buffer.from(secrets.random(32)).toString('base64url');

  const begin = async (wish: Pick<Flow, 'to' | 'invitation' | 'session' | 'program'>) => {
    const flow: Flow = { ...wish, state: drawn(), nonce: drawn(), verifier: drawn(), until: clock.now() + FLOW_MS };
    const address = await provider.begin({ ...flow, redirectUri: redirectUri() });
    const cookie = `${COOKIE}=${secrets.seal(FLOW, JSON.stringify(flow))}; Max-Age=${FLOW_MS / 1000}; ${ATTRIBUTES}`;
    return { address, cookie };
  };

  const start = async (exchange: Exchange): Promise<void> => {
    const { request } = exchange;
    if (request.method === 'POST') return link(exchange);
    readOnly(exchange);
    const query = new URLSearchParams(exchange.query);
    const { address, cookie } = await begin({ to: pathOf(query.get('to')), ...programOf(query) });
    redirect(exchange, address, cookie);
  };

  /** A page of this service begins a sign-in that links: by an activation link, or by the session of its cookie. */
  const link = async (exchange: Exchange): Promise<void> => {
    const { request } = exchange;
    if (!isOwnPage(request, publicOrigin)) throw new TransportError('ROUTE_NOT_FOUND');
    const invitation = new URLSearchParams(await bodyOf(exchange)).get('invitation');
    const session = cookieOf(request);
    if (invitation === null && session === undefined) throw new DomainError('UNAUTHENTICATED');
    const { address, cookie } = await begin(
      invitation === null ? { to: '/account', session } : { to: '/rooms', invitation },
    );
    sendJson(exchange, 200, JSON.stringify({ data: { url: address } }), ['Set-Cookie', cookie]);
  };

  const callback = async (exchange: Exchange): Promise<void> => {
    readOnly(exchange);
    const flow = flowOf(exchange, parts);
    if (flow === undefined)
      throw new DomainError('SIGN_IN_REFUSED', {
        message: 'This sign-in was not begun in this browser within the last ten minutes. Begin again.',
      });
    const { invitation, session, program } = flow;
    const started = await app.sessions.startByProvider(visitorOf(exchange), {
      prove: () =>
        provider.finish(new URL(`${redirectUri()}?${exchange.query}`), { ...flow, redirectUri: redirectUri() }),
      link: invitation !== undefined ? { invitation } : session !== undefined ? { session } : undefined,
      inCookie: program === undefined,
    });
    if (program === undefined)
      return redirect(exchange, `${app.publicUrl()}${flow.to}`, NO_FLOW, cookieWith(started.secret));
    const kept = {
      token: started.secret,
      expires_at: formatInstant(started.session.expiresAt),
      challenge: program.challenge,
      until: clock.now() + CODE_MS,
    };
    const back = new URLSearchParams({ code: secrets.seal(CODE, JSON.stringify(kept)), state: program.state });
    redirect(exchange, `http://127.0.0.1:${program.port}/?${back.toString()}`, NO_FLOW);
  };

  /** Gives a program its session for the code that its browser was sent back with (RFC 8252, RFC 7636). */
  const token = async (exchange: Exchange): Promise<void> => {
    onlyPost(exchange);
    const sent = new URLSearchParams(await bodyOf(exchange));
    const kept = unsealed(parts, CODE, sent.get('code'));
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (kept === undefined || !isSame(String(kept['challenge']), challenge))
      throw new DomainError('SIGN_IN_REFUSED', {
        message: 'The code has ended or is for another program. Begin again.',
      });
    sendJson(exchange, 200, JSON.stringify({ data: { token: kept['token'], expires_at: kept['expires_at'] } }));
  };

  /** OpenID Connect Back-Channel Logout 1.0: 200 where the sessions ended, 400 for any token that is refused. */
  const logout = async (exchange: Exchange): Promise<void> => {
    onlyPost(exchange);
    const sent = new URLSearchParams(await bodyOf(exchange));
    const ended = await provider.signedOut(sent.get('logout_token') ?? '').catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'SIGN_IN_REFUSED')
        throw new TransportError('BAD_REQUEST', { message: error.message });
      throw error;
    });
    await app.sessions.endByProvider(visitorOf(exchange), { iss: provider.issuer, ...ended });
    sendJson(exchange, 200, '{}');
  };

  return [
    { path: BASE, pattern: BASE, methods: 'GET, HEAD, POST', isPreflighted: false, serve: forPeople(start) },
    {
      path: `${BASE}/callback`,
      pattern: `${BASE}/callback`,
      methods: 'GET, HEAD',
      isPreflighted: false,
      serve: forPeople(callback),
    },
    { path: `${BASE}/token`, pattern: `${BASE}/token`, methods: 'POST', isPreflighted: false, serve: token },
    { path: `${BASE}/logout`, pattern: `${BASE}/logout`, methods: 'POST', isPreflighted: false, serve: logout },
  ];
}

const visitorOf = ({ request, id, ip }: Exchange) => ({
  request: { id, ip },
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
});

function onlyPost({ request }: Exchange): void {
  if (request.method !== 'POST') throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', 'POST'] });
}

async function bodyOf(exchange: Exchange): Promise<string> {
  const type = exchange.request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new TransportError('UNSUPPORTED_MEDIA_TYPE', {
      message: 'Send a form: "Content-Type: application/x-www-form-urlencoded".',
    });
  exchange.takeBody();
  return (await readBytes(exchange.request, BODY_BYTES, BODY_MS)).toString('utf8');
}

/** A path of this service; anything else leads to the rooms. */
const pathOf = (text: string | null): string =>
  text !== null && /^\/(?![/\\])[\w./?=&%~-]*$/.test(text) ? text : '/rooms';

/** Throws VALIDATION_ERROR for a program without a port, a state and a challenge. */
function programOf(query: URLSearchParams): Readonly<{ program?: Program }> {
  if (!query.has('port')) return {};
  const [port, state, challenge] = [Number(query.get('port')), query.get('state') ?? '', query.get('challenge') ?? ''];
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  if (!isPort || !/^[\w-]{16,128}$/.test(state) || !/^[\w-]{43}$/.test(challenge))
    throw new DomainError('VALIDATION_ERROR', { message: 'A program signs in with port, state and challenge.' });
  return { program: { port, state, challenge } };
}

function flowOf({ request }: Exchange, parts: Pick<SignInParts, 'secrets' | 'clock'>): Flow | undefined {
  const [, sealed = null] = new RegExp(`(?:^|; ?)${COOKIE}=([^;]*)`).exec(request.headers.cookie ?? '') ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this service
  return unsealed(parts, FLOW, sealed) as Flow | undefined;
}

/** The content of a text that was sealed for a purpose, until it ends. */
function unsealed(
  { secrets, clock }: Pick<SignInParts, 'secrets' | 'clock'>,
  purpose: string,
  sealed: string | null,
): Readonly<Record<string, unknown>> | undefined {
  const text = sealed === null ? undefined : secrets.unseal(purpose, sealed);
  if (text === undefined) return undefined;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- sealed by this service
  const kept = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return typeof kept['until'] === 'number' && clock.now() < kept['until'] ? kept : undefined;
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

function redirect(exchange: Exchange, address: string, ...cookies: readonly string[]): void {
  const more = [
    'Location',
    address,
    'Referrer-Policy',
    'no-referrer',
    ...cookies.flatMap((one) => ['Set-Cookie', one]),
  ];
  sendBytes({ exchange, status: 302, type: 'text/plain; charset=utf-8', bytes: new Uint8Array(), more });
}

/** Shows a refusal as a page where a browser asks, with the way back. */
const forPeople =
  (serve: SystemRoute['serve']): SystemRoute['serve'] =>
  async (exchange) => {
    try {
      await serve(exchange);
    } catch (error) {
      const { status, message, code, headers } = refusalOf(error);
      if (status === 500 || exchange.request.method === 'POST' || !acceptsHtml(exchange.request.headers.accept))
        throw error;
      exchange.outcome.code = code;
      const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
      const more = [
        ...headers,
        'Content-Security-Policy',
        policy,
        'Referrer-Policy',
        'no-referrer',
        'Set-Cookie',
        NO_FLOW,
      ];
      const bytes = Buffer.from(
        `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Sign in – Strongroom</title>\n<h1>You are not signed in</h1>\n<p>${escaped(message)}</p>\n<p><a href="/sign-in">Back to the sign-in page</a></p>\n</html>\n`,
      );
      sendBytes({ exchange, status, type: 'text/html; charset=utf-8', bytes, more });
    }
  };

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
