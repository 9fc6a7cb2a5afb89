/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { get, post } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

const create = (body: string) => rawRequest(service.port, post('/api/v1/rooms', body));
const CONFIRM = '/api/v1/rooms/r/files/f/confirm';
const RIGHT = { iv: 'AAECAwQFBgcICQoL', tag: 'AAECAwQFBgcICQoLDA0ODw==' };
const confirm = (fields: object) => rawRequest(service.port, post(CONFIRM, JSON.stringify({ ...RIGHT, ...fields })));
const list = (query: string) => rawRequest(service.port, get(`/api/v1/rooms${query}`));

describe('a name', () => {
  test.each([
    ['of half a surrogate pair', '\\ud800'],
    ['with NUL', 'a\\u0000b'],
    ['with a control character', 'a\\u0007b'],
    ['with a line break', 'a\\nb'],
    ['that turns the reading direction', 'a\\u202eb'],
    ['with an isolate', 'a\\u2066b'],
    ['of blanks', '   '],
    ['of what has no width', '\\u200b\\u2060\\ufeff'],
    ['with a character that no reader sees', 'a\\u200bb'],
    ['with a direction mark', 'a\\u200eb'],
    ['with a joiner between Latin letters', 'a\\u200db'],
    ['of nothing', ''],
    ['of 201 characters', 'a'.repeat(201)],
  ])('%s is refused', async (_what, name) => {
    expect(expectRefusal(await create(`{"name":"${name}"}`), 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [{ field: 'name', rule: 'text', message: expect.stringMatching(/^name must /) }],
    });
  });

  test.each(['null', '1', 'true', '[]', '{}', '["x"]', '{"length":5}'])(
    'that is not a string is refused: %s',
    async (name) => {
      expectRefusal(await create(`{"name":${name}}`), 400, 'VALIDATION_ERROR');
    },
  );

  test('is stored as sent with 200 characters outside the basic plane', async () => {
    const name = '🗝️'.repeat(100);
    expect(expectJson(await create(JSON.stringify({ name })), 201)).toMatchObject({ data: { name } });
  });
});

