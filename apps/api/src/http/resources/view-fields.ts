import { defineValue, formatInstant, type Instant, isUuid, type JsonSchema, type Value } from '@strongroom/domain';
import type { Fields } from '../describe/view.ts';

/**
 * Field descriptions of answers. The service itself builds the answers, so these are documentation, checked by
 * tests, not on every request.
 */
const viewField = <T>(
  name: string,
  schema: JsonSchema,
  description: string,
  is: (input: unknown) => boolean,
): Value<T> =>
  defineValue<T>({ name, description, schema, check: (input) => (is(input) ? undefined : `must be ${name}`) });

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const isString = (input: unknown) => typeof input === 'string';

export const timestamp = (description: string): Value<string> =>
  viewField(
    'a timestamp',
    { type: 'string', format: 'date-time', examples: ['2026-11-21T09:30:00Z'] },
    description,
    (input) => typeof input === 'string' && TIMESTAMP.test(input),
  );
export const date = (description: string): Value<string> =>
  viewField(
    'a day',
    { type: 'string', format: 'date', examples: ['2026-11-21'] },
    description,
    (input) => typeof input === 'string' && DATE.test(input),
  );
export const count = (description: string): Value<number> =>
  viewField(
    'a count',
    { type: 'integer', minimum: 0 },
    description,
    (input) => Number.isSafeInteger(input) && Number(input) >= 0,
  );
export const id = (description: string): Value<string> =>
  viewField('an id', { type: 'string', format: 'uuid' }, description, isUuid);
export const text = (description: string): Value<string> =>
  viewField('a text', { type: 'string' }, description, isString);
export const base64 = (description: string): Value<string> =>
  viewField('base64', { type: 'string', format: 'byte', contentEncoding: 'base64' }, description, isString);
export const url = (description: string): Value<string> =>
  viewField(
    'an address',
    { type: 'string', format: 'uri' },
    description,
    (input) => typeof input === 'string' && URL.canParse(input),
  );
export const flag = (description: string): Value<boolean> =>
  viewField('a boolean', { type: 'boolean' }, description, (input) => typeof input === 'boolean');
export const word = <T extends string>(words: readonly T[], description: string): Value<T> =>
  viewField('one of the words', { type: 'string', enum: words }, description, (input) =>
    words.some((known) => known === input),
  );

/** A list without repetition. */
export const listOf = <T>(field: Value<T>, description: string): Value<readonly T[]> =>
  viewField(
    'a list',
    { type: 'array', items: field.schema, uniqueItems: true },
    description,
    (input) => Array.isArray(input) && input.every((item) => field.is(item)),
  );

/** The same field where null means "none". */
export const orNull = <T>(field: Value<T>): Value<T | null> =>
  viewField(
    `${field.name} or null`,
    { anyOf: [field.schema, { type: 'null' }] },
    field.description,
    (input) => input === null || field.is(input),
  );

/** An object of its own inside an answer. */
export const record = <const F extends Readonly<Record<string, Value<unknown>>>>(
  description: string,
  fields: F,
): Value<Fields<F>> =>
  viewField(
    'an object',
    {
      type: 'object',
      properties: Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, value.schema])),
      required: Object.keys(fields).filter((key) => fields[key]?.optional === false),
      additionalProperties: false,
    },
    description,
    (input) =>
      typeof input === 'object' &&
      input !== null &&
      Object.entries(fields).every(([key, value]) => value.is(Reflect.get(input, key))),
  );

/** `YYYY-MM-DDThh:mm:ssZ`, or null for an event that has not happened. */
export const formatOrNull = (at: Instant | null): string | null => (at === null ? null : formatInstant(at));
