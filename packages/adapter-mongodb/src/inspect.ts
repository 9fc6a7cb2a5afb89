import { Unavailable } from '@strongroom/ports';
import { examineDeployment } from './connection/deployment.ts';
import { type MongoAddress, MongoConnection } from './connection/mongo-connection.ts';
import { MongoUnusable } from './connection/mongo-unusable.ts';
import { reasonOf } from './connection/open.ts';
import { Serving } from './connection/serving.ts';
import { INDEXES, indexProblems } from './documents/indexes.ts';
import { SHELVES } from './documents/layout.ts';
import { LIMITS } from './limits/commands.ts';
import { LIMIT_INDEXES } from './limits/mongo-rate-limiter.ts';

export type MongoInspection = Readonly<
  | { state: 'unfit'; reason: string }
  | {
      state: 'fits';
      version: string;
      /** Undefined behind a router of a sharded cluster. */
      replicaSet: string | undefined;
      /** What of collections and indexes is not as a service makes it, as sentences; it makes what is missing. */
      problems: readonly string[];
    }
>;

/** Looks at a database as a service does before it serves, and makes nothing. */
export async function inspectMongo(address: MongoAddress): Promise<MongoInspection> {
  let connection: MongoConnection | undefined;
  let serving: Serving | undefined;
  try {
    const opened = MongoConnection.to(address);
    connection = opened;
    const asked = new Serving(
      'documents',
      opened.outage(() => opened.admin({ ping: 1 })),
    );
    serving = asked;
    const { version, replicaSet } = await asked.within((attempt) => examineDeployment(opened, attempt));
    const wanted = [...SHELVES.map((shelf) => [shelf, INDEXES] as const), [LIMITS, LIMIT_INDEXES] as const];
    const problems = await asked.within(() =>
      Promise.all(wanted.map(([collection, indexes]) => indexProblems(opened, collection, indexes))),
    );
    return { state: 'fits', version, replicaSet, problems: problems.flat() };
  } catch (error) {
    const known = error instanceof Unavailable ? reasonOf(error) : error;
    if (known instanceof MongoUnusable) return { state: 'unfit', reason: known.message };
    throw error;
  } finally {
    serving?.close();
    await connection?.close();
  }
}
