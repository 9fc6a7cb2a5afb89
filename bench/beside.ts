import { FIGURES, figures, type Gauge } from './gauge.ts';
import { cpuEach, perSecond } from './measure.ts';
import { OPERATIONS } from './operations.ts';
import { options } from './options.ts';
import type { ServerProcess } from './server.ts';
import { percent, progressRow, table } from './table.ts';

/** `other` is the name of the program beside the service. */
type Pair = Readonly<{ service: ServerProcess; bare: ServerProcess; other: string }>;
/** Number of commands that the database runs for one call. */
type Count = (server: ServerProcess, operation: string) => Promise<number>;

/** Every operation on the service and on another program on the same database server, alternately. */
export async function compareBeside(gauge: Gauge, { service, bare, other }: Pair, count?: Count): Promise<string> {
  const counted = count === undefined ? [] : ['commands', 'counts'];
  const rows = [['operation', 'server', ...FIGURES, ...counted, 'of the other, req/s', 'by CPU']];
  for (const name of wanted()) {
    const counts = count === undefined ? undefined : ([await count(bare, name), await count(service, name)] as const);
    const [plain, ours] = await gauge.byTurns([bare, name], [service, name]);
    const pair = [
      [name, other, ...figures(plain), ...(counts === undefined ? [] : [String(counts[0])])],
      [
        '',
        'service',
        ...figures(ours),
        ...(counts === undefined ? [] : [String(counts[1]), counts[0] === counts[1] ? '=' : 'NOT EQUAL']),
        percent(perSecond(ours) / perSecond(plain)),
        percent(cpuEach(plain) / cpuEach(ours)),
      ],
    ];
    rows.push(...pair);
    process.stderr.write(`${pair.map(progressRow).join('\n')}\n`);
  }
  return table(rows);
}

/** Reads come first: after writes, the faster server has more events to count. */
const wanted = (): readonly string[] => {
  const names = OPERATIONS.map(({ name }) => name).filter(
    (name) => name !== 'room create' && name.includes(options.only),
  );
  const looks = (name: string): boolean => name === 'room get' || name.startsWith('20 ');
  return [...names.filter(looks), ...names.filter((name) => !looks(name))];
};
