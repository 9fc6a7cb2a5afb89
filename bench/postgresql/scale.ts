import { cpSync } from 'node:fs';
import { FIGURES, formatFigures, Gauge } from '../gauge.ts';
import { type Meter, nothingYet } from '../measure.ts';
import { SCALED } from '../operations.ts';
import { options } from '../options.ts';
import { withServers } from '../server.ts';
import { mebibytes, progressRow, table, wholeNumber } from '../table.ts';
import { SERVICE, type World } from '../world.ts';
import { addFiles } from './copies.ts';
import { PostgresqlPlace, settingsOn } from './place.ts';

const HEAD = ['operation', 'files', ...FIGURES];
/** Copies in the database that the large one is compared with. */
const FEW = 2_000;
const HOUR = 3_600_000;
/** Downloads that a report counts. The few reports at a time end within their deadline on a busy machine too. */
const OPENINGS = 500;

type Tools = Readonly<{ meter: Meter; place: PostgresqlPlace }>;
type Settings = ReturnType<typeof settingsOn>;

/** The service on a database of a few files and on one of many, which are copies of files that it stored. */
export async function compareScale(meter: Meter, folder: string, world: World): Promise<string> {
  const place = await PostgresqlPlace.start();
  try {
    const tools = { meter, place };
    // Before the first service runs, which would leave the checkpoint of another log.
    const copy = `${folder}-large`;
    cpSync(folder, copy, { recursive: true });
    const few = await measured(tools, await filled(tools, folder, world), world, FEW);
    const many = await measured(tools, await filled(tools, copy, world), world, options.large.files);
    const rows = few.rows.flatMap((row, at) => [row, ['', ...(many.rows[at] ?? []).slice(1)]]);
    const { start, growth } = many;
    return ['### Many files on PostgreSQL', table([HEAD, ...rows]), `With many files: ${start}.`, table(growth)].join(
      '\n\n',
    );
  } finally {
    await place.stop();
  }
}

/**
 * A database with the documents of a folder, to which the service adds a file in each room and some downloads. Returns the
 * settings of a service on it.
 */
async function filled({ meter, place }: Tools, folder: string, world: World): Promise<Settings> {
  const url = await place.newDatabase();
  const documents = await place.fillService(url, folder);
  await documents.close();
  const settings = settingsOn(url, folder, world);
  meter.setWorld(world);
  await withServers(async (start) => {
    const service = await start(SERVICE, settings);
    for (const [operation, most] of [
      ['whole upload, one room', 1],
      ['whole upload, 64 rooms', world.openRooms.length],
      ['download-url', OPENINGS],
    ] as const)
      await meter.load(service, { operation, connections: 16, milliseconds: HOUR, most }, nothingYet());
  });
  await place.numberEvents(url);
  return settings;
}

/** Copies files into a database, and measures a service on it. */
async function measured({ meter, place }: Tools, settings: Settings, world: World, files: number) {
  const rooms = [world.roomId, ...world.openRooms];
  const { fileIds, growth } = await addFiles(settings.STRONGROOM_POSTGRESQL_URL, files, rooms);
  meter.setWorld({ ...world, fileIds });
  const gauge = new Gauge(meter, place);
  return withServers(async (start) => {
    const service = await start(SERVICE, settings);
    const rows: (readonly string[])[] = [];
    for (const { name } of SCALED) {
      const row = [name, wholeNumber(files), ...formatFigures(await gauge.alone([service, name]))];
      rows.push(row);
      process.stderr.write(`${progressRow(row)}\n`);
    }
    const { peakMemory } = await service.reading();
    const started = `started in ${wholeNumber(service.startedIn)} ms, ${mebibytes(peakMemory)} at most`;
    return { rows, growth, start: started };
  });
}