describe('a field', () => {
  test.each(['nope', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'Name', 'name ', ''])(
    'that is unknown is refused: %j',
    async (name) => {
      const body = `{"name":"x",${JSON.stringify(name)}:{"a":1}}`;
      expect(expectRefusal(await create(body), 400, 'VALIDATION_ERROR')).toMatchObject({
        details: [{ field: name, rule: 'unknown' }],
      });
    },
  );

  test('that may be left out may not be null', async () => {
    expect(expectRefusal(await create('{"name":"x","description":null}'), 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [{ field: 'description', rule: 'text', message: 'description must be a string' }],
    });
  });

  test('that is invalid is reported with the others, sorted by name', async () => {
    const error = expectRefusal(await create('{"zzz":1,"description":1,"aaa":1}'), 400, 'VALIDATION_ERROR');
    expect(error).toMatchObject({
      details: [{ field: 'aaa' }, { field: 'description' }, { field: 'name', rule: 'required' }, { field: 'zzz' }],
    });
  });

  test('among thousands of unknown ones is not echoed at length', async () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(150)}${index}`, 1]));
    expect((await create(JSON.stringify(body))).text.length).toBeLessThan(10_000);
  });
});

describe('a specific error code', () => {
  test.each([
    ['INVALID_IV', 400, { iv: '' }],
    ['INVALID_IV', 400, { iv: 'AAECAwQFBgcICQo' }],
    ['INVALID_IV', 400, { iv: 'AAECAwQFBgcICQoL\n' }],
    ['INVALID_IV', 400, { iv: 'AAECAwQFBgcICQo_' }],
    ['INVALID_IV', 400, { iv: null }],
    ['INVALID_TAG', 400, { tag: 'AAECAwQFBgcICQoLDA0ODx==' }],
    ['INVALID_TAG', 400, { tag: 'AAECAwQFBgcICQoLDA0ODw' }],
    ['INVALID_ROLE', 400, { role: 'king' }],
    ['VALIDATION_ERROR', 400, { role: 1 }],
    ['FILE_TOO_LARGE', 413, { size: 104_857_601 }],
    ['VALIDATION_ERROR', 400, { size: 1.5 }],
    ['VALIDATION_ERROR', 400, { size: '1' }],
    ['VALIDATION_ERROR', 400, { size: -1 }],
    ['INVALID_SCOPE', 400, { scopes: ['read:everything'] }],
    ['VALIDATION_ERROR', 400, { scopes: [] }],
    ['VALIDATION_ERROR', 400, { scopes: [1] }],
    ['INVALID_IV', 400, { role: 'king', iv: 'x', tag: 'x' }],
    ['VALIDATION_ERROR', 400, { iv: 'x', nope: 1 }],
  ])('%s is %i for %j', async (code, status, fields) => {
    const error = expectRefusal(await confirm(fields), status, code);
    expect(error).toHaveProperty(code === 'VALIDATION_ERROR' ? 'details' : 'message');
  });

  test('does not occur for a valid body', async () => {
    expectJson(await confirm({ role: 'viewer', size: 104_857_600, scopes: ['read:rooms'] }), 200);
    expect(service.app.seen.at(-1)).toMatchObject({ body: { ...RIGHT, role: 'viewer' } });
  });

  test('does not occur for a missing field', async () => {
    const answer = await rawRequest(service.port, post(CONFIRM, '{}'));
    expect(expectRefusal(answer, 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [
        { field: 'iv', rule: 'required' },
        { field: 'tag', rule: 'required' },
      ],
    });
  });
});

describe('a query', () => {
  test.each([
    ['unknown', Array.from({ length: 300 }, (_, i) => `n${i}=1`)],
    ['repeated', Array.from({ length: 300 }, (_, i) => `n${i % 100}=1`)],
  ])('with many %s parameters is refused with 20 of them', async (_what, parameters) => {
    for (const path of ['', '/11111111-1111-4111-8111-111111111111']) {
      const answer = await list(`${path}?${parameters.join('&')}`);
      expect(expectRefusal(answer, 400, 'VALIDATION_ERROR')).toHaveProperty('details.length', 20);
    }
  });

  test.each([
    ['', {}],
    ['?', {}],
    ['?page=2&per_page=10', { page: 2, perPage: 10 }],
    ['?per_page=5000', { perPage: 5000 }],
    ['?cursor=abc_-9', { cursor: 'abc_-9' }],
    ['?p%61ge=3', { page: 3 }],
  ])('%s is read', async (query, expected) => {
    expectJson(await list(query), 200);
    expect(service.app.seen.at(-1)).toEqual({ page: undefined, perPage: undefined, cursor: undefined, ...expected });
  });

  test.each([
    '?page=1&page=2',
    '?page=1&p%61ge=1',
    '?page=0',
    '?page=-1',
    '?page=1.0',
    '?page=01',
    '?page=+1',
    '?page=1e3',
    '?page=',
    '?page',
    '?page=%31%00',
    '?page=99999999999999999999',
    '?per_page=0',
    '?nope=1',
    '?page[]=1',
    '?__proto__=1',
    '?constructor=1',
    '?=1',
    '?page=1&cursor=abc',
  ])('%s is refused', async (query) => {
    expect(expectRefusal(await list(query), 400, 'VALIDATION_ERROR')).toHaveProperty('details');
  });

  test.each(['?cursor=', '?cursor=a.b', `?cursor=${'a'.repeat(1001)}`])(
    'with an invalid cursor is refused: %s',
    async (query) => {
      expectRefusal(await list(query), 400, 'INVALID_CURSOR');
    },
  );

  test('is refused if the route has none', async () => {
    const answer = await rawRequest(service.port, get('/api/v1/open?page=1', { token: null }));
    expect(expectRefusal(answer, 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [{ field: 'page', rule: 'unknown' }],
    });
  });
});

describe('an Idempotency-Key', () => {
  const keyed = (body: string, ...headers: readonly string[]) =>
    rawRequest(service.port, post('/api/v1/rooms', body, { headers }));
  const seen = () => service.app.seen.at(-1) as { key: string; fingerprint: string } | undefined;

  test('comes with the fingerprint of the request', async () => {
    await keyed('{"name":"x"}', 'Idempotency-Key: a b');
    const first = seen();
    expect(first).toMatchObject({ key: 'POST /api/v1/rooms\na b', fingerprint: expect.stringMatching(/^[\w-]{43}$/) });
    await keyed(' { "name" : "x" } ', 'Idempotency-Key: a b');
    expect(seen()).toMatchObject({ key: first?.key, fingerprint: first?.fingerprint });
    await keyed('{"name":"y"}', 'Idempotency-Key: a b');
    expect(seen()?.fingerprint).not.toBe(first?.fingerprint);
    await keyed('{"name":"x"}');
    expect(seen()).toBeUndefined();
  });

  test.each([
    ['Idempotency-Key:'],
    ['Idempotency-Key: \u00e9'],
    [`Idempotency-Key: ${'a'.repeat(256)}`],
    ['Idempotency-Key: a', 'Idempotency-Key: a'],
  ])('of another form is refused: %s', async (...headers) => {
    expect(expectRefusal(await keyed('{"name":"x"}', ...headers), 400, 'VALIDATION_ERROR')).toMatchObject({
      details: [{ field: 'Idempotency-Key' }],
    });
  });
});
