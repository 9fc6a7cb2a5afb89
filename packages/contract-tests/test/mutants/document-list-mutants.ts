import type { DocumentStore, StoredDocument } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { brokenDocuments, cutToPage, listAll } from './broken-documents.ts';

/** Replaces the full list before the page is taken. */
const listing =
  (arrange: (documents: readonly StoredDocument[], direction: 1 | -1) => readonly StoredDocument[]) =>
  (whole: DocumentStore): Partial<DocumentStore> => ({
    list: async (collection, selection, page) => {
      const found = await whole.list(collection, selection, { ...page, offset: 0, limit: Number.MAX_SAFE_INTEGER });
      return cutToPage(arrange(found, page.order === 'oldest' ? 1 : -1), page);
    },
  });

/** Stores that order or page wrongly: [DS-14] to [DS-17]. */
export const documentListMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-14', 'lists a document once for each of its keys', (whole) => ({
    list: async (collection, { anyOf, ...bounds }, page) => {
      const runs = anyOf.map((key) => listAll(whole, collection, { ...bounds, anyOf: [key] }, page.order));
      const direction = page.order === 'oldest' ? 1 : -1;
      return cutToPage(
        (await Promise.all(runs)).flat().toSorted((a, b) => direction * (a.position - b.position)),
        page,
      );
    },
  })),
  brokenDocuments('DS-15', 'lists the oldest first by default', (whole) => ({
    list: (collection, selection, page) => whole.list(collection, selection, { order: 'oldest', ...page }),
  })),
  brokenDocuments(
    'DS-15',
    'orders ids by UTF-16 units',
    listing((documents, direction) =>
      documents.toSorted((a, b) => direction * (a.position - b.position || (a.id < b.id ? -1 : 1))),
    ),
  ),
  brokenDocuments(
    'DS-15',
    'orders ids the same way in both directions',
    listing((documents, direction) =>
      documents.toSorted(
        (a, b) => direction * (a.position - b.position) || Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)),
      ),
    ),
  ),
  brokenDocuments(
    'DS-15',
    'orders positions as text',
    listing((documents, direction) =>
      documents.toSorted((a, b) => direction * (String(a.position) < String(b.position) ? -1 : 1)),
    ),
  ),
  brokenDocuments('DS-16', 'starts again when the document at the cursor is gone', (whole) => ({
    list: async (collection, selection, { after, ...page }) => {
      const all = await listAll(whole, collection, selection, page.order);
      return cutToPage(all.slice(after === undefined ? 0 : all.findIndex(({ id }) => id === after.id) + 1), page);
    },
  })),
  brokenDocuments('DS-16', 'continues after the position and ignores the id', (whole) => ({
    list: async (collection, selection, { after, ...page }) => {
      const all = await listAll(whole, collection, selection, page.order);
      const direction = page.order === 'oldest' ? 1 : -1;
      return cutToPage(
        all.filter(({ position }) => after === undefined || direction * (position - after.position) > 0),
        page,
      );
    },
  })),
  brokenDocuments('DS-16', 'repeats the document at the cursor', (whole) => ({
    list: async (collection, selection, page) => {
      const all = await listAll(whole, collection, selection, page.order);
      const place = all.filter(({ id }) => id === page.after?.id);
      return [...place, ...(await whole.list(collection, selection, page))].slice(0, page.limit);
    },
  })),
  brokenDocuments('DS-17', 'forgets the offset', (whole) => ({
    list: (collection, selection, page) => whole.list(collection, selection, { ...page, offset: 0 }),
  })),
  brokenDocuments('DS-17', 'skips `offset` documents of each key', (whole) => ({
    list: async (collection, { anyOf, ...bounds }, page) => {
      if (anyOf.length < 2) return whole.list(collection, { anyOf, ...bounds }, page);
      return whole.list(collection, { anyOf, ...bounds }, { ...page, offset: (page.offset ?? 0) * anyOf.length });
    },
  })),
  brokenDocuments('DS-17', 'treats limit 0 as unlimited', (whole) => ({
    list: (collection, selection, page) => whole.list(collection, selection, { ...page, limit: page.limit || 1000 }),
  })),
  brokenDocuments('DS-17', 'returns one document more than the limit', (whole) => ({
    list: (collection, selection, page) =>
      whole.list(collection, selection, { ...page, limit: page.limit && page.limit + 1 }),
  })),
];
