import type { Json } from '@strongroom/domain';
import { DuplicateKey, type StoredDocument, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, brokenDocuments, present, rewriteChanges, subjectOf } from './broken-documents.ts';

/** Stores that mishandle unique keys, concurrent calls, copies or closing: [DS-11] to [DS-13], [DS-22] to [DS-25]. */
export const documentKeyMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-11', 'does not check unique keys', (whole) => ({
    commit: (changes) => whole.commit(rewriteChanges(changes, (document) => ({ ...document, uniqueKeys: [] }))),
  })),
  brokenDocuments('DS-11', 'checks unique keys and writes in two steps', (whole) => ({
    commit: async (changes) => {
      for (const change of changes) {
        if ('remove' in change || 'expect' in change) continue;
        const { id, uniqueKeys } = 'insert' in change ? change.insert : change.replace;
        const holders = await whole.read(uniqueKeys.map((uniqueKey) => ({ collection: change.collection, uniqueKey })));
        const taken = uniqueKeys.find((_, at) => holders[at] !== undefined && holders[at]?.id !== id);
        if (taken !== undefined) throw new DuplicateKey(change.collection, taken);
      }
      await aTurn();
      await whole.commit(changes).catch((error: unknown) => {
        if (!(error instanceof DuplicateKey)) throw error;
      });
    },
  })),
  brokenDocuments('DS-11', 'reports the document instead of the taken key', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof DuplicateKey ? new DuplicateKey(error.collection, 'id:of the holder') : error;
      }),
  })),
  brokenDocuments('DS-12', 'still lists a replaced document by its old keys', (whole) => ({
    commit: async (changes) => {
      const before = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(
        changes.map((change, at) =>
          'replace' in change
            ? { ...change, replace: { ...change.replace, keys: [...(before[at]?.keys ?? []), ...change.replace.keys] } }
            : change,
        ),
      );
    },
  })),
  brokenDocuments('DS-12', 'moves keys in the order of the changes', (whole) => ({
    commit: async (changes) => {
      const freed = new Set<string>();
      for (const change of changes) {
        const { collection } = change;
        const { id } = subjectOf(change);
        const claimed =
          'insert' in change ? change.insert.uniqueKeys : 'replace' in change ? change.replace.uniqueKeys : [];
        const holders = await whole.read(claimed.map((uniqueKey) => ({ collection, uniqueKey })));
        for (const [at, key] of claimed.entries()) {
          const holder = holders[at];
          if (holder !== undefined && holder.id !== id && !freed.has(key)) throw new DuplicateKey(collection, key);
        }
        for (const key of (await present(whole, change, id))?.uniqueKeys ?? []) freed.add(key);
      }
      await whole.commit(changes);
    },
  })),
  brokenDocuments('DS-13', 'compares versions and writes in two steps', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      for (const [at, change] of changes.entries()) {
        const decidedOn = 'replace' in change ? change.replace.version - 1 : undefined;
        if (decidedOn !== undefined && there[at]?.version !== decidedOn) {
          throw new VersionConflict(change.collection, subjectOf(change).id);
        }
      }
      await aTurn();
      await whole.commit(changes).catch((error: unknown) => {
        if (!(error instanceof VersionConflict)) throw error;
      });
    },
  })),
  brokenDocuments('DS-13', 'refuses all of several concurrent commits', (whole) => {
    let underWay = 0;
    return {
      commit: async (changes) => {
        underWay += 1;
        await aTurn();
        const alone = underWay === 1;
        await aTurn();
        underWay -= 1;
        const replaced = changes.find((change) => 'replace' in change);
        if (!alone && replaced !== undefined) throw new VersionConflict(replaced.collection, subjectOf(replaced).id);
        await whole.commit(changes);
      },
    };
  }),
  brokenDocuments('DS-22', 'reads the changes only after the call has returned', (whole) => ({
    commit: async (changes) => {
      await aTurn();
      await whole.commit(changes);
    },
  })),
  brokenDocuments('DS-22', 'reads the selection only after the call has returned', (whole) => ({
    list: async (collection, selection, page) => {
      await aTurn();
      return whole.list(collection, selection, page);
    },
  })),
  brokenDocuments('DS-22', 'returns its own mutable copy', (whole) => {
    const copies = new Map<StoredDocument, StoredDocument>();
    const copyOf = (document: StoredDocument): StoredDocument => {
      const copy = copies.get(document) ?? { ...document, body: JSON.parse(JSON.stringify(document.body)) as Json };
      copies.set(document, copy);
      return copy;
    };
    return { read: async (refs) => (await whole.read(refs)).map((document) => document && copyOf(document)) };
  }),
  brokenDocuments('DS-23', 'applies two changes of one document in sequence', (whole) => ({
    commit: async (changes) => {
      const ids = changes.map((change) => subjectOf(change).id);
      if (new Set(ids).size === ids.length) return whole.commit(changes);
      for (const change of changes) await whole.commit([change]);
    },
  })),
  brokenDocuments('DS-23', 'commits in one collection only', (whole) => ({
    commit: async (changes) => whole.commit(changes.filter(({ collection }) => collection === changes[0]?.collection)),
  })),
  brokenDocuments('DS-24', 'refuses an empty commit', (whole) => ({
    commit: async (changes) => {
      if (changes.length === 0) throw new TypeError('nothing to commit');
      await whole.commit(changes);
    },
  })),
  brokenDocuments('DS-25', 'resolves check when it is closed', () => ({ check: async () => {} })),
  brokenDocuments('DS-25', 'reads when it is closed', (whole) => {
    let closed = false;
    return {
      close: async () => {
        closed = true;
        await whole.close();
      },
      read: async (refs) => (closed ? [] : whole.read(refs)),
      list: async (...question) => (closed ? [] : whole.list(...question)),
      count: async (...question) => (closed ? 0 : whole.count(...question)),
    };
  }),
  brokenDocuments('DS-25', 'throws another error when it is closed', (whole) => ({
    commit: (changes) =>
      whole.commit(changes).catch((error: unknown) => {
        throw error instanceof Error && error.name === 'Unavailable' ? new Error('closed') : error;
      }),
  })),
];
