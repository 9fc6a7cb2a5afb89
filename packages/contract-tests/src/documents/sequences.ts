import { expect } from '@jest/globals';
import type { Json } from '@strongroom/domain';
import type { Change, DocumentStore } from '@strongroom/ports';
import * as fc from 'fast-check';
import type { PromiseTest } from '../base/promise.ts';
import { aDocument, type DocumentStoreHarness, instantAt } from './builders.ts';
import { Model } from './model.ts';

const id = fc.constantFrom('a', 'b', 'c', '\uffee', '\u{1f600}');
const keys = fc.uniqueArray(fc.constantFrom('k', 'l'));
const uniqueKeys = fc.uniqueArray(fc.constantFrom('u', 'v', 'w'), { maxLength: 2 });
const position = fc.integer({ min: 0, max: 4 }).map(instantAt);

const parse: (text: string) => Json = JSON.parse;

const change = fc.record({
  kind: fc.constantFrom('insert', 'replace', 'remove', 'expect'),
  id,
  /** Usually the stored version, sometimes another. */
  off: fc.constantFrom(0, 0, 0, 0, 0, -1, 1),
  document: fc.record({ position, keys, uniqueKeys, body: fc.json({ maxDepth: 2 }).map(parse) }),
});

const selection = fc.record({ anyOf: keys, from: position, until: position }, { requiredKeys: ['anyOf'] });
const page = fc.record(
  {
    limit: fc.constantFrom(0, 1, 2, 6),
    offset: fc.integer({ min: 0, max: 2 }),
    after: fc.record({ position, id }),
    order: fc.constantFrom('newest' as const, 'oldest' as const),
  },
  { requiredKeys: ['limit'] },
);

const step = fc.record({
  changes: fc.array(change, { maxLength: 4 }),
  refs: fc.array(fc.oneof(fc.record({ id }), fc.record({ uniqueKey: fc.constantFrom('u', 'v', 'w') })), {
    maxLength: 4,
  }),
  lists: fc.array(fc.record({ selection, page }), { minLength: 1, maxLength: 4 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const changesOf = (collection: string, model: Model, drawn: Step['changes']): readonly Change[] =>
  drawn.map((one) => {
    const version = (model.get(one.id)?.version ?? 1) + one.off;
    if (one.kind === 'insert') return { collection, insert: aDocument(one.id, one.document) };
    if (one.kind === 'remove') return { collection, remove: { id: one.id, version } };
    if (one.kind === 'expect') return { collection, expect: { id: one.id, version } };
    return { collection, replace: aDocument(one.id, { ...one.document, version: version + 1 }) };
  });

const takeStep = async (store: DocumentStore, model: Model, collection: string, drawn: Step): Promise<void> => {
  const changes = changesOf(collection, model, drawn.changes);
  const outcome = await store.commit(changes).catch((error: Error) => error.constructor);
  const reasons = model.commit(changes);
  if (reasons.length === 0) expect(outcome).toBeUndefined();
  else expect(reasons).toContain(outcome);
  const refs = drawn.refs.map((ref) => ({ collection, ...ref }));
  expect(await store.read(refs)).toEqual(model.read(refs));
  for (const { selection: which, page: part } of drawn.lists) {
    expect(await store.list(collection, which, part)).toEqual(model.list(which, part));
    expect(await store.count(collection, which)).toBe(model.count(which));
  }
};

export const sequencePromises: readonly PromiseTest<DocumentStoreHarness>[] = [
  {
    id: 'DS-07',
    title: 'agrees with a naive model on any sequence of commits, reads, lists and counts',
    run: async ({ store }) => {
      let run = 0;
      const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        // Each sequence uses its own collection, so that all share one store.
        run += 1;
        const model = new Model();
        for (const drawn of steps) await takeStep(store, model, `sequence ${run}`, drawn);
      });
      await fc.assert(property, { seed: 20_261_121, numRuns: 200, interruptAfterTimeLimit: 2500 });
    },
  },
];
