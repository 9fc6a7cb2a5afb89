import type { Json, JsonSchema, Value } from '@strongroom/domain';
import { componentAt, refTo } from '../describe/components.ts';
import { conditionsOf } from '../describe/conditions.ts';
import { type FieldClass, fieldsOf } from '../describe/is.ts';
import { withOpenWords } from './open-words.ts';

/** The texts that this service accepts for a value, by the name of the value. */
export type AcceptedTexts = ReadonlyMap<string, readonly string[]>;

/** The schemas of classes of fields, each once, with all that they refer to. */
export class Schemas {
  readonly #classes = new Map<string, FieldClass>();
  readonly #schemas = new Map<string, JsonSchema>();
  readonly #choices: AcceptedTexts;

  constructor(choices: AcceptedTexts) {
    this.#choices = choices;
  }

  /** A reference in an answer: fields and words may be added later, so unknown ones are allowed. */
  shown(type: FieldClass): JsonSchema {
    return this.#add(type, withOpenWords);
  }

  /** A reference in a request: unknown fields are refused. */
  sent(type: FieldClass): JsonSchema {
    return this.#add(type, withoutOthers);
  }

  all(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** An example object for a class, from the examples of its fields; undefined if a field has none. */
  example(type: FieldClass): Json | undefined {
    const stated = conditionsOf(type)?.example;
    if (stated !== undefined) return stated;
    const example: Record<string, Json> = {};
    for (const [name, value] of fieldsOf(type)) {
      const found = this.#exampleOf(this.#schemaOf(value));
      if (found !== undefined) example[name] = found;
      else if (!value.optional) return undefined;
    }
    return example;
  }

  /** An example of the value may not be one of the choices, so the choices replace it. */
  #schemaOf({ name, schema }: Value<unknown>): JsonSchema {
    const choices = this.#choices.get(name);
    if (choices === undefined) return schema;
    const { examples: _, ...rest } = schema;
    return { ...rest, enum: choices };
  }

  /** Throws TypeError when two classes have one name. */
  #add(type: FieldClass, as: (schema: JsonSchema) => JsonSchema): JsonSchema {
    const known = this.#classes.get(type.name);
    if (known !== undefined && known !== type) throw new TypeError(`two classes are called ${type.name}`);
    if (known === undefined) {
      this.#classes.set(type.name, type);
      const fields = [...fieldsOf(type)];
      const schema: JsonSchema = {
        type: 'object',
        properties: Object.fromEntries(fields.map(([name, value]) => [name, this.#schemaOf(value)])),
        required: fields.filter(([, value]) => !value.optional).map(([name]) => name),
        ...conditionsOf(type)?.schema,
      };
      this.#schemas.set(type.name, as(schema));
      for (const [, value] of fields) this.#follow(value.schema, as);
    }
    return refTo(type);
  }

  #follow(schema: Json, as: (schema: JsonSchema) => JsonSchema): void {
    if (typeof schema !== 'object' || schema === null) return;
    if ('$ref' in schema && typeof schema.$ref === 'string') {
      const type = componentAt(schema.$ref);
      if (type !== undefined) this.#add(type, as);
    }
    for (const inner of Object.values(schema)) this.#follow(inner, as);
  }

  #exampleOf(schema: JsonSchema): Json | undefined {
    const { examples, enum: allowed, format, type, items, $ref: ref, const: only, anyOf } = schema;
    if (Array.isArray(examples)) return first(examples);
    if (only !== undefined) return only;
    if (Array.isArray(allowed)) return first(allowed);
    if (format === 'uuid') return '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
    if (typeof ref === 'string') {
      const named = componentAt(ref);
      return named && this.example(named);
    }
    // Of a field that may be null, its value.
    const [value] = Array.isArray(anyOf) ? (anyOf as readonly Json[]) : [];
    if (isSchema(value)) return this.#exampleOf(value);
    if (type !== 'array' || !isSchema(items)) return undefined;
    const entry = this.#exampleOf(items);
    return entry === undefined ? undefined : [entry];
  }
}

const withoutOthers = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });

const first = (list: readonly Json[]): Json | undefined => list[0];

const isSchema = (json: Json | undefined): json is JsonSchema =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
