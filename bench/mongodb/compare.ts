import { join } from 'node:path';
import type { Meter } from '../measure.ts';
import { options } from '../options.ts';
import { ServerProcess } from '../server.ts';
import { SERVICE, serviceSettings, type World } from '../world.ts';
import { compareContended } from './contended.ts';
import { comparePairs } from './pairs.ts';
import { copyFolder, MongoPlace, mongoSettings } from './place.ts';
import { Gauge } from './seen.ts';

const BARE = join(import.meta.dirname, '..', 'same-layout', 'main.js');

/** The service on MongoDB beside a program of the same layout on another database of the same server. */
export async function compareOnMongo(meter: Meter, folder: string, world: World): Promise<string> {
  const place = await MongoPlace.start();
  const started: ServerProcess[] = [];
  const start = async (program: string, environment: Readonly<Record<string, string>>): Promise<ServerProcess> => {
    const server = await ServerProcess.start(program, { ...environment, BENCH_FLAGS: options.profile });
    started.push(server);
    return server;
  };
  try {
    const copy = `${folder}-bare`;
    copyFolder(folder, copy);
    for (const database of ['service', 'bare']) await place.fill(database, folder);
    const settings = { ...serviceSettings(folder), ...mongoSettings(place, 'service', { token: world.token, folder }) };
    const service = await start(SERVICE, settings);
    const bare = await start(BARE, { BARE_FOLDER: copy, MONGODB_URL: place.url, MONGODB_DATABASE: 'bare' });
    meter.setWorld(world);
    const gauge = new Gauge(meter, place);
    return [
      '### Against a program of the same layout, on MongoDB',
      await comparePairs(gauge, { service, bare }),
      '### One against many, on MongoDB',
      await compareContended(gauge, service),
    ].join('\n\n');
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await place.stop();
  }
}
