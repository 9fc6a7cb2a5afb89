import { perSecond } from '../measure.ts';
import { CONTENDED } from '../operations.ts';
import { options } from '../options.ts';
import type { ServerProcess } from '../server.ts';
import { percent, table, toldRow } from '../table.ts';
import { FIGURES, figures, type Gauge } from './seen.ts';

const HEAD = ['many callers', ...FIGURES, 'one of many, req/s'];

/** The service where all change the same document, and where they change many, turn and turn about. */
export async function compareContended(gauge: Gauge, service: ServerProcess): Promise<string> {
  const wanted = CONTENDED.filter((names) => names.some((name) => name.includes(options.only)));
  if (wanted.length === 0) return 'Not asked for.';
  const rows = [HEAD];
  for (const [hot, spread] of wanted) {
    const [one, many] = await gauge.byTurns([service, hot], [service, spread]);
    const pair = [
      [hot, ...figures(one), percent(perSecond(one) / perSecond(many))],
      [spread, ...figures(many)],
    ];
    rows.push(...pair);
    process.stderr.write(`${pair.map(toldRow).join('\n')}\n`);
  }
  return table(rows);
}
