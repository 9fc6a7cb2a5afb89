import type { IncomingMessage } from 'node:http';
import type { CredentialWay } from '@strongroom/application';
import { DomainError } from '@strongroom/domain';
import { countOf } from '../exchange/headers.ts';
import { cookieOf } from './cookie.ts';

/** RFC 6750 section 2.1: one token after the scheme, which is compared without regard to case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The secret of a request: of the Authorization header, else of the cookie where a page of this service sent it. */
export function credentialOf(request: IncomingMessage, ownPage: boolean): readonly [string, CredentialWay] {
  const cookie = ownPage && request.headers.authorization === undefined ? cookieOf(request) : undefined;
  return cookie === undefined ? [bearerOf(request), 'header'] : [cookie, 'cookie'];
}

/** The bearer secret of a request. Throws UNAUTHENTICATED when there is none, when it is malformed and when there are two. */
function bearerOf(request: IncomingMessage): string {
  const header = request.headers.authorization;
  const secret = header === undefined ? undefined : BEARER.exec(header)?.[1];
  // Node silently keeps the first of two, so it is unknown which one the client meant.
  if (secret === undefined || countOf(request, 'authorization') > 1) throw new DomainError('UNAUTHENTICATED');
  return secret;
}
