import { createHash } from 'node:crypto';
import type { NewSession, SignInQuestion } from '@strongroom/application';
import { DomainError, formatInstant } from '@strongroom/domain';
import { type Exchange, readForm, sendAnswer, sendJson, TransportError } from '@strongroom/http-kernel';
import { refusalOf } from '../errors/errors.ts';
import { cookieOf, cookieWith, isOwnForm, isOwnPage } from '../serve/credentials.ts';
import { acceptsHtml } from './accepts-html.ts';
import {
  askedOf,
  CODE_MS,
  CODE_PURPOSE,
  FLOW_MS,
  FLOW_PURPOSE,
  flowOf,
  isSame,
  type LocalProgram,
  NO_FLOW,
  onlyPost,
  pathOf,
  programOf,
  QUESTION_PURPOSE,
  type SignInFlow,
  type SignInParts,
  type SignInPurpose,
  sealedCookie,
  unsealText,
} from './sign-in-flow.ts';
import { onwardPage, PAGE_HEADERS, questionPage, refusalPage } from './sign-in-pages.ts';
import { readOnly, type SystemRoute } from './system-route.ts';

const BASE = '/sign-in/oidc';
const FORM_BYTES = 16_384;

/** Sign-in by the identity provider, its way back, its messages, and the sessions of programs. */
export function signInPaths(parts: SignInParts): readonly SystemRoute[] {
  const { provider, app, secrets, clock, publicOrigin } = parts;
  const redirectUri = (): string => `${app.publicUrl()}${BASE}/callback`;
  const drawn = (): string => Buffer.from(secrets.random(32)).toString('base64url');

  const begin = async (of: Omit<SignInPurpose, 'begunAt'>) => {
    const now = clock.now();
    const wish: SignInPurpose = { ...of, begunAt: now };
    const flow: SignInFlow = { state: drawn(), nonce: drawn(), verifier: drawn(), until: now + FLOW_MS, wish };
    const address = await provider.begin({ ...flow, redirectUri: redirectUri() });
    return { address, cookie: sealedCookie(parts, FLOW_PURPOSE, flow) };
  };

  const start = async (exchange: Exchange): Promise<void> => {
    const { request } = exchange;
    if (request.method === 'POST') return link(exchange);
    readOnly(exchange);
    const query = new URLSearchParams(exchange.query);
    const { address, cookie } = await begin({ to: pathOf(query.get('to')), program: programOf(query) });
    redirect(exchange, address, cookie);
  };

  /** A page of this service begins a sign-in that links: by an activation link, or by the session of its cookie. */
  const link = async (exchange: Exchange): Promise<void> => {
    if (!isOwnPage(exchange, publicOrigin)) throw new TransportError('ROUTE_NOT_FOUND');
    const invitation = (await readForm(exchange, FORM_BYTES)).get('invitation');
    const session = cookieOf(exchange);
    if (invitation === null && session === undefined) throw new DomainError('UNAUTHENTICATED');
    if (invitation === null && session !== undefined)
      await app.users.mayLinkIdentity(await callerOf(exchange, session));
    const { address, cookie } = await begin(
      invitation === null ? { to: '/account', session } : { to: '/rooms', invitation },
    );
    sendJson(exchange, 200, JSON.stringify({ data: { url: address } }), ['Set-Cookie', cookie]);
  };

  const callerOf = ({ id, ip }: Exchange, session: string) =>
    app.sessions.identify(session, undefined, { id, ip }, 'cookie');

  const linkOf = async (exchange: Exchange, { invitation, session, begunAt }: SignInPurpose) => {
    if (invitation !== undefined) return { invitation };
    if (session === undefined) return undefined;
    const caller = await callerOf(exchange, session).catch((error: unknown) => {
      if (!(error instanceof DomainError && error.kind === 'unauthenticated')) throw error;
      throw new DomainError('SIGN_IN_REFUSED', {
        message: 'Your session has ended: sign in again, then link your account.',
      });
    });
    return { caller, begunAt };
  };

  const callback = async (exchange: Exchange): Promise<void> => {
    readOnly(exchange);
    const flow = flowOf(exchange, parts);
    const { wish, state } = flow;
    const outcome = await app.sessions.startByProvider(visitorOf(exchange), {
      prove: () =>
        provider.finish(new URL(`${redirectUri()}?${exchange.query}`), { ...flow, redirectUri: redirectUri() }),
      link: await linkOf(exchange, wish),
      inCookie: wish.program === undefined,
    });
    if ('asks' in outcome) return ask(exchange, outcome, { wish, state });
    redirect(exchange, `${app.publicUrl()}${wish.to}`, NO_FLOW, cookieWith(outcome.secret));
  };

  const ask = (
    exchange: Exchange,
    { asks }: SignInQuestion,
    { wish, state }: Pick<SignInFlow, 'wish' | 'state'>,
  ): void => {
    const { person, account } = asks;
    const cookie = sealedCookie(parts, QUESTION_PURPOSE, {
      until: clock.now() + FLOW_MS,
      state,
      wish,
      person,
      account,
    });
    sendPage(exchange, 200, questionPage({ asks, state, port: wish.program?.port }), ['Set-Cookie', cookie]);
  };

  /** Handles the answer to the question. Only the page that asked it can send it, in the browser that began the sign-in. */
  const confirm = async (exchange: Exchange): Promise<void> => {
    onlyPost(exchange);
    if (!isOwnForm(exchange, publicOrigin)) throw new TransportError('ROUTE_NOT_FOUND');
    const sent = await readForm(exchange, FORM_BYTES);
    const asked = askedOf(exchange, parts);
    const { wish, state, person, account } = asked;
    if (!isSame(state, sent.get('state') ?? ''))
      throw new DomainError('SIGN_IN_REFUSED', {
        message: 'Another sign-in was begun in this browser meanwhile. Begin again.',
      });
    const outcome = await app.sessions.startByProvider(visitorOf(exchange), {
      prove: () => Promise.resolve(person),
      link: await linkOf(exchange, wish),
      inCookie: wish.program === undefined,
      agreed: account,
    });
    // The address of the account changed since the page was shown.
    if ('asks' in outcome) return ask(exchange, outcome, asked);
    const { program } = wish;
    const [address, ...cookies] =
      program === undefined
        ? [`${app.publicUrl()}${wish.to}`, NO_FLOW, cookieWith(outcome.secret)]
        : [addressOf(program, outcome), NO_FLOW];
    sendPage(
      exchange,
      200,
      onwardPage(address),
      cookies.flatMap((one) => ['Set-Cookie', one]),
    );
  };

  /** The address to which the browser brings a program the code of its session. */
  const addressOf = ({ port, state, challenge }: LocalProgram, { secret, session }: NewSession): string => {
    const kept = {
      token: secret,
      expires_at: formatInstant(session.expiresAt),
      challenge,
      until: clock.now() + CODE_MS,
    };
    const back = new URLSearchParams({ code: secrets.seal(CODE_PURPOSE, JSON.stringify(kept)), state });
    return `http://127.0.0.1:${port}/?${back.toString()}`;
  };

  /** Gives a program its session, once, for the code that its browser was sent back with (RFC 8252, RFC 7636). */
  const token = async (exchange: Exchange): Promise<void> => {
    onlyPost(exchange);
    const sent = await readForm(exchange, FORM_BYTES);
    const code = sent.get('code');
    const kept = unsealText(parts, CODE_PURPOSE, code);
    const challenge = hashOf(sent.get('code_verifier') ?? '');
    if (kept === undefined || !isSame(String(kept['challenge']), challenge) || !(await isFirstUse(parts, code ?? '')))
      throw new DomainError('SIGN_IN_REFUSED', {
        message: 'The code has ended, was used, or is for another program. Begin again.',
      });
    sendJson(exchange, 200, JSON.stringify({ data: { token: kept['token'], expires_at: kept['expires_at'] } }));
  };

  /** OpenID Connect Back-Channel Logout 1.0: 200 where the sessions ended, 400 for any token that is refused. */
  const logout = async (exchange: Exchange): Promise<void> => {
    onlyPost(exchange);
    const sent = await readForm(exchange, FORM_BYTES);
    const ended = await provider.signedOut(sent.get('logout_token') ?? '').catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'SIGN_IN_REFUSED')
        throw new TransportError('BAD_REQUEST', { message: error.message });
      throw error;
    });
    await app.sessions.endByProvider(visitorOf(exchange), { iss: provider.issuer, ...ended });
    sendJson(exchange, 200, '{}');
  };

  const at = (path: string, methods: string, serve: SystemRoute['serve']): SystemRoute => ({
    path,
    pattern: path,
    methods,
    isPreflighted: false,
    serve,
  });
  return [
    at(BASE, 'GET, HEAD, POST', forPeople(start)),
    at(`${BASE}/callback`, 'GET, HEAD', forPeople(callback)),
    at(`${BASE}/confirm`, 'POST', forPeople(confirm)),
    at(`${BASE}/token`, 'POST', token),
    at(`${BASE}/logout`, 'POST', logout),
  ];
}

