import type { Finding } from '@strongroom/settings';
import { strongroom } from '../support/command.ts';
import type { Environment, ServiceProcess } from '../support/service-process.ts';

/** Ports, folders, addresses and times differ from run to run. */
export const steady = (text: string): string =>
  text
    .replaceAll(/(?:127\.0\.0\.1|localhost|::1)(?: port |:)\d+/g, 'HOST')
    .replaceAll(/(?:127\.0\.0\.1|localhost)\b/g, 'HOST')
    .replaceAll(/\brooms[-_]\d+(?:[-_]\d+)?/g, 'NAME')
    .replaceAll(/(?:\/[\w.-]+)*\/strongroom-[\w-]+(?:\/[\w.-]+)*/g, 'PATH')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/\b\d+(?:\.\d+)?( ?)(ms|milliseconds|seconds|s|MB|GB|kB|bytes)\b/g, 'N$1$2')
    .replaceAll('|', '\\|');

type Report = Readonly<{ status: string; checks: Readonly<Record<string, string>> }> &
  Readonly<Record<string, unknown>>;

/** The answer of /readyz: its status, and each part that is not well. */
export async function readiness({ url }: Readonly<{ url: string }>): Promise<string> {
  const answer = await fetch(`${url}/readyz`);
  const { status, checks, version: _, ...others } = (await answer.json()) as Report;
  const failing = Object.entries(checks).filter(([, state]) => state !== 'ok');
  const parts = Object.entries(others).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([of, code]) => `${name === 'outside' ? of : name} ${String(code)}`)
      : [`${name} ${String(value)}`],
  );
  return steady(
    [`${answer.status} \`${status}\``, ...failing.map(([name, state]) => `${name} ${state}`), ...parts].join(', '),
  );
}

/** The line at `warn` or `error` with a cause, since a line of the log; of one party, if its name is given. */
export function causeSince(service: ServiceProcess, line: number, party?: RegExp): string {
  const found = service
    .lines()
    .slice(line)
    .filter(({ level }) => level === 'warn' || level === 'error')
    .map(({ level, dependency, alarm, witness, keeper, cause, because, reason, sqlstate, message }) => {
      const why = [cause ?? because ?? reason ?? sqlstate].filter((part) => part !== undefined);
      const named = dependency ?? alarm ?? witness ?? keeper ?? '';
      return { named, why, text: `\`${level}\` ${[message, named, ...why].filter((part) => part !== '').join(', ')}` };
    })
    .filter(({ named }) => party === undefined || party.test(named));
  const best = found.find(({ named, why }) => named !== '' && why.length > 0) ?? found[0];
  return best === undefined ? 'nothing' : steady(best.text);
}

/** The findings of `strongroom-admin doctor`, as text, that are not ok. */
export async function doctorSays(environment: Environment): Promise<readonly string[]> {
  const { out, err } = await strongroom(['doctor', '--json'], { env: { PATH: '/usr/bin:/bin', ...environment } });
  if (err !== '') throw new Error(err);
  const { checks } = JSON.parse(out) as { checks: readonly Finding[] };
  return checks
    .filter(({ status }) => status !== 'ok')
    .map(({ check, status, text, todo }) =>
      steady(`\`${status}\` ${check}: ${text}${todo === undefined ? '' : `: ${todo}`}`),
    );
}
