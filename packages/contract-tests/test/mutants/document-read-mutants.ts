import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { Instant, Json } from '@strongroom/domain';
import { type DocumentStore, DuplicateKey } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, brokenDocuments, rewriteChanges } from './broken-documents.ts';

const parse: (text: string, reviver: (key: string, value: unknown) => unknown) => Json = JSON.parse;

/** Stores that store or read wrongly: [DS-01] to [DS-06]. */
export const documentReadMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-02', 'refuses to read nothing', (whole) => ({
    read: async (refs) => {
      if (refs.length === 0) throw new RangeError('no refs');
      return whole.read(refs);
    },
  })),
  brokenDocuments('DS-01', 'sorts the keys of a document', (whole) => ({
    commit: (changes) =>
      whole.commit(rewriteChanges(changes, (document) => ({ ...document, keys: document.keys.toSorted() }))),
  })),
  brokenDocuments('DS-01', 'loses the fields of bodies whose names it takes for its own', (whole) => ({
    commit: (changes) =>
      whole.commit(
        rewriteChanges(changes, (document) => ({
          ...document,
          body: parse(JSON.stringify(document.body), (key, value) => (key.startsWith('$') ? undefined : value)),
        })),
      ),
  })),
  {
    breaks: 'DS-01',
    how: 'keeps nothing when it is closed',
    harness: async () => {
      const store = new MemoryDocumentStore();
      return { store, reopen: async () => new MemoryDocumentStore(), end: () => store.close() };
    },
  },
  brokenDocuments('DS-01', 'tells ids apart only by their letters', (whole) => ({
    read: (refs) => whole.read(refs.map((ref) => ('id' in ref ? { ...ref, id: ref.id.normalize('NFC') } : ref))),
  })),
  brokenDocuments('DS-33', 'is at another place whenever it is asked', () => {
    let asked = 0;
    return { place: async () => ({ parts: { call: String(asked++) }, isRestored: false }) };
  }),
  brokenDocuments('DS-33', 'has no part by which a copy could be recognised', () => ({
    place: async () => ({ parts: {}, isRestored: false }),
  })),
  brokenDocuments('DS-34', 'fails to even out once it is closed', (whole) => ({
    evenOut: async () => {
      await whole.check();
    },
  })),
  brokenDocuments('DS-34', 'believes for ever that an absent document is absent', (whole) => {
    const absent = new Set<unknown>();
    return {
      read: async (refs) => {
        const found = await whole.read(refs);
        return found.map((document, index) => (absent.has(JSON.stringify(refs[index])) ? undefined : document));
      },
      evenOut: async () => {
        absent.add(JSON.stringify({ collection: 'things', id: 'none' }));
      },
    };
  }),
  brokenDocuments('DS-02', 'leaves out what is not there', (whole) => ({
    read: async (refs) => (await whole.read(refs)).filter((document) => document !== undefined),
  })),
  brokenDocuments('DS-02', 'answers in an order of its own', (whole) => ({
    read: async (refs) => (await whole.read(refs)).toReversed(),
  })),
  brokenDocuments('DS-03', 'ignores letter case in unique keys', (whole) => {
    const known = new Map<string, string>();
    return {
      commit: async (changes) => {
        await whole.commit(changes);
        rewriteChanges(changes, (document) => {
          for (const key of document.uniqueKeys) known.set(key.toLowerCase(), key);
          return document;
        });
      },
      read: (refs) =>
        whole.read(
          refs.map((ref) =>
            'id' in ref ? ref : { ...ref, uniqueKey: known.get(ref.uniqueKey.toLowerCase()) ?? ref.uniqueKey },
          ),
        ),
    };
  }),
  brokenDocuments('DS-03', 'normalises unique keys and cuts trailing blanks', (whole) => ({
    read: (refs) =>
      whole.read(
        refs.map((ref) => ('id' in ref ? ref : { ...ref, uniqueKey: ref.uniqueKey.normalize('NFC').trimEnd() })),
      ),
  })),
  brokenDocuments('DS-04', 'resolves a commit before it is visible', (whole) => ({
    commit: async (changes) => {
      void aTurn()
        .then(() => whole.commit(changes))
        .catch(() => {});
    },
  })),
  brokenDocuments('DS-04', 'lists what was there before the last commit', (whole) => {
    let listed: DocumentStore['list'] = async () => [];
    return {
      commit: async (changes) => {
        const before = await whole.list('things', { anyOf: ['k'] }, { limit: 9 });
        listed = async () => before;
        await whole.commit(changes);
      },
      list: (...question) => listed(...question),
    };
  }),
  brokenDocuments('DS-32', 'tells seconds', () => ({ now: async () => Math.round(Date.now() / 1000) as Instant })),
  brokenDocuments('DS-32', 'tells fractions of a millisecond', () => ({
    now: async () => (Date.now() + 0.5) as Instant,
  })),
  brokenDocuments('DS-05', 'looks at one ref after the other', (whole) => ({
    read: async (refs) => {
      const found = [];
      for (const ref of refs) {
        found.push(...(await whole.read([ref])));
        await aTurn();
      }
      return found;
    },
  })),
  brokenDocuments('DS-05', 'makes a commit visible change by change', (whole) => ({
    commit: async (changes) => {
      for (const change of changes) {
        await whole.commit([change]);
        await aTurn();
      }
    },
  })),
  brokenDocuments('DS-06', 'has one name space for all collections', (whole) => ({
    read: (refs) => whole.read(refs.map((ref) => ({ ...ref, collection: 'all' }))),
    commit: (changes) => whole.commit(changes.map((change) => ({ ...change, collection: 'all' }))),
  })),
  brokenDocuments('DS-06', 'takes a unique key of one collection for taken in all', (whole) => {
    const taken = new Map<string, string>();
    return {
      commit: async (changes) => {
        rewriteChanges(changes, (document, collection) => {
          for (const key of document.uniqueKeys) {
            if ((taken.get(key) ?? collection) !== collection) throw new DuplicateKey(collection, key);
            taken.set(key, collection);
          }
          return document;
        });
        await whole.commit(changes);
      },
    };
  }),
];
