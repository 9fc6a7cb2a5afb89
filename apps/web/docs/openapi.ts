/** The parts of an OpenAPI document that the reference shows. */
export type Schema = Readonly<{
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  'x-extensible-enum'?: readonly unknown[];
  const?: unknown;
  examples?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}>;

export type Parameter = Readonly<{
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}>;

type Content = Readonly<Record<string, Readonly<{ schema?: Schema; example?: unknown }>>>;
export type Answer = Readonly<{ $ref?: string; description?: string; content?: Content }>;

export type Operation = Readonly<{
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  deprecated?: boolean;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ required?: boolean; content: Content }>;
  responses: Readonly<Record<string, Answer>>;
}>;

export type OpenApi = Readonly<{
  info: Readonly<{ title: string; version: string; description: string }>;
  servers: readonly Readonly<{ url: string }>[];
  tags: readonly Readonly<{ name: string }>[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>>; responses: Readonly<Record<string, Answer>> }>;
}>;

export type Call = Readonly<{ method: string; path: string; operation: Operation }>;

/** Every operation in the order of the document. */
export const callsOf = (document: OpenApi): readonly Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

const nameOf = (reference: string): string => reference.split('/').at(-1) ?? '';

export const schemaIn = (document: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (document.components.schemas[nameOf(schema.$ref)] ?? {});

export const answerIn = (document: OpenApi, answer: Answer): Answer =>
  answer.$ref === undefined ? answer : (document.components.responses[nameOf(answer.$ref)] ?? {});
