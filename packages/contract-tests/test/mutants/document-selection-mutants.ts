import type { DocumentStore } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { brokenDocuments, cutToPage, listAll, rewriteChanges } from './broken-documents.ts';

/** Extends the keys of a selection by keys that were ever committed. */
const widened =
  (widen: (anyOf: readonly string[], known: readonly string[]) => readonly string[]) =>
  (whole: DocumentStore): Partial<DocumentStore> => {
    const known = new Set<string>();
    return {
      commit: async (changes) => {
        rewriteChanges(changes, (document) => {
          for (const key of document.keys) known.add(key);
          return document;
        });
        await whole.commit(changes);
      },
      list: (collection, selection, page) =>
        whole.list(collection, { ...selection, anyOf: widen(selection.anyOf, [...known]) }, page),
    };
  };

const few = <T>(all: readonly T[]): readonly T[] => all.slice(0, 100);

/** Stores that select or count wrongly, or accept too little: [DS-18] to [DS-21], [DS-31]. */
export const documentSelectionMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-18', 'includes until', (whole) => ({
    list: async (collection, { until, ...selection }, page) =>
      cutToPage(
        (await listAll(whole, collection, selection, page.order)).filter(
          ({ position }) => until === undefined || position <= until,
        ),
        page,
      ),
  })),
  brokenDocuments('DS-18', 'excludes from', (whole) => ({
    list: async (collection, { from, ...selection }, page) =>
      cutToPage(
        (await listAll(whole, collection, selection, page.order)).filter(
          ({ position }) => from === undefined || position > from,
        ),
        page,
      ),
  })),
  brokenDocuments('DS-18', 'ignores from and until together with after', (whole) => ({
    list: (collection, selection, page) =>
      whole.list(collection, page.after === undefined ? selection : { anyOf: selection.anyOf }, page),
  })),
  brokenDocuments('DS-19', 'counts a document once for each of its keys', (whole) => ({
    count: async (collection, { anyOf, ...bounds }) => {
      const counts = anyOf.map((key) => whole.count(collection, { ...bounds, anyOf: [key] }));
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    },
  })),
  brokenDocuments('DS-19', 'counts without the bounds', (whole) => ({
    count: (collection, { anyOf }) => whole.count(collection, { anyOf }),
  })),
  brokenDocuments('DS-31', 'counts beyond the bound', (whole) => ({
    count: (collection, selection) => whole.count(collection, selection),
  })),
  brokenDocuments('DS-31', 'returns the bound when there are fewer documents', (whole) => ({
    count: async (collection, selection, atMost) =>
      atMost === undefined || (await whole.count(collection, selection)) === 0
        ? whole.count(collection, selection)
        : atMost,
  })),
  brokenDocuments('DS-31', 'caches a bounded count as the full count', (whole) => {
    const known = new Map<string, number>();
    return {
      count: async (collection, selection, atMost) => {
        const name = JSON.stringify([collection, selection]);
        const found = known.get(name) ?? (await whole.count(collection, selection, atMost));
        known.set(name, found);
        return Math.min(found, atMost ?? Infinity);
      },
    };
  }),
  brokenDocuments('DS-31', 'scans at most 2000 documents', (whole) => ({
    count: async (collection, selection, atMost) =>
      Math.min(await whole.count(collection, selection, atMost), atMost === undefined ? Infinity : 2000),
  })),
  brokenDocuments(
    'DS-20',
    'matches everything for an empty anyOf',
    widened((anyOf, known) => (anyOf.length === 0 ? known : anyOf)),
  ),
  brokenDocuments(
    'DS-20',
    'compares prefixes of keys',
    widened((anyOf, known) => known.filter((key) => anyOf.some((one) => key.startsWith(one)))),
  ),
  brokenDocuments(
    'DS-20',
    'ignores letter case in keys',
    widened((anyOf, known) => known.filter((key) => anyOf.some((one) => key.toLowerCase() === one.toLowerCase()))),
  ),
  brokenDocuments('DS-21', 'reads only the first 100 keys of a selection', (whole) => ({
    count: (collection, selection) => whole.count(collection, { ...selection, anyOf: few(selection.anyOf) }),
  })),
  brokenDocuments('DS-21', 'reads only the first 100 refs', (whole) => ({ read: (refs) => whole.read(few(refs)) })),
  brokenDocuments('DS-21', 'refuses a commit of more than 10 000 changes', (whole) => ({
    commit: async (changes) => {
      if (changes.length > 10_000) throw new RangeError('too many changes');
      await whole.commit(changes);
    },
  })),
];
