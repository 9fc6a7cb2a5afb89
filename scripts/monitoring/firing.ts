import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScrapedSample } from '../../packages/test-servers/src/exposition.ts';
import { alerts, MONITORING } from './rules.ts';

/** Of Debian's package prometheus, or the one that the variable names. */
// oxlint-disable-next-line node/no-process-env -- names a program of this machine
const PROMTOOL = process.env.PROMTOOL ?? 'promtool';

/** Minutes for which the state of a scrape continues. */
export const MINUTES = 90;

export const promtool = (...args: readonly string[]): SpawnSyncReturns<string> =>
  spawnSync(PROMTOOL, args, { encoding: 'utf8' });

/** As `promtool check metrics` sees a scrape. */
export const checkedMetrics = (text: string): SpawnSyncReturns<string> =>
  spawnSync(PROMTOOL, ['check', 'metrics'], { input: text, encoding: 'utf8' });

export type Series = Readonly<{ series: string; values: string }>;

/** On a busy machine calls take long, which is an alert of its own. */
const DURATIONS = 'strongroom_dependency_duration_seconds';

const isCounter = (name: string): boolean => /_(?:total|bucket|sum|count)$/.test(name);

/** The samples of a scrape as they go on: counters grow by their value each minute, growing gauges by a minute. */
export const goingOn = (text: string, job: string, growing: readonly string[] = []): readonly Series[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#') && !line.startsWith(DURATIONS))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const inside = [labels, `job="${job}"`, 'instance="one"'].filter(Boolean).join(',');
      const step = isCounter(name) ? value : growing.some((one) => line.startsWith(one)) ? '60' : '0';
      return { series: `${name}{${inside}}`, values: `${value}+${step}x${MINUTES}` };
    });

/**
 * The alerts that fire if a service continues as between two scrapes, a minute apart. `isSlow`: also that of slow calls, which a
 * busy machine raises by itself.
 */
export function firingAfter(
  before: readonly ScrapedSample[],
  now: readonly ScrapedSample[],
  isSlow = false,
): Promise<readonly string[]> {
  const earlier = new Map(before.map(({ series, value }) => [series, value]));
  return firing(
    now
      .filter(({ family }) => isSlow || family !== DURATIONS)
      .map(({ series, value }) => {
        const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
        const inside = [labels, 'job="strongroom"', 'instance="one"'].filter(Boolean).join(',');
        const step = isCounter(name) ? value - (earlier.get(series) ?? 0) : 0;
        return { series: `${name}{${inside}}`, values: `${value}+${step}x${MINUTES}` };
      }),
  );
}

/** The alerts that fire in the end, as promtool evaluates the rules. */
export async function firing(input: readonly Series[]): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-rules-'));
  const names = alerts().map(({ alert }) => alert);
  const fires: string[] = [];
  const expr = 'group by (alertname) (ALERTS{alertstate="firing"})';
  const file = join(folder, 'test.yaml');
  const tested = async (expected: readonly string[]) => {
    const samples = expected.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }));
    await writeFile(
      file,
      JSON.stringify({
        rule_files: [join(MONITORING, 'alerts.yaml')],
        evaluation_interval: '1m',
        tests: [
          { interval: '1m', input_series: input, promql_expr_test: [{ expr, eval_time: '80m', exp_samples: samples }] },
        ],
      }),
    );
    return promtool('test', 'rules', file);
  };
  const { status, stdout, stderr } = await tested([]);
  if (status === 0) return [];
  for (const name of names) if (new RegExp(`alertname="${name}"`).test(stdout + stderr)) fires.push(name);
  // Only an agreement counts: the text above is for people.
  const agreed = await tested(fires);
  await rm(folder, { recursive: true });
  if (agreed.status !== 0) throw new Error(agreed.stdout + agreed.stderr);
  return fires;
}
