import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { generalCodes } from '../../src/http/serve/general-codes.ts';
import type { Caller, Reply } from '../support/caller.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { type Hidden, hideThings } from './hidden-things.ts';
import { OPERATIONS, paramsOf, requestOf } from './operations.ts';
import { Rewinding } from './rewinding.ts';
import { bodyOf, rowsWith } from './routes/all.ts';

const SEED = 20261121;
/** Schemathesis sends many more, in a slow test. */
const RUNS = 10;

let store: Rewinding;
let world: World;
let things: Hidden;

beforeAll(async () => {
  world = await startService({
    ports: (memory) => {
      store = new Rewinding(memory.documents);
      return { ...memory, documents: store.documents };
    },
  });
  things = await hideThings(world);
  await world.app.worker.stop();
});
afterAll(() => world.stop());

/** Ids that exist, by the operation and the name of the parameter. */
function idsOf(operation: string): Readonly<Record<string, string>> {
  const [, path = ''] = operation.split(' ');
  const { rooms, files, links, tokens, receipt, unit, bob } = things;
  const id = path.startsWith('/rooms')
    ? rooms.open
    : path.startsWith('/users')
      ? bob.id
      : path.startsWith('/shares')
        ? links.open.id
        : path.startsWith('/tokens')
          ? tokens.ada
          : path.startsWith('/org-units')
            ? unit
            : receipt;
  const file = path.endsWith('/confirm') ? files.pending : files.open;
  return { id, room_id: rooms.open, file_id: file, user_id: bob.id, token: links.open.token };
}

const callers: Readonly<Record<string, (at: Hidden) => Caller>> = {
  owner: ({ owner }) => owner,
  member: ({ ada }) => ada.caller,
  viewer: ({ vic }) => vic.caller,
  visitor: () => world.visitor,
};

/** Arbitrary JSON, and almost valid bodies. */
const ODD = fc.oneof(
  fc.jsonValue({ depthSize: 'small', stringUnit: 'binary' }),
  fc.constantFrom('', ' ', '\u0000', '\u202e', '\ud800', -1, 0, 1e21, 1.5, 2 ** 53, null, true, [], {}, [[[]]]),
  fc.constantFrom('__proto__', 'constructor', "' OR 1=1", '../../etc', 'C4', 'owner', 'ＯＷＮＥＲ@example.com'),
  fc.uuid(),
);

function bodyLike(valid: object | undefined): fc.Arbitrary<string | undefined> {
  const anything = fc.oneof(
    ODD.map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('{"__proto__":{"role":"owner"}}', `${'['.repeat(40)}${']'.repeat(40)}`, '{"a":1e999}', '{}'),
  );
  if (valid === undefined) return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, anything);
  const fields = Object.keys(valid);
  const mutated = fc
    .tuple(fc.constantFrom(...fields, 'unknown', 'constructor'), ODD)
    .map(([field, value]) => JSON.stringify({ ...valid, [field]: value }));
  const less = fc.subarray(fields).map((kept) => JSON.stringify(valid, ['items', 'user_id', 'email', ...kept]));
  return fc.oneof({ weight: 3, arbitrary: mutated }, less, anything, fc.constant(JSON.stringify(valid)));
}

const TEXT = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('1', '0', '-1', 'NaN', 'C4', '%'));
const QUERY = fc.oneof(
  { weight: 2, arbitrary: fc.constant('') },
  fc
    .array(
      fc.tuple(fc.constantFrom('page', 'per_page', 'cursor', 'email', 'room_id', 'from', 'type', '__proto__'), TEXT),
      { maxLength: 3 },
    )
    .map((pairs) => `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`),
);
const ID = fc.oneof(fc.uuid(), fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.constantFrom('%00', '~'));

function expectForm({ status, headers, text, body }: Reply, codes: readonly string[]): void {
  expect(status).toBeLessThan(500);
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const type = headers.get('content-type') ?? '';
  const isOther = /^(?:text\/plain; charset=utf-8|application\/(?:x-ndjson|x-tar|octet-stream))$/.test(type);
  if (status === 200 && isOther) return;
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  if (status < 400) return;
  expect(body).toEqual({ error: expect.objectContaining({ status, message: expect.any(String) }) });
  expect(codes).toContain(body.error.code);
}

test('the table of bodies covers every operation with a body', () => {
  const taking = [...OPERATIONS].filter(([, route]) => route.body !== undefined).map(([operation]) => operation);
  expect(
    rowsWith('body')
      .map(([operation]) => operation)
      .toSorted(),
  ).toEqual(taking.toSorted());
});

describe.each([...OPERATIONS])('%s', (operation, route) => {
  const names = paramsOf(operation);
  const codes = [
    ...generalCodes(route),
    ...route.errors,
    // Possible answers of any operation to a path of unusual characters, or to an unexpected body.
    'ROUTE_NOT_FOUND',
    'METHOD_NOT_ALLOWED',
    'BAD_REQUEST',
    'INVALID_JSON',
    'UNSUPPORTED_MEDIA_TYPE',
  ];

  test('answers any JSON in the documented form, and a refusal changes nothing', async () => {
    const valid = bodyOf(operation, things);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(callers)),
        fc.tuple(...names.map(() => fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, ID))),
        operation.startsWith('GET') ? fc.constant(undefined) : bodyLike(valid),
        QUERY,
        async (who, odd, body, query) => {
          const ids = { ...idsOf(operation) };
          for (const [index, name] of names.entries()) ids[name] = encodeURIComponent(odd[index] ?? ids[name] ?? '');
          const caller = callers[who]?.(things) ?? world.visitor;
          const [method, path] = requestOf(operation, ids);
          store.mark();
          const reply = await caller.ask(method, path + query, body);
          const changed = store.changed();
          await store.rewind();
          expectForm(reply, codes);
          expect(reply.status < 400 ? [] : changed.filter((collection) => collection !== 'events')).toEqual([]);
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
});
