import type { IncomingMessage } from 'node:http';
import { DomainError } from '@strongroom/domain';
import { countOf } from '../exchange/headers.ts';

/** RFC 6750 section 2.1: one token after the scheme, which is compared without regard to case (RFC 9110 section 11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i;

/** The bearer secret of a request. Throws UNAUTHENTICATED when there is none, when it is malformed and when there are two. */
export function bearerOf(request: IncomingMessage): string {
  const header = request.headers.authorization;
  const secret = header === undefined ? undefined : BEARER.exec(header)?.[1];
  // Node silently keeps the first of two, so it is unknown which one the client meant.
  if (secret === undefined || countOf(request, 'authorization') > 1) throw new DomainError('UNAUTHENTICATED');
  return secret;
}
