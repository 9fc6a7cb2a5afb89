import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { anyJson, BEYOND_SCHEMAS, variationOf } from '../../../scripts/json-inputs.ts';
import type { Value } from '../src/index.ts';
import * as domain from '../src/index.ts';

const isValue = (exported: unknown): exported is Value<unknown> =>
  typeof exported === 'object' && exported !== null && 'problem' in exported && 'schema' in exported;

const VALUES: readonly Value<unknown>[] = Object.values<unknown>(domain).filter(isValue);
const ajv = addFormats.default(new Ajv2020({ strict: true, formats: {} }));

test('every value has a name of its own and a description that ends as a sentence', () => {
  expect(VALUES.length).toBeGreaterThan(30);
  expect(new Set(VALUES.map((value) => value.name)).size).toBe(VALUES.length);
  for (const value of VALUES) expect(value.description).toMatch(/^[A-Z0-9].*\.$/s);
});

test.each(VALUES.map((value) => [value.name, value] as const))('%s takes its own published examples', (_, value) => {
  const { examples = [] } = value.schema as { examples?: readonly unknown[] };
  for (const example of examples) expect([example, value.problem(example)]).toEqual([example, undefined]);
});

test.each(VALUES.map((value) => [value.name, value] as const))(
  '%s takes what its schema takes, and nothing else that JSON can say',
  (_, value) => {
    const validate = ajv.compile(value.schema);
    const { examples = [] } = value.schema as { examples?: readonly unknown[] };
    const texts = examples.filter((example) => typeof example === 'string');
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...examples, null), variationOf(texts), anyJson), (input) => {
        if (BEYOND_SCHEMAS.has(value.name) && !value.is(input)) return;
        expect(value.is(input)).toBe(validate(input));
      }),
      { numRuns: 1500 },
    );
  },
);

test.each(VALUES.map((value) => [value.name, value] as const))('%s says what an input must be', (_, value) => {
  let refused = 0;
  fc.assert(
    fc.property(fc.oneof(fc.constant(Symbol('wrong')), variationOf([]), anyJson), (input) => {
      const problem = value.problem(input);
      if (problem === undefined) return;
      refused++;
      expect(problem.message).toMatch(/^must (be|have|hold|name|not) [a-z0-9]/);
    }),
  );
  expect(refused).toBeGreaterThan(0);
});

test('no value throws while it looks, whatever it looks at', () => {
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }), (input) => {
      for (const value of VALUES) expect(typeof value.is(input)).toBe('boolean');
    }),
    { numRuns: 50 },
  );
});
