import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { someBytes } from '../support/encrypted-transfer.ts';
import { type InBrowser, openInBrowser } from './in-browser.ts';
import type { Served } from './service.ts';

jest.setTimeout(TEST_TIMEOUT_MS);

let held: InBrowser | undefined;
let served: Served;
let page: Page;
let room: string;

beforeAll(async () => {
  held = await openInBrowser();
  ({ served, page, room } = held);
});
afterAll(() => held?.end());

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const ABOUT = `{ name: 'from a browser', content_type: 'application/octet-stream' }`;

test.each([0, 1, 1_000_003])('uploads and downloads %i bytes unchanged in a browser', async (size) => {
  const [id, sent, back] = (await page.evaluate(`(async () => {
    const content = new Uint8Array(${size}).map((_, index) => index * 7919 >> 3);
    const file = await strongroom.upload('${room}', ${ABOUT}, new Blob([content]));
    return [file.id, await hashOf(content), await hashOf(await strongroom.download(file.id))];
  })()`)) as string[];
  expect(back).toBe(sent);
  expect(hashOf(await served.owner.download(id ?? ''))).toBe(sent);
});

test('the client reads in a browser a file that Node uploaded', async () => {
  const content = someBytes(300_000);
  const { id } = await served.owner.upload(room, { name: 'n', content_type: 'text/plain' }, content);
  const result: unknown = await page.evaluate(`(async () => {
    const steps = [];
    const bytes = await strongroom.download('${id}', { onProgress: (progress) => steps.push(progress) });
    return [await hashOf(bytes), steps.at(-1)];
  })()`);
  expect(result).toEqual([hashOf(content), { transferred: content.length, total: content.length }]);
});

test('the client opens a link with its key in a browser', async () => {
  const content = someBytes(20_000);
  const { id } = await served.owner.upload(room, { name: 'shared', content_type: 'text/plain' }, content);
  const { url } = await served.owner.shareWithKey(id, { expires_in: 3600 });
  const result: unknown = await page.evaluate(`(async () => {
    const { file, content } = await library.openLink('${url}');
    return [file.name, await hashOf(content)];
  })()`);
  expect(result).toEqual(['shared', hashOf(content)]);
});

test('the client creates a link in a browser, which Node opens', async () => {
  const content = someBytes(20_000);
  const { id } = await served.owner.upload(room, { name: 'shared', content_type: 'text/plain' }, content);
  const url = (await page.evaluate(
    `strongroom.shareWithKey('${id}', { expires_in: 3600 }).then(({ url }) => url)`,
  )) as string;
  const { openLink } = await import('@strongroom/client');
  expect(hashOf((await openLink(url)).content)).toBe(hashOf(content));
});

test('the client rejects tampered content in a browser, too', async () => {
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

test('the client exposes code, status and request id of an error to a browser', async () => {
  const result: unknown = await page.evaluate(`strongroom.rooms.get('00000000-0000-4000-8000-000000000000').then(
    () => 'found',
    ({ code, status, requestId }) => [code, status, typeof requestId],
  )`);
  expect(result).toEqual(['ROOM_NOT_FOUND', 404, 'string']);
});

test('the client imports nothing of Node and no other package in the browser build', async () => {
  expect(held?.build.imports.length).toBeGreaterThan(30);
  expect(held?.build.imports.filter((specifier) => !/^\.{1,2}\/[\w./-]+\.js$/.test(specifier))).toEqual([]);
});
