import { type Change, VersionConflict } from '@strongroom/ports';
import type { DocumentStoreHarness, Mutant } from '../../src/index.ts';
import { aTurn, broken, present, rewritten, subjectOf } from './broken-documents.ts';

const isExpectation = (change: Change): boolean => 'expect' in change;

/** Broken stores that mishandle what a commit expects: [DS-27] to [DS-30]. */
export const documentExpectMutants: readonly Mutant<DocumentStoreHarness>[] = [
  broken('DS-27', 'does not look at what is expected', (whole) => ({
    commit: (changes) => whole.commit(changes.filter((change) => !isExpectation(change))),
  })),
  broken('DS-27', 'takes the expectation of what is not there for met', (whole) => ({
    commit: async (changes) => {
      const there = await Promise.all(changes.map((change) => present(whole, change, subjectOf(change).id)));
      await whole.commit(changes.filter((change, at) => !isExpectation(change) || there[at] !== undefined));
    },
  })),
  broken('DS-27', 'looks at what is expected after it has written the rest', (whole) => ({
    commit: async (changes) => {
      await whole.commit(changes.filter((change) => !isExpectation(change)));
      await whole.commit(changes.filter(isExpectation));
    },
  })),
  broken('DS-28', 'replaces what is expected by itself, one version later', (whole) => ({
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
  broken('DS-28', 'loses unique keys beside what is expected', (whole) => ({
    commit: (changes) =>
      whole.commit(
        changes.some((change) => 'expect' in change)
          ? rewritten(changes, (document) => ({ ...document, uniqueKeys: [] }))
          : changes,
      ),
  })),
  broken('DS-29', 'looks at what is expected, then writes', (whole) => ({
    commit: async (changes) => {
      await whole.commit(changes.filter(isExpectation));
      await aTurn();
      await whole.commit(changes.filter((change) => !isExpectation(change)));
    },
  })),
  broken('DS-30', 'lets one at a time expect a document, and refuses the others', (whole) => {
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
