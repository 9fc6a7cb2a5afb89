import type { Deps } from '../deps.ts';
import type { Collection } from '../kernel/collection.ts';
import { stateOf } from '../kernel/collection.ts';
import type { Draft, Known } from '../kernel/draft.ts';
import { SYSTEM } from '../kernel/entry.ts';

const AT_ONCE = 200;

/**
 * Does something to each document listed under a key, some hundred in one commit, until none is left.
 * INVARIANT: `work` takes the document off the list, or this does not end.
 */
export async function eachListed<S>(
  deps: Pick<Deps, 'documents' | 'journal'>,
  collection: Collection<S>,
  key: string,
  work: (at: Draft, state: S, id: string) => void,
): Promise<void> {
  for (;;) {
    let found: readonly Known[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const documents = await deps.documents.list(collection.name, { anyOf: [key] }, { limit: AT_ONCE });
      found = documents.map((document) => ({ collection: collection.name, document }));
      return found;
    };
    await deps.journal.run({
      author: SYSTEM,
      refs: [],
      more,
      decide: (at) => {
        for (const { document } of found) work(at, stateOf(collection, document), document.id);
      },
    });
    if (found.length < AT_ONCE) return;
  }
}
