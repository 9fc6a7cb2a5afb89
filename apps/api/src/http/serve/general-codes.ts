import { type Action, scopeOf } from '@strongroom/domain';
import { type FieldClass, fieldsOf } from '../describe/is.ts';
import type { AnyCode } from '../errors/errors.ts';

type RouteTraits = Readonly<{
  method: string;
  access: 'signed-in' | 'public';
  countedBy?: unknown;
  action?: Action | undefined;
  query?: FieldClass;
}>;

/** Whether a route accepts an Idempotency-Key: any POST by a user or on a share link, not one that begins a session. */
export const isRepeatable = ({ method, access, countedBy }: RouteTraits): boolean =>
  method === 'post' && (access === 'signed-in' || countedBy !== undefined);

/** Codes of every route. */
const ALWAYS: readonly AnyCode[] = [
  'BAD_REQUEST',
  'VALIDATION_ERROR',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'READ_ONLY',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
];
const SIGNED_IN: readonly AnyCode[] = ['UNAUTHENTICATED', 'TOKEN_INVALID', 'TOKEN_EXPIRED'];
/** Codes of a request with an Idempotency-Key. */
const REPEATED: readonly AnyCode[] = ['IDEMPOTENCY_MISMATCH'];
const BODY: readonly AnyCode[] = ['INVALID_JSON', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The codes of a route by its method, query and access; its policy row and its table row add to them. */
export function generalCodes(route: RouteTraits): readonly AnyCode[] {
  return [
    ...ALWAYS,
    ...(route.access === 'signed-in' ? SIGNED_IN : []),
    ...(route.action === undefined || scopeOf(route.action) === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
    ...(route.query !== undefined && fieldsOf(route.query).has('cursor') ? (['INVALID_CURSOR'] as const) : []),
    ...(isRepeatable(route) ? REPEATED : []),
    ...(route.method === 'get' ? [] : BODY),
  ];
}
