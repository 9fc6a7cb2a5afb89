import { expect, test } from '@jest/globals';
import type { JsonSchema, Value } from '@strongroom/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { anyJson, BEYOND_SCHEMAS, variationOf } from '../../../../scripts/json-inputs.ts';
import { componentAt } from '../../src/http/describe/components.ts';
import { type FieldClass, fieldsOf } from '../../src/http/describe/is.ts';
import { ROUTES } from '../../src/http/routes.ts';

const ajv = addFormats.default(new Ajv2020({ strict: true, formats: {} })).addVocabulary(['components']);

/** The class of the items of a bulk operation, if it is one. A problem of an item is reported in the row of that item. */
function itemsOf({ schema: { items } }: Value<unknown>): FieldClass | undefined {
  const ref = typeof items === 'object' && items !== null && '$ref' in items ? items.$ref : undefined;
  return typeof ref === 'string' ? componentAt(ref) : undefined;
}

/** Every value that clients send, in a query, a body or a bulk item. */
const SENT = new Map<string, Value<unknown>>();
const collect = (type: FieldClass): void => {
  for (const value of fieldsOf(type).values()) {
    const item = itemsOf(value);
    if (item === undefined) SENT.set(JSON.stringify([value.name, value.schema]), value);
    else collect(item);
  }
};
for (const { query, body } of ROUTES) for (const type of [query, body]) if (type !== undefined) collect(type);

/** The classes that a schema names, as the document has them. */
function componentsIn(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const found = [...JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)];
  return Object.assign(
    {},
    ...found.map(([ref, name = '']) => {
      const type = componentAt(ref);
      if (type === undefined) throw new TypeError(`${ref} is no class`);
      const fields = [...fieldsOf(type)];
      const one: JsonSchema = {
        type: 'object',
        properties: Object.fromEntries(fields.map(([field, value]) => [field, value.schema])),
        required: fields.filter(([, value]) => !value.optional).map(([field]) => field),
        additionalProperties: false,
      };
      return { [name]: one, ...componentsIn(one) };
    }),
  );
}

const named = [...SENT.values()].map((value) => [`${value.name}: ${value.description}`, value] as const);

test('the schemas cover strings, numbers, booleans, choices, arrays and objects', () => {
  expect(
    new Set(
      named.flatMap(([, { schema }]) => [schema, ...Object.values(componentsIn(schema))].map(({ type }) => type)),
    ),
  ).toEqual(new Set(['string', 'integer', 'boolean', 'array', 'object', undefined]));
});

/** Texts with signs that no reader sees, of which a random one has too few. */
const UNSEEN = ['\u{e0100}', '/\u{e0100}', 'a/\u200d', '/\u200cb', 'a\ufe0f', '\u00ad', '\ud800'];

test.each(named)('%s accepts exactly the values of its schema', (_, value) => {
  const validate = ajv.compile({ ...value.schema, components: { schemas: componentsIn(value.schema) } });
  const { examples = [] } = value.schema as { examples?: readonly unknown[] };
  const texts = examples.filter((example) => typeof example === 'string');
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...examples, ...UNSEEN, null), variationOf(texts), anyJson), (input) => {
      if (BEYOND_SCHEMAS.has(value.name) && !value.is(input)) return;
      expect(value.is(input)).toBe(validate(input));
    }),
    { numRuns: 1000 },
  );
});
