import { inspectMongo as inspect } from '@strongroom/adapter-mongodb';
import type { MongoSeen, MongoSettings } from '../service/stores.ts';

/** Checks the database like a starting service, and creates nothing. */
export const inspectMongo: (settings: MongoSettings) => Promise<MongoSeen> = inspect;
