import { StrongroomError } from '@strongroom/client';
import { explainError } from '../base/explain.ts';

/** Sentences of this page in place of those for members. */
const SENTENCES: Readonly<Record<string, string>> = {
  LINK_MALFORMED: 'The link is incomplete. Copy all of it, or ask the person who gave it to you for it again.',
  REQUEST_NOT_FOUND: 'The service does not know this link. Copy all of it, or ask the person who gave it to you.',
  REQUEST_FULL:
    'This link takes no more files, or none of this size. Ask the person who gave it to you for another one.',
  TOO_MANY_UPLOADS:
    'Too many files are on their way by this link, perhaps from earlier attempts. Wait some minutes, then send the rest.',
  FILE_NOT_FOUND: 'The time for this file is over. Send it again.',
  OBJECT_REFUSED: 'The storage of the service refused the file. Send it again.',
  VALIDATION_ERROR: 'The service does not accept the name of this file. Rename it, and choose it again.',
};

/** An error as a sentence for a person without an account that says what to do. */
export function sentenceFor(error: unknown): string {
  // A browser reads a file when it is sent, and finds it changed or gone.
  if (error instanceof DOMException && error.name === 'NotReadableError')
    return 'This file was changed, moved or is no file. Choose it again.';
  if (error instanceof DOMException && error.name === 'NotFoundError') return 'This file is gone. Choose it again.';
  const own = error instanceof StrongroomError ? SENTENCES[error.code] : undefined;
  if (own === undefined && !(error instanceof StrongroomError)) reportError(error);
  return own ?? explainError(error).text;
}

/** Errors that no other file meets alone: sending stops at the first of them. */
const OF_THE_LINK = new Set<string>([
  'REQUEST_NOT_FOUND',
  'REQUEST_REVOKED',
  'REQUEST_EXPIRED',
  'REQUEST_KEY_CHANGED',
  'TOO_MANY_UPLOADS',
  'CONNECTION_LOST',
  'SERVICE_UNAVAILABLE',
]);
export const endsAllUploads = (error: unknown): boolean =>
  error instanceof StrongroomError && OF_THE_LINK.has(error.code);
