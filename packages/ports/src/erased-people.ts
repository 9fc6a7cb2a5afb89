import type { UserId } from '@strongroom/domain';

/**
 * The ids of erased people, apart from the documents: a database from a backup must not bring one of them back. Both calls reject
 * with Unavailable when the place cannot be read or written.
 */
export interface ErasedPeople {
  /** Every id that was noted, each once; none before the first one. */
  ids(): Promise<ReadonlySet<UserId>>;
  /** Adds ids, durably when it resolves. Of processes that add some at the same time, each keeps those of the others. */
  note(ids: readonly UserId[]): Promise<void>;
}
