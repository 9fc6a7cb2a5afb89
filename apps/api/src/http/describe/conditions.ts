import type { Json, JsonSchema } from '@strongroom/domain';
import type { FieldClass } from './is.ts';

/** Conditions between the fields of a class, as JSON Schema, and an example that meets them. */
export type FieldConditions = Readonly<{ schema: JsonSchema; example: Readonly<Record<string, Json>> }>;

const CONDITIONS = new Map<FieldClass, FieldConditions>();

/** Describes which fields of a body go together; the operation checks it. */
export const noteConditions = (type: FieldClass, conditions: FieldConditions): void => {
  CONDITIONS.set(type, conditions);
};

export const conditionsOf = (type: FieldClass): FieldConditions | undefined => CONDITIONS.get(type);

/**
 * A condition as JSON Schema. Generators of clients pass over conditions and make one plain type; alternatives (`oneOf`) would
 * become one type each.
 */
export const whenThen = (condition: JsonSchema, consequence: JsonSchema, otherwise: JsonSchema = {}): JsonSchema => ({
  if: condition,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: consequence, // oxlint-disable-line unicorn/no-thenable -- the same
  ...(Object.keys(otherwise).length > 0 && { else: otherwise }),
});
