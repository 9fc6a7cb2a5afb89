import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { openApiText } from '../apps/api/src/http/routes.ts';
import { incompatibilities } from './compatibility.ts';

const numbersOf = (path: string): readonly number[] => (path.match(/\d+/gu) ?? []).map(Number);

/** Positive where the first is the newer release. */
function byVersion(a: string, b: string): number {
  const other = numbersOf(b);
  for (const [index, number] of numbersOf(a).entries())
    if (number !== other[index]) return number - (other[index] ?? 0);
  return 0;
}

/** Path of the OpenAPI document of the newest release. */
const NEWEST = globSync('docs/reference/released/openapi-*.json').toSorted(byVersion).at(-1) ?? '';
const RELEASED = readFileSync(NEWEST, 'utf8');

const optional = (operation: string, status: number, fields: readonly string[]) =>
  fields.map(
    (field) =>
      `${operation}: [Removed] required status from \`data${field}\` in Response ${status} content (application/json)`,
  );

const OF_MEMBERS = ['added_by', 'created_at', 'effective_access', 'expired', 'expires_at'];

/** Fields about other people that answers to external callers leave out. */
const ABSENT_OUTSIDE = [
  ...optional(
    'GET /rooms/{id}/members',
    200,
    OF_MEMBERS.map((field) => `[].${field}`),
  ),
  ...['members', 'invitations'].flatMap((list) => [
    ...optional(
      `POST /rooms/{id}/${list}`,
      200,
      OF_MEMBERS.map((field) => `.${field}`),
    ),
    `POST /rooms/{id}/${list}:  in Response 201 content (application/json)`,
  ]),
  ...optional('POST /rooms/{id}/invitations', 200, ['.user.status']),
  'POST /rooms/{id}/members/bulk:  in Response 200 content (application/json)',
  ...optional('GET /users', 200, [
    '[].email',
    '[].role',
    '[].clearance_level',
    '[].effective_clearance',
    '[].status',
    '[].created_at',
    '[].external',
  ]),
  'GET /users/{id}:  in Response 200 content (application/json)',
  ...optional('GET /audit-events', 200, ['[].actor.token_id', '[].request', '[].rule']),
  ...[2, 4, 8].map(
    (nth) => `GET /audit-events/export: [Removed] annotation (${nth}) in Response 200 content (application/x-ndjson)`,
  ),
];

/**
 * Names refuse the separators of lines and paragraphs (U+2028, U+2029), with which they posed as words of the service in mails, and
 * characters that no reader sees, with which two look alike.
 */
const NAMES_OF_ONE_LINE = [
  ['POST /rooms', 'name'],
  ['PATCH /rooms/{id}', 'name'],
  ['PATCH /files/{file_id}', 'name'],
  ['PATCH /files/{file_id}', 'folder'],
  ['POST /rooms/{room_id}/files/upload-url', 'name'],
  ['POST /rooms/{room_id}/files/upload-url', 'folder'],
  ['POST /rooms/{room_id}/files/upload-urls', 'items[].name'],
  ['POST /rooms/{room_id}/files/upload-urls', 'items[].folder'],
  ['POST /invitations/accept', 'name'],
  ['POST /tokens', 'name'],
  ['POST /org-units', 'name'],
  ['PATCH /org-units/{id}', 'name'],
  ['PATCH /users/{id}', 'name'],
].flatMap(([operation, field]) =>
  ['[Replaced] pattern validator of', '[Added] anyOf schema to'].map(
    (change) => `${operation}: ${change} \`${field}\` in Request Body content (application/json)`,
  ),
);

const SEARCHES_OF_ONE_LINE = [
  ['GET /rooms/{room_id}/files', 'folder'],
  ['GET /rooms', 'q'],
].flatMap(([operation, name]) =>
  ['[Replaced] pattern validator', '[Added] anyOf schema'].map(
    (change) => `${operation}: ${change} in query parameter \`${name}\``,
  ),
);

/** The refusal of half a surrogate pair, which is no character, moved into the pattern: generators read that. The same texts pass. */
const HALVES_IN_PATTERNS = [
  ...['POST /rooms', 'PATCH /rooms/{id}', 'POST /org-units', 'PATCH /org-units/{id}'].map(
    (operation) => [operation, 'description', '[Replaced] pattern validator of'] as const,
  ),
  ['POST /invitations/accept', 'password', '[Added] pattern validator to'] as const,
  ['POST /me/password', 'new_password', '[Added] pattern validator to'] as const,
].flatMap(([operation, field, change]) =>
  ['[Removed] annotation (not) from', change].map(
    (kind) => `${operation}: ${kind} \`${field}\` in Request Body content (application/json)`,
  ),
);

