import { afterAll, beforeAll } from '@jest/globals';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { onMongo } from '../support/mongo-settings.ts';
import type { Environment } from '../support/service-process.ts';
import type { Database } from './database-faults.ts';

/**
 * Starts MongoDB for the tests of a file. Returns a function that makes the settings of a service with a new database.
 */
export function withMongo(): () => Environment {
  let mongo: MongoServers;
  beforeAll(async () => {
    mongo = await MongoServers.start();
  }, 120_000);
  afterAll(() => mongo?.stop());
  return () => onMongo(mongo);
}

/** MongoDB for tests of faults between service and database. */
export const mongoDatabase = (): Database => ({
  settings: withMongo(),
  variable: 'STRONGROOM_MONGODB_URL',
  byWayOf: (_, port) => `mongodb://127.0.0.1:${port}/?directConnection=true`,
});
