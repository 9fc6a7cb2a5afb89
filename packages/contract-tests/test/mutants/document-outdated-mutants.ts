import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { brokenDocuments } from './broken-documents.ts';

/** Stores that miss documents that an upgrade has to rewrite: [DS-26]. */
export const documentOutdatedMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-26', 'finds only documents with keys', (whole) => ({
    outdated: async (collection, stretch) =>
      (await whole.outdated(collection, stretch)).filter(({ keys }) => keys.length > 0),
  })),
  brokenDocuments('DS-26', 'also finds documents of the current schema', (whole) => ({
    outdated: (collection, stretch) => whole.outdated(collection, { ...stretch, below: stretch.below + 1 }),
  })),
  brokenDocuments('DS-26', 'starts again at every page', (whole) => ({
    outdated: (collection, { below, limit }) => whole.outdated(collection, { below, limit }),
  })),
  brokenDocuments('DS-26', 'repeats the document at the cursor', (whole) => ({
    outdated: async (collection, { after, ...stretch }) =>
      (await whole.outdated(collection, { ...stretch, limit: 99 }))
        .filter(({ id }) => after === undefined || Buffer.compare(Buffer.from(id), Buffer.from(after)) >= 0)
        .slice(0, stretch.limit),
  })),
  brokenDocuments('DS-26', 'orders ids by UTF-16 units', (whole) => ({
    outdated: async (collection, { below, limit, after }) =>
      (await whole.outdated(collection, { below, limit: 99 }))
        .filter(({ id }) => after === undefined || id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
  })),
  brokenDocuments('DS-26', 'ignores the limit', (whole) => ({
    outdated: (collection, stretch) => whole.outdated(collection, { ...stretch, limit: 99 }),
  })),
];
