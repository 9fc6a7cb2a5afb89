import { SYSTEM } from '../kernel/audit-entry.ts';
import type { Deps } from '../kernel/deps.ts';
import type { Changes, Known } from '../kernel/identity-map.ts';
import type { Collection } from '../store/collection.ts';
import { stateOf } from '../store/collection.ts';

const AT_ONCE = 200;

/**
 * Does something to each document listed under a key, some hundred in one commit, until none is left.
 * INVARIANT: `work` takes the document off the list, or this does not end.
 */
export async function eachListed<S>(
  deps: Pick<Deps, 'documents' | 'runner'>,
  collection: Collection<S>,
  key: string,
  work: (uow: Changes, state: S, id: string) => void,
): Promise<void> {
  for (;;) {
    let found: readonly Known[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const documents = await deps.documents.list(collection.name, { anyOf: [key] }, { limit: AT_ONCE });
      found = documents.map((document) => ({ collection: collection.name, document }));
      return found;
    };
    await deps.runner.run({
      author: SYSTEM,
      refs: [],
      loadMore: more,
      apply: (uow) => {
        for (const { document } of found) work(uow, stateOf(collection, document), document.id);
      },
    });
    if (found.length < AT_ONCE) return;
  }
}
