import type { Ref } from '@strongroom/ports';
import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import type { ListedDocument } from '../kernel/identity-map.ts';
import type { UnitOfWork } from '../kernel/unit-of-work.ts';
import type { Collection } from '../store/collection.ts';
import { stateOf } from '../store/collection.ts';

const MAX_DOCUMENTS_IN_ONE_COMMIT = 200;

/**
 * Applies `work` to each document listed under any of the keys, many in one commit, until none is left. INVARIANT: `work` removes
 * the document from the list; otherwise this does not end.
 */
export async function eachListed<S>(
  deps: Pick<Deps, 'documents' | 'runner'>,
  collection: Collection<S>,
  anyOf: readonly string[],
  work: (uow: UnitOfWork, state: S, id: string) => void,
  refs: readonly Ref[] = [],
): Promise<void> {
  for (;;) {
    let found: readonly ListedDocument[] = [];
    const more = async (): Promise<readonly ListedDocument[]> => {
      const documents = await deps.documents.list(collection.name, { anyOf }, { limit: MAX_DOCUMENTS_IN_ONE_COMMIT });
      found = documents.map((document) => ({ collection: collection.name, document }));
      return found;
    };
    await deps.runner.run({
      author: SYSTEM,
      refs,
      loadMore: more,
      apply: (uow) => {
        for (const { document } of found) work(uow, stateOf(collection, document), document.id);
      },
    });
    if (found.length < MAX_DOCUMENTS_IN_ONE_COMMIT) return;
  }
}
