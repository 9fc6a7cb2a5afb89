import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { HttpServer } from '@strongroom/http-kernel';
import { lineLog } from '../src/container/line-log.ts';
import { Gate } from '../src/http/gate.ts';
import { fieldsOf, readBytes } from '../src/http/request.ts';
import { keyServer } from '../src/http/server.ts';

const PAGES = 'https://pages.example.com';
const KEYS = 'https://keys.example.com';

let server: HttpServer;
let port: number;
let charged: string[];
let lines: string[];

beforeEach(async () => {
  charged = [];
  lines = [];
  server = keyServer({
    routes: [
      {
        method: 'POST',
        path: '/v1/echo/:id',
        access: 'checked',
        handle: async ({ request, params }) => ({
          status: 200,
          body: { data: [fieldsOf(await readBytes(request, 100)), params] },
        }),
      },
      { method: 'GET', path: '/healthz', access: 'health', handle: async () => ({ status: 200, body: {} }) },
    ],
    gate: new Gate(KEYS, [PAGES]),
    url: KEYS,
    trustedProxies: 0,
    chargeAddress: async (address) => {
      charged.push(address);
    },
    log: lineLog((text) => lines.push(text)),
    ids: { uuid: () => 'id' as never },
  });
  ({ port } = await server.listen('127.0.0.1', 0));
});
afterEach(() => server.stop());

/** The answers to bytes on a connection of their own. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  let text = '';
  socket.on('data', (piece: Buffer) => (text += piece.toString('latin1')));
  await once(socket, 'close');
  return text;
}

const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: keys.example.com', 'Connection: close', ...headers, '', body].join('\r\n');

const JSON_HEADERS = (length: number): readonly string[] => [
  'Content-Type: application/json',
  `Content-Length: ${length}`,
];

describe('the key service', () => {
  test.each([
    ['no request', 400, 'BAD_REQUEST'],
    ['two hosts', 400, 'BAD_REQUEST'],
    ['a long target', 414, 'URI_TOO_LONG'],
    ['large headers', 431, 'HEADERS_TOO_LARGE'],
  ])('refuses %s in JSON, and charges the address', async (what, status, code) => {
    const sent: Readonly<Record<string, string>> = {
      'no request': 'no request\r\n\r\n',
      'two hosts': request('GET /healthz', ['Host: other.example.com']),
      'a long target': request(`GET /${'x'.repeat(9000)}`),
      'large headers': request('GET /', [`X-Large: ${'x'.repeat(20_000)}`]),
    };
    const answer = await answerTo(sent[what] ?? '');
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`"code":"${code}"`);
    expect(charged).toEqual(['127.0.0.1']);
  });

  test('answers requests that were sent together in their order', async () => {
    const post = (body: string): string =>
      request('POST /v1/echo/7', JSON_HEADERS(body.length), body).replace('Connection: close\r\n', '');
    const answers = await answerTo(`${post('{"a":1}')}${post('{"a":2}')}${request('GET /healthz')}`);
    expect(answers.match(/\{"data":.*?\}\]\}/g)).toEqual([
      '{"data":[{"a":1},{"id":"7"}]}',
      '{"data":[{"a":2},{"id":"7"}]}',
    ]);
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(3);
  });

  test.each([
    ['another type', ['Content-Type: text/plain', 'Content-Length: 2'], '{}', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a packed body', [...JSON_HEADERS(2), 'Content-Encoding: gzip'], '{}', 'UNSUPPORTED_MEDIA_TYPE'],
    ['a large body', JSON_HEADERS(101), ' '.repeat(101), 'PAYLOAD_TOO_LARGE'],
    ['deep nesting', JSON_HEADERS(80), '['.repeat(40) + ']'.repeat(40), 'INVALID_JSON'],
    ['a list', JSON_HEADERS(2), '[]', 'INVALID_JSON'],
    ['no type', ['Content-Length: 2'], '{}', 'UNSUPPORTED_MEDIA_TYPE'],
  ])('refuses %s, charged once', async (_what, headers, body, code) => {
    expect(await answerTo(request('POST /v1/echo/7', headers, body))).toContain(`"code":"${code}"`);
    expect(charged).toHaveLength(1);
  });

  test('names the methods of an address, and answers a preflight of a listed origin only', async () => {
    expect(await answerTo(request('PUT /v1/echo/7'))).toMatch(/^HTTP\/1\.1 405 [\s\S]*\r\nAllow: POST\r\n/);
    const preflight = ['Access-Control-Request-Method: POST', `Origin: ${PAGES}`];
    const allowed = await answerTo(request('OPTIONS /v1/echo/7', preflight));
    expect(allowed).toMatch(/^HTTP\/1\.1 204 /);
    expect(allowed).toContain('Access-Control-Allow-Methods: POST\r\n');
    expect(allowed).toContain('Access-Control-Allow-Headers: authorization, content-type\r\n');
    const refused = await answerTo(request('OPTIONS /v1/echo/7', [preflight[0] ?? '', 'Origin: https://evil.example']));
    expect(refused).toContain('"code":"ORIGIN_REFUSED"');
  });

  test('charges and logs no probe, and logs each other request with its pattern, code and address', async () => {
    await answerTo(request('GET /healthz'));
    expect(charged).toEqual([]);
    await answerTo(request('GET /nowhere/secret'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { message: 'request', route: 'none', status: 404, code: 'NOT_FOUND', ip: '127.0.0.1' },
    ]);
    expect(lines.join('')).not.toContain('secret');
  });
});
