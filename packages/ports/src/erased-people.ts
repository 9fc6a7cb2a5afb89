import type { UserId } from '@strongroom/domain';

/**
 * The ids of erased people, apart from the documents: a database from a backup must not bring one of them back.
 *
 * - [EP-01] `ids` returns every id that was noted, each once, and none before the first one.
 * - [EP-02] Once `note` resolves, the ids are stored durably, and every process that opens the list has them.
 * - [EP-03] Of processes that note ids at the same time, each keeps those of the others.
 * - [EP-04] Both reject with Unavailable when the place cannot be read or written.
 */
export interface ErasedPeople {
  ids(): Promise<ReadonlySet<UserId>>;
  note(ids: readonly UserId[]): Promise<void>;
}
