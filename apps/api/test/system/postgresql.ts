import { afterAll, beforeAll } from '@jest/globals';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { onPostgresql } from '../support/postgresql-settings.ts';
import type { Database } from './database-faults.ts';

/** Starts PostgreSQL for the tests of a file. */
export function withPostgresql(): Database {
  let postgresql: PostgresqlServers;
  beforeAll(async () => {
    postgresql = await PostgresqlServers.start();
  }, 120_000);
  afterAll(() => postgresql?.stop());
  return {
    settings: async () => onPostgresql(await postgresql.aDatabase()),
    variable: 'STRONGROOM_POSTGRESQL_URL',
    byWayOf: (url, port) => Object.assign(new URL(url), { port: String(port) }).href,
  };
}
