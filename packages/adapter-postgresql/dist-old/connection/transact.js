                                                     
import { retryUntilDeadline } from './call-guard.js';
import { ConnectionLost } from './errors.js';
                                            
                                              

/** Runs `work` in a transaction until it is committed. `work` is harmless to repeat after a commit without an answer. */
export const transact =    (sessions          , attempt         , work                                  )             =>
  retryUntilDeadline(attempt, () => sessions.use((session) => inTransaction(session, attempt, work), true));

async function inTransaction   (
  session         ,
  attempt         ,
  work                                  ,
)             {
  await session.run({ text: 'BEGIN' });
  const answer = await work(session);
  // The caller got, or will get, an error that says nothing was done.
  if (attempt.isOver()) throw new ConnectionLost(false, new Error('too late to commit'));
  await session.run({ text: 'COMMIT' });
  return answer;
}