/**
 * The document says which id a question needs, without which the service refused it before. It lists every action, sorted, and
 * each action that was listed before. Data of events holds a group of fields: the grant of a released key. Bytes have
 * their format. It leaves out bodies that the service refused before as well: an owner whose membership ends, and a cookie for a
 * client that is not a page of the service.
 */
const STATED_CONDITIONS = [
  'GET /audit-events: [Added] anyOf schema to `data[].data{.*}` in Response 200 content (application/json)',
  'GET /audit-events/export: [Added] annotation (1) in Response 200 content (application/x-ndjson)',
  'POST /invitations/accept: [Added] annotation (not) in Request Body content (application/json)',
  'POST /sessions: [Added] annotation (not) in Request Body content (application/json)',
  ...['iv', 'tag'].flatMap((field) => [
    `POST /rooms/{room_id}/files/{file_id}/confirm: [Added] value format to \`${field}\` in Request Body content (application/json)`,
    `POST /rooms/{room_id}/files/bulk-confirm: [Added] value format to \`items[].${field}\` in Request Body content (application/json)`,
  ]),
];

/** A link may lead to several files. Lists name such links where `kind` asks for them, so no client of before meets one. */
const LINKS_TO_SEVERAL_FILES = [
  ...(
    [
      ['POST /files/{file_id}/share', 'data', 201],
      ['GET /files/{file_id}/shares', 'data[]', 200],
    ] as const
  ).flatMap(([operation, data, status]) =>
    ['[Removed] type definition from', '[Removed] value format from', '[Added] anyOf schema to'].map(
      (change) => `${operation}: ${change} \`${data}.file_id\` in Response ${status} content (application/json)`,
    ),
  ),
  'GET /rooms/{id}/shares:  in Response 200 content (application/json)',
  ...['type definition', 'value format'].map(
    (part) =>
      `GET /rooms/{id}/shares: [Removed] ${part} from \`data[].file_id\` in Response 200 content (application/json)`,
  ),
  ...['GET', 'DELETE'].flatMap((method) => [
    `${method} /shares/{id}:  in Response 200 content (application/json)`,
    `${method} /shares/{id}: [Added] anyOf schema to \`data.file_id\` in Response 200 content (application/json)`,
  ]),
  'GET /shares/by-token/{token}: [Added] oneOf schema in Response 200 content (application/json)',
  'POST /shares/by-token/{token}/download: [Added]  to `data[]` in Response 200 content (application/json)',
  'POST /shares/by-token/{token}/download: [Added] oneOf schema in Response 200 content (application/json)',
];

test('the interface is compatible with the one released last', () => {
  const intended = [
    ...ABSENT_OUTSIDE,
    ...NAMES_OF_ONE_LINE,
    ...SEARCHES_OF_ONE_LINE,
    ...HALVES_IN_PATTERNS,
    ...STATED_CONDITIONS,
    ...LINKS_TO_SEVERAL_FILES,
  ];
  expect(incompatibilities(RELEASED, openApiText()).toSorted()).toEqual(intended.toSorted());
});

test('the newest release is the one with the highest number', () => {
  const paths = ['openapi-0.10.0.json', 'openapi-0.9.1.json', 'openapi-0.9.0.json'];
  expect(paths.toSorted(byVersion).at(-1)).toBe('openapi-0.10.0.json');
});

// biome-ignore lint/suspicious/noExplicitAny: a change is planted anywhere in a document
type Document = any;

/** A few operations of the released document: the comparison of all takes seconds. */
const SOME = someOf(JSON.parse(RELEASED));

function someOf(document: Document): string {
  const kept = ['/rooms', '/rooms/{id}', '/rooms/{id}/archive', '/rooms/{id}/members'];
  const paths = Object.fromEntries(kept.map((path) => [path, document.paths[path]]));
  const schemas: Record<string, Document> = {};
  const keep = (part: Document): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/gu)) {
      if (name in schemas) continue;
      schemas[name] = document.components.schemas[name];
      keep(schemas[name]);
    }
  };
  keep([paths, document.components.responses, '#/components/schemas/Error']);
  return JSON.stringify({ ...document, paths, components: { ...document.components, schemas } });
}

