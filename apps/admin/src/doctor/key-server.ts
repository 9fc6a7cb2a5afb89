import { type Finding, fail, ok, warn } from '@strongroom/settings';

const CHECK = 'key server';
const ANSWER_MS = 5000;

/** Asks the key service that people get their keys from whether it is ready. */
export async function checkKeyServer(url: string): Promise<Finding> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  if (answer === undefined)
    return fail(
      CHECK,
      `${url} does not answer`,
      'start it, or correct STRONGROOM_KEY_SERVICE_URL; no file can be opened meanwhile',
    );
  const report: unknown = await answer.json().catch(() => undefined);
  const status = statusIn(report);
  if (status === undefined)
    return fail(
      CHECK,
      `${url} is another server: its /readyz is no answer of a key service`,
      'correct STRONGROOM_KEY_SERVICE_URL',
    );
  return answer.ok
    ? ok(CHECK, `${url} is ready`)
    : warn(CHECK, `${url} releases no keys: ${status}`, 'run strongroom-keys doctor there');
}

function statusIn(report: unknown): string | undefined {
  if (typeof report !== 'object' || report === null || !('status' in report)) return undefined;
  return typeof report.status === 'string' && /^[a-z ]{1,40}$/.test(report.status) ? report.status : undefined;
}
