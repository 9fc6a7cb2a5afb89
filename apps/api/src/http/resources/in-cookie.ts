import { DomainError, defineValue, type Value } from '@strongroom/domain';
import type { Answer } from '@strongroom/http-kernel';
import { withHeader } from '../describe/answers.ts';
import { cookieWith, NO_COOKIE } from '../serve/credentials.ts';

export type CredentialTransport = 'bearer' | 'cookie';

/** How the credential of a session travels. */
export const CredentialTransport: Value<CredentialTransport> = defineValue({
  name: 'Transport',
  description:
    'The place of the credential: the answer, or a cookie. Only pages of the service itself, which send `Sec-Fetch-Site: same-origin` and `X-Strongroom: 1`, may send `cookie`; for every other client `bearer` is the only value.',
  schema: { type: 'string', enum: ['bearer', 'cookie'] },
  rule: 'transport',
  check: (input) => (input === 'bearer' || input === 'cookie' ? undefined : 'must be "bearer" or "cookie"'),
});

/**
 * The condition of a body with `transport`: a caller who is not a page of this service gets no cookie. A schema of bodies knows no
 * headers, so the document leaves the cookie out.
 */
export const BEARER_ELSEWHERE = {
  not: { properties: { transport: { const: 'cookie' } }, required: ['transport'] },
} as const;

/** Throws VALIDATION_ERROR for a cookie that no page of this service asks for: another site could sign a visitor in. */
export function mayHaveCookie(transport: CredentialTransport | undefined, ownPage: boolean): boolean {
  if (transport !== 'cookie' || ownPage) return transport === 'cookie';
  const message =
    'is for pages of this service, which send "Sec-Fetch-Site: same-origin" and "X-Strongroom: 1"; leave it out';
  throw new DomainError('VALIDATION_ERROR', { details: [{ field: 'transport', rule: 'own_page', message }] });
}

export const withCookie = <T, S extends number>(answer: Answer<T, S>, secret: string): Answer<T, S> =>
  withHeader(answer, 'Set-Cookie', cookieWith(secret));

/** Removes the cookie, and what the browser keeps of this origin. Not "cookies": that reaches other hosts of the domain. */
export const withoutCookie = <T, S extends number>(answer: Answer<T, S>): Answer<T, S> =>
  withHeader(withHeader(answer, 'Set-Cookie', NO_COOKIE), 'Clear-Site-Data', '"cache", "storage"');