const visitorOf = ({ request, id, ip }: Exchange) => ({
  request: { id, ip },
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
});

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/**
 * Notes a code as used, for all processes. Longer than the code lives: clocks differ, and the time of use is that of this process.
 */
const isFirstUse = async ({ limiter, clock }: SignInParts, code: string): Promise<boolean> =>
  (await limiter.take(`sign-in-code:${hashOf(code)}`, { limit: 1, milliseconds: FLOW_MS }, clock.now())).allowed;

function redirect(exchange: Exchange, address: string, ...cookies: readonly string[]): void {
  const headers = [
    'Location',
    address,
    'Referrer-Policy',
    'no-referrer',
    ...cookies.flatMap((one) => ['Set-Cookie', one]),
  ];
  const content = { kind: 'bytes', type: 'text/plain; charset=utf-8', bytes: new Uint8Array() } as const;
  void sendAnswer(exchange, { status: 302, headers, content });
}

function sendPage(exchange: Exchange, status: number, html: string, more: readonly string[]): void {
  const content = { kind: 'bytes', type: 'text/html; charset=utf-8', bytes: Buffer.from(html) } as const;
  void sendAnswer(exchange, { status, headers: [...PAGE_HEADERS, ...more], content });
}

/** Shows a refusal as a page if a browser asks, with a link back. */
const forPeople =
  (serve: SystemRoute['serve']): SystemRoute['serve'] =>
  async (exchange) => {
    try {
      await serve(exchange);
    } catch (error) {
      const { status, message, code, headers } = refusalOf(error);
      if (status === 500 || !acceptsHtml(exchange.request.headers.accept)) throw error;
      exchange.outcome.code = code;
      sendPage(exchange, status, refusalPage(message), [...headers, 'Set-Cookie', NO_FLOW]);
    }
  };
