import { fillLog } from '../log.ts';
import { cpuPerRequest, type Measurement, Meter, nothingYet, perSecond } from '../measure.ts';
import { options } from '../options.ts';
import { type ServerProcess, withServers } from '../server.ts';
import { formatPercent, progressRow, table, wholeNumber } from '../table.ts';
import { SERVICE, type World } from '../world.ts';
import { PostgresqlPlace, settingsOn } from './place.ts';

const MOST = 4;
const COUNTS = [1, 2, MOST] as const;
/** A read, a change that only records an event, and a change of documents. */
const MEASURED = ['room get', 'download-url', 'share create'] as const;
const HEAD = ['operation', 'processes', 'req/s', 'of one process', 'CPU µs', 'CPU µs of database'];

type Loaded = Readonly<{ server: ServerProcess; meter: Meter }>;
type Sum = Readonly<{ all: Measurement; database: number }>;

/** The same number of callers, spread over one, two and four processes of the service on one database. */
export async function compareProcesses(folder: string, world: World, events: number): Promise<string> {
  const place = await PostgresqlPlace.start();
  const meters = Array.from({ length: MOST }, () => new Meter());
  try {
    return await withServers(async (start) => {
      const url = await place.newDatabase();
      const documents = await place.fillService(url, folder);
      const settings = settingsOn(url, folder, world);
      const loaded: Loaded[] = [];
      for (const meter of meters) {
        meter.setWorld(world);
        loaded.push({ server: await start(SERVICE, settings), meter });
      }
      await fillLog(documents, { roomId: world.roomId, userId: world.userIds[0] ?? '' }, events);
      await documents.close();
      const rows = [HEAD];
      for (const operation of MEASURED) {
        let alone: number | undefined;
        for (const count of COUNTS) {
          const { all, database } = await measured(place, loaded.slice(0, count), operation);
          alone ??= perSecond(all);
          const share = formatPercent(perSecond(all) / alone);
          const row = [operation, String(count), wholeNumber(perSecond(all)), share, wholeNumber(cpuPerRequest(all))];
          rows.push([...row, wholeNumber(database / all.requests)]);
          process.stderr.write(`${progressRow(rows.at(-1) ?? [])}\n`);
        }
      }
      return `### One, two and four processes on one PostgreSQL\n\n${table(rows)}`;
    });
  } finally {
    for (const meter of meters) meter.stop();
    await place.stop();
  }
}

async function measured(place: PostgresqlPlace, loaded: readonly Loaded[], operation: string): Promise<Sum> {
  const task = { operation, connections: options.connections / loaded.length, milliseconds: options.milliseconds };
  await Promise.all(loaded.map(({ meter, server }) => meter.warmUp(server, task)));
  const all = nothingYet();
  const before = place.cpu();
  for (let round = 0; round < options.rounds; round += 1) {
    const sums = loaded.map(nothingYet);
    await Promise.all(loaded.map(({ meter, server }, at) => meter.load(server, task, sums[at] ?? nothingYet())));
    all.requests += sums.reduce((sum, { requests }) => sum + requests, 0);
    all.cpu += sums.reduce((sum, { cpu }) => sum + cpu, 0);
    all.seconds += Math.max(...sums.map(({ seconds }) => seconds));
  }
  return { all, database: place.cpu() - before };
}
