import type { EncodedEvent } from '@strongroom/audit-log';
import type { Facets } from '@strongroom/ports';
import type { Outcome } from '@strongroom/store-kit';
import { isBusy } from '../sqlite/result-codes.ts';
import { EventAppender } from './sqlite-audit-append.ts';
import type { EncodedChange, KeyMove } from './sqlite-change.ts';
import { applyCommit } from './sqlite-commit.ts';
import type { Connection } from './sqlite-connection.ts';
import { asUnavailable, isInfrastructureError, mayHaveCommitted } from './sqlite-errors.ts';
import { VersionCheck } from './sqlite-versions.ts';

/** A commit. `write` is for writes of the store itself. */
export type StoreCommit = Readonly<{
  changes: readonly EncodedChange[];
  events: readonly EncodedEvent[];
  write?: (connection: Connection) => void;
}>;

/** A commit that is part of the transaction, and what it changed in the key tables. */
type Applied = Readonly<{ commit: StoreCommit; moves: readonly KeyMove[] }>;

/** The events of a transaction: the first number, and one facet for each. */
export type AddedEvents = Readonly<{ first: number; facets: readonly Facets[] }>;

/**
 * Commits in one transaction with one sync. A conflict undoes only the commit that has it.
 * INVARIANT: no outcome is returned before COMMIT has returned. `onAdded` hears of the committed events.
 *
 * Most transactions have no conflict, so the commits are first applied without savepoints, which would copy each changed
 * page once per commit. After a conflict everything is rolled back and applied again, each commit within a savepoint.
 *
 * Throws the busy error, with nothing done, when another process holds the write lock.
 */
export const commitTogether = (
  connection: Connection,
  commits: readonly StoreCommit[],
  onAdded: (added: AddedEvents) => void,
): readonly Outcome<Applied>[] => {
  let committing = false;
  try {
    const { outcomes, appending } = applyAll(connection, commits);
    const applied = outcomes.flatMap((outcome) => ('answer' in outcome ? [outcome.answer] : []));
    if (applied.length === 0) {
      connection.rollback();
      return outcomes;
    }
    appending.finish();
    committing = true;
    connection.commit();
    for (const { commit, moves } of applied) connection.follow(commit.changes, moves);
    connection.counters.syncs += 1;
    connection.counters.commits += applied.length;
    if (appending.added !== undefined) onAdded(appending.added);
    return outcomes;
  } catch (error) {
    connection.rollback();
    if (isBusy(error)) throw error;
    if (committing) connection.forget(); // the transaction may have been committed
    // Conflicts found so far are not answers either: what they conflicted with is rolled back.
    const refusal = asUnavailable(error, committing && mayHaveCommitted(error));
    return commits.map(() => ({ error: refusal }));
  }
};

type Begun = Readonly<{ outcomes: readonly Outcome<Applied>[]; appending: EventAppender }>;

/** Leaves the transaction open. */
const applyAll = (connection: Connection, commits: readonly StoreCommit[]): Begun => {
  connection.begin('to write');
  const appending = new EventAppender(connection);
  const versions = new VersionCheck(connection);
  try {
    const outcomes = commits.map((commit) => ({ answer: applyOne(connection, commit, appending, versions) }));
    return { outcomes, appending };
  } catch (error) {
    if (isInfrastructureError(error) || !connection.inTransaction) throw error;
    connection.rollback();
    return commits.length === 1 ? { outcomes: [{ error }], appending } : applyEach(connection, commits);
  }
};

const applyEach = (connection: Connection, commits: readonly StoreCommit[]): Begun => {
  connection.begin('to write');
  const appending = new EventAppender(connection);
  const versions = new VersionCheck(connection);
  return { outcomes: commits.map((commit) => attempt(connection, commit, appending, versions)), appending };
};

const attempt = (
  connection: Connection,
  commit: StoreCommit,
  appending: EventAppender,
  versions: VersionCheck,
): Outcome<Applied> => {
  connection.sql('SAVEPOINT one').run();
  const { size } = appending;
  try {
    const answer = applyOne(connection, commit, appending, versions);
    connection.sql('RELEASE one').run();
    return { answer };
  } catch (error) {
    // A full disk or an unreadable file fails every commit of the transaction.
    if (isInfrastructureError(error) || !connection.inTransaction) throw error;
    connection.sql('ROLLBACK TO one').run();
    connection.sql('RELEASE one').run();
    appending.backTo(size);
    return { error };
  }
};

const applyOne = (
  connection: Connection,
  commit: StoreCommit,
  appending: EventAppender,
  versions: VersionCheck,
): Applied => {
  const moves = applyCommit(connection, commit.changes, versions);
  appending.add(commit.events);
  commit.write?.(connection);
  return { commit, moves };
};
