import type { ServiceCode } from '../generated/operations.ts';

/** Errors of the library itself, with their sentences. Printed into docs/reference/client-errors.md. */
export const CLIENT_ERRORS = {
  CONNECTION_LOST: 'The service cannot be reached, or the connection broke.',
  TIMED_OUT: 'There was no answer in time.',
  UNEXPECTED_ANSWER: 'The answer does not follow the interface of this service.',
  ADDRESS_MALFORMED: 'This is not an http or https address.',
  ADDRESS_INSECURE:
    'A token, a password or an invitation is sent over https only, or to this machine; "insecure: true" allows it nevertheless.',
  OBJECT_REFUSED: 'The object store refused the transfer.',
  NO_KEY_MANAGEMENT: 'Nothing was given that unwraps keys: set "unwrap".',
  KEY_NOT_UNWRAPPED: 'The wrapped key was refused: it was changed, or your key management does not hold its key.',
  KEY_SERVICE_CHANGED: 'The key service has another key than the one you trust: ask its operator, then sign in again.',
  KEY_SERVICE_UNAVAILABLE: 'Your key management is not available; try again later.',
  PERSON_INVALID:
    'The key service asks for a proof of who you are: enrol this device with a code of its operator, or sign in at the key service.',
  KEY_SIGN_IN_ENDED: 'Your sign-in at the key service has ended, or is none of this client: sign in there again.',
  PERSON_NOT_LINKED:
    'The room service does not know which person of the key service you are: link your account to an enrolled device, or sign in at the key service.',
  LINK_NEEDS_KEY: 'This link does not carry the key of its file: ask its sender for one that does.',
  ENROLMENT_MALFORMED: 'This is not a whole enrolment code: it begins with srk_.',
  KEY_MALFORMED: 'The unwrapped key does not have 32 bytes.',
  IV_MALFORMED: 'The iv is not 12 bytes in base64.',
  TAG_MALFORMED: 'The tag is not 16 bytes in base64.',
  CONTENT_NOT_AUTHENTIC: 'The ciphertext, its iv or its tag was changed, or the key is another; nothing was released.',
  SIZE_DIFFERS:
    'The content is authentic, but its size is not that of its file: it may be the content of another one. Nothing was released.',
  SOURCE_CHANGED: 'The file changed during the upload.',
  SOURCE_UNREADABLE: 'This cannot be uploaded: it is not a file, or cannot be read.',
  DESTINATION_UNWRITABLE: 'The destination cannot be written to.',
  DESTINATION_EXISTS: 'There is something at the destination already; "overwrite: true" replaces it.',
  NAME_UNSAFE: 'This name would lead out of the folder.',
  FILE_NOT_SHARED: 'The sender of the link no longer shares this file.',
  REQUEST_KEY_CHANGED:
    'The service shows another key than the link names: nothing was sent. Ask the person who gave you the link.',
  LINK_MALFORMED: 'This is not a complete link with its key.',
} as const satisfies Record<string, string>;

export type ClientCode = keyof typeof CLIENT_ERRORS;
/** A code of the service or of this library. A newer service may add codes. */
export type ErrorCode = ServiceCode | ClientCode | (string & Record<never, never>);
/** A problem with one field of a request. */
export type FieldProblem = Readonly<{ field: string; rule: string; message: string }>;

/** A sign-in that waits for its second step; `ways` is empty for a user who has to add a second factor. */
export type PendingSignIn = Readonly<{ pending: string; expires_at: string; ways: readonly string[] }>;

type About = Readonly<{
  message?: string | undefined;
  /** Status of the answer; 0 without one. */
  status?: number | undefined;
  details?: readonly FieldProblem[] | undefined;
  secondFactor?: PendingSignIn | undefined;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  attempts?: number | undefined;
  cause?: unknown;
}>;

/** Thrown for every refusal and failure. An abort throws the reason of the signal instead. */
export class StrongroomError extends Error {
  override readonly name = 'StrongroomError';
  readonly code: ErrorCode;
  /** Status of the answer; 0 without one. */
  readonly status: number;
  readonly details: readonly FieldProblem[];
  /** With SECOND_FACTOR_REQUIRED: what `entrance.finishSignIn` takes. */
  readonly secondFactor: PendingSignIn | undefined;
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** Whole seconds after which to retry, if the service named a time. */
  readonly retryAfter: number | undefined;
  /** Number of attempts. After two attempts at a deletion, "not found" may mean that the first one worked. */
  readonly attempts: number;

  constructor(code: ErrorCode, about: About = {}) {
    const message = about.message ?? (isOwn(code) ? CLIENT_ERRORS[code] : code);
    super(message, about.cause === undefined ? undefined : { cause: about.cause });
    this.code = code;
    this.status = about.status ?? 0;
    this.details = about.details ?? [];
    this.secondFactor = about.secondFactor;
    this.requestId = about.requestId;
    this.retryAfter = about.retryAfter;
    this.attempts = about.attempts ?? 1;
  }

  /** The same error with the number of attempts. */
  after(attempts: number): StrongroomError {
    const { code, message, status, details, secondFactor, requestId, retryAfter, cause } = this;
    return new StrongroomError(code, {
      message,
      status,
      details,
      secondFactor,
      requestId,
      retryAfter,
      cause,
      attempts,
    });
  }
}

const isOwn = (code: string): code is ClientCode => Object.hasOwn(CLIENT_ERRORS, code);
