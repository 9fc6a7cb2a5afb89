/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { get, post, wire } from '../support/raw-requests.ts';
import { expectJson, expectRefusal } from './expectations.ts';

const ROOMS = '/api/v1/rooms';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

describe('without a valid token', () => {
  test.each([
    ['no header', []],
    ['no token', ['Authorization: Bearer']],
    ['another scheme', ['Authorization: Basic Z29vZA==']],
    ['no scheme', ['Authorization: good']],
    ['two tokens', ['Authorization: Bearer good good']],
    ['a comma', ['Authorization: Bearer good, Bearer other']],
    ['two headers', ['Authorization: Bearer good', 'Authorization: Bearer good']],
    ['two headers in other letters', ['authorization: Bearer good', 'AUTHORIZATION: Bearer other']],
    ['quotes', ['Authorization: Bearer "good"']],
  ])('%s: UNAUTHENTICATED', async (_what, headers) => {
    const answer = await rawRequest(service.port, wire('GET', ROOMS, headers));
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('www-authenticate')).toEqual(['Bearer']);
  });

  test.each([
    ['nobody', 'TOKEN_INVALID'],
    ['expired', 'TOKEN_EXPIRED'],
  ])('%s: %s', async (token, code) => {
    const answer = await rawRequest(service.port, get(ROOMS, { token }));
    expectRefusal(answer, 401, code);
    expect(answer.headers.get('www-authenticate')).toEqual(['Bearer']);
  });

  test('the request is refused before its body or query is read', async () => {
    expectRefusal(await rawRequest(service.port, post(ROOMS, '{', { token: null })), 401, 'UNAUTHENTICATED');
    expectRefusal(await rawRequest(service.port, get(`${ROOMS}?nope=1`, { token: null })), 401, 'UNAUTHENTICATED');
    expectRefusal(
      await rawRequest(service.port, post(ROOMS, 'x', { token: null, type: 'text/plain' })),
      401,
      'UNAUTHENTICATED',
    );
  });
});

test.each(['Bearer good', 'bearer good', 'BEARER  good', 'Bearer good '])(
  'the service accepts the header %j',
  async (header) => {
    expectJson(await rawRequest(service.port, wire('GET', ROOMS, [`Authorization: ${header}`])), 200);
  },
);

test('a token without the scope is refused before its body is read, and the application records the refusal', async () => {
  const before = service.refusedScopes.length;
  expectRefusal(await rawRequest(service.port, post(ROOMS, '{', { token: 'reader' })), 403, 'INSUFFICIENT_SCOPE');
  expect(service.refusedScopes.slice(before)).toEqual(['write:rooms']);
});

test('a public operation ignores the header, even two wrong ones', async () => {
  const headers = ['Authorization: Bearer nobody', 'Authorization: nonsense'];
  expectJson(await rawRequest(service.port, wire('GET', '/api/v1/open', headers)), 200);
});

test('an internal failure is 500 for the client, and a log line with the request id', async () => {
  const answer = await rawRequest(service.port, get(ROOMS, { token: 'broken' }));
  expectRefusal(answer, 500, 'INTERNAL_ERROR');
  expect(answer.text).not.toContain('bug');
  expect(service.logged.at(-1)).toMatchObject({
    level: 'error',
    fields: { code: 'INTERNAL_ERROR', request_id: answer.headers.get('x-request-id')?.[0] },
  });
});

test.each([
  ['keys', 'KEY_SERVICE_UNAVAILABLE'],
  ['blobs', 'STORAGE_UNAVAILABLE'],
  ['documents', 'SERVICE_UNAVAILABLE'],
])('when %s cannot serve: %s', async (how, code) => {
  const answer = await rawRequest(service.port, get(`/api/v1/broken/${how}`, { token: null }));
  expectRefusal(answer, 503, code);
  expect(answer.headers.get('retry-after')).toEqual(['1']);
});
