import { inspectMongo as inspect } from '@strongroom/adapter-mongodb';
import type { Embedded } from '../command/embedded.ts';

/** Checks the database like a starting service, and creates nothing. */
export const inspectMongo: Embedded['inspectMongo'] = inspect;
