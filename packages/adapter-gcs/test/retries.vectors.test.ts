import { expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { keyOf, putUnder } from './objects.ts';
import { type Strict, strictBlobStore } from './setting.ts';
import type { Fault } from './stand-in/server.ts';
import { describeWithVectors, retryVectors } from './vectors/google.ts';

type Call = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  make: (strict: Strict, generation: string) => Promise<unknown>;
}>;

const [UPLOAD, SEALED] = [keyOf('uploads/a'), keyOf('sealed/a')];

/** The calls of Google's list that the store makes, and how to provoke them. Changes name a generation. */
const CALLS: Readonly<Record<string, Call>> = {
  'storage.buckets.get': { method: 'GET', make: ({ store }) => store.check() },
  'storage.objects.get': { method: 'GET', make: ({ store }) => store.stat(UPLOAD) },
  'storage.objects.list': { method: 'GET', make: ({ store }) => store.list('') },
  'storage.objects.delete': { method: 'DELETE', make: ({ store }) => store.delete(UPLOAD) },
  'storage.objects.rewrite': {
    method: 'POST',
    make: ({ store }, generation) => store.seal(UPLOAD, generation, SEALED),
  },
};
const CHANGES = ['storage.objects.delete', 'storage.objects.rewrite'];

const faultOf = (instruction: string): Fault | undefined =>
  instruction === 'return-reset-connection' ? 'reset' : Number(/^return-(\d{3})$/.exec(instruction)?.[1]) || undefined;

/** Every scenario of the vectors about one of `CALLS`. Changes are tested with their precondition only. */
const scenarios = () =>
  retryVectors().flatMap(({ description, cases, methods, preconditionProvided, expectSuccess }) =>
    methods
      .filter(({ name }) => name in CALLS && (!CHANGES.includes(name) || preconditionProvided || !expectSuccess))
      // Never sent here: changes without a precondition, which the vectors do not want repeated.
      .filter(({ name }) => !(CHANGES.includes(name) && description.includes('precondition_is_absent')))
      .flatMap(({ name }) =>
        cases.map(({ instructions }) => ({
          description,
          name,
          instructions,
          expectSuccess,
          faults: instructions.map(faultOf),
        })),
      )
      .filter(({ faults }) => faults.every((fault) => fault !== undefined)),
  );

describeWithVectors('Google’s scenarios of retries', () => {
  test('the retry rules hold for every call of the store', async () => {
    const seen: string[] = [];
    for (const { description, name, instructions, expectSuccess, faults } of scenarios()) {
      const strict = await strictBlobStore();
      const call = CALLS[name];
      const generation = await putUnder(strict, UPLOAD, 'confirmed');
      const pending = strict.standIn.faults[call?.method ?? 'GET'];
      pending.push(...faults.filter((fault) => fault !== undefined));
      const outcome = await (call?.make(strict, generation) ?? Promise.reject(new Error(name))).then(
        () => true,
        (error: unknown) => (error instanceof Unavailable ? false : error),
      );
      await strict.end();
      expect([description, name, instructions, outcome, pending]).toEqual([
        description,
        name,
        instructions,
        expectSuccess,
        [],
      ]);
      seen.push(name);
    }
    expect(new Set(seen)).toEqual(new Set(Object.keys(CALLS)));
    expect(seen.length).toBeGreaterThanOrEqual(35);
  });
});
