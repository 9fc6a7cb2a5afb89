import { Gauge } from '../gauge.ts';
import { fillLog } from '../log.ts';
import { type Meter, nothingYet } from '../measure.ts';
import { withServers } from '../server.ts';
import { SERVICE, serviceSettings, type World } from '../world.ts';
import { compareContended } from './contended.ts';
import { countCommands } from './counted.ts';
import { MongoPlace, mongoSettings } from './place.ts';

/** The service on MongoDB: its figures and commands, and one document against many. */
export async function compareOnMongo(meter: Meter, folder: string, world: World, events: number): Promise<string> {
  const place = await MongoPlace.start();
  try {
    return await withServers(async (start) => {
      await place.fill('service', folder);
      const settings = mongoSettings(place, 'service', { token: world.token, folder });
      const service = await start(SERVICE, { ...serviceSettings(folder), ...settings });
      const documents = await place.documents('service');
      await fillLog(documents, { roomId: world.roomId, userId: world.userIds[0] ?? '' }, events);
      await documents.close();
      meter.setWorld(world);
      /** The smallest of several counts, because jobs may run in between. */
      const commands = async (operation: string): Promise<number> => {
        let least = Infinity;
        for (let i = 0; i < 6; i += 1) {
          const before = await place.commands();
          await meter.load(service, { operation, connections: 1, milliseconds: 10_000, most: 1 }, nothingYet());
          least = Math.min(least, (await place.commands()) - before);
        }
        return least;
      };
      const gauge = new Gauge(meter, place);
      return [
        '### Commands of a call, on MongoDB',
        await countCommands(gauge, service, commands),
        '### One against many, on MongoDB',
        await compareContended(gauge, service),
      ].join('\n\n');
    });
  } finally {
    await place.stop();
  }
}
