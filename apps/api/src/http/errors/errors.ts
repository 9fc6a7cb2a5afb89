import { LogFault, SetToReadOnly } from '@strongroom/application';
import { DomainError, ERRORS, type ErrorCode, HTTP_STATUS } from '@strongroom/domain';
import {
  TRANSPORT_ERRORS as KERNEL_ERRORS,
  type Refusal as KernelRefusal,
  TransportError,
} from '@strongroom/http-kernel';
import { BlobRefusal, type BlobRefusalCode, type Dependency, Unavailable } from '@strongroom/ports';
import { readOnlySentence, SET_TO_READ_ONLY, TAKES_NO_WRITES } from './read-only.ts';

/** Refusals of the transport, before any operation runs. */
export const TRANSPORT_ERRORS = {
  ...KERNEL_ERRORS,
  ROUTE_NOT_FOUND: { status: 404, text: 'There is no such address; /docs lists them.' },
  SIGNATURE_INVALID: { status: 403, text: 'The address is not one that was signed for this.' },
  URL_EXPIRED: { status: 403, text: 'The address has expired; ask for a new one.' },
  OBJECT_NOT_FOUND: { status: 404, text: 'There is no object at this address.' },
  RANGE_NOT_SATISFIABLE: { status: 416, text: 'The range lies outside of the object.' },
  STORAGE_FULL: {
    status: 507,
    text: 'The object store is full; nothing was stored. Its operator has to give it room, or files have to be deleted.',
  },
} as const satisfies Record<string, Readonly<{ status: number; text: string }>>;

export type TransportCode = keyof typeof TRANSPORT_ERRORS;
export type AnyCode = ErrorCode | TransportCode;

/** Too many requests. `seconds` until the next one is allowed. */
export class RateLimited extends DomainError {
  constructor(seconds: number) {
    super('RATE_LIMIT_EXCEEDED', { retryAfter: Math.max(1, Math.ceil(seconds)) });
  }
}

/** The answer to an error. */
export type Refusal = KernelRefusal<AnyCode>;

const isTransport = (code: AnyCode): code is TransportCode => Object.hasOwn(TRANSPORT_ERRORS, code);

/** The status for a code. */
export const statusOf = (code: AnyCode): number =>
  isTransport(code) ? TRANSPORT_ERRORS[code].status : HTTP_STATUS[ERRORS[code].kind];

/** Every code of the service, sorted. */
export const ERROR_CODES: readonly string[] = [...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)].toSorted();

/** The sentence of a code. */
export const errorText = (code: AnyCode): string =>
  isTransport(code) ? TRANSPORT_ERRORS[code].text : ERRORS[code].text;

const CODE_OF_DEPENDENCY: Readonly<Partial<Record<Dependency, ErrorCode>>> = {
  keys: 'KEY_SERVICE_UNAVAILABLE',
  blobs: 'STORAGE_UNAVAILABLE',
};
const TRY_AGAIN: readonly string[] = ['Retry-After', '1'];
/** Seconds within which a process notices that its operator has acted. */
const AFTER_THE_OPERATOR: readonly string[] = ['Retry-After', '60'];
const CHALLENGE: readonly string[] = ['WWW-Authenticate', 'Bearer'];

/** The refusal that answers an error. Any error that is neither a refusal nor an unavailable dependency is a bug: 500. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof TransportError)
    return {
      code: error.code,
      status: statusOf(error.code),
      message: error.sentence ?? errorText(error.code),
      headers: error.headers,
    };
  if (error instanceof BlobRefusal) return refusalOfBlob(error.code, error.size);
  if (error instanceof Unavailable && error.cause instanceof LogFault)
    return readOnlyBecause(readOnlySentence(error.cause), error);
  if (error instanceof Unavailable && error.cause instanceof SetToReadOnly)
    return readOnlyBecause(SET_TO_READ_ONLY, error);
  if (error instanceof Unavailable && error.takesNoWrites) return readOnlyBecause(TAKES_NO_WRITES, error);
  if (error instanceof Unavailable)
    return refused(CODE_OF_DEPENDENCY[error.dependency] ?? 'SERVICE_UNAVAILABLE', error);
  if (!(error instanceof DomainError)) return refused('INTERNAL_ERROR', error);
  if (error.kind === 'too_many')
    return { ...refused(error.code), message: error.message, headers: ['Retry-After', `${error.retryAfter ?? 60}`] };
  const refusal = refused(error.code, error.kind === 'bug' || error.kind === 'unavailable' ? error : undefined);
  const message = error.kind === 'bug' ? refusal.message : error.message;
  return {
    ...refusal,
    message,
    ...(error.details && { details: error.details }),
    ...(error.secondFactor && { more: { second_factor: error.secondFactor } }),
  };
}

function refused(code: ErrorCode, cause?: unknown): Refusal {
  const { kind, text } = ERRORS[code];
  const headers = kind === 'unauthenticated' ? CHALLENGE : kind === 'unavailable' ? TRY_AGAIN : [];
  return { code, status: HTTP_STATUS[kind], message: text, headers, ...(cause === undefined ? {} : { cause }) };
}

function readOnlyBecause(message: string, cause: unknown): Refusal {
  return { ...refused('READ_ONLY', cause), message, headers: AFTER_THE_OPERATOR };
}

function refusalOfBlob(code: BlobRefusalCode, size: number | undefined): Refusal {
  if (code === 'TOO_MANY_UPLOADS') return { ...refused(code), headers: TRY_AGAIN };
  const headers = size === undefined ? [] : ['Content-Range', `bytes */${size}`];
  return { code, status: statusOf(code), message: errorText(code), headers };
}
