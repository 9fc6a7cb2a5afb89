/** The kind of an error. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'conflict'
  | 'ended'
  | 'too_large'
  | 'mismatch'
  | 'too_many'
  | 'unavailable'
  | 'bug';

/** The status of an HTTP answer for each kind: the only place that maps them. */
export const HTTP_STATUS = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  absent: 404,
  conflict: 409,
  ended: 410,
  too_large: 413,
  mismatch: 422,
  too_many: 429,
  bug: 500,
  unavailable: 503,
} as const satisfies Readonly<Record<ErrorKind, number>>;

type ErrorEntry = Readonly<{ kind: ErrorKind; text: string }>;

/** Every error code, with its kind and its text. Texts are for callers and name nothing hidden. */
export const ERRORS = {
  VALIDATION_ERROR: { kind: 'invalid', text: 'The request is not valid; "details" says which fields.' },
  INVALID_CLASSIFICATION: { kind: 'invalid', text: 'Unknown classification label; GET /classifications lists them.' },
  INVALID_ROLE: { kind: 'invalid', text: 'Unknown role.' },
  INVALID_SCOPE: { kind: 'invalid', text: 'Unknown scope; the documentation lists them.' },
  INVALID_IV: { kind: 'invalid', text: 'The iv must be exactly 12 bytes in strict base64.' },
  INVALID_TAG: { kind: 'invalid', text: 'The tag must be exactly 16 bytes in strict base64.' },
  INVALID_SEALED_KEY: {
    kind: 'invalid',
    text: 'The sealed key must be a compact JWE with ECDH-ES and A256GCM that names this request; the documentation shows its header.',
  },
  INVALID_CURSOR: { kind: 'invalid', text: 'The cursor is not one of this list; start again without a cursor.' },
  AUTHORIZATION_PENDING: {
    kind: 'invalid',
    text: 'The code was not typed yet; ask again after the seconds in "interval".',
  },
  BULK_LIMIT_EXCEEDED: { kind: 'invalid', text: 'At most 100 items in one request.' },

  UNAUTHENTICATED: { kind: 'unauthenticated', text: 'Send a token: "Authorization: Bearer <API_TOKEN>".' },
  TOKEN_INVALID: {
    kind: 'unauthenticated',
    text: 'The token is not valid (mistyped, unknown, revoked, or its user is deactivated).',
  },
  TOKEN_EXPIRED: { kind: 'unauthenticated', text: 'The token has expired; create a new one.' },
  SECOND_FACTOR_REQUIRED: {
    kind: 'unauthenticated',
    text: 'The password is right. Send the second factor with "pending" of "second_factor" to POST /sessions/second-factor.',
  },
  SECOND_FACTOR_INVALID: {
    kind: 'unauthenticated',
    text: 'The code or the passkey is wrong, or was used already. Take the next code.',
  },
  INVALID_CREDENTIALS: { kind: 'unauthenticated', text: 'E-mail or password is wrong.' },

  INSUFFICIENT_SCOPE: { kind: 'forbidden', text: 'The token lacks the scope for this operation.' },
  INSUFFICIENT_ROLE: { kind: 'forbidden', text: 'Your organisation role does not allow this.' },
  INSUFFICIENT_ROOM_ROLE: { kind: 'forbidden', text: 'Your role in this room does not allow this.' },
  CLEARANCE_INSUFFICIENT: { kind: 'forbidden', text: 'The label is above your clearance.' },
  SESSION_TOO_OLD: {
    kind: 'forbidden',
    text: 'This takes a session of the last ten minutes: sign in again.',
  },
  SECOND_FACTOR_TOO_OLD: {
    kind: 'forbidden',
    text: 'This takes a second factor of the last ten minutes: prove it again with POST /me/second-factor/check.',
  },
  LINK_INVALID: {
    kind: 'forbidden',
    text: 'The link of the key service has ended, is for another user, or names the person of another user.',
  },
  SIGN_IN_REFUSED: { kind: 'forbidden', text: 'This way of signing in is refused; the message says why.' },
  DEVICE_LOGIN_REFUSED: {
    kind: 'forbidden',
    text: 'The sign-in was refused in the browser. Start again if it was yours.',
  },
  SHARE_NOT_ALLOWED: { kind: 'forbidden', text: 'Files of this classification may not be shared by link.' },

  ROOM_NOT_FOUND: { kind: 'absent', text: 'There is no such room, or you have no access to it.' },
  FILE_NOT_FOUND: { kind: 'absent', text: 'There is no such file, or you have no access to it.' },
  FOLDER_NOT_FOUND: { kind: 'absent', text: 'There is no such folder, or you have no access to it.' },
  GROUP_NOT_FOUND: { kind: 'absent', text: 'There is no such group, or you have no access to it.' },
  VERSION_NOT_FOUND: { kind: 'absent', text: 'The file has no such version, or you have no access to it.' },
  USER_NOT_FOUND: { kind: 'absent', text: 'There is no such user.' },
  MEMBER_NOT_FOUND: { kind: 'absent', text: 'This user is not a member.' },
  ORG_UNIT_NOT_FOUND: { kind: 'absent', text: 'There is no such org unit, or it is not one of yours.' },
  SHARE_NOT_FOUND: { kind: 'absent', text: 'There is no such share link.' },
  REQUEST_NOT_FOUND: { kind: 'absent', text: 'There is no such upload request.' },
  ITEM_NOT_FOUND: { kind: 'absent', text: 'There is no such item in the inbox, or you have no access to it.' },
  TOKEN_NOT_FOUND: { kind: 'absent', text: 'There is no such API token.' },
  DEVICE_LOGIN_NOT_FOUND: {
    kind: 'absent',
    text: 'No sign-in waits for this code. Check its letters; it works once, for ten minutes.',
  },
  SECOND_FACTOR_NOT_FOUND: { kind: 'absent', text: 'You have no such second factor.' },
  SESSION_NOT_FOUND: { kind: 'absent', text: 'You have no such session; it may have ended.' },
  INVITATION_NOT_FOUND: { kind: 'absent', text: 'There is no such invitation.' },
  EMAIL_CHANGE_NOT_FOUND: {
    kind: 'absent',
    text: 'This link confirms no change of an address: it was used, replaced, or is older than 72 hours.',
  },
  EVENT_NOT_FOUND: { kind: 'absent', text: 'There is no such audit event, or you may not see it.' },
  WEBHOOK_NOT_FOUND: { kind: 'absent', text: 'There is no such webhook.' },
  TILE_NOT_FOUND: { kind: 'absent', text: 'The signed part of the audit log has no such tile.' },
  RECEIPT_NOT_FOUND: { kind: 'absent', text: 'There is no such destruction receipt.' },

  RECEIPT_NOT_COMPLETE: {
    kind: 'conflict',
    text: 'The destruction is not complete yet; its proof exists once it is.',
  },
  ROOM_ARCHIVED: { kind: 'conflict', text: 'The room is archived and read-only; unarchive it first.' },
  STRUCTURE_OPEN: {
    kind: 'conflict',
    text: 'A folder is restricted only where owners of the room make the folders: give the one above it the structure "owners" first.',
  },
  STRUCTURE_IN_USE: {
    kind: 'conflict',
    text: 'A restricted folder lies directly in this one; lift its restriction first.',
  },
  LAST_ROOM_OWNER: { kind: 'conflict', text: 'A room keeps at least one owner; make another user owner first.' },
  LAST_OWNER: {
    kind: 'conflict',
    text: 'The organisation keeps at least one active owner; make another user owner first.',
  },
  LAST_SIGN_IN: {
    kind: 'conflict',
    text: 'You would have no other way to sign in. Set a password first; where the service takes none, ask an administrator.',
  },
  LAST_SECOND_FACTOR: {
    kind: 'conflict',
    text: 'This service requires a second factor. Add another one before you remove this one.',
  },
  KEY_PERSON_LINKED: {
    kind: 'conflict',
    text: 'Your account is linked to another person of the key service. Ask an owner of the organisation or a security officer to remove that link, then link again.',
  },
  CANNOT_DEACTIVATE_SELF: { kind: 'conflict', text: 'You cannot deactivate yourself; ask another administrator.' },
  USER_ALREADY_EXISTS: { kind: 'conflict', text: 'This user is active already.' },
  USER_IS_EXTERNAL: { kind: 'conflict', text: 'An external user has the organisation role member and no other.' },
  EXTERNAL_OWNER: {
    kind: 'conflict',
    text: 'External users do not own rooms here, and choose no owner. Give another role, or let a user of the organisation own the room.',
  },
  USER_ERASED: {
    kind: 'conflict',
    text: 'This user was erased, which nothing undoes. Invite the person again as a new user.',
  },
  USER_DEACTIVATED: { kind: 'conflict', text: 'This user is deactivated; reactivate them first.' },
  PARTS_NOT_OFFERED: {
    kind: 'conflict',
    text: 'This upload is sent whole, with one PUT to its upload_url: it is small, or the store takes no parts.',
  },
  UPLOAD_NOT_FOUND: {
    kind: 'conflict',
    text: 'Nothing was uploaded yet: PUT the ciphertext to the upload_url, then confirm.',
  },
  UPLOAD_SIZE_MISMATCH: {
    kind: 'conflict',
    text: 'The length of the uploaded object is not the announced one; PUT it again, then confirm.',
  },
  UPLOAD_NOT_CONFIRMED: { kind: 'conflict', text: 'The upload of this file is not confirmed yet.' },
  FILE_ALREADY_CONFIRMED: { kind: 'conflict', text: 'The file is confirmed already, with another iv or tag.' },
  VERSION_IS_CURRENT: {
    kind: 'conflict',
    text: 'This is the current version of the file: make another one current first, or delete the file.',
  },
  VERSION_CHANGED: {
    kind: 'conflict',
    text: 'A file has another current version by now. Read it again, and make the package with that one.',
  },
  PACKAGE_EMPTY: {
    kind: 'conflict',
    text: 'The folder has no file that you may share. Choose another folder, or name the files.',
  },
  SHARE_ALREADY_USED: {
    kind: 'conflict',
    text: 'The link was used more often than that. Send at least its number of downloads, which ends it, or revoke it.',
  },
  NAME_TAKEN: {
    kind: 'conflict',
    text: 'A folder of this name is there already; letter case does not tell two folders apart. Choose another name.',
  },
  FOLDER_NOT_EMPTY: {
    kind: 'conflict',
    text: 'The folder still holds files, folders or an upload of yours. Delete or move them first.',
  },
  REQUEST_OPENED: { kind: 'conflict', text: 'The upload request has its key and its link already; make another one.' },
  ITEM_HANDLED: { kind: 'conflict', text: 'This item of the inbox was accepted or refused already.' },
  ORG_UNIT_NOT_EMPTY: { kind: 'conflict', text: 'The org unit still has rooms, members or sub-units, or is the root.' },
  LIMIT_REACHED: { kind: 'conflict', text: 'A limit of the service is reached.' },
  IDEMPOTENCY_CONFLICT: {
    kind: 'conflict',
    text: 'A request with this Idempotency-Key is still running; repeat it when that one has ended.',
  },

  SHARE_EXPIRED: { kind: 'ended', text: 'The share link has expired.' },
  SHARE_EXHAUSTED: { kind: 'ended', text: 'The share link has no downloads left.' },
  SHARE_REVOKED: { kind: 'ended', text: 'The share link was revoked.' },
  REQUEST_REVOKED: { kind: 'ended', text: 'The upload request was withdrawn. Ask the person who sent you the link.' },
  REQUEST_EXPIRED: { kind: 'ended', text: 'The upload request has expired. Ask the person who sent you the link.' },
  REQUEST_FULL: { kind: 'ended', text: 'The upload request takes no more files, or none of this size.' },
  REDEMPTION_ENDED: {
    kind: 'ended',
    text: 'This link has no such download, or it can no longer be finished (24 hours, 100 resumes). Use the link again.',
  },
  KEY_DESTROYED: {
    kind: 'ended',
    text: 'The key of the room is destroyed, or is not in the key vault of the service: no file can be uploaded to it. Make another room, or ask the operator.',
  },
  INVITATION_EXPIRED: { kind: 'ended', text: 'The invitation has expired; ask for a new one.' },
  INVITATION_USED: { kind: 'ended', text: 'The invitation was used already; sign in instead.' },
  INVITATION_REVOKED: { kind: 'ended', text: 'The invitation was replaced by a newer one or withdrawn.' },

  DEVICE_CODE_EXPIRED: {
    kind: 'ended',
    text: 'The code has expired, was used already, or is not one of this service. Start the sign-in again.',
  },

  FILE_TOO_LARGE: { kind: 'too_large', text: 'A file has at most 100 MiB (104857600 bytes).' },
  IDEMPOTENCY_MISMATCH: {
    kind: 'mismatch',
    text: 'This Idempotency-Key was used with another request; use a new one.',
  },
  TOO_MANY_UPLOADS: {
    kind: 'too_many',
    text: 'An address takes one upload at a time, and a user may have 8 running; try again when one has ended.',
  },
  SLOW_DOWN: {
    kind: 'too_many',
    text: 'The program asks too often; it must wait for the seconds in "interval" and five more (RFC 8628).',
  },
  RATE_LIMIT_EXCEEDED: { kind: 'too_many', text: 'Too many requests; wait for the seconds in Retry-After.' },

  SERVICE_UNAVAILABLE: {
    kind: 'unavailable',
    text: 'The service cannot answer right now; nothing was lost. Repeat the request after the seconds in Retry-After; if that fails for minutes, the operator sees the cause at /readyz and in the log.',
  },
  READ_ONLY: {
    kind: 'unavailable',
    text: 'The service is read-only until its operator has acted; the message says what they have to do. Nothing was changed, and trying again does not help before that.',
  },
  KEY_SERVICE_UNAVAILABLE: {
    kind: 'unavailable',
    text: 'The key service, or the vault with the keys of rooms, cannot be reached right now; nothing was changed. Repeat the request after the seconds in Retry-After; if that fails for minutes, the operator sees the cause at /readyz and in the log.',
  },
  STORAGE_UNAVAILABLE: {
    kind: 'unavailable',
    text: 'The object store cannot be reached right now; nothing was changed. Repeat the request after the seconds in Retry-After; if that fails for minutes, the operator sees the cause at /readyz and in the log.',
  },
  INTERNAL_ERROR: { kind: 'bug', text: 'Something went wrong on our side; the request_id helps to find it.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;

/** A problem with one field. */
export type FieldProblem = Readonly<{ field: string; rule: string; message: string }>;

/** A sign-in that waits for its second factor. */
export type PendingSignIn = Readonly<{
  /** A secret of a few minutes, for the second step only. */
  pending: string;
  expires_at: string;
  /** Ways to prove it; empty for a user who has to add one. */
  ways: readonly string[];
}>;

type ErrorOptions = Readonly<{
  message?: string;
  details?: readonly FieldProblem[];
  secondFactor?: PendingSignIn;
  retryAfter?: number;
  cause?: unknown;
}>;

/** A refusal with a code. Its message is for callers: no type names, no ids of hidden things, no secrets. */
export class DomainError extends Error {
  /** By name, as for errors of the ports: a program in a bundle and its adapters have a copy of this class each. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // A subclass is recognised by its prototype, as usual.
    if (this !== DomainError) return Object.prototype.isPrototypeOf.call(this.prototype, Object(value));
    return typeof value === 'object' && value !== null && 'name' in value && value.name === 'DomainError';
  }

  readonly code: ErrorCode;
  readonly details: readonly FieldProblem[] | undefined;
  /** With SECOND_FACTOR_REQUIRED. */
  readonly secondFactor: PendingSignIn | undefined;
  /** Whole seconds after which to try again, if known. */
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions = {}) {
    super(options.message ?? ERRORS[code].text, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.details = options.details;
    this.secondFactor = options.secondFactor;
    this.retryAfter = options.retryAfter;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}
