import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ClientGone, TransportError } from '../answer/refusal.ts';
import { readBytes } from './body-bytes.ts';

const LIMIT = 1000;
/** More than a stream of Node returns at once. */
const LONG = Array.from({ length: 9000 }, (_, line) => `line ${line}`).join('\n');

let server: Server;
let url: string;
/** Answers a request whose body has arrived. */
let serve: (request: IncomingMessage) => Promise<string>;
beforeEach(async () => {
  server = createServer((request, response) => {
    void (async () => {
      while (!request.complete) await turn();
      response.end(await serve(request).catch((error: unknown) => String(error)));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const post = async (body: string): Promise<string> => (await fetch(url, { method: 'POST', body })).text();

test('a body that has arrived is read before anything else happens', async () => {
  serve = async (request) => {
    let isLater = false;
    process.nextTick(() => (isLater = true));
    const body = await readBytes(request, LIMIT, 1000);
    return `${isLater} ${body.toString()}`;
  };
  expect(await post('x'.repeat(LIMIT))).toBe(`false ${'x'.repeat(LIMIT)}`);
  expect(await post('')).toBe('false ');
});

test('a body of several pieces is read whole', async () => {
  serve = async (request) => {
    const body = await readBytes(request, 100_000, 1000);
    return `${body.length} ${body.toString() === LONG}`;
  };
  expect(await post(LONG)).toBe(`${LONG.length} true`);
});

test('a body that is too large is refused, and the next request of the connection is answered', async () => {
  serve = async (request) => (await readBytes(request, LIMIT, 1000)).toString();
  expect(await post('x'.repeat(LIMIT + 1))).toBe(String(new TransportError('PAYLOAD_TOO_LARGE')));
  expect(await post('short')).toBe('short');
});

test('a body whose connection is gone is refused at once', async () => {
  let reading: Promise<Buffer> | undefined;
  serve = async (request) => {
    request.destroy();
    reading = readBytes(request, LIMIT, 60_000);
    return (await reading).toString();
  };
  await expect(post('body')).rejects.toThrow('fetch failed');
  await expect(reading).rejects.toBeInstanceOf(ClientGone);
});
