import { randomUUID } from 'node:crypto';
import { Unavailable } from '@strongroom/ports';
import { CallGuard } from './connection/call-guard.ts';
import { examineDeployment } from './connection/deployment.ts';
import { indexProblems } from './connection/indexes.ts';
import { type MongoAddress, MongoConnection } from './connection/mongo-connection.ts';
import { MongoUnusable } from './connection/mongo-unusable.ts';
import { unusableReason } from './connection/open.ts';
import { STORE_INDEXES } from './documents/mongo-document-store.ts';
import { refusalOf } from './documents/writes.ts';
import { LIMITS_COLLECTION } from './limits/commands.ts';
import { LIMIT_INDEXES } from './limits/mongo-rate-limiter.ts';

export type MongoInspection = Readonly<
  | { state: 'unfit'; reason: string }
  | {
      state: 'fits';
      version: string;
      /** Undefined for a router of a sharded cluster. */
      replicaSet: string | undefined;
      /** One sentence for each collection or index that is missing or different; a starting service creates missing ones. */
      problems: readonly string[];
    }
>;

/** Writes a count that is long over, in a transaction that is aborted. */
async function tryWrite(connection: MongoConnection): Promise<void> {
  const session = connection.startSession();
  try {
    session.startTransaction();
    const tried = { _id: `tried:${randomUUID()}`, endsAt: 0, used: 0 };
    const { writeErrors: [refused] = [] } = await connection.run<never>(
      { insert: LIMITS_COLLECTION, documents: [tried] },
      session,
    );
    if (refused !== undefined) throw refusalOf(refused);
    await session.abortTransaction();
  } finally {
    await session.endSession();
  }
}

/** Examines a database like a starting service, tries a write, and changes nothing. */
export async function inspectMongo(address: MongoAddress): Promise<MongoInspection> {
  let connection: MongoConnection | undefined;
  let guard: CallGuard | undefined;
  try {
    const opened = MongoConnection.to(address);
    connection = opened;
    const made = new CallGuard(
      'documents',
      opened.outage(() => opened.admin({ ping: 1 })),
    );
    guard = made;
    const { version, replicaSet } = await made.run((attempt) => examineDeployment(opened, attempt));
    const wanted = [...STORE_INDEXES, [LIMITS_COLLECTION, LIMIT_INDEXES] as const];
    const problems = await made.run(() =>
      Promise.all(wanted.map(([collection, indexes]) => indexProblems(opened, collection, indexes))),
    );
    // Before the first start there is nothing to write to.
    if (problems.flat().length === 0) await made.run(() => tryWrite(opened));
    return { state: 'fits', version, replicaSet, problems: problems.flat() };
  } catch (error) {
    const known = error instanceof Unavailable ? unusableReason(error) : error;
    if (known instanceof MongoUnusable) return { state: 'unfit', reason: known.message };
    throw error;
  } finally {
    guard?.close();
    await connection?.close();
  }
}
