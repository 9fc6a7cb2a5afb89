import type { Value } from '@strongroom/domain';
import { registerDecorator } from 'class-validator/cjs/register-decorator.js';

/** The fields of a class in the order in which they are declared, each with its description. */
export type Fields = ReadonlyMap<string, Value<unknown>>;

/** A class of plain fields: a body, a query or a view. Classes do not inherit from each other. */
export type FieldClass<T extends object = object> = new () => T;

const NONE: Fields = new Map();
const FIELDS = new Map<object, Map<string, Value<unknown>>>();

/** The declared and the described type must be equal in both directions; otherwise the key does not compile. */
type Declared<P, T> = [P] extends [T]
  ? [T] extends [P]
    ? unknown
    : { error: 'the described type is wider than the declared one' }
  : { error: 'the declared type is not the one that is described' };

/**
 * Describes a field. It becomes a class-validator rule, a row of `details` when the rule does not hold, and a
 * property in the OpenAPI document. `@Is(optional(X)) field?: X` for optional fields.
 */
export function Is<T>(value: Value<T>) {
  return <C extends object, K extends keyof C & string>(target: C, key: K & Declared<C[K], T>): void => {
    refuseInheritance(target);
    fieldsForWriting(target.constructor).set(key, value);
    registerDecorator({
      name: value.name,
      target: target.constructor,
      propertyName: key,
      validator: {
        validate: (input: unknown) => value.problem(input) === undefined,
        defaultMessage: (found) => `${key} ${value.problem(found?.value)?.message ?? 'is not valid'}`,
      },
    });
  };
}

/** The fields of a class that `@Is` describes. */
export const fieldsOf = (type: object): Fields => FIELDS.get(type) ?? NONE;

function fieldsForWriting(type: object): Map<string, Value<unknown>> {
  const known = FIELDS.get(type);
  if (known !== undefined) return known;
  const fields = new Map<string, Value<unknown>>();
  FIELDS.set(type, fields);
  return fields;
}

/** class-validator would check the parent's fields and the document would lose them. */
function refuseInheritance(target: object): void {
  if (Object.getPrototypeOf(target) !== Object.prototype)
    throw new TypeError(`${target.constructor.name} may not inherit: its fields would be checked and not documented`);
}
