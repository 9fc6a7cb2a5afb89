import type { TypeOf, Value } from '@strongroom/domain';
import { type FieldClass, Is } from './is.ts';

type Shape = Readonly<Record<string, Value<unknown>>>;
type OptionalOf<F extends Shape> = { [K in keyof F]: undefined extends TypeOf<F[K]> ? K : never }[keyof F];
/** The values of described fields. */
export type Fields<F extends Shape> = { readonly [K in Exclude<keyof F, OptionalOf<F>>]: TypeOf<F[K]> } & {
  readonly [K in OptionalOf<F>]?: Exclude<TypeOf<F[K]>, undefined>;
};

/** The type of a view: `type Room = Viewed<typeof RoomView>`. */
export type ViewOf<C> = C extends FieldClass<infer T> ? T : never;

/**
 * Describes an answer by its fields. Answers share fields by spreading (`{ ...userFields, session }`), which classes
 * without inheritance cannot. Bodies and queries are classes with `@Is`.
 */
export function view<const F extends Shape>(name: string, fields: F): FieldClass<Fields<F>> {
  // oxlint-disable-next-line typescript/no-extraneous-class -- it stands for its fields, like the classes with `@Is`
  class Described {
    [key: string]: unknown;
  }
  Object.defineProperty(Described, 'name', { value: name });
  for (const [key, value] of Object.entries(fields)) Is(value)(Described.prototype, key);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has these fields since the line above
  return Described as FieldClass<Fields<F>>;
}
