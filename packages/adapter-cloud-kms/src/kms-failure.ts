/** The codes of google.rpc.Code, by their numbers. */
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

/** `CORRUPTED`: an answer came, and it is not what can have been answered. */
export type KmsCode = (typeof CODES)[number] | 'CORRUPTED';

/**
 * What asking again would not change. INVALID_ARGUMENT is not among them: a request that was damaged on its way is
 * refused with it, by its checksum.
 */
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

/** After these nobody knows whether it was done. */
const OPEN: readonly KmsCode[] = ['CANCELLED', 'UNKNOWN', 'DEADLINE_EXCEEDED', 'INTERNAL', 'UNAVAILABLE', 'CORRUPTED'];

/**
 * Why Cloud KMS did not do what was asked, as a code and in words of our own: this is logged, and what a library says
 * of a failed request may hold the request.
 */
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
    return OPEN.includes(this.code);
  }
}

/** Anything a client throws. Without a code of its own, no answer has come. */
export function failureOf(error: unknown): KmsFailure {
  if (error instanceof KmsFailure) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return new KmsFailure((typeof code === 'number' ? CODES[code] : undefined) ?? 'UNAVAILABLE');
}
