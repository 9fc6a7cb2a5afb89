import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { build, buildPages } from '../support/built.ts';
import { anOffice, type Desk, type Office } from './desk.ts';

const MANIFEST = new URL('../../../web/dist/manifest.json', import.meta.url);

let office: Office;
let stranger: Desk;
beforeAll(async () => {
  await build();
  await buildPages();
  office = await anOffice();
  stranger = await office.stranger();
}, 120_000);
afterAll(() => office.end());

type Change = (path: string, body: Uint8Array, headers: Record<string, string>) => Uint8Array | number;

/** A server that sends what the service sends, but for one change. */
async function withChange(change: Change): Promise<Readonly<{ url: string; server: Server }>> {
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '/';
    const answer = await fetch(office.url + path, { headers: { accept: request.headers.accept ?? '' } });
    const headers: Record<string, string> = {
      'content-security-policy': answer.headers.get('content-security-policy') ?? '',
    };
    const changed = change(path, new Uint8Array(await answer.arrayBuffer()), headers);
    response.writeHead(typeof changed === 'number' ? changed : answer.status, headers);
    response.end(typeof changed === 'number' ? '' : changed);
  };
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function verdictOn(change: Change): Promise<Readonly<{ code: unknown; err: string }>> {
  const { url, server } = await withChange(change);
  try {
    const { code, err } = await stranger.run(['verify-web', url]);
    return { code, err };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('verify-web finds nothing at a service of this release', async () => {
  expect(await stranger.output(['verify-web', office.url])).toMatch(/^http:\S+ \d+ files compared, all as in \d/);
  expect(await stranger.json(['verify-web', office.url])).toMatchObject({ differences: [] });
  expect((await verdictOn((_path, body) => body)).code).toBe(0);
});

test.each<[string, Change, RegExp]>([
  [
    'a script with one more byte',
    (path, body) => (/^\/assets\/index.*js$/.test(path) ? Buffer.concat([body, Buffer.from(' ')]) : body),
    /^strongroom: \/assets\/index\S+js differs from this release\n$/,
  ],
  [
    'another page for links',
    (path, body) => (path === '/open' ? Buffer.concat([body, Buffer.from('<script src="x">')]) : body),
    /^strongroom: \/open differs from this release\n$/,
  ],
  ['a missing file', (path, body) => (path === '/icon.svg' ? 404 : body), /\/icon\.svg is answered 404/],
  [
    'a policy that allows more scripts',
    (path, body, headers) => {
      if (path === '/') headers['content-security-policy'] = "script-src 'self' https://cdn.example.org";
      return body;
    },
    /^strongroom: \/ may run scripts from https:\/\/cdn\.example\.org, by its Content-Security-Policy\n$/,
  ],
  [
    'no policy',
    (path, body, headers) => {
      if (path === '/rooms') headers['content-security-policy'] = '';
      return body;
    },
    /\/rooms has no Content-Security-Policy for scripts/,
  ],
  [
    'a file that the release does not have',
    (path, body) =>
      path === '/manifest.json' ? Buffer.from('{"files": {"assets/more.js": {}}, "importMaps": {}}') : body,
    /\/assets\/more\.js is not in this release/,
  ],
])('verify-web names %s', async (_name, change, said) => {
  const { code, err } = await verdictOn(change);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(said) });
});

test('verify-web compares with the manifest of another release', async () => {
  const other = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  other.files['icon.svg'].sha256 = '0'.repeat(64);
  const path = join(stranger.home, 'release.json');
  await writeFile(path, JSON.stringify(other));
  const { code, err } = await stranger.run(['verify-web', office.url, '--manifest', path]);
  expect({ code, err }).toEqual({ code: 1, err: 'strongroom: /icon.svg differs from this release\n' });
  expect((await stranger.run(['verify-web', office.url, '--manifest', 'nothing.json'])).err).toMatch(/cannot be read/);
  expect((await stranger.run(['verify-web', 'rooms.example.com'])).code).toBe(2);
});
