import { Status } from 'google-gax';

/** `CORRUPTED`: the reply cannot be what Cloud KMS sent. */
export type KmsCode = keyof typeof Status | 'CORRUPTED';

/** Codes that a retry would not change. INVALID_ARGUMENT is missing: it may report a wrong checksum of a damaged request. */
const FINAL: readonly KmsCode[] = [
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'UNAUTHENTICATED',
];

/** Codes after which the request may have been executed. */
const UNCERTAIN: readonly KmsCode[] = [
  'CANCELLED',
  'UNKNOWN',
  'DEADLINE_EXCEEDED',
  'INTERNAL',
  'UNAVAILABLE',
  'CORRUPTED',
];

/** A failed request to Cloud KMS. It is logged, so it has no text of the library, which may contain the request. */
export class KmsFailure extends Error {
  override readonly name = 'KmsFailure';
  readonly code: KmsCode;
  constructor(code: KmsCode, detail = '') {
    super(`Cloud KMS: ${code}${detail && `, ${detail}`}`);
    this.code = code;
  }

  get isFinal(): boolean {
    return FINAL.includes(this.code);
  }

  get mayBeDone(): boolean {
    return UNCERTAIN.includes(this.code);
  }
}

/** Converts any error of a client. Without a gRPC code, no reply has come. */
export function failureOf(error: unknown): KmsFailure {
  if (error instanceof KmsFailure) return error;
  const number = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  const code = typeof number === 'number' ? Status[number] : undefined;
  return new KmsFailure(isCode(code) ? code : 'UNAVAILABLE');
}

const isCode = (name: string | undefined): name is keyof typeof Status => name !== undefined && name in Status;
