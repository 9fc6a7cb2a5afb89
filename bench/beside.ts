import { FIGURES, formatFigures, type Gauge, withDatabase } from './gauge.ts';
import { cpuPerRequest, perSecond } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { options } from './options.ts';
import type { ServerProcess } from './server.ts';
import { formatPercent, progressRow, table } from './table.ts';

/** `other` is the name of the program beside the service. */
type Pair = Readonly<{ service: ServerProcess; bare: ServerProcess; other: string }>;
/** Every operation on the service and on another program on the same database server, alternately. */
export async function compareBeside(gauge: Gauge, { service, bare, other }: Pair): Promise<string> {
  const rows = [['operation', 'server', ...FIGURES, 'of the other, req/s', 'by CPU', 'with the database']];
  for (const name of operationsToCompare()) {
    const [plain, ours] = await gauge.byTurns([bare, name], [service, name]);
    const pair = [
      [name, other, ...formatFigures(plain)],
      [
        '',
        'service',
        ...formatFigures(ours),
        formatPercent(perSecond(ours) / perSecond(plain)),
        formatPercent(cpuPerRequest(plain) / cpuPerRequest(ours)),
        formatPercent(withDatabase(plain) / withDatabase(ours)),
      ],
    ];
    rows.push(...pair);
    process.stderr.write(`${pair.map(progressRow).join('\n')}\n`);
  }
  return table(rows);
}

/** Reads come first: after writes, the faster server has more events to count. */
export const operationsToCompare = (): readonly string[] => {
  const names = OPERATIONS.map(({ name }) => name).filter(
    (name) => name !== 'room create' && name.includes(options.only),
  );
  const looks = (name: string): boolean => name === 'room get' || name.startsWith('20 ');
  return [...names.filter(looks), ...names.filter((name) => !looks(name))];
};
