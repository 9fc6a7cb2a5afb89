import { StrongroomError } from '@strongroom/client';
import { plural } from './format.ts';

/** Sentences for people that say what to do. Codes that are not listed show the sentence of the service. */
const SENTENCES: Readonly<Record<string, string>> = {
  CONNECTION_LOST: 'The service cannot be reached. Check your connection, then try again.',
  TIMED_OUT: 'The service did not answer in time. Try again.',
  INVALID_CREDENTIALS: 'E-mail and password do not fit together. Check both and try again.',
  RATE_LIMIT_EXCEEDED: 'These were many requests in a short time. Wait a minute and try again.',
  UNAUTHENTICATED: 'Your session has ended. Sign in again.',
  TOKEN_INVALID: 'Your session has ended. Sign in again.',
  TOKEN_EXPIRED: 'Your session has ended. Sign in again.',
  ROOM_NOT_FOUND:
    'There is no such room, or you may not see it. Ask the person who sent you here to add you as a member.',
  FILE_NOT_FOUND: 'There is no such file any more, or you may not see it.',
  ROOM_ARCHIVED: 'This room is archived and can only be read. Its owner can bring it back.',
  INSUFFICIENT_ROLE: 'Your role does not allow this. Ask an administrator.',
  INSUFFICIENT_ROOM_ROLE: 'Your role in this room does not allow this. Ask an owner of the room.',
  CLEARANCE_INSUFFICIENT: 'This label is above your clearance. Choose a lower one, or ask an administrator.',
  KEY_SERVICE_UNAVAILABLE:
    'The key service does not answer, so files cannot be opened or added at the moment. Lists still work. Try again later.',
  KEY_DESTROYED:
    'The key of this room is destroyed, so its files cannot be opened and none can be added. Make another room, or ask the operator.',
  KEY_NOT_UNWRAPPED: 'The key service did not release the key of this file.',
  KEY_SERVICE_CHANGED:
    'The key service has another key than this browser knows. Ask its operator; if that is right, enrol this browser again on your account page, or sign in there again.',
  PERSON_INVALID:
    'The key service does not know this browser. Enrol it on your account page, with a code of the operator of the key service.',
  KEY_SIGN_IN_ENDED: 'Your sign-in at the key service has ended. Sign in there again on your account page.',
  PERSON_EXPIRED: 'The key service finds the clock of this computer wrong. Set it and try again.',
  PERSON_NOT_LINKED:
    'No key is given to you yet. Enrol this browser on your account page, with a code of the operator of the key service, or sign in at the key service there.',
  PERSON_MISMATCH: 'This browser is enrolled for another person. Enrol it again on your account page.',
  POLICY_DENIED: 'The policy of the key service does not release this key. Ask its operator.',
  STEP_UP_REQUIRED:
    'The policy of the key service asks for a stronger sign-in for this file. Sign out at your identity provider, and sign in again on your account page with a second factor.',
  SESSION_TOO_OLD: 'You signed in more than ten minutes ago. Sign out, sign in again, and repeat this.',
  DEVICE_NOT_FOUND: 'The code was used already, is too old, or is not one of this key service. Ask for a new one.',
  ENROLMENT_MALFORMED: 'This is not a whole enrolment code. Copy all of it: it begins with srk_.',
  NO_KEY_MANAGEMENT:
    'This service has no key service, so a browser cannot get keys. Use the command line, or ask the operator to set one up.',
  CONTENT_NOT_AUTHENTIC:
    'The content was changed on its way or in storage. Nothing was saved. Tell your administrator.',
  SIZE_DIFFERS: 'The content has another size than the file. Nothing was saved. Tell your administrator.',
  STORAGE_FULL: 'The storage of the service is full. Tell your administrator.',
  FILE_TOO_LARGE: 'A file can have 100 MiB at most. Split it, or leave it out.',
  LAST_ROOM_OWNER: 'A room needs an owner. Make another member an owner first.',
  USER_ALREADY_EXISTS: 'This person has an account already. Add them to a room instead.',
};

/** A fault whose message is a sentence for people that says what to do. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** Seconds. */
const LONG_WAIT_S = 120;

/** Such limits are mostly of the key service: a person gets a number of keys in an hour, so that a thief cannot read everything. */
const limitText = (seconds: number): string =>
  `The service or its key service gives a person a limited number in an hour. Try the rest again in ${plural(Math.ceil(seconds / 60), 'minute')}.`;

/** The sentence for an error, and the id by which the operator finds it in the log. */
export function explain(error: unknown): Readonly<{ text: string; requestId: string | undefined }> {
  if (error instanceof PageError) return { text: error.message, requestId: undefined };
  if (!(error instanceof StrongroomError))
    return { text: 'Something went wrong in this page. Reload it and try again.', requestId: undefined };
  if (error.code === 'RATE_LIMIT_EXCEEDED' && (error.retryAfter ?? 0) > LONG_WAIT_S)
    return { text: limitText(error.retryAfter ?? 0), requestId: undefined };
  const details = error.details.map(({ message }) => message).join('. ');
  const text =
    error.code === 'VALIDATION_ERROR' && details !== '' ? `${details}.` : (SENTENCES[error.code] ?? error.message);
  return { text, requestId: error.status >= 500 ? error.requestId : undefined };
}

/** Refusals of a proof, which say nothing about the session. */
const OTHERS = new Set<string>(['INVALID_CREDENTIALS', 'PERSON_INVALID', 'PERSON_EXPIRED', 'KEY_SIGN_IN_ENDED']);

/** Whether the error says that the session is over. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof StrongroomError && error.status === 401 && !OTHERS.has(error.code);
