import { inspectPostgresql as inspect } from '@strongroom/adapter-postgresql';
import type { Embedded } from '../command/embedded.ts';

/** Checks the database like a starting service, and creates nothing. */
export const inspectPostgresql: Embedded['inspectPostgresql'] = ({ postgresqlUrl }) => inspect({ url: postgresqlUrl });
