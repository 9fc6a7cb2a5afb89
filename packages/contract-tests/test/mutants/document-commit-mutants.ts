import { type DocumentStore, DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, broken, present, subjectOf } from './broken-documents.ts';

/** Brings every change to the version that is there, so that no conflict is ever found. */
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

/** Broken stores that commit by halves or on the wrong version: [DS-07] to [DS-10]. */
export const documentCommitMutants: readonly Mutant<DocumentStoreHarness>[] = [
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
