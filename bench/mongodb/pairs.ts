import { cpuEach, perSecond } from '../measure.ts';
import { OPERATIONS } from '../operations.ts';
import { options } from '../options.ts';
import type { ServerProcess } from '../server.ts';
import { percent, progressRow, table } from '../table.ts';
import { FIGURES, figures, type Gauge } from './seen.ts';

const HEAD = ['operation', 'server', ...FIGURES, 'commands', 'counts', 'of the other, req/s', 'by CPU'];

type Pair = Readonly<{ service: ServerProcess; bare: ServerProcess }>;

/** Every operation on the service and on a program of the same layout, alternately. */
export async function comparePairs(gauge: Gauge, { service, bare }: Pair): Promise<string> {
  const rows = [HEAD];
  for (const name of wanted()) {
    const counts = [await gauge.commands(bare, name), await gauge.commands(service, name)] as const;
    const [plain, ours] = await gauge.byTurns([bare, name], [service, name]);
    const pair = [
      [name, 'same layout', ...figures(plain), String(counts[0])],
      [
        '',
        'service',
        ...figures(ours),
        String(counts[1]),
        counts[0] === counts[1] ? '=' : 'NOT EQUAL',
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
