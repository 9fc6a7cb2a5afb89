import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { broken } from './broken-documents.ts';

/** Broken stores that forget what an upgrade has to write anew: [DS-26]. */
export const documentOutdatedMutants: readonly Mutant<DocumentStoreHarness>[] = [
  broken('DS-26', 'finds only what stands in lists', (whole) => ({
    outdated: async (collection, stretch) =>
      (await whole.outdated(collection, stretch)).filter(({ keys }) => keys.length > 0),
  })),
  broken('DS-26', 'takes the number for one more than it is', (whole) => ({
    outdated: (collection, stretch) => whole.outdated(collection, { ...stretch, below: stretch.below + 1 }),
  })),
  broken('DS-26', 'begins anew at every page', (whole) => ({
    outdated: (collection, { below, limit }) => whole.outdated(collection, { below, limit }),
  })),
  broken('DS-26', 'shows the place itself again', (whole) => ({
    outdated: async (collection, { after, ...stretch }) =>
      (await whole.outdated(collection, { ...stretch, limit: 99 }))
        .filter(({ id }) => after === undefined || Buffer.compare(Buffer.from(id), Buffer.from(after)) >= 0)
        .slice(0, stretch.limit),
  })),
  broken('DS-26', 'orders ids by UTF-16 units', (whole) => ({
    outdated: async (collection, { below, limit, after }) =>
      (await whole.outdated(collection, { below, limit: 99 }))
        .filter(({ id }) => after === undefined || id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit),
  })),
  broken('DS-26', 'gives all at once', (whole) => ({
    outdated: (collection, stretch) => whole.outdated(collection, { ...stretch, limit: 99 }),
  })),
];
