import { KEY_ERRORS, type KeyErrorCode, KeyRefusal } from '@strongroom/domain';
import { errorBody, type Refusal, TRANSPORT_ERRORS, TransportError } from '@strongroom/http-kernel';
import { Unavailable } from '@strongroom/ports';
import { KEY_STATUSES } from './errors/statuses.ts';

/** The refusal that answers an error. Any error that is neither a refusal nor an unavailable store is a bug. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof TransportError) return refusalOfTransport(error);
  if (!(error instanceof KeyRefusal)) return faultOf(error);
  const status = KEY_STATUSES[error.code];
  const headers = [
    ...(error.retryAfter === undefined ? [] : ['Retry-After', String(error.retryAfter)]),
    ...(status === 401 ? ['WWW-Authenticate', 'Strongroom-Person'] : []),
  ];
  return { code: error.code, status, message: error.message, headers };
}

const isOwn = (code: string): code is KeyErrorCode => Object.hasOwn(KEY_ERRORS, code);

function refusalOfTransport({ code: found, sentence, headers }: TransportError): Refusal {
  const code = found === 'ROUTE_NOT_FOUND' ? 'NOT_FOUND' : found;
  const { status, text } = isOwn(code)
    ? { status: KEY_STATUSES[code], text: KEY_ERRORS[code] }
    : TRANSPORT_ERRORS[found];
  return { code, status, message: sentence ?? text, headers };
}

function faultOf(cause: unknown): Refusal {
  const code = cause instanceof Unavailable ? 'KEY_STORE_UNAVAILABLE' : 'INTERNAL_ERROR';
  return { code, status: KEY_STATUSES[code], message: KEY_ERRORS[code], headers: [], cause };
}

/** The error of a row of a batch. It holds the seconds that a header has otherwise. */
export function rowError(refusal: KeyRefusal): Readonly<{ error: object }> {
  const { error } = errorBody(refusalOf(refusal));
  return { error: refusal.retryAfter === undefined ? error : { ...error, retry_after: refusal.retryAfter } };
}
