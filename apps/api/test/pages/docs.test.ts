import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine } from '../web/tab.ts';

const MANIFEST = new URL('../../../web/dist/manifest.json', import.meta.url);

let browser: Browser | undefined;
let world: World;
let tab: Tab | undefined;
let page: Page;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  browser = await startBrowser();
  world = await startService();
  tab = await openTab(browser);
  page = tab.page;
}, 3 * TEST_TIMEOUT_MS);
// Throws if the policy of the page refused a style, a script or a request.
afterEach(() => tab?.clear());
afterAll(async () => {
  if (browser === undefined) return;
  await Promise.all([browser.close(), world.stop()]);
});

test('the search finds an operation, and leads from it to the guides beside it', async () => {
  await page.goto(`${world.url}/docs`);
  await page.getByRole('searchbox').fill('org tree');
  expect(await page.getByRole('list', { name: 'Found' }).textContent()).toContain('Nothing has these words');
  await page.getByRole('searchbox').fill('org units');
  await page.getByRole('list', { name: 'Found' }).getByRole('link', { name: 'Org units' }).click();
  await page.getByRole('heading', { name: 'Org units', level: 1 }).waitFor();
  await page.getByRole('list', { name: 'Guides' }).getByRole('link', { name: 'Authorization' }).click();
  await page.getByRole('heading', { name: 'Authorization', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/docs/explanation/authorization');
});

test('the documentation shows examples in the chosen language on every page', async () => {
  await page.goto(`${world.url}/docs/api/rooms`);
  const operation = page.locator('#createRoom');
  await operation.getByRole('button', { name: 'Python' }).click();
  const shown = operation.locator('pre[data-lang]:visible');
  expect(await shown.count()).toBe(1);
  expect(await shown.textContent()).toContain('urllib.request.Request(');
  await page.goto(`${world.url}/docs/api/users`);
  expect(await page.locator('#listUsers pre[data-lang]:visible').getAttribute('data-lang')).toBe('python');
});

test('the documentation sends a request from the page, with a token that stays in it', async () => {
  const token = await world.owner.post('/tokens', { name: 'docs' });
  await page.goto(`${world.url}/docs/api/me`);
  const operation = page.locator('#getMe');
  await operation.getByRole('button', { name: 'Try it' }).click();
  await operation.getByLabel(/^Token/).fill(token.body.data.token);
  await operation.getByRole('button', { name: 'Send GET' }).click();
  const answer = operation.locator('output pre');
  await answer.waitFor();
  expect(await answer.textContent()).toMatch(/^200[\s\S]*"role": "owner"/);
  expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(token.body.data.token);
});

test('the documentation turns dark, and stays so', async () => {
  const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${world.url}/docs`);
  const light = await ground();
  await page.getByRole('button', { name: 'Theme' }).click();
  const dark = await ground();
  await page.goto(`${world.url}/docs/api/files`);
  expect([dark === light, await ground()]).toEqual([false, dark]);
  await page.getByRole('button', { name: 'Theme' }).click();
  expect(await ground()).toBe(light);
});

test.each(['/docs', '/docs/api/rooms', '/docs/how-to/call-the-api'])(
  '%s has no barriers in both themes, and fits 320 pixels',
  async (path) => {
    await page.goto(world.url + path);
    await expectFine(page);
    expect(await page.title()).toMatch(/ · Strongroom$/);
  },
);

test('every link of every page leads to a page or a heading of it', async () => {
  const { files } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { files: Record<string, unknown> };
  const texts = new Map<string, string>();
  for (const name of Object.keys(files).filter((one) => /^docs.*html$/.test(one)))
    texts.set(`/${name.replace(/\.html$/, '')}`, readFileSync(new URL(name, MANIFEST), 'utf8'));
  expect(texts.size).toBeGreaterThan(80);
  const broken: string[] = [];
  const elsewhere = new Set<string>();
  for (const [path, text] of texts)
    for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
      const { pathname, hash, origin } = new URL(href.replaceAll('&amp;', '&'), `http://docs.invalid${path}`);
      if (origin !== 'http://docs.invalid') continue;
      const target = texts.get(pathname);
      if (target === undefined) elsewhere.add(pathname);
      else if (hash !== '' && !target.includes(` id="${decodeURIComponent(hash.slice(1))}"`))
        broken.push(`${path}: ${href}`);
    }
  expect(broken).toEqual([]);
  for (const path of elsewhere)
    expect([path, (await fetch(world.url + path, { headers: { accept: 'text/html' } })).status]).toEqual([path, 200]);
});
