import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { codeByBrowser, sessionByBrowser } from '../src/account/loopback.ts';

/** The port of this machine to which a browser brings the code of a sign-in: any page may send a browser there. */

const stop = new AbortController();
const NEVER = stop.signal;

/** A sign-in that waits, and the address that its browser is sent back to. */
async function waiting(deadlineMs?: number) {
  let known: (back: string) => void = () => undefined;
  const back = new Promise<string>((resolve) => {
    known = resolve;
  });
  const code = codeByBrowser(async (address) => known(address), NEVER, deadlineMs);
  const url = new URL(await back);
  return { code, port: Number(url.port), state: url.searchParams.get('state') ?? '' };
}

/** The first line of the answer to a request as it is written. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(`${request}\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
  return (await text(socket)).split('\r\n')[0] ?? '';
}

describe('the port for the browser', () => {
  test('answers every request, and still waits for the code', async () => {
    const { code, port, state } = await waiting();
    const right = `code=c&state=${state}`;
    for (const target of ['//', '//evil.example', '/%', 'http://[', '*', '/\\', `//?${right}`, `/x?${right}`, '/?%00'])
      expect([target, await answerTo(port, `GET ${target} HTTP/1.1`)]).toEqual([
        target,
        expect.stringMatching(/^HTTP\/1\.1 40[04] /),
      ]);
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'PUT'])
      expect(await answerTo(port, `${method} /?${right} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 40[05] /);
    for (const query of ['', 'code=c', `state=${state}`, 'code=c&state=wrong', `${right}&code=d`, `${right}&state=x`])
      expect(await answerTo(port, `GET /?${query} HTTP/1.1`)).toMatch(/^HTTP\/1\.1 404 /);
    expect(await answerTo(port, `GET /?code=${'x'.repeat(9000)}&state=${state} HTTP/1.1`)).toMatch(/ 40[04] | 431 /);
    expect(await answerTo(port, `GET /?${right} HTTP/1.1`)).toBe('HTTP/1.1 200 OK');
    expect(await code).toBe('c');
  });

  test('is closed when no browser comes in time, with a sentence', async () => {
    const { code } = await waiting(50);
    await expect(code).rejects.toThrow('no sign-in within');
  });
});

describe('an answer of the service to the code', () => {
  let service: Server | undefined;
  afterEach(() => void service?.close());

  /** Signs in at a service that answers the code so. */
  async function session(answer: string, type = 'application/json', status = 200): Promise<string> {
    service = createServer((_, response) => void response.writeHead(status, { 'Content-Type': type }).end(answer));
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const page = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const show = (address: string): void => {
      const asked = new URL(address).searchParams;
      const query = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '' });
      void answerTo(Number(asked.get('port')), `GET /?${query.toString()} HTTP/1.1`);
    };
    return sessionByBrowser(page, { show, signal: NEVER });
  }

  test.each<[string, string, number]>([
    ['that is no JSON', '<!doctype html>', 200],
    ['that is empty', '', 200],
    ['that is null', 'null', 200],
    ['without a token', '{"data":{}}', 200],
    ['with a token that is none', '{"data":{"token":"\\u001b[2Jx"}}', 200],
    ['of a refusal', '{"error":{"code":"SIGN_IN_REFUSED","message":"\\u001b[2J"}}', 403],
    ['that is huge', `{"data":"${'x'.repeat(2_000_000)}"}`, 200],
  ])('%s ends the sign-in with a sentence', async (_, answer, status) => {
    await expect(session(answer, 'application/json', status)).rejects.toThrow(
      'the service did not accept the code of the browser',
    );
  });

  test('with a session ends the sign-in', async () => {
    const token = bearerSecret('session', new Uint8Array(32));
    expect(await session(JSON.stringify({ data: { token } }))).toBe(token);
  });
});
