import { afterAll, beforeAll } from '@jest/globals';
import { serviceSuite } from '@strongroom/contract-tests';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { serviceWith } from './harness.ts';

let postgresql: PostgresqlServers;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
}, 120_000);
afterAll(() => postgresql?.stop());

serviceSuite('the service on PostgreSQL', async () =>
  serviceWith({ ...onPostgresql(await postgresql.aDatabase()), STRONGROOM_BLOBS: 'files' }),
);
