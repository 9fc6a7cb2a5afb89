import { defineValue, formatInstant, type Instant, type Value } from '@strongroom/domain';
import { noteComponent, refTo } from './components.ts';
import { type FieldClass, fieldsOf } from './is.ts';

/** A moment as answers write it. */
export const Timestamp: Value<string> = defineValue({
  name: 'Timestamp',
  description: 'UTC, ISO 8601, without fractions of a second.',
  schema: { type: 'string', format: 'date-time', examples: ['2026-11-21T09:30:00Z'] },
  check: (input) =>
    typeof input === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(input) ? undefined : 'must be a timestamp',
});

/** A moment, or none, as `Timestamp` and `null`. */
export const shownInstant = (at: Instant | null): string | null => (at === null ? null : formatInstant(at));

/** Any text. */
export const shownText = (description: string, ...examples: readonly string[]): Value<string> =>
  defineValue({
    name: 'Text',
    description,
    schema: { type: 'string', ...(examples.length > 0 ? { examples } : {}) },
    check: (input) => (typeof input === 'string' ? undefined : 'must be a text'),
  });

/** A whole number, 0 or more. */
export const shownCount = (description: string): Value<number> =>
  defineValue({
    name: 'Count',
    description,
    schema: { type: 'integer', minimum: 0 },
    check: (input) => (Number.isSafeInteger(input) && Number(input) >= 0 ? undefined : 'must be a count'),
  });

export const shownFlag = (description: string): Value<boolean> =>
  defineValue({
    name: 'Flag',
    description,
    schema: { type: 'boolean' },
    check: (input) => (typeof input === 'boolean' ? undefined : 'must be true or false'),
  });

/** One of a few words. */
export const shownWord = <const W extends string>(description: string, ...words: readonly [W, ...W[]]): Value<W> =>
  defineValue({
    name: 'Word',
    description,
    schema: { type: 'string', enum: words },
    check: (input) => (words.some((word) => word === input) ? undefined : `must be one of ${words.join(', ')}`),
  });

/** Always true: "this was done". */
export const Done: Value<true> = defineValue({
  name: 'Done',
  description: 'Always true.',
  schema: { type: 'boolean', const: true },
  check: (input) => (input === true ? undefined : 'must be true'),
});

/** A list of something, of any length. */
export const shownList = <T>(item: Value<T>, description: string): Value<readonly T[]> =>
  defineValue({
    name: `${item.name}List`,
    description,
    schema: { type: 'array', items: item.schema },
    check: (input) =>
      Array.isArray(input) ? input.map((entry) => item.problem(entry)).find((found) => found) : 'must be a list',
  });

/** A thing within a thing, described by a class of its own. */
export function nested<V extends object>(view: FieldClass<V>, description: string): Value<V> {
  noteComponent(view);
  return defineValue({
    name: view.name,
    description,
    schema: refTo(view),
    check: (input) => fieldProblem(view, input),
  });
}

/** What is wrong with a thing that is to be shown, by the descriptions of its class: unknown, missing and wrong fields. */
export function fieldProblem(view: FieldClass, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return 'must be an object';
  const fields = fieldsOf(view);
  const sent: Readonly<Record<string, unknown>> = { ...input };
  for (const name of Object.keys(sent))
    if (sent[name] !== undefined && !fields.has(name))
      return `has a field "${name}" that ${view.name} does not describe`;
  for (const [name, value] of fields) {
    const found = value.problem(sent[name]);
    if (found !== undefined) return `has a field "${name}" that ${found.message}`;
  }
  return undefined;
}
