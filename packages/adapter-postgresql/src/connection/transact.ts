import type { Attempt } from '@strongroom/store-kit';
import { retryUntilDeadline } from './call-guard.ts';
import { ConnectionLost, endedBecause } from './errors.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** Runs `work` in a transaction until it is committed. `work` is harmless to repeat after a commit without an answer. */
export const transactUntilDone = <T>(
  sessions: Sessions,
  attempt: Attempt,
  work: (session: Session) => Promise<T>,
): Promise<T> =>
  retryUntilDeadline(attempt, () => sessions.use((session) => inTransaction(session, attempt, work), true));

async function inTransaction<T>(
  session: Session,
  attempt: Attempt,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  await session.run({ text: 'BEGIN' });
  const answer = await work(session);
  // The caller got, or will get, an error that says nothing was done.
  if (attempt.isOver()) throw new ConnectionLost(false, endedBecause('DEADLINE', 'too late to commit'));
  await session.run({ text: 'COMMIT' });
  return answer;
}
