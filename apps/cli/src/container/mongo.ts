import { inspectMongo as inspect } from '@strongroom/adapter-mongodb';
import type { Embedded } from '../command/embedded.ts';

/** Looks at the database as a service does before it serves, and makes nothing. */
export const inspectMongo: Embedded['inspectMongo'] = inspect;
