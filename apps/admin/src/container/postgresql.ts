import { inspectPostgresql as inspect } from '@strongroom/adapter-postgresql';
import type { PostgresqlSeen, PostgresqlSettings } from '../service/stores.ts';

/** Checks the database like a starting service, and creates nothing. */
export const inspectPostgresql: (settings: PostgresqlSettings) => Promise<PostgresqlSeen> = ({ postgresqlUrl }) =>
  inspect({ url: postgresqlUrl });
