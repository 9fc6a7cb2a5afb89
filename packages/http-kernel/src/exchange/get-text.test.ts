import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { getText } from './get-text.ts';

let serve: (response: ServerResponse) => void = () => undefined;
const asked: (string | undefined)[] = [];
const server = createServer(({ url }, response) => {
  asked.push(url);
  serve(response);
});
let address: string;

beforeEach(async () => {
  asked.length = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
});
afterEach(async () => {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
});

const LIMITS = { deadlineMs: 60_000, most: 100 };

test('the text of an answer is read', async () => {
  serve = (response) => response.end('häus');
  expect(await getText(address, LIMITS)).toBe('häus');
});

test.each([302, 404, 500, 204])('the status %i is rejected, and no other place is asked', async (status) => {
  serve = (response) => response.writeHead(status, { Location: '/elsewhere' }).end();
  await expect(getText(address, LIMITS)).rejects.toMatchObject({ name: 'UnexpectedStatus', status });
  expect(asked).toEqual(['/keys']);
});

test('an answer that is too long ends the connection', async () => {
  const closed = new Promise((resolve) => {
    serve = (response) => {
      response.once('close', resolve);
      response.write('x'.repeat(101));
    };
  });
  await expect(getText(address, LIMITS)).rejects.toThrow('longer than 100 bytes');
  await closed;
});

test.each([
  ['never comes', () => undefined],
  ['has no end', (response: ServerResponse) => void response.write('x')],
])('an answer that %s is given up', async (_, answer) => {
  const closed = new Promise((resolve) => {
    serve = (response) => {
      response.once('close', resolve);
      answer(response);
    };
  });
  await expect(getText(address, { ...LIMITS, deadlineMs: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  await closed;
});

test('the error of a connection rejects the read', async () => {
  server.close();
  await expect(getText(address, LIMITS)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
