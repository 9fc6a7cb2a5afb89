import { type Action, scopeOf } from '@strongroom/domain';
import { type FieldClass, fieldsOf } from '../describe/is.ts';
import type { AnyCode } from '../errors/errors.ts';

type Asked = Readonly<{
  method: string;
  access: 'signed-in' | 'public';
  countedBy?: unknown;
  action?: Action | undefined;
  query?: FieldClass;
}>;

/** Does it heed an Idempotency-Key? A POST of a user, or on a link; those that make a session keep nothing. */
export const isRepeatable = ({ method, access, countedBy }: Asked): boolean =>
  method === 'post' && (access === 'signed-in' || countedBy !== undefined);

/** Every route may refuse with these, whatever it does. */
const ALWAYS: readonly AnyCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
];
const SIGNED_IN: readonly AnyCode[] = ['UNAUTHENTICATED', 'TOKEN_INVALID', 'TOKEN_EXPIRED'];
/** With an Idempotency-Key. */
const REPEATED: readonly AnyCode[] = ['IDEMPOTENCY_MISMATCH', 'IDEMPOTENCY_CONFLICT'];
const BODY: readonly AnyCode[] = ['INVALID_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The codes that a route has without naming them. */
export function generalCodes(route: Asked): readonly AnyCode[] {
  return [
    ...ALWAYS,
    ...(route.access === 'signed-in' ? SIGNED_IN : []),
    ...(route.action === undefined || scopeOf(route.action) === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
    ...(route.query !== undefined && fieldsOf(route.query).has('cursor') ? (['INVALID_CURSOR'] as const) : []),
    ...(isRepeatable(route) ? REPEATED : []),
    ...(route.method === 'get' ? [] : BODY),
  ];
}
