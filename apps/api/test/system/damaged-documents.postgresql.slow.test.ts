import { afterAll, beforeAll } from '@jest/globals';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { goesOnBesideDamage } from './damaged-documents.ts';

let postgresql: PostgresqlServers;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
}, 120_000);
afterAll(() => postgresql?.stop());

/** The database itself refuses a body that is not JSON. */
goesOnBesideDamage({
  settings: async () => onPostgresql(await postgresql.aDatabase()),
  write: async ({ settings, collection, id }, body) => {
    const database = new URL(settings.STRONGROOM_POSTGRESQL_URL ?? '').pathname.slice(1);
    const where = `collection = '${collection}'${id === undefined ? '' : ` AND id = '${id}'`}`;
    const changed = `WITH changed AS (UPDATE documents SET body = '${body}' WHERE ${where} RETURNING 1)`;
    return Number(await postgresql.sql(`${changed} SELECT count(*) FROM changed`, database));
  },
  bodies: ['null', '{}', '{"id":"x"}'],
});
