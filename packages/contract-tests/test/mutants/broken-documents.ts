import { setImmediate as aTurn } from 'node:timers/promises';
import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { Change, DocumentStore, Page, Selection, StoredDocument } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';

export { aTurn };

/** The methods of a memory store, to replace some of them. */
export const methodsOf = (memory: MemoryDocumentStore): DocumentStore => ({
  audit: memory.audit,
  read: (refs) => memory.read(refs),
  list: (collection, selection, page) => memory.list(collection, selection, page),
  count: (collection, selection) => memory.count(collection, selection),
  outdated: (collection, stretch) => memory.outdated(collection, stretch),
  commit: (changes, events) => memory.commit(changes, events),
  place: () => memory.place(),
  check: () => memory.check(),
  close: () => memory.close(),
});

/** A memory store with some methods replaced by broken ones, which may call the intact ones. */
export const brokenDocuments = (
  breaks: string,
  how: string,
  replacements: (whole: DocumentStore) => Partial<DocumentStore>,
): Mutant<DocumentStoreHarness> => ({
  breaks,
  how,
  harness: async () => {
    const memory = new MemoryDocumentStore();
    const whole = methodsOf(memory);
    const store = { ...whole, ...replacements(whole) };
    return { store, reopen: async () => store, end: () => memory.close() };
  },
});

/** Changes every document before it is committed. */
export const rewriteChanges = (
  changes: readonly Change[],
  rewrite: (document: StoredDocument, collection: string) => StoredDocument,
) =>
  changes.map((change): Change => {
    const { collection } = change;
    if ('insert' in change) return { collection, insert: rewrite(change.insert, collection) };
    return 'replace' in change ? { collection, replace: rewrite(change.replace, collection) } : change;
  });

export const subjectOf = (change: Change): { id: string; version: number } => {
  if ('insert' in change) return change.insert;
  if ('replace' in change) return change.replace;
  return 'remove' in change ? change.remove : change.expect;
};

export const present = async (
  store: DocumentStore,
  { collection }: Change,
  id: string,
): Promise<StoredDocument | undefined> => (await store.read([{ collection, id }]))[0];

/** All documents of a selection, in the order of the intact store. */
export const listAll = (store: DocumentStore, collection: string, selection: Selection, order: Page['order']) =>
  store.list(collection, selection, { limit: Number.MAX_SAFE_INTEGER, order: order ?? 'newest' });

/** A page of a list that a mutant has built. */
export const cutToPage = (
  documents: readonly StoredDocument[],
  { offset = 0, limit }: Page,
): readonly StoredDocument[] => documents.slice(offset, offset + limit);
