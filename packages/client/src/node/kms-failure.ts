import { StrongroomError } from '../base/error.ts';

/** The codes of google.rpc.Code, by number. */
const CODES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
] as const;

/** Codes after which the same request may succeed. */
const PASSING = new Set<string>(['DEADLINE_EXCEEDED', 'INTERNAL', 'UNAVAILABLE']);

/**
 * Converts an error of the Cloud KMS client: KEY_SERVICE_UNAVAILABLE if it may pass, else KEY_NOT_UNWRAPPED. The
 * sentence contains the gRPC code, which distinguishes a missing permission from a changed key.
 */
export function kmsFailure(cause: unknown): StrongroomError {
  if (cause instanceof StrongroomError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  const number = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const code = typeof number === 'number' ? CODES[number] : undefined;
  if (code === undefined)
    return new StrongroomError('KEY_NOT_UNWRAPPED', { message: `Cloud KMS could not be asked: ${said}`, cause });
  // Over gRPC the message begins with number and code; over HTTP it does not.
  const detail = `(${code}): ${said.replace(/^\d+ [A-Z_]+: /, '')}`;
  return PASSING.has(code)
    ? new StrongroomError('KEY_SERVICE_UNAVAILABLE', {
        message: `Cloud KMS is not available, try again later ${detail}`,
        status: 503,
        cause,
      })
    : new StrongroomError('KEY_NOT_UNWRAPPED', { message: `Cloud KMS refuses to unwrap the key ${detail}`, cause });
}
