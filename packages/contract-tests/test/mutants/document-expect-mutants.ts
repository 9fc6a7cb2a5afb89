import { type Change, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, brokenDocuments, present, rewriteChanges, subjectOf } from './broken-documents.ts';

const isExpectation = (change: Change): boolean => 'expect' in change;

/** Stores that mishandle expected documents: [DS-27] to [DS-30]. */
export const documentExpectMutants: readonly Mutant<DocumentStoreHarness>[] = [
  brokenDocuments('DS-27', 'does not check expected documents', (whole) => ({
    commit: (changes) => whole.commit(changes.filter((change) => !isExpectation(change))),
  })),
  brokenDocuments('DS-27', 'accepts the expectation of an absent document', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(changes.filter((change, at) => !isExpectation(change) || there[at] !== undefined));
    },
  })),
  brokenDocuments('DS-27', 'checks expected documents after writing the others', (whole) => ({
    commit: async (changes) => {
      await whole.commit(changes.filter((change) => !isExpectation(change)));
      await whole.commit(changes.filter(isExpectation));
    },
  })),
  brokenDocuments('DS-28', 'raises the version of expected documents', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(
        changes.map((change, at): Change => {
          const document = there[at];
          if (!('expect' in change) || document === undefined) return change;
          return { collection: change.collection, replace: { ...document, version: change.expect.version + 1 } };
        }),
      );
    },
  })),
  brokenDocuments('DS-28', 'loses unique keys of a commit with expected documents', (whole) => ({
    commit: (changes) =>
      whole.commit(
        changes.some((change) => 'expect' in change)
          ? rewriteChanges(changes, (document) => ({ ...document, uniqueKeys: [] }))
          : changes,
      ),
  })),
  brokenDocuments('DS-29', 'checks expected documents and writes in two steps', (whole) => ({
    commit: async (changes) => {
      await whole.commit(changes.filter(isExpectation));
      await aTurn();
      await whole.commit(changes.filter((change) => !isExpectation(change)));
    },
  })),
  brokenDocuments('DS-30', 'refuses concurrent commits that expect the same document', (whole) => {
    const expected = new Set<string>();
    return {
      commit: async (changes) => {
        const ids = changes.filter(isExpectation).map((change) => subjectOf(change).id);
        const taken = ids.find((id) => expected.has(id));
        if (taken !== undefined) throw new VersionConflict('things', taken);
        for (const id of ids) expected.add(id);
        await aTurn();
        for (const id of ids) expected.delete(id);
        await whole.commit(changes);
      },
    };
  }),
];
