/* oxlint-disable jest/expect-expect -- expectJson and expectRefusal assert */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type FakeService, fakeService } from '../support/fake-service.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { get, post, wire } from '../support/raw-requests.ts';
import { expectGeneralHeaders, expectJson, expectRefusal } from './expectations.ts';

let service: FakeService;
beforeAll(async () => {
  service = await fakeService();
});
afterAll(() => service.stop());

const ROOMS = '/api/v1/rooms';
const BODY = '{"name":"x"}';

describe('malformed HTTP is refused in JSON', () => {
  test.each([
    ['length and chunks', wire('POST', ROOMS, ['Content-Length: 12', 'Transfer-Encoding: chunked'], '0\r\n\r\n')],
    ['two lengths', wire('POST', ROOMS, ['Content-Length: 12', 'Content-Length: 13'], BODY)],
    ['a negative length', wire('POST', ROOMS, ['Content-Length: -1'])],
    ['a length that is no number', wire('POST', ROOMS, ['Content-Length: 1x'])],
    ['an unknown transfer coding', wire('POST', ROOMS, ['Transfer-Encoding: cow'])],
    ['a bare line feed', 'GET /api/v1/rooms HTTP/1.1\nHost: x\n\n'],
    ['a header without a colon', 'GET /api/v1/rooms HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a blank before the colon', 'GET /api/v1/rooms HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a control character in a header', 'GET /api/v1/rooms HTTP/1.1\r\nHost: x\r\nA: \u0001\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['TLS', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03])],
    ['another version of HTTP', 'GET /api/v1/rooms HTTP/3.0\r\nHost: x\r\n\r\n'],
    [
      'a chunk of no size',
      wire(
        'POST',
        ROOMS,
        ['Content-Type: application/json', 'Transfer-Encoding: chunked', 'Authorization: Bearer good'],
        'xyz\r\n',
      ),
    ],
    ['a tunnel', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('%s', async (_what, bytes) => {
    const answer = await rawRequest(service.port, bytes);
    expectRefusal(answer, 400, 'BAD_REQUEST');
    expect(answer.headers.get('connection')).toEqual(['close']);
    expect(answer.headers.get('date')).toHaveLength(1);
  });

  test.each([
    ['no host', 'GET /api/v1/rooms HTTP/1.1\r\nAuthorization: Bearer good\r\n\r\n'],
    ['two hosts', get(ROOMS, { headers: ['Host: elsewhere'] })],
    ['two content types', post(ROOMS, BODY, { headers: ['Content-Type: text/plain'] })],
    ['%zz in the path', get('/api/v1/rooms/%zz')],
    ['%ff in the path', get('/api/v1/rooms/%ff')],
    ['%zz in the query', get('/api/v1/rooms?page=%zz')],
    ['%ff in the query', get('/api/v1/rooms?%ff=1')],
    ['% at the end', get('/api/v1/nope%')],
    ['a fragment', get('/api/v1/rooms#here')],
    ['raw bytes of no ASCII', get('/api/v1/rooms/\u00e9')],
  ])('%s, before the token is checked', async (_what, bytes) => {
    expectRefusal(await rawRequest(service.port, bytes), 400, 'BAD_REQUEST');
  });
});

test('HTTP/1.0 needs no host', async () => {
  expectJson(await rawRequest(service.port, 'GET /api/v1/rooms HTTP/1.0\r\nAuthorization: Bearer good\r\n\r\n'), 200);
});

describe('an oversized request head is refused in JSON', () => {
  test('headers of 17 kB', async () => {
    const bytes = get(ROOMS, { headers: [`X-Large: ${'a'.repeat(17_000)}`] });
    expectRefusal(await rawRequest(service.port, bytes), 431, 'HEADERS_TOO_LARGE');
  });

  test('many headers', async () => {
    const headers = Array.from({ length: 1500 }, (_, index) => `X-${index}: some value`);
    expectRefusal(await rawRequest(service.port, get(ROOMS, { headers })), 431, 'HEADERS_TOO_LARGE');
  });

  test.each([8_300, 20_000, 200_000])('an address of %i characters', async (length) => {
    expectRefusal(await rawRequest(service.port, get(`/api/v1/${'a'.repeat(length)}`)), 414, 'URI_TOO_LONG');
  });
});

describe('an expectation', () => {
  test('that cannot be met is refused before anything else', async () => {
    const bytes = wire('POST', '/api/v1/nope', ['Expect: the-impossible', 'Content-Length: 2'], '{}');
    expectRefusal(await rawRequest(service.port, bytes), 417, 'EXPECTATION_FAILED');
  });

  test('gets a 100 Continue when the body is wanted', async () => {
    const connection = await RawConnection.open(service.port);
    const headers = [
      'Authorization: Bearer good',
      'Content-Type: application/json',
      'Content-Length: 12',
      'Expect: 100-continue',
    ];
    connection.send(wire('POST', ROOMS, headers));
    expect((await connection.answer()).status).toBe(100);
    connection.send(BODY);
    expectJson(await connection.answer(), 201);
    connection.close();
  });

  test('gets no 100 Continue if the request is unauthenticated', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(wire('POST', ROOMS, ['Content-Length: 12', 'Expect: 100-continue']));
    const answer = await connection.answer();
    expectRefusal(answer, 401, 'UNAUTHENTICATED');
    expect(answer.headers.get('connection')).toEqual(['close']);
    await connection.closed();
  });
});

describe('on one connection', () => {
  test('requests sent at once are answered in their order', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(get(ROOMS) + get('/api/v1/nope') + get('/api/v1/open', { token: null }));
    expectJson(await connection.answer(), 200);
    expectRefusal(await connection.answer(), 404, 'ROUTE_NOT_FOUND');
    expectJson(await connection.answer(), 200);
    connection.close();
  });

  test('garbage after a request is answered after its answer', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(`${get(ROOMS)}GARBAGE\r\n\r\n`);
    expectJson(await connection.answer(), 200);
    expectRefusal(await connection.answer(), 400, 'BAD_REQUEST');
    await connection.closed();
  });

  test('a refused body is dropped, and the next request is answered', async () => {
    const connection = await RawConnection.open(service.port);
    connection.send(post(ROOMS, BODY, { token: null }));
    connection.send(post(ROOMS, `"${'x'.repeat(1_100_000)}"`));
    connection.send(get(ROOMS));
    expectRefusal(await connection.answer(), 401, 'UNAUTHENTICATED');
    expectRefusal(await connection.answer(), 413, 'PAYLOAD_TOO_LARGE');
    expectJson(await connection.answer(), 200);
    connection.close();
  });
});

test('a client that disconnects within its body causes no log line', async () => {
  const connection = await RawConnection.open(service.port);
  connection.send(
    wire(
      'POST',
      ROOMS,
      ['Authorization: Bearer good', 'Content-Type: application/json', 'Content-Length: 100'],
      '{"na',
    ),
  );
  await new Promise((resolve) => connection.socket.write('m', resolve));
  connection.close();
  const answer = await rawRequest(service.port, get(ROOMS));
  expectGeneralHeaders(answer);
  expect(service.logged).toEqual([]);
});

test('a client that disconnects after its body was refused causes no log line', async () => {
  const connection = await RawConnection.open(service.port);
  const headers = ['Authorization: Bearer good', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
  const chunk = `${(1_100_000).toString(16)}\r\n${' '.repeat(1_100_000)}\r\n`;
  connection.send(wire('POST', ROOMS, headers, chunk));
  expectRefusal(await connection.answer(), 413, 'PAYLOAD_TOO_LARGE');
  connection.close();
  await connection.closed();
  expectJson(await rawRequest(service.port, get(ROOMS)), 200);
  expect(service.logged).toEqual([]);
});
