import { afterEach, expect, test } from '@jest/globals';
import { expressApp } from '../../src/http/serve/express-app.ts';
import type { ServiceServer } from '../../src/http/service-server.ts';
import { staticPath } from '../../src/http/system-routes/static-file.ts';
import { mountSystemRoutes } from '../../src/http/system-routes/system-route.ts';
import { rawRequest } from '../support/raw-connection.ts';
import { wire } from '../support/raw-requests.ts';
import { bareServer } from './bare-server.ts';

let door: ServiceServer;
afterEach(() => door.server.stop());

/** Serves one file, which is read by `content`. */
async function serving(content: () => Promise<Uint8Array>) {
  door = bareServer();
  const { kernel } = door;
  const page = staticPath('/page', { type: 'text/plain', content, headers: [] });
  door.open(expressApp(kernel, (express) => mountSystemRoutes(express, [page], kernel)));
  const { port } = await door.server.listen('127.0.0.1', 0);
  return (headers: readonly string[] = []) => rawRequest(port, wire('GET', '/page', headers));
}

const TEXT = new TextEncoder().encode('a page '.repeat(100));

test('a file that could not be read once is read again the next time', async () => {
  let tries = 0;
  const ask = await serving(async () => {
    if (++tries === 1) throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
    return TEXT;
  });
  expect((await ask()).status).toBe(500);
  expect((await ask()).status).toBe(200);
  await ask();
  expect(tries).toBe(2);
});

test('a path without parameters is served before a pattern that fits it too, and the first of two wins', async () => {
  const textAt = (path: string, text: string) =>
    staticPath(path, { type: 'text/plain', content: async () => new TextEncoder().encode(text), headers: [] });
  door = bareServer();
  const { kernel } = door;
  const routes = [textAt('/{*rest}', 'pattern'), textAt('/page', 'first'), textAt('/page', 'second')];
  door.open(expressApp(kernel, (express) => mountSystemRoutes(express, routes, kernel)));
  const { port } = await door.server.listen('127.0.0.1', 0);
  const bodyAt = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  expect(await Promise.all(['/page', '/Page', '/page/', '/pag%65'].map(bodyAt))).toEqual([
    'first',
    'pattern',
    'pattern',
    'pattern',
  ]);
});

test.each([
  ['gzip', true],
  ['GZIP;Q=0.5, identity', true],
  ['deflate, gzip;q=1.0', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*;q=0', false],
  ['gzip;q=0.001', true],
  ['br', false],
  ['gzipped', false],
  ['', false],
])('Accept-Encoding: %s selects gzip as RFC 9110 says', async (accepted, isPacked) => {
  const ask = await serving(async () => TEXT);
  const { headers } = await ask([`Accept-Encoding: ${accepted}`]);
  expect(headers.get('content-encoding')).toEqual(isPacked ? ['gzip'] : undefined);
});
