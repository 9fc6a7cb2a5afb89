import { ERRORS } from '@strongroom/domain';
import { TRANSPORT_ERRORS } from '../../apps/api/src/http/errors/errors.ts';
import type { Api } from './api.ts';
import { commentOf, type Schema, typeOf } from './client-types.ts';

type Parameter = Readonly<{ name: string; in: string; required: boolean; schema: Schema }>;
type Content = Readonly<Record<string, Readonly<{ schema: Schema; 'x-each-line'?: Schema }>>>;
type Operation = Readonly<{
  summary: string;
  parameters?: readonly Parameter[];
  requestBody?: Readonly<{ content: Content }>;
  responses: Readonly<Record<string, Readonly<{ content?: Content }>>>;
}>;
type Document = Readonly<{
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: Readonly<{ schemas: Readonly<Record<string, Schema>> }>;
}>;

const HEAD = `/*
 * Printed from the OpenAPI document of the service by \`npm run print\`. Change the routes of the service, not this file.
 */
`;

/** The codes, data and operations of the service as TypeScript, for the client library. */
export function client(api: Api): string {
  const document = JSON.parse(api.openApiText()) as Document;
  const { schemas } = document.components;
  const codes = [...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)].toSorted();
  return [
    HEAD,
    `/** Maximum size of a file. */\nexport const MAX_FILE_BYTES = ${schemas.RequestUploadBody?.properties?.size?.maximum};\n`,
    `/** Every code that the service refuses with. */\nexport type ServiceCode =\n${codes.map((code) => `  | '${code}'`).join('\n')};\n`,
    ...Object.entries(schemas)
      .filter(([name]) => name !== 'Error')
      .map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')};\n`),
    '/** Every operation: its arguments in their order, its result, and the shape of that: one item, a list, results or lines. */',
    'export type Operations = Readonly<{',
    ...operationsOf(document),
    '}>;\n',
    '/** Whether the last argument of an operation, after those in its path, is a body or a query. */',
    "export const TAKES: Readonly<Partial<Record<keyof Operations, 'body' | 'query'>>> = {",
    ...takingOf(document),
    '};\n',
  ].join('\n');
}

function takingOf({ paths }: Document): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const hasQuery = parameters.some((parameter) => parameter.in === 'query');
      if (requestBody === undefined && !hasQuery) return [];
      return [`  '${method.toUpperCase()} ${path}': '${requestBody === undefined ? 'query' : 'body'}',`];
    }),
  );
}

function operationsOf({ paths }: Document): readonly string[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { gives, shape } = answerOf(operation);
      return [
        commentOf(operation.summary, '  '),
        `  '${method.toUpperCase()} ${path}': {`,
        `    takes: [${takenBy(operation).join(', ')}];`,
        `    gives: ${gives};`,
        `    shape: '${shape}';`,
        '  };',
      ].join('\n');
    }),
  );
}

/** Labelled elements of a tuple: first the parameters of the path, then the body or the query. */
function takenBy({ parameters = [], requestBody }: Operation): readonly string[] {
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `${camel(name)}: string`);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json']?.schema;
  if (body !== undefined) return [...inPath, `body: ${typeOf(body, '    ')}`];
  if (query.length === 0) return inPath;
  const fields = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  const type = typeOf({ type: 'object', properties: fields, required }, '    ');
  return [...inPath, `query${required.length === 0 ? '?' : ''}: ${type}`];
}

type Shape = 'one' | 'list' | 'results' | 'lines' | 'document' | 'media';

function answerOf({ responses }: Operation): Readonly<{ gives: string; shape: Shape }> {
  const content = (responses['200'] ?? responses['201'])?.content ?? {};
  const lines = content['application/x-ndjson']?.['x-each-line'];
  if (lines !== undefined) return { gives: typeOf(lines, '    '), shape: 'lines' };
  if (content['application/json'] === undefined) return { gives: 'Response', shape: 'media' };
  // The first alternative is the answer for every client; the others are types to request by name.
  const { schema: whole } = content['application/json'];
  const schema = whole.oneOf?.[0] ?? whole;
  const { data, meta } = schema.properties ?? {};
  if (data === undefined) return { gives: typeOf(schema, '    '), shape: 'document' };
  if (data.items === undefined) return { gives: typeOf(data, '    '), shape: 'one' };
  if (meta !== undefined) return { gives: typeOf(data.items, '    '), shape: 'list' };
  return { gives: typeOf(data.items.properties?.data ?? {}, '    '), shape: 'results' };
}

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
