import { MongoServerError } from 'mongodb';
import { type Attempt, serverTime } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { DUPLICATE_KEY } from '../connection/mongo-errors.ts';
import { LOG_COLLECTION } from './layout.ts';
import { hasPending } from './sequencer.ts';

const LEASE_MS = 1000;

type Lease = Readonly<{ _id: 'lease'; holder: string }>;

/**
 * Whether this process is to number the events that wait: takes the lease, or prolongs it, by the clock of the database.
 * True also if nothing waits. A lease only spares needless tries: two processes may number at the same time.
 */
export async function takesLease(connection: MongoConnection, holder: string, attempt: Attempt): Promise<boolean> {
  return (await takeLease(connection, holder, attempt)) === holder || !(await hasPending(connection, attempt));
}

/** Returns the process that has the lease now; undefined if another one made it at the same moment. */
async function takeLease(connection: MongoConnection, holder: string, attempt: Attempt): Promise<string | undefined> {
  const until = { $ifNull: ['$until', '$$NOW'] };
  // After a failover the clock of the new primary may lag behind the one that wrote the end.
  const isTooLate = { $gt: [until, { $add: ['$$NOW', LEASE_MS] }] };
  const isFree = { $or: [{ $eq: ['$holder', holder] }, { $lt: [until, '$$NOW'] }, isTooLate] };
  const isNew = { $eq: [{ $type: '$holder' }, 'missing'] };
  const whenFree = (mine: unknown, others: string) => ({ $cond: [{ $or: [isNew, isFree] }, mine, others] });
  try {
    const { value } = await connection.run<Lease>({
      findAndModify: LOG_COLLECTION,
      query: { _id: 'lease' },
      update: [
        { $set: { holder: whenFree(holder, '$holder'), until: whenFree({ $add: ['$$NOW', LEASE_MS] }, '$until') } },
      ],
      upsert: true,
      new: true,
      maxTimeMS: serverTime(attempt),
    });
    return value?.holder;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return undefined;
    throw error;
  }
}
