import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_PATIENCE } from '../pages/browser.ts';
import { someBytes } from '../service/client.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { aRoomOf, type Served, serve } from './service.ts';

jest.setTimeout(TEST_PATIENCE);

let browser: Browser | undefined;
let build: BrowserBuild;
let pages: Server;
let served: Served;
let tab: Tab;
let page: Page;
let room: string;

/** Somebody else's site, which has the library as files: no bundler, no build of its own. */
beforeAll(async () => {
  browser = await startBrowser();
  build = await buildForBrowser();
  pages = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    if (path === '/')
      return response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>a</title><link rel="icon" href="data:,">');
    readFile(join(build.folder, path)).then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text),
      () => response.writeHead(404).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, '127.0.0.1', resolve);
  });
  const site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  served = await serve({ STRONGROOM_CORS_ORIGINS: site });
  room = await aRoomOf(served.owner);
  tab = await openTab(browser);
  page = tab.page;
  // The key management of whoever sits at the browser.
  await page.exposeFunction('unwrapped', async (wrappedDek: string, kmsKeyId: string) =>
    Buffer.from(await served.unwrap.unwrap({ wrappedDek, kmsKeyId, aad: null })).toString('base64'),
  );
  await page.goto(site);
  await page.evaluate(`
    import('/index.js').then((library) => {
      globalThis.library = library;
      const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const unwrap = { unwrap: async ({ wrappedDek, kmsKeyId }) => bytes(await unwrapped(wrappedDek, kmsKeyId)) };
      globalThis.strongroom = new library.Strongroom({ url: '${served.url}', token: '${served.token}', unwrap });
      globalThis.hashOf = async (content) =>
        Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    })`);
});
afterAll(async () => {
  if (browser === undefined) return;
  await tab?.clear();
  await browser.close();
  await served.stop();
  await build.remove();
  await new Promise((resolve) => pages.close(resolve));
});

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ABOUT = `{ name: 'from a browser', content_type: 'application/octet-stream' }`;

test.each([0, 1, 1_000_003])('%i bytes go up from a browser and come back as they went', async (size) => {
  const [id, sent, back] = (await page.evaluate(`(async () => {
    const content = new Uint8Array(${size}).map((_, index) => index * 7919 >> 3);
    const file = await strongroom.upload('${room}', ${ABOUT}, new Blob([content]));
    return [file.id, await hashOf(content), await hashOf(await strongroom.download(file.id))];
  })()`)) as string[];
  expect(back).toBe(sent);
  expect(hashOf(await served.owner.download(id ?? ''))).toBe(sent);
});

test('what Node sent, a browser reads', async () => {
  const content = someBytes(300_000);
  const { id } = await served.owner.upload(room, { name: 'n', content_type: 'text/plain' }, content);
  const told: unknown = await page.evaluate(`(async () => {
    const steps = [];
    const bytes = await strongroom.download('${id}', { onProgress: (progress) => steps.push(progress) });
    return [await hashOf(bytes), steps.at(-1)];
  })()`);
  expect(told).toEqual([hashOf(content), { transferred: content.length, total: content.length }]);
});

test('a browser opens a link with its key', async () => {
  const content = someBytes(20_000);
  const { id } = await served.owner.upload(room, { name: 'shared', content_type: 'text/plain' }, content);
  const { url } = await served.owner.shareWithKey(id, { expires_in: 60 });
  const told: unknown = await page.evaluate(`(async () => {
    const { file, content } = await library.openLink('${url}');
    return [file.name, await hashOf(content)];
  })()`);
  expect(told).toEqual(['shared', hashOf(content)]);
});

test('a browser makes a link that Node opens', async () => {
  const content = someBytes(20_000);
  const { id } = await served.owner.upload(room, { name: 'shared', content_type: 'text/plain' }, content);
  const url = (await page.evaluate(
    `strongroom.shareWithKey('${id}', { expires_in: 60 }).then(({ url }) => url)`,
  )) as string;
  const { openLink } = await import('@strongroom/client');
  expect(hashOf((await openLink(url)).content)).toBe(hashOf(content));
});

test('what was tampered with is refused in a browser too', async () => {
  const { id } = await served.owner.upload(room, { name: 'a', content_type: 'text/plain' }, someBytes(1000));
  const code: unknown = await page.evaluate(`(async () => {
    const fetching = async (url, init) => {
      const response = await fetch(url, init);
      if (!url.includes('/blobs/')) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      bytes[500] ^= 1;
      return new Response(bytes);
    };
    const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const unwrap = { unwrap: async ({ wrappedDek, kmsKeyId }) => bytes(await unwrapped(wrappedDek, kmsKeyId)) };
    const other = new library.Strongroom({ url: '${served.url}', token: '${served.token}', unwrap, fetch: fetching });
    return other.download('${id}').then(() => 'it was released', (error) => error.code);
  })()`);
  expect(code).toBe('CONTENT_NOT_AUTHENTIC');
});

test('a browser sees how a refusal is to be waited for, and whom to ask about it', async () => {
  const told: unknown = await page.evaluate(`strongroom.rooms.get('00000000-0000-4000-8000-000000000000').then(
    () => 'found',
    ({ code, status, requestId }) => [code, status, typeof requestId],
  )`);
  expect(told).toEqual(['ROOM_NOT_FOUND', 404, 'string']);
});

test('what a browser loads asks for nothing of Node and for no other package', async () => {
  expect(build.imports.length).toBeGreaterThan(30);
  expect(build.imports.filter((specifier) => !/^\.{1,2}\/[\w./-]+\.js$/.test(specifier))).toEqual([]);
});
