import { describe, expect, test } from '@jest/globals';
import { readFields } from '../../src/http/describe/dto.ts';
import { fieldsOf } from '../../src/http/describe/is.ts';
import { type AnyCode, statusOf } from '../../src/http/errors/errors.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ROUTES } from '../../src/http/routes.ts';
import { generalCodes } from '../../src/http/serve/general-codes.ts';

/** Untyped on purpose, because the shape is under test. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Loose = any;
const document: Loose = JSON.parse(JSON.stringify(openApiDocument(ROUTES, '1.2.3')));

const named = ROUTES.map((route) => ({ name: `${route.method.toUpperCase()} ${route.path}`, route }));
const documented = (path: string, method: string) => document.paths[path.replaceAll(/[:*](\w+)/g, '{$1}')][method];

describe.each(named)('$name', ({ route }) => {
  const operation = documented(route.path, route.method);

  test('has a summary, an id, a tag, and a description of each parameter', () => {
    expect(operation.summary).toMatch(/^[A-Z].*[^.]$/);
    expect(operation.operationId).toMatch(/^[a-z]\w+$/);
    expect(operation.tags).toHaveLength(1);
    for (const { name, description } of operation.parameters)
      expect([name, description]).toEqual([name, expect.any(String)]);
  });

  test('lists every code that it may answer, under its status', () => {
    const codes = Object.entries<Loose>(operation.responses).flatMap(([status, { $ref, description }]) => {
      if ($ref === undefined) return [];
      const { content } = document.components.responses[$ref.split('/').at(-1)];
      expect(content['application/json'].schema).toEqual({ $ref: '#/components/schemas/Error' });
      return Array.from(
        description.matchAll(/`([A-Z_]+)`(?: \((\d+)\))?: \S/g) as Iterable<string[]>,
        ([, code = '', own = status]) => {
          expect([code, Number(own)]).toEqual([code, statusOf(code as AnyCode)]);
          return code;
        },
      );
    });
    expect(new Set(codes)).toEqual(new Set([...generalCodes(route), ...route.errors]));
  });

  test('shows an example of its body, if it has one', () => {
    expect(operation.requestBody?.content['application/json'].example === undefined).toBe(route.body === undefined);
  });
});

const withBody = ROUTES.flatMap(({ method, path, body }) => (body === undefined ? [] : [{ method, path, body }]));

test.each(withBody)(
  'the body that $method $path shows would be taken, and has exactly its fields',
  ({ method, path, body }) => {
    const { example } = documented(path, method).requestBody.content['application/json'];
    expect({ ...readFields(body, example) }).toEqual(example);
    expect(Object.keys(document.components.schemas[body.name].properties)).toEqual([...fieldsOf(body).keys()]);
  },
);

test('an operation offers an Idempotency-Key only where it has an effect', () => {
  const offering = named
    .filter(({ route }) =>
      documented(route.path, route.method).parameters.some((one: Loose) => one.name === 'Idempotency-Key'),
    )
    .map(({ name }) => name);
  const notHeeded = [
    'POST /sessions',
    'POST /device-logins',
    'POST /device-logins/token',
    'POST /password-reset',
    'POST /sessions/second-factor/options',
    'POST /sessions/second-factor',
    'POST /invitations/find',
    'POST /invitations/accept',
    'POST /email-changes/confirm',
  ];
  expect(offering).toEqual(
    named.map(({ name }) => name).filter((name) => name.startsWith('POST') && !notHeeded.includes(name)),
  );
});

test('operation ids are unique', () => {
  const ids = named.map(({ route }) => documented(route.path, route.method).operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every field of every schema has a description', () => {
  const bare = Object.entries<Loose>(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.entries<Loose>(properties)
      .filter(
        ([, field]) =>
          !('description' in field) && !('$ref' in field) && !field.anyOf?.some((one: object) => 'description' in one),
      )
      .map(([field]) => `${name}.${field}`),
  );
  expect(bare).toEqual([]);
});
