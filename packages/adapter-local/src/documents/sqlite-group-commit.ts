import type { EncodedChange } from './sqlite-change.ts';
import { apply } from './sqlite-commit.ts';
import type { Connection } from './sqlite-connection.ts';
import type { Shift } from './sqlite-counts.ts';
import { asUnavailable, isBusy, isWorldly, mayHaveCommitted } from './sqlite-errors.ts';
import type { Waiting } from './turns.ts';

/** A commit that was called and waits. */
export type PendingCommit = Waiting & { readonly changes: readonly EncodedChange[]; readonly resolve: () => void };

type Outcome = { readonly error: unknown } | { readonly shifts: readonly Shift[]; readonly error?: undefined };

/**
 * Commits all that were called in one turn in one transaction with one sync. Each has a savepoint of its own, so that a
 * conflict takes back that one only. INVARIANT: nothing is told to anybody before COMMIT has returned.
 *
 * Throws the busy error, with nothing done, when another process holds the write lock.
 */
export const commitTogether = (connection: Connection, pending: readonly PendingCommit[]): void => {
  const outcomes = inOneTransaction(connection, pending);
  for (const [at, { resolve, refuse }] of pending.entries()) {
    const outcome = outcomes[at];
    if (outcome?.error === undefined) resolve();
    else refuse(outcome.error);
  }
};

const inOneTransaction = (connection: Connection, pending: readonly PendingCommit[]): readonly Outcome[] => {
  let committing = false;
  try {
    connection.begin('to write');
    const outcomes = pending.map(({ changes }) => attempt(connection, changes));
    if (outcomes.every(({ error }) => error !== undefined)) {
      connection.rollback();
      return outcomes;
    }
    committing = true;
    connection.commit();
    for (const outcome of outcomes) if ('shifts' in outcome) connection.counts.follow(outcome.shifts);
    connection.counters.syncs += 1;
    connection.counters.commits += outcomes.filter(({ error }) => error === undefined).length;
    return outcomes;
  } catch (error) {
    connection.rollback();
    if (isBusy(error)) throw error;
    if (committing) connection.counts.forget(); // it may have been committed all the same
    // The conflicts found on the way were conflicts with what is now taken back: they are no answer either.
    const refusal = asUnavailable(error, committing && mayHaveCommitted(error));
    return pending.map(() => ({ error: refusal }));
  }
};

const attempt = (connection: Connection, changes: readonly EncodedChange[]): Outcome => {
  connection.sql('SAVEPOINT one').run();
  try {
    const shifts = apply(connection, changes);
    connection.sql('RELEASE one').run();
    return { shifts };
  } catch (error) {
    // Where the disk is full or the file unreadable, the others of this transaction are lost as well.
    if (isWorldly(error) || !connection.inTransaction) throw error;
    connection.sql('ROLLBACK TO one').run();
    connection.sql('RELEASE one').run();
    return { error };
  }
};
