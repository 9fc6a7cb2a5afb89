import type { IncomingMessage } from 'node:http';
import { SESSION_LIFE } from '@strongroom/domain';
import { countOf } from '../exchange/headers.ts';

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
export function cookieOf({ headers }: IncomingMessage): string | undefined {
  const found = [...(headers.cookie ?? '').matchAll(FORM)];
  return found.length === 1 ? found[0]?.[1] || undefined : undefined;
}

/**
 * Whether a script of this service's own pages sent the request. Browsers set `Sec-Fetch-Site` and `Origin`, pages
 * cannot; and without a preflight, which is never allowed for it, no page of another origin can send `X-Strongroom`.
 */
export const isOwnPage = (request: IncomingMessage, ownOrigin: (() => string) | undefined): boolean =>
  request.headers['x-strongroom'] === '1' && isOwnForm(request, ownOrigin);

/** Whether a page of this service sent the request, perhaps by a form without a script. */
export function isOwnForm(request: IncomingMessage, ownOrigin: (() => string) | undefined): boolean {
  const { headers } = request;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' && countOf(request, 'sec-fetch-site') === 1;
  return headers.origin !== undefined && headers.origin === ownOrigin?.();
}
