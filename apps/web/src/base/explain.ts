import { StrongroomError } from '@strongroom/client';
import { SENTENCES } from './error-words.ts';
import { plural } from './format.ts';
import { problemSentence } from './problems.ts';

/** A fault whose message is a sentence for people that says what to do. */
export class PageError extends Error {
  override readonly name = 'PageError';
}

/** Seconds. */
const LONG_WAIT_S = 120;

/** Long limits are mostly those of the key service, which bounds keys per person and hour, so that a thief cannot read everything. */
const limitText = (seconds: number): string =>
  `The service or its key service gives a person a limited number in an hour. Try the rest again in ${plural(Math.ceil(seconds / 60), 'minute')}.`;

/** The sentence for an error, and the id by which the operator finds it in the log. */
export function explainError(error: unknown): Readonly<{ text: string; requestId: string | undefined }> {
  if (error instanceof PageError) return { text: error.message, requestId: undefined };
  if (!(error instanceof StrongroomError))
    return { text: 'Something went wrong in this page. Reload it and try again.', requestId: undefined };
  if (error.code === 'RATE_LIMIT_EXCEEDED' && (error.retryAfter ?? 0) > LONG_WAIT_S)
    return { text: limitText(error.retryAfter ?? 0), requestId: undefined };
  const problems = [...new Set(error.details.map(problemSentence))].join(' ');
  const text =
    error.code === 'VALIDATION_ERROR' && problems !== '' ? problems : (SENTENCES[error.code] ?? error.message);
  return { text, requestId: error.status >= 500 ? error.requestId : undefined };
}

/** Refusals of a proof, which say nothing about the session. */
const OTHERS = new Set<string>([
  'INVALID_CREDENTIALS',
  'PERSON_INVALID',
  'PERSON_EXPIRED',
  'KEY_SIGN_IN_ENDED',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_INVALID',
]);

/** Whether the error says that the session is over. */
export const isSignedOut = (error: unknown): boolean =>
  error instanceof StrongroomError && error.status === 401 && !OTHERS.has(error.code);

/** Whether there was no connection, or no service behind a proxy. */
export const isLineLost = (error: unknown): boolean =>
  error instanceof StrongroomError &&
  (error.code === 'CONNECTION_LOST' ||
    error.code === 'SERVICE_UNAVAILABLE' ||
    (error.code === 'UNEXPECTED_ANSWER' && error.status >= 502 && error.status <= 504));

/** Whether the second factor has to be proven again. */
export const isFactorStale = (error: unknown): boolean =>
  error instanceof StrongroomError && error.code === 'SECOND_FACTOR_TOO_OLD';
