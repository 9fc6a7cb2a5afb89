/** Every code of the key service with its text. Texts are for callers and hold no claim of a token. */
export const KEY_ERRORS = {
  VALIDATION_ERROR: 'The request is not valid.',
  INVALID_JSON: 'The body is not a JSON object in UTF-8.',
  WRAPPED_KEY_MISMATCH: 'The wrapped key is not the one that the grant is for.',
  BULK_LIMIT_EXCEEDED: 'A batch has 1 to 100 items.',
  AUTHORIZATION_PENDING: 'The code was not typed yet; ask again after the seconds in "interval".',
  PERSON_INVALID: 'The proof of the person is missing or not valid.',
  PERSON_EXPIRED: 'The proof of the person has ended; make a new one.',
  GRANT_INVALID: 'The key grant is not valid here; ask the room service for a new one.',
  GRANT_EXPIRED: 'The key grant has ended; ask the room service for a new one.',
  PERSON_MISMATCH: 'The key grant is not for this person.',
  POLICY_DENIED: 'The policy of the key service does not allow this.',
  STEP_UP_REQUIRED: 'The policy of the key service asks for a stronger sign-in.',
  DEVICE_REQUIRED: 'The policy of the key service asks for an enrolled device on top of the sign-in.',
  ORIGIN_REFUSED: 'The key service does not serve this origin or host name.',
  DEVICE_LOGIN_REFUSED: 'The sign-in was refused in the browser. Start again if it was yours.',
  DEVICE_LOGIN_NOT_FOUND: 'No sign-in waits for this code. Check its letters; it works once, for ten minutes.',
  DEVICE_NOT_FOUND: 'There is no such device, or no such enrolment code.',
  NOT_FOUND: 'There is no such address here.',
  METHOD_NOT_ALLOWED: 'This address does not know the method.',
  DEVICE_CODE_EXPIRED:
    'The code has expired, was used already, or is not one of this service. Start the sign-in again.',
  KEY_DESTROYED: 'The key of the room is destroyed: nothing can open the file.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'Send application/json.',
  SLOW_DOWN: 'The program asks too often; it must wait longer (RFC 8628).',
  RATE_LIMIT_EXCEEDED: 'Too many requests; wait for the seconds in Retry-After.',
  INTERNAL_ERROR: 'Something went wrong in the key service.',
  AUDIT_UNAVAILABLE:
    'The record cannot be written, so no key is released. If this lasts for minutes, the operator of the key service has to look at its disk.',
  READ_ONLY:
    'The record of the key service was restored or cannot be continued, so no key is released. Its operator has to run `strongroom-keys doctor`; trying again does not help before that.',
  KEY_STORE_UNAVAILABLE:
    'The store of keys cannot be reached right now. If this lasts for minutes, the operator of the key service has to run `strongroom-keys doctor`.',
  KEY_SERVICE_NOT_READY:
    'The key service waits for the keys of the room service. If this lasts for minutes, its operator has to look whether it reaches the room service.',
} as const satisfies Record<string, string>;

export type KeyErrorCode = keyof typeof KEY_ERRORS;

/** A refusal of the key service. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
  readonly code: KeyErrorCode;
  /** The rule or check that refused, for the record. */
  readonly rule: string;
  /** Whole seconds after which to try again, if known. */
  readonly retryAfter: number | undefined;

  constructor(code: KeyErrorCode, rule: string, options: Readonly<{ message?: string; retryAfter?: number }> = {}) {
    super(options.message ?? KEY_ERRORS[code]);
    this.code = code;
    this.rule = rule;
    this.retryAfter = options.retryAfter;
  }
}
