import { DomainError, type ErrorCode } from './errors.ts';
import type { JsonSchema } from './json.ts';

declare const brand: unique symbol;
/** A primitive that has passed its parser. The brand exists for the compiler only; at run time it is the bare primitive. */
export type Branded<T, B extends string> = T & { readonly [brand]: B };

/** The refusal of an input: a short rule name for programs, a sentence for people, the code of the answer. */
export type Problem = Readonly<{ rule: string; message: string; code: ErrorCode }>;

/**
 * One description of a value. The type, the parser, the validation rule and the published schema all come from it,
 * so they cannot disagree.
 */
export interface Value<T> {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchema;
  /** True for a field that may be omitted. Set by `optional`. */
  readonly optional: boolean;
  /** The refusal of `input`, or undefined when it is valid. Never throws. */
  problem(input: unknown): Problem | undefined;
  /** Narrows `input` to the value's type. */
  is(input: unknown): input is T;
  /** Returns `input` as the value's type. Throws DomainError with the problem's code. */
  parse(input: unknown): T;
}

/** The TypeScript type that a description describes: `type RoomName = TypeOf<typeof RoomName>`. */
export type TypeOf<V> = V extends Value<infer T> ? T : never;

type ValueProblem = string | Readonly<{ rule?: string; message: string; code?: ErrorCode }>;

export type ValueDefinition = Readonly<{
  name: string;
  description: string;
  schema: JsonSchema;
  /** The error code of a wrong input; VALIDATION_ERROR by default. */
  refusal?: ErrorCode;
  /** The short rule name in `details`; the value's name by default. */
  rule?: string;
  /** The problem with the input, as the rest of a sentence that starts with the field's name. */
  check: (input: unknown) => ValueProblem | undefined;
}>;

/** Makes a description. See `Value`. */
export function defineValue<T>(definition: ValueDefinition): Value<T> {
  return build<T>(definition, false);
}

/** The same value in a field that may be omitted. `null` stays refused. */
export function optional<T>(value: Value<T>): Value<T | undefined> {
  return {
    ...(value as Value<T | undefined>),
    optional: true,
    problem: (input) => (input === undefined ? undefined : value.problem(input)),
    is: (input): input is T | undefined => input === undefined || value.is(input),
    parse: (input) => (input === undefined ? undefined : value.parse(input)),
  };
}

/** The same value where `null` is allowed and means "none". */
export function nullable<T>(value: Value<T>): Value<T | null> {
  return build<T | null>(
    {
      name: value.name,
      description: value.description,
      schema: { anyOf: [value.schema, { type: 'null' }] },
      check: (input) => (input === null ? undefined : value.problem(input)),
    },
    value.optional,
  );
}

/** The same value with the description of its field. */
export const described = <T>(value: Value<T>, description: string): Value<T> => ({
  ...value,
  description,
  schema: { ...value.schema, description },
});

/** A list of values. `min` and `max` bound its length. */
export function listOf<T>(
  item: Value<T>,
  bounds: Readonly<{ min: number; max: number; description: string; unique?: boolean; refusal?: ErrorCode }>,
): Value<readonly T[]> {
  return build<readonly T[]>(
    {
      name: `${item.name}List`,
      description: bounds.description,
      schema: {
        type: 'array',
        items: item.schema,
        minItems: bounds.min,
        maxItems: bounds.max,
        ...(bounds.unique ? { uniqueItems: true } : {}),
      },
      rule: 'list',
      ...(bounds.refusal ? { refusal: bounds.refusal } : {}),
      check: (input) => {
        if (!Array.isArray(input)) return 'must be a list';
        if (input.length < bounds.min) return `must have at least ${bounds.min} entries`;
        if (input.length > bounds.max) return `must have at most ${bounds.max} entries`;
        if (bounds.unique && new Set(input).size !== input.length) return 'must not name an entry twice';
        for (const entry of input) {
          const found = item.problem(entry);
          if (found) return found;
        }
        return undefined;
      },
    },
    false,
  );
}

function build<T>(definition: ValueDefinition, isOptional: boolean): Value<T> {
  const problem = (input: unknown): Problem | undefined => {
    const found = definition.check(input);
    if (found === undefined) return undefined;
    const { rule, message, code } =
      typeof found === 'string' ? { message: found } : { rule: undefined, code: undefined, ...found };
    return {
      rule: rule ?? definition.rule ?? definition.name,
      message,
      code: code ?? definition.refusal ?? 'VALIDATION_ERROR',
    };
  };
  return {
    name: definition.name,
    description: definition.description,
    schema: { ...definition.schema, description: definition.description },
    optional: isOptional,
    problem,
    is: (input): input is T => problem(input) === undefined,
    parse: (input) => {
      const found = problem(input);
      if (found) throw new DomainError(found.code, { message: `${definition.name} ${found.message}.` });
      return input as T;
    },
  };
}
