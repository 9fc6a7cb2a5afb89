import type { DocumentStore, Page, StoredDocument } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { type Collection, damageOf } from '../store/collection.ts';
import { COLLECTIONS } from '../store/collections.ts';
import type { Ports } from './deps.ts';
import type { IntactStore } from './lists.ts';

const BY_NAME: ReadonlyMap<string, Collection<never>> = new Map(
  COLLECTIONS.map((collection) => [collection.name, collection]),
);

/** Documents that a process names once only: a list is asked for again and again. */
const MAX_NAMED = 1000;

/**
 * The same store without its damaged documents, which it names in the log. For lists that are shown, and not for decisions: a
 * damaged document must not become an absent one where its absence gives a right.
 */
export function besideDamaged({ documents, log }: Pick<Ports, 'documents' | 'log'>): IntactStore {
  const named = new Set<string>();
  // Intact ones: a store gives the same frozen document to all callers until it changes.
  const known = new WeakSet<StoredDocument>();
  const isIntact = (name: string, document: StoredDocument): boolean => {
    if (known.has(document)) return true;
    const collection = BY_NAME.get(name);
    const damage = collection && damageOf(collection, document);
    if (damage === undefined) {
      if (Object.isFrozen(document)) known.add(document);
      return true;
    }
    const place = `${name}/${document.id}`;
    if (!named.has(place) && named.size < MAX_NAMED) {
      named.add(place);
      logError(log, 'error', 'a damaged document is left out of lists; restore a backup', damage);
    }
    return false;
  };

  /** As full as the same page of the store would be: callers take a shorter one for the last. */
  async function list(collection: string, selection: Parameters<DocumentStore['list']>[1], page: Page) {
    // Filled up, a page would begin the next one too, which is counted off in the store.
    if (page.offset !== undefined) return documents.list(collection, selection, page);
    const intact: StoredDocument[] = [];
    for (let next = page; ; ) {
      const found = await documents.list(collection, selection, next);
      intact.push(...found.filter((document) => isIntact(collection, document)));
      const last = found.at(-1);
      const limit = page.limit - intact.length;
      if (last === undefined || limit === 0 || found.length < next.limit) return intact;
      next = { limit, after: { position: last.position, id: last.id }, ...(page.order && { order: page.order }) };
    }
  }

  return {
    isIntact,
    audit: documents.audit,
    read: async (refs) => {
      const found = await documents.read(refs);
      const isWhole = found.every((document, index) => {
        const ref = refs[index];
        return document === undefined || ref === undefined || isIntact(ref.collection, document);
      });
      // The store knows its own answers again, to even out the time that they took.
      if (isWhole) return found;
      return found.map((document, index) => {
        const ref = refs[index];
        return document && ref && isIntact(ref.collection, document) ? document : undefined;
      });
    },
    evenOut: documents.evenOut?.bind(documents),
    list,
    count: (...asked) => documents.count(...asked),
    outdated: (...asked) => documents.outdated(...asked),
    commit: (...asked) => documents.commit(...asked),
    place: documents.place?.bind(documents),
    now: documents.now?.bind(documents),
    check: () => documents.check(),
    close: () => documents.close(),
  };
}
