import type { CredentialWay } from '@strongroom/application';
import { DomainError, SESSION_LIFE } from '@strongroom/domain';
import type { Exchange } from '@strongroom/http-kernel';

/** RFC 6750 section 2.1: one token after the scheme, which is compared without regard to case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/**
 * The cookie of a session. A browser that does not know the prefix `__Host-Http-` applies the rules of `__Host-`, with
 * which the name begins too.
 */
const NAME = '__Host-Http-strongroom';
const ATTRIBUTES = 'Secure; HttpOnly; SameSite=Strict; Path=/';
const FORM = new RegExp(`(?:^|; ?)${NAME}=([^;]*)`, 'g');

/** `Set-Cookie` for a session. The service ends sessions earlier than the cookie does. */
export const cookieWith = (secret: string): string =>
  `${NAME}=${secret}; Max-Age=${Math.floor(SESSION_LIFE / 1000)}; ${ATTRIBUTES}`;

/** `Set-Cookie` that removes it. */
export const NO_COOKIE = `${NAME}=; Max-Age=0; ${ATTRIBUTES}`;

/** The secret in the cookie. Undefined where there is none, or more than one. */
export function cookieOf({ request: { headers } }: Exchange): string | undefined {
  const found = [...(headers.cookie ?? '').matchAll(FORM)];
  return found.length === 1 ? found[0]?.[1] || undefined : undefined;
}

/**
 * Whether a script of this service's own pages sent the request. Browsers set `Sec-Fetch-Site` and `Origin`, pages
 * cannot; and without a preflight, which is never allowed for it, no page of another origin can send `X-Strongroom`.
 */
export const isOwnPage = (exchange: Exchange, ownOrigin: (() => string) | undefined): boolean =>
  exchange.request.headers['x-strongroom'] === '1' && isOwnForm(exchange, ownOrigin);

/** Whether a page of this service sent the request, perhaps by a form without a script. */
export function isOwnForm({ request, repeated }: Exchange, ownOrigin: (() => string) | undefined): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' && !repeated.has('sec-fetch-site');
  return headers.origin !== undefined && headers.origin === ownOrigin?.();
}

/**
 * The secret of a request: of the Authorization header, else of the cookie where a page of this service sent it. Throws
 * UNAUTHENTICATED when there is none, when it is malformed and when there are two.
 */
export function credentialOf(exchange: Exchange, ownPage: boolean): readonly [string, CredentialWay] {
  const { authorization } = exchange.request.headers;
  const cookie = ownPage && authorization === undefined ? cookieOf(exchange) : undefined;
  if (cookie !== undefined) return [cookie, 'cookie'];
  const secret = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
  // Node silently keeps the first of two, so it is unknown which one the client meant.
  if (secret === undefined || exchange.repeated.has('authorization')) throw new DomainError('UNAUTHENTICATED');
  return [secret, 'header'];
}
