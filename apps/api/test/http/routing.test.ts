/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { get, post, wire } from '../support/raw-requests.ts';
import { expectGeneralHeaders, expectJson, expectRefusal } from './expectations.ts';

const KNOWN = '11111111-1111-4111-8111-111111111111';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SIGNED = ['Authorization: Bearer good'];

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

describe('an address that is not in the table', () => {
  test.each([
    '/api/v1/nope',
    '/api/v1/rooms/',
    '/api/v1/ROOMS',
    '/api/v1',
    '/api/v1/',
    '/api/v1//rooms',
    `/api/v1/rooms/${KNOWN}/`,
  ])('is unknown: %s', async (path) => {
    expectRefusal(await rawRequest(service.port, get(path)), 404, 'ROUTE_NOT_FOUND');
    expectRefusal(await rawRequest(service.port, get(path, { token: null })), 404, 'ROUTE_NOT_FOUND');
  });

  test.each(['/API/V1/rooms', '/', '/nope', '/api/v10/rooms', '/api'])(
    'is outside the API, and is not counted: %s',
    async (path) => {
      const answer = await rawRequest(service.port, get(path));
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'ROUTE_NOT_FOUND', status: 404 } });
      expect(answer.headers.get('x-content-type-options')).toEqual(['nosniff']);
      expect(answer.headers.get('x-ratelimit-limit')).toBeUndefined();
    },
  );
});

describe('a method that an address does not take', () => {
  test.each([
    ['PUT', '/api/v1/rooms', 'GET, HEAD, POST'],
    ['DELETE', `/api/v1/rooms/${KNOWN}`, 'GET, HEAD'],
    ['TRACE', '/api/v1/rooms', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/v1/rooms', 'GET, HEAD, POST'],
    ['GET', '/api/v1/users/invite', 'POST'],
    ['HEAD', '/api/v1/users/invite', 'POST'],
  ])('%s %s is refused with the methods that it takes', async (method, path, allow) => {
    const answer = await rawRequest(service.port, wire(method, path, SIGNED), { head: method === 'HEAD' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toEqual([allow]);
    expectGeneralHeaders(answer);
    expect(answer.headers.get('content-type')).toEqual(['application/json; charset=utf-8']);
    if (method !== 'HEAD') expectRefusal(answer, 405, 'METHOD_NOT_ALLOWED');
  });

  test('is refused before the missing token', async () => {
    expectRefusal(await rawRequest(service.port, wire('PUT', '/api/v1/rooms', [])), 405, 'METHOD_NOT_ALLOWED');
  });
});

describe('an id of the wrong form', () => {
  test.each([
    ['a slash', 'a%2fb'],
    ['NUL', '%00'],
    ['upper case', KNOWN.toUpperCase().replace('1111-1', 'A111-1')],
    ['too long', `${KNOWN}0`],
    ['dots', '%2e%2e'],
    ['unicode', '%C3%A9'],
  ])('is answered like an unknown one, with a random id in its place: %s', async (_what, id) => {
    const answer = await rawRequest(service.port, get(`/api/v1/rooms/${id}`));
    expectRefusal(answer, 404, 'ROOM_NOT_FOUND');
    expect(service.app.seen.at(-1)).toEqual({ id: expect.stringMatching(UUID), head: false });
  });

  test('is looked up with the credential like any other', async () => {
    const confirm = '{"iv":"AAECAwQFBgcICQoL","tag":"AAECAwQFBgcICQoLDA0ODw=="}';
    expectJson(await rawRequest(service.port, post(`/api/v1/rooms/x/files/y/confirm`, confirm)), 200);
    expect(service.app.seen.at(-1)).toMatchObject({ located: true });
  });
});

test('HEAD is GET without its body', async () => {
  const full = await rawRequest(service.port, get(`/api/v1/rooms/${KNOWN}`));
  const head = await rawRequest(service.port, wire('HEAD', `/api/v1/rooms/${KNOWN}`, SIGNED), { head: true });
  expect(head.status).toBe(200);
  expectGeneralHeaders(head);
  expect(head.headers.get('content-length')).toEqual(full.headers.get('content-length'));
  expect(service.app.seen.slice(-2)).toEqual([
    { id: KNOWN, head: false },
    { id: KNOWN, head: true },
  ]);
});

test('the next answer follows a HEAD answer on the same connection', async () => {
  const both = wire('HEAD', '/api/v1/lines', []) + get('/api/v1/open', { token: null });
  const first = await rawRequest(service.port, both, { head: true });
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toEqual(['application/x-ndjson']);
});

test('an absolute-form target is accepted and its host ignored', async () => {
  expectJson(await rawRequest(service.port, get('http://elsewhere:1234/api/v1/rooms?page=2')), 200);
  expect((await rawRequest(service.port, get('http://elsewhere'))).status).toBe(404);
});

test('a created resource has a Location', async () => {
  const answer = await rawRequest(service.port, post('/api/v1/rooms', '{"name":"x"}'));
  expectJson(answer, 201);
  expect(answer.headers.get('location')).toEqual(['/api/v1/rooms/x']);
});

describe('a request target', () => {
  test.each([
    'ftp://evil/api/v1/rooms',
    'foo:///api/v1/rooms',
    'httpx://evil/api/v1/rooms',
    'http:/api/v1/rooms',
    'api/v1/rooms',
    '*',
  ])('that is neither a path nor an http address is refused and counted: %s', async (target) => {
    const answer = await rawRequest(service.port, wire('GET', target, ['Authorization: Bearer good']));
    expectRefusal(answer, 400, 'BAD_REQUEST');
  });

  test.each(['http://anywhere/api/v1/rooms', 'HTTPS://anywhere:1/api/v1/rooms?page=1', '/api/v1/rooms'])(
    'that is a path or an http address is served: %s',
    async (target) => {
      expectJson(await rawRequest(service.port, wire('GET', target, ['Authorization: Bearer good'])), 200);
    },
  );

  test.each([['//api/v1/rooms'], ['http://anywhere//api/v1/rooms'], ['http://anywhere/http://x/api/v1/rooms']])(
    'is compared literally: %s',
    async (target) => {
      const answer = await rawRequest(service.port, wire('GET', target, ['Authorization: Bearer good']));
      expect(JSON.parse(answer.text)).toMatchObject({ error: { code: 'ROUTE_NOT_FOUND' } });
    },
  );

  test('has one Idempotency-Key in either spelling', async () => {
    const keys: unknown[] = [];
    for (const target of ['/api/v1/rooms', 'http://anywhere/api/v1/rooms']) {
      const request = post(target, '{"name":"x"}', { headers: ['Idempotency-Key: one'] });
      expectJson(await rawRequest(service.port, request), 201);
      keys.push((service.app.seen.at(-1) as { key: string }).key);
    }
    expect(new Set(keys).size).toBe(1);
  });
});
