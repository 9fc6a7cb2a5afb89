import { type OpenApi, type Schema, schemaIn } from './openapi.ts';

export type Field = Readonly<{ name: string; type: string; description: string; isRequired: boolean }>;

const DEPTH = 3;
const ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';

/** The one schema of a choice between it and null. */
function besideNull({ anyOf, oneOf }: Schema): Readonly<{ inner: Schema | undefined; hasNull: boolean }> {
  const choices = anyOf ?? oneOf ?? [];
  const others = choices.filter(({ type }) => type !== 'null');
  return { inner: others.length === 1 ? others[0] : undefined, hasNull: others.length < choices.length };
}

const wordsOf = (schema: Schema): readonly unknown[] | undefined => schema.enum ?? schema['x-extensible-enum'];

/** A sentence such as `string (uuid) or null`. */
export function typeOf(document: OpenApi, given: Schema): string {
  const schema = schemaIn(document, given);
  const { inner, hasNull } = besideNull(schema);
  if (inner !== undefined) return `${typeOf(document, inner)}${hasNull ? ' or null' : ''}`;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(document, choice)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const words = wordsOf(schema);
  if (words !== undefined) return words.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.items !== undefined) return `array of ${typeOf(document, schema.items)}`;
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'any');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** Bounds in words, without those that every number has. */
export function boundsOf({ minimum, maximum, minLength, maxLength, maxItems }: Schema): string {
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return [
    minimum !== undefined && isBounded ? `${minimum} to ${maximum}` : isBounded ? `at most ${maximum}` : '',
    maxLength !== undefined && maxLength < 1e6
      ? `${minLength === undefined ? 'at most' : `${minLength} to`} ${maxLength} characters`
      : '',
    maxItems === undefined ? '' : `at most ${maxItems} entries`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** Every field of an object, those inside others named by their path: `items[].email`. */
export function fieldsOf(document: OpenApi, given: Schema, prefix = '', depth = 0): readonly Field[] {
  const schema = schemaIn(document, given);
  const whole = besideNull(schema).inner;
  if (whole !== undefined) return fieldsOf(document, whole, prefix, depth);
  if (schema.items !== undefined) return fieldsOf(document, schema.items, `${prefix}[]`, depth);
  if (schema.allOf !== undefined) return schema.allOf.flatMap((part) => fieldsOf(document, part, prefix, depth));
  if (schema.properties === undefined || depth > DEPTH) return [];
  return Object.entries(schema.properties).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const bounds = boundsOf(schemaIn(document, value));
    const field = {
      name,
      type: typeOf(document, value),
      description: [value.description ?? schemaIn(document, value).description ?? '', bounds && `(${bounds})`]
        .filter((part) => part !== '')
        .join(' '),
      isRequired: schema.required?.includes(key) ?? false,
    };
    return [field, ...fieldsOf(document, value, name, depth + 1)];
  });
}

const BY_FORMAT: Readonly<Record<string, unknown>> = {
  uuid: ID,
  'date-time': '2026-11-21T09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://rooms.example.com/…',
};

/** A value that fits a schema, from its examples where it has some. */
export function exampleOf(document: OpenApi, given: Schema, name = ''): unknown {
  const schema = schemaIn(document, given);
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  const words = wordsOf(schema);
  if (words !== undefined) return words[0];
  const first = schema.anyOf?.[0] ?? schema.oneOf?.[0];
  if (first !== undefined) return exampleOf(document, first, name);
  if (schema.items !== undefined) return [exampleOf(document, schema.items, name)];
  if (schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, exampleOf(document, value, key)]),
    );
  const byFormat = BY_FORMAT[schema.format ?? ''];
  if (byFormat !== undefined) return byFormat;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 0, 1);
  if (schema.type === 'boolean') return false;
  if (schema.type === 'object') return {};
  return name === 'classification' ? 'C3' : '…';
}

/** The id that samples use. */
export const SAMPLE_ID = ID;
