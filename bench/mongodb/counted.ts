import { operationsToCompare } from '../beside.ts';
import { FIGURES, formatFigures, type Gauge } from '../gauge.ts';
import type { ServerProcess } from '../server.ts';
import { progressRow, table } from '../table.ts';

/** Every operation on the service, with the number of commands that the database runs for one call. */
export async function countCommands(
  gauge: Gauge,
  service: ServerProcess,
  count: (operation: string) => Promise<number>,
): Promise<string> {
  const rows = [['operation', ...FIGURES, 'commands']];
  for (const name of operationsToCompare()) {
    const commands = await count(name);
    const row = [name, ...formatFigures(await gauge.alone([service, name])), String(commands)];
    rows.push(row);
    process.stderr.write(`${progressRow(row)}\n`);
  }
  return table(rows);
}
