import { join } from 'node:path';
import { compareBeside } from '../beside.ts';
import { Gauge } from '../gauge.ts';
import { fillLog } from '../log.ts';
import { type Meter, nothingYet } from '../measure.ts';
import { type ServerProcess, withServers } from '../server.ts';
import { SERVICE, serviceSettings, type World } from '../world.ts';
import { compareContended } from './contended.ts';
import { copyFolder, MongoPlace, mongoSettings } from './place.ts';

const BARE = join(import.meta.dirname, '..', 'same-layout', 'main.js');

/** The service on MongoDB beside a program of the same layout on another database of the same server. */
export async function compareOnMongo(meter: Meter, folder: string, world: World, events: number): Promise<string> {
  const place = await MongoPlace.start();
  /** The smallest of several counts, because jobs may run in between. */
  const commands = async (server: ServerProcess, operation: string): Promise<number> => {
    let least = Infinity;
    for (let i = 0; i < 6; i += 1) {
      const before = await place.commands();
      await meter.load(server, { operation, connections: 1, milliseconds: 10_000, most: 1 }, nothingYet());
      least = Math.min(least, (await place.commands()) - before);
    }
    return least;
  };
  try {
    return await withServers(async (start) => {
      const copy = `${folder}-bare`;
      copyFolder(folder, copy);
      for (const database of ['service', 'bare']) await place.fill(database, folder);
      const settings = mongoSettings(place, 'service', { token: world.token, folder });
      const service = await start(SERVICE, { ...serviceSettings(folder), ...settings });
      const documents = await place.documents('service');
      await fillLog(documents, { roomId: world.roomId, userId: world.userIds[0] ?? '' }, events);
      await documents.close();
      const bare = await start(BARE, { BARE_FOLDER: copy, MONGODB_URL: place.url, MONGODB_DATABASE: 'bare' });
      meter.setWorld(world);
      const gauge = new Gauge(meter, place);
      return [
        '### Against a program of the same layout, on MongoDB',
        await compareBeside(gauge, { service, bare, other: 'same layout' }, commands),
        '### One against many, on MongoDB',
        await compareContended(gauge, service),
      ].join('\n\n');
    });
  } finally {
    await place.stop();
  }
}
