import { FIGURES, formatFigures, type Gauge } from '../gauge.ts';
import { perSecond } from '../measure.ts';
import { CONTENDED } from '../operations.ts';
import { options } from '../options.ts';
import type { ServerProcess } from '../server.ts';
import { formatPercent, progressRow, table } from '../table.ts';

const HEAD = ['many callers', ...FIGURES, 'one of many, req/s'];

/** Compares changes of one document with changes of many, in turns. */
export async function compareContended(gauge: Gauge, service: ServerProcess): Promise<string> {
  const wanted = CONTENDED.filter((names) => names.some((name) => name.includes(options.only)));
  if (wanted.length === 0) return 'Not asked for.';
  const rows = [HEAD];
  for (const [shared, spread] of wanted) {
    const [one, many] = await gauge.byTurns([service, shared], [service, spread]);
    const pair = [
      [shared, ...formatFigures(one), formatPercent(perSecond(one) / perSecond(many))],
      [spread, ...formatFigures(many)],
    ];
    rows.push(...pair);
    process.stderr.write(`${pair.map(progressRow).join('\n')}\n`);
  }
  return table(rows);
}
