import { Unavailable } from '@strongroom/ports';

/**
 * What the log is told of an error: of ours the sentence, of others only what it is and where. The words of other programs
 * may hold an address, a path or a secret.
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

/** Why a port cannot serve, where its adapter says so in a code (`ECONNREFUSED`). */
function codeBehind(error: unknown): string | undefined {
  const cause = error instanceof Unavailable ? error.cause : error;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : undefined;
}
