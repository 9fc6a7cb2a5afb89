/** The keywords of a JSON Schema that are written as a type. */
export type Schema = Readonly<{
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  enum?: readonly string[];
  /** A list of words in an answer, to which a release may add. */
  'x-extensible-enum'?: readonly string[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  additionalProperties?: boolean | Schema;
  /** The exact schema, where a generator of clients could not take it. */
  'x-value'?: Schema;
  maximum?: number;
  $ref?: string;
}>;

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A comment at this indentation. */
export const commentOf = (text: string, indent: string): string => `${indent}/** ${text.replaceAll('*/', '* /')} */`;

/** A schema as a type. Throws for a keyword that it does not support, so that nothing is lost. */
export function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  if (schema['x-value'] !== undefined) return typeOf(schema['x-value'], indent);
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  if (choices.length > 0) return [...new Set(choices.map((one) => typeOf(one, indent)))].join(' | ');
  const words = schema.enum ?? schema['x-extensible-enum'];
  if (words !== undefined) return words.map((word) => `'${word}'`).join(' | ');
  if (schema.type === 'array') return `readonly ${inBrackets(typeOf(schema.items ?? {}, indent))}[]`;
  if (schema.type === 'object') return objectOf(schema, indent);
  const names = [schema.type ?? []].flat();
  const types = names.map((name) => PLAIN[name]);
  if (types.length === 0 || types.includes(undefined)) throw new TypeError(`no type for ${JSON.stringify(schema)}`);
  return types.join(' | ');
}

const inBrackets = (type: string): string => (type.includes('|') && !type.startsWith('Readonly<') ? `(${type})` : type);

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (properties === undefined)
    return typeof additionalProperties === 'object'
      ? `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`
      : 'Readonly<Record<string, unknown>>';
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, schema]) => {
    const comment = schema.description === undefined ? '' : `${commentOf(schema.description, inner)}\n`;
    const type = typeOf(schema, inner);
    return `${comment}${inner}${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};\n`;
  });
  return `Readonly<{\n${fields.join('')}${indent}}>`;
}
