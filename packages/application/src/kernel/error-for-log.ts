import { Unavailable } from '@strongroom/ports';

/**
 * Describes an error for the log. Of our own errors it takes the message, of others only class and location, because
 * their messages may hold an address, a path or a secret.
 */
export function errorForLog(error: unknown): Readonly<{ error: string; because?: string }> {
  const because = codeBehind(error);
  return { error: sentenceOf(error), ...(because === undefined ? {} : { because }) };
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if (error instanceof Unavailable) return `${error.name}: ${error.message}`;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [error.name, ...frames].join('\n');
}

/** The error code of the adapter for a failed port, such as `ECONNREFUSED`. */
function codeBehind(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
}
