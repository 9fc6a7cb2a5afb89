import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { DocumentStore, ReadAnswer, Ref } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { methodsOf } from './broken-documents.ts';

type Served = Readonly<{ refs: readonly Ref[]; statements: number }>;

/** A store that remembers what it read, and counts two statements for each ref that it does not know. */
const remembering = (how: string, owed: (served: Served) => number): Mutant<DocumentStoreHarness> => ({
  breaks: 'DS-35',
  how,
  harness: async () => {
    const memory = new MemoryDocumentStore();
    const known = new Set<string>();
    const served = new WeakMap<ReadAnswer, Served>();
    let statements = 0;
    const store: DocumentStore = {
      ...methodsOf(memory),
      read: async (refs) => {
        const answer = [...(await memory.read(refs))];
        const fresh = new Set(refs.map((ref) => JSON.stringify(ref)).filter((name) => !known.has(name)));
        for (const name of fresh) known.add(name);
        statements += 2 * fresh.size;
        served.set(answer, { refs, statements: 2 * fresh.size });
        return answer;
      },
      evenOut: async (answers) => {
        for (const answer of answers) {
          const one = served.get(answer);
          if (one !== undefined) statements += owed(one);
        }
      },
    };
    return { store, statements: () => statements, reopen: async () => store, end: () => memory.close() };
  },
});

/** Stores whose work tells a document in memory from an absent one: [DS-35]. */
export const documentEveningMutants: readonly Mutant<DocumentStoreHarness>[] = [
  remembering('evens out nothing', () => 0),
  remembering('evens out each ref, but reads an absent one once that is named twice', ({ refs, statements }) =>
    statements === 0 ? 2 * refs.length : 2 * new Set(refs.map((ref) => JSON.stringify(ref))).size - statements,
  ),
];
