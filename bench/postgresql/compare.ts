import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { compareBeside } from '../beside.ts';
import { Gauge } from '../gauge.ts';
import { fillLog } from '../log.ts';
import type { Meter } from '../measure.ts';
import { withServers } from '../server.ts';
import { SERVICE, type World } from '../world.ts';
import { PostgresqlPlace, settingsOn } from './place.ts';

const BARE = join(import.meta.dirname, '..', 'bare-postgresql', 'main.js');

/** The service on PostgreSQL beside a bare program on another database of the same server. */
export async function compareOnPostgresql(meter: Meter, folder: string, world: World, events: number): Promise<string> {
  const place = await PostgresqlPlace.start();
  try {
    return await withServers(async (start) => {
      const copy = `${folder}-bare`;
      cpSync(folder, copy, { recursive: true });
      const [ours, theirs] = [await place.newDatabase(), await place.newDatabase()];
      const documents = await place.fillService(ours, folder);
      const service = await start(SERVICE, settingsOn(ours, folder, world));
      await fillLog(documents, { roomId: world.roomId, userId: world.userIds[0] ?? '' }, events);
      await documents.close();
      await place.fillBare(theirs, folder, { count: events, roomId: world.roomId });
      const bare = await start(BARE, {
        BARE_FOLDER: copy,
        POSTGRESQL_URL: theirs,
        STRONGROOM_DOCUMENTS: 'postgresql',
      });
      meter.setWorld(world);
      const gauge = new Gauge(meter, place);
      return [
        '### Against a bare program, on PostgreSQL',
        await compareBeside(gauge, { service, bare, other: 'bare' }),
      ].join('\n\n');
    });
  } finally {
    await place.stop();
  }
}
