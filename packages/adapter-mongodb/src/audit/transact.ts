import type { ClientSession } from 'mongodb';
import type { Attempt } from '../connection/call-guard.ts';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { isInfrastructureError } from '../connection/mongo-errors.ts';
import { backoff } from '../connection/retry.ts';

/** Runs `work` in a transaction until it is committed. `work` is harmless to repeat after a commit without an answer. */
export async function transactUntilDone<T>(
  connection: MongoConnection,
  attempt: Attempt,
  work: (session: ClientSession) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const session = connection.startSession();
    try {
      session.startTransaction({ readConcern: 'snapshot', writeConcern: { w: 'majority', journal: true } });
      const answer = await work(session);
      await session.commitTransaction();
      connection.saw(session.operationTime);
      return answer;
    } catch (error) {
      if (!isInfrastructureError(error) || attempt.isOver()) throw error;
      await backoff(tries);
      if (attempt.isOver()) throw error;
    } finally {
      // The caller does not wait for the clean-up.
      void session.endSession().catch(() => undefined);
    }
  }
}
