import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dropsSecureCookies, usePlainCookies } from './plain-cookies.ts';

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const SECURE = '__Host-session=secret; Max-Age=60; Secure; HttpOnly; SameSite=Strict; Path=/';

/** Answers with the cookie that it got. */
const server = createServer((request, response) => {
  if (dropsSecureCookies(request)) usePlainCookies(request, response);
  response.writeHead(200, ['Content-Type', 'text/plain', 'Set-Cookie', SECURE]).end(request.headers.cookie);
});
let port: number;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => once(server.close(), 'close'));

async function ask(agent: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}`, { headers: { 'User-Agent': agent, ...more } });
  return { set: answer.headers.get('Set-Cookie'), cookie: await answer.text() };
}

test('Safari on the machine itself gets a cookie that it keeps, and the service reads it under its own name', async () => {
  const { set } = await ask(SAFARI);
  expect(set).toBe('on-loopback-__Host-session=secret; Max-Age=60; HttpOnly; SameSite=Strict; Path=/');
  const sent = { Cookie: 'other=1; on-loopback-__Host-session=secret' };
  expect((await ask(SAFARI, sent)).cookie).toBe('other=1; __Host-session=secret');
});

test.each<[string, string, Readonly<Record<string, string>>]>([
  ['another engine', CHROME, {}],
  ['a program', 'curl/8', {}],
  ['a browser behind a proxy', SAFARI, { 'X-Forwarded-For': '192.0.2.1' }],
  ['a browser behind a proxy with the new header', SAFARI, { Forwarded: 'for=192.0.2.1' }],
])('%s gets the cookie and sends it back unchanged', async (_who, agent, more) => {
  const sent = { ...more, Cookie: 'on-loopback-__Host-session=planted' };
  expect(await ask(agent, sent)).toEqual({ set: SECURE, cookie: 'on-loopback-__Host-session=planted' });
});

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9:8080', true],
  ['localhost:3000', true],
  ['[::1]:3000', true],
  ['rooms.example.com', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com:80', false],
])('the host %s counts as this machine: %s', (host, isOwn) => {
  expect(
    dropsSecureCookies({ headers: { host, 'user-agent': SAFARI } } as Parameters<typeof dropsSecureCookies>[0]),
  ).toBe(isOwn);
});
