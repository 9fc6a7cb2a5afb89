/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const bytes = (description: string): Schema => text(description, { pattern: '^[A-Za-z0-9_-]+$' });
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

/** An object with these fields; those of `optional` may be absent. */
export const fieldsSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** The fields of a body: unknown ones are refused. */
export const bodySchema = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  ...fieldsSchema(properties, optional),
  additionalProperties: false,
});
