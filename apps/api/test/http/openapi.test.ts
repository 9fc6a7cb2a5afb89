import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { bodyLimitsOf } from '../../src/http/body/body-limits.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { FAKE_ROUTES } from '../support/fake-routes.ts';

const problemsOf = async (document: unknown): Promise<unknown> => {
  const result = await new Validator().validate(
    JSON.parse(JSON.stringify(document)) as Parameters<Validator['validate']>[0],
  );
  return result.valid ? [] : result.errors;
};

test.each([
  ['the table of routes', ROUTES],
  ['the made-up routes', FAKE_ROUTES],
])('%s prints a valid OpenAPI 3.1 document', async (_name, routes) => {
  expect(await problemsOf(openApiDocument(routes, '1.2.3'))).toEqual([]);
});

test('the schema refuses a document without paths', async () => {
  expect(await problemsOf({ openapi: '3.1.0', info: { title: 'x' } })).not.toEqual([]);
});

test('an operation lists its parameters, its body, its scope and its errors', () => {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(FAKE_ROUTES, '1.2.3')));
  expect(document).toMatchObject({
    paths: {
      '/rooms': {
        get: { parameters: [{ name: 'page', in: 'query', required: false }, { name: 'per_page' }, { name: 'cursor' }] },
        post: {
          operationId: 'postRooms',
          security: [{ bearer: ['write:rooms'] }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/CreateRoomBody' } } },
          },
          responses: {
            '201': {
              content: {
                'application/json': { schema: { properties: { data: { $ref: '#/components/schemas/RoomView' } } } },
              },
            },
            '403': {
              $ref: '#/components/responses/Forbidden',
              description: expect.stringContaining('`INSUFFICIENT_SCOPE`: '),
            },
          },
        },
      },
      '/rooms/{room_id}/files/{file_id}/confirm': {
        post: {
          parameters: [
            { name: 'room_id', in: 'path', required: true },
            { name: 'file_id' },
            { name: 'Idempotency-Key' },
          ],
          responses: { '400': { description: expect.stringContaining('`INVALID_IV`: ') } },
        },
      },
      '/open': { get: { security: [] } },
    },
    components: {
      schemas: {
        CreateRoomBody: {
          required: ['name'],
          additionalProperties: false,
          properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
        },
      },
    },
  });
});

/** Every schema to which the responses or the bodies of a document lead, but for exact ones beside those for generators. */
function schemasOf(part: 'responses' | 'requestBody'): readonly object[] {
  // biome-ignore lint/suspicious/noExplicitAny: the shape is under test
  const document: any = JSON.parse(JSON.stringify(openApiDocument(ROUTES, '1.2.3')));
  const found = new Set<object>();
  const follow = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || found.has(value)) return;
    found.add(value);
    for (const [name, inner] of Object.entries(value)) if (name !== 'x-value') follow(inner);
    if (!('$ref' in value)) return;
    const [, , kind, name] = String(value.$ref).split('/');
    follow(document.components[kind ?? ''][name ?? '']);
  };
  for (const operations of Object.values<object>(document.paths))
    for (const operation of Object.values(operations)) follow(operation[part]);
  return [...found];
}

test('lists of words are open in answers, where a release may add some, and closed in bodies', () => {
  const [answers, bodies] = [schemasOf('responses'), schemasOf('requestBody')];
  expect(answers.filter((schema) => 'enum' in schema)).toEqual([]);
  expect(answers.filter((schema) => 'x-extensible-enum' in schema).length).toBeGreaterThan(20);
  expect(bodies.filter((schema) => 'x-extensible-enum' in schema)).toEqual([]);
  expect(bodies.filter((schema) => 'enum' in schema).length).toBeGreaterThan(5);
});

/** Bytes of the longest body of a schema, without signs of more than one byte. Texts without a bound count as ids. */
function longest(schema: Schema, all: Readonly<Record<string, Schema>>): number {
  const { $ref, anyOf, type, properties = {}, items, maxItems = 1, maxLength, enum: words } = schema;
  if ($ref !== undefined) return longest(all[$ref.split('/').at(-1) ?? ''] ?? {}, all);
  if (anyOf !== undefined) return Math.max(...anyOf.map((one) => longest(one, all)));
  if (words !== undefined) return Math.max(...words.map((word) => JSON.stringify(word).length));
  if (type === 'object')
    return Object.entries(properties).reduce((sum, [name, one]) => sum + name.length + 4 + longest(one, all), 2);
  if (type === 'array') return 2 + maxItems * (1 + longest(items ?? {}, all));
  return (maxLength ?? 40) + 2;
}
type Schema = Readonly<{
  $ref?: string;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
}>;

test('the limit of a body lets the longest one through that its schema allows', () => {
  const { paths, components } = JSON.parse(JSON.stringify(openApiDocument(ROUTES, '1.2.3')));
  const tooLong = ROUTES.flatMap((route) => {
    const path = route.path.replaceAll(/[:*](\w+)/gu, '{$1}');
    const sent = paths[path][route.method].requestBody?.content['application/json'].schema;
    const bytes = sent === undefined ? 0 : longest(sent, components.schemas);
    return bytes <= bodyLimitsOf(route).bytes ? [] : [`${route.operationId}: ${bytes}`];
  });
  expect(tooLong).toEqual([]);
});

test('no schema has a list of types, which generators of clients refuse', () => {
  const schemas = (['responses', 'requestBody'] as const).flatMap((part) => schemasOf(part));
  expect(schemas.filter((schema) => 'type' in schema && Array.isArray(schema.type))).toEqual([]);
  expect(schemas.filter((schema) => 'anyOf' in schema).length).toBeGreaterThan(20);
});
