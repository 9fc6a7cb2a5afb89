import { MemoryDocumentStore } from '@strongroom/adapter-local';
import type { Json } from '@strongroom/domain';
import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, broken, present, rewritten, subjectOf } from './broken-documents.ts';

const parse: (text: string, reviver: (key: string, value: unknown) => unknown) => Json = JSON.parse;

/** Brings every change to the version that is there, so that no conflict is ever found. */
const forced = async (store: DocumentStore, changes: Parameters<DocumentStore['commit']>[0]) =>
  Promise.all(
    changes.map(async (change) => {
      const { collection } = change;
      const there = await present(store, change, subjectOf(change).id);
      if (there === undefined || 'insert' in change) return change;
      if ('remove' in change) return { collection, remove: there };
      return { collection, replace: { ...change.replace, version: there.version + 1 } };
    }),
  );

/** Broken stores that read or commit wrongly, at least one for each promise [DS-01] to [DS-13] and [DS-22] to [DS-25]. */
export const documentMutants: readonly Mutant<DocumentStoreHarness>[] = [
  broken('DS-01', 'sorts the keys of a document', (whole) => ({
    commit: (changes) =>
      whole.commit(rewritten(changes, (document) => ({ ...document, keys: document.keys.toSorted() }))),
  })),
  broken('DS-01', 'loses the fields of bodies whose names it takes for its own', (whole) => ({
    commit: (changes) =>
      whole.commit(
        rewritten(changes, (document) => ({
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
  broken('DS-01', 'tells ids apart only by their letters', (whole) => ({
    read: (refs) => whole.read(refs.map((ref) => ('id' in ref ? { ...ref, id: ref.id.normalize('NFC') } : ref))),
  })),
  broken('DS-02', 'leaves out what is not there', (whole) => ({
    read: async (refs) => (await whole.read(refs)).filter((document) => document !== undefined),
  })),
  broken('DS-02', 'answers in an order of its own', (whole) => ({
    read: async (refs) => (await whole.read(refs)).toReversed(),
  })),
  broken('DS-03', 'ignores letter case in unique keys', (whole) => {
    const known = new Map<string, string>();
    return {
      commit: async (changes) => {
        await whole.commit(changes);
        rewritten(changes, (document) => {
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
  broken('DS-03', 'normalises unique keys and cuts trailing blanks', (whole) => ({
    read: (refs) =>
      whole.read(
        refs.map((ref) => ('id' in ref ? ref : { ...ref, uniqueKey: ref.uniqueKey.normalize('NFC').trimEnd() })),
      ),
  })),
  broken('DS-04', 'resolves a commit before it is visible', (whole) => ({
    commit: async (changes) => {
      void aTurn()
        .then(() => whole.commit(changes))
        .catch(() => {});
    },
  })),
  broken('DS-04', 'lists what was there before the last commit', (whole) => {
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
  broken('DS-05', 'looks at one ref after the other', (whole) => ({
    read: async (refs) => {
      const found = [];
      for (const ref of refs) {
        found.push(...(await whole.read([ref])));
        await aTurn();
      }
      return found;
    },
  })),
  broken('DS-05', 'makes a commit visible change by change', (whole) => ({
    commit: async (changes) => {
      for (const change of changes) {
        await whole.commit([change]);
        await aTurn();
      }
    },
  })),
  broken('DS-06', 'has one name space for all collections', (whole) => ({
    read: (refs) => whole.read(refs.map((ref) => ({ ...ref, collection: 'all' }))),
    commit: (changes) => whole.commit(changes.map((change) => ({ ...change, collection: 'all' }))),
  })),
  broken('DS-06', 'takes a unique key of one collection for taken in all', (whole) => {
    const taken = new Map<string, string>();
    return {
      commit: async (changes) => {
        rewritten(changes, (document, collection) => {
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
  broken('DS-07', 'writes one change after the other and stops at the first that is refused', (whole) => ({
    commit: async (changes) => {
      for (const change of changes) await whole.commit([change]);
    },
  })),
  broken('DS-07', 'commits what was called together as one', (whole) => {
    let together: Promise<Parameters<DocumentStore['commit']>[0]> | undefined;
    let waiting: Parameters<DocumentStore['commit']>[0] = [];
    let done = Promise.resolve();
    return {
      commit: async (changes) => {
        waiting = [...waiting, ...changes];
        together ??= aTurn().then(() => {
          const all = waiting;
          [waiting, together] = [[], undefined];
          done = whole.commit(all);
          return all;
        });
        await together;
        await done;
      },
    };
  }),
  broken('DS-08', 'overwrites a document when its id is inserted again', (whole) => ({
    commit: async (changes) => {
      const put = changes.map(async (change) => {
        const there = 'insert' in change ? await present(whole, change, change.insert.id) : undefined;
        if (there === undefined || !('insert' in change)) return change;
        return { collection: change.collection, replace: { ...change.insert, version: there.version + 1 } };
      });
      await whole.commit(await Promise.all(put));
    },
  })),
  broken('DS-08', 'names the id without saying that it is one', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof DuplicateKey ? new DuplicateKey(error.collection, error.key.replace('id:', '')) : error;
      }),
  })),
  broken('DS-09', 'lets the last replace win', (whole) => ({
    commit: async (changes) => whole.commit(await forced(whole, changes)),
  })),
  broken('DS-09', 'makes a document when one is replaced that is not there', (whole) => ({
    commit: async (changes) => {
      const put = changes.map(async (change) => {
        if (!('replace' in change) || (await present(whole, change, change.replace.id)) !== undefined) return change;
        return { collection: change.collection, insert: change.replace };
      });
      await whole.commit(await Promise.all(put));
    },
  })),
  broken('DS-09', 'does not say which document somebody else changed', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof VersionConflict ? new VersionConflict(error.collection, '') : error;
      }),
  })),
  broken('DS-10', 'removes whatever version is there', (whole) => ({
    commit: async (changes) => {
      const fresh = await forced(whole, changes);
      await whole.commit(changes.map((change, at) => ('remove' in change ? (fresh[at] ?? change) : change)));
    },
  })),
  broken('DS-10', 'takes the removal of what is not there for done', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(changes.filter((change, at) => !('remove' in change) || there[at] !== undefined));
    },
  })),
  broken('DS-10', 'only marks what it removes, so that its id stays taken', (whole) => {
    const gone = new Set<string>();
    return {
      commit: async (changes) => {
        for (const change of changes) {
          const { id } = subjectOf(change);
          if (gone.has(id)) throw new DuplicateKey(change.collection, `id:${id}`);
        }
        await whole.commit(changes);
        for (const change of changes) if ('remove' in change) gone.add(change.remove.id);
      },
    };
  }),
];
