import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, brokenDocuments, present, subjectOf } from './broken-documents.ts';

/** Rewrites every change to the stored version, so that no conflict is found. */
const forced = async (store: DocumentStore, changes: Parameters<DocumentStore['commit']>[0]) =>
  Promise.all(
    changes.map(async (change) => {
      const { collection } = change;
      const there = await present(store, change, subjectOf(change).id);
      if (there === undefined || 'insert' in change) return change;
      if ('remove' in change) return { collection, remove: there };
      if ('expect' in change) return { collection, expect: there };
      return { collection, replace: { ...change.replace, version: there.version + 1 } };
    }),
  );

/** Stores that commit partly or on the wrong version: [DS-07] to [DS-10]. */
export const documentCommitMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-07', 'writes changes one by one and stops at the first refused one', (whole) => ({
    commit: async (changes) => {
      for (const change of changes) await whole.commit([change]);
    },
  })),
  brokenDocuments('DS-07', 'merges concurrent commits into one', (whole) => {
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
  brokenDocuments('DS-08', 'overwrites a document when its id is inserted again', (whole) => ({
    commit: async (changes) => {
      const put = changes.map(async (change) => {
        const there = 'insert' in change ? await present(whole, change, change.insert.id) : undefined;
        if (there === undefined || !('insert' in change)) return change;
        return { collection: change.collection, replace: { ...change.insert, version: there.version + 1 } };
      });
      await whole.commit(await Promise.all(put));
    },
  })),
  brokenDocuments('DS-08', 'reports the id without the prefix id:', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof DuplicateKey ? new DuplicateKey(error.collection, error.key.replace('id:', '')) : error;
      }),
  })),
  brokenDocuments('DS-09', 'lets the last replace win', (whole) => ({
    commit: async (changes) => whole.commit(await forced(whole, changes)),
  })),
  brokenDocuments('DS-09', 'creates a document when it replaces an absent one', (whole) => ({
    commit: async (changes) => {
      const put = changes.map(async (change) => {
        if (!('replace' in change) || (await present(whole, change, change.replace.id)) !== undefined) return change;
        return { collection: change.collection, insert: change.replace };
      });
      await whole.commit(await Promise.all(put));
    },
  })),
  brokenDocuments('DS-09', 'does not report the document in conflict', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof VersionConflict ? new VersionConflict(error.collection, '') : error;
      }),
  })),
  brokenDocuments('DS-10', 'removes any version', (whole) => ({
    commit: async (changes) => {
      const fresh = await forced(whole, changes);
      await whole.commit(changes.map((change, at) => ('remove' in change ? (fresh[at] ?? change) : change)));
    },
  })),
  brokenDocuments('DS-10', 'accepts the removal of an absent document', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(changes.filter((change, at) => !('remove' in change) || there[at] !== undefined));
    },
  })),
  brokenDocuments('DS-10', 'only marks removed documents, so that their ids stay taken', (whole) => {
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
