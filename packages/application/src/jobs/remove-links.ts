import type { Deps } from '../deps.ts';
import type { Known } from '../kernel/draft.ts';
import { SYSTEM } from '../kernel/entry.ts';
import { shareLinks } from '../repositories/share-links.ts';

const AT_ONCE = 200;

/** Removes the documents of links that lead nowhere any more. They were dead before: this is tidying up. */
export async function removeLinks(deps: Pick<Deps, 'documents' | 'journal'>, key: string): Promise<void> {
  for (;;) {
    let found: readonly Known[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const documents = await deps.documents.list(shareLinks.name, { anyOf: [key] }, { limit: AT_ONCE });
      found = documents.map((document) => ({ collection: shareLinks.name, document }));
      return found;
    };
    await deps.journal.run({
      author: SYSTEM,
      refs: [],
      more,
      decide: (at) => {
        for (const { document } of found) at.remove(shareLinks, document.id);
      },
    });
    if (found.length < AT_ONCE) return;
  }
}