/** The findings after a change. */
function found(change: (document: Document) => void): readonly string[] {
  const document: Document = JSON.parse(SOME);
  change(document);
  return incompatibilities(SOME, JSON.stringify(document));
}

const schema = (document: Document, name: string): Document => document.components.schemas[name];
const operation = (document: Document, method: string, path: string): Document => document.paths[path][method];

const keySchema = (document: Document): Document =>
  operation(document, 'post', '/rooms').parameters.find(({ name }: Document) => name === 'Idempotency-Key').schema;

describe('an incompatible change is found:', () => {
  test.each<readonly [what: string, change: (document: Document) => void]>([
    ['an operation is removed', (document) => delete document.paths['/rooms/{id}/archive']],
    ['a field of an answer is removed', (document) => delete schema(document, 'Room').properties.member_count],
    ['a field of an answer may be missing', (document) => schema(document, 'Room').required.pop()],
    [
      'a field of an answer gets another type',
      (document) => (schema(document, 'Room').properties.name.type = 'integer'),
    ],
    [
      'a field of a request gets another type',
      (document) => (schema(document, 'CreateRoomBody').properties.name.type = 'integer'),
    ],
    ['every refusal loses its code', (document) => delete schema(document, 'Error').properties.error.properties.code],
    ['an answer no longer has a value', (document) => schema(document, 'Room').properties.status.enum.pop()],
    ['a value is no longer accepted', (document) => schema(document, 'AddMemberBody').properties.role.enum.pop()],
    [
      'a limit of a request gets narrower',
      (document) => (schema(document, 'CreateRoomBody').properties.name.maxLength = 9),
    ],
    ['another pattern of a request', (document) => (keySchema(document).pattern = '^x+$')],
    [
      'a text of a request becomes a choice, such as the labels of one service',
      (document) => (schema(document, 'CreateRoomBody').properties.classification.enum = ['C1', 'C2', 'C3', 'C4']),
    ],
    [
      'an optional field becomes required',
      (document) => schema(document, 'CreateRoomBody').required.push('description'),
    ],
    [
      'a request needs a new field',
      (document) => {
        schema(document, 'CreateRoomBody').properties.more = { type: 'string' };
        schema(document, 'CreateRoomBody').required.push('more');
      },
    ],
    ['a field of a request is removed', (document) => delete schema(document, 'CreateRoomBody').properties.description],
    ['a query parameter is removed', (document) => operation(document, 'get', '/rooms').parameters.pop()],
    ['a success status is removed', (document) => delete operation(document, 'post', '/rooms').responses['201']],
    [
      'an operation needs another scope',
      (document) => (operation(document, 'get', '/rooms/{id}').security = [{ bearer: ['write:rooms'] }]),
    ],
  ])('%s', (_what, change) => {
    expect(found(change)).not.toEqual([]);
  });
});

describe('a compatible change is not found:', () => {
  test.each<readonly [what: string, change: (document: Document) => void]>([
    ['nothing changes', () => undefined],
    ['a new operation', (document) => (document.paths['/new'] = { get: { responses: { 200: { description: 'x' } } } })],
    [
      'a new field of an answer',
      (document) => {
        schema(document, 'Room').properties.more = { type: 'string' };
        schema(document, 'Room').required.push('more');
      },
    ],
    ['a new value of an answer', (document) => schema(document, 'Room').properties.status.enum.push('frozen')],
    [
      'a new optional field of a request',
      (document) => (schema(document, 'CreateRoomBody').properties.more = { type: 'string' }),
    ],
    ['a required field becomes optional', (document) => (schema(document, 'CreateRoomBody').required = [])],
    [
      'a new optional query parameter',
      (document) =>
        operation(document, 'get', '/rooms').parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } }),
    ],
    [
      'a refusal less',
      (document) => {
        const { responses } = operation(document, 'post', '/rooms');
        expect(responses['409']).toBeDefined();
        delete responses['409'];
      },
    ],
    [
      'another alternative of a pattern',
      (document) => (keySchema(document).pattern = `^$|${keySchema(document).pattern}`),
    ],
    ['other words', (document) => (schema(document, 'Room').properties.name.description = 'Other words.')],
    ['a deprecation', (document) => (operation(document, 'get', '/rooms').deprecated = true)],
    [
      'another refusal',
      (document) => (operation(document, 'get', '/rooms').responses['410'] = { description: 'Gone.' }),
    ],
  ])('%s', (_what, change) => {
    expect(found(change)).toEqual([]);
  });
});
