import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import type { Browser } from 'playwright-core';
import { blocksOf } from '../../../../scripts/docs/markdown.ts';
import { Shell } from '../../../../scripts/docs/shell.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages, ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { Place } from '../support/service-process.ts';
import { PASSWORD, signedIn } from './tab.ts';

const HOW_TO = join(ROOT, 'docs/how-to/serve-the-pages-elsewhere.md');

jest.setTimeout(4 * TEST_TIMEOUT_MS);

let browser: Browser;
let place: Place;
let shell: Shell;
let folder: string;
let pages: string;

/** The first block of the page with that text in it. */
const blockWith = (text: string): string => {
  const found = blocksOf(readFileSync(HOW_TO, 'utf8')).find((block) => block.text.includes(text));
  if (found === undefined) throw new Error(`the page has no block with ${text}`);
  return found.text;
};

beforeAll(async () => {
  await buildPages();
  browser = await startBrowser();
  place = await Place.make();
  const port = await freePort();
  pages = `http://127.0.0.1:${port}`;
  const service = await place.start({ STRONGROOM_PUBLIC_URL: pages, STRONGROOM_TRUSTED_PROXIES: '1' });
  folder = mkdtempSync(join(tmpdir(), 'pages-elsewhere-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'dir');
  // oxlint-disable-next-line node/no-process-env -- finds the programs
  shell = new Shell({ folder, env: { PATH: process.env.PATH ?? '', HOME: folder } });
  for (const text of ['cp -R', 'headers()', 'site/nginx.conf']) {
    const here = blockWith(text).replaceAll('127.0.0.1:8090', `127.0.0.1:${port}`);
    const { ok, output } = await shell.run(here.replaceAll('http://127.0.0.1:8080', new URL(service.url).origin));
    if (!ok) throw new Error(`the page's block with ${text} failed:\n${output}`);
  }
  await new Caller(`${pages}/api/v1`, await place.ownerToken()).post('/me/password', { new_password: PASSWORD });
}, 4 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await shell.run('server -s stop');
  shell.end();
  await Promise.all([browser.close(), place.end()]);
  rmSync(folder, { recursive: true });
});

test('a person signs in at the server of the pages and works there, under its policies', async () => {
  const tab = await signedIn(browser, pages, 'owner@strongroom.local');
  const [cookie] = await tab.page.context().cookies();
  expect(cookie).toMatchObject({ name: '__Host-Http-strongroom', httpOnly: true, sameSite: 'Strict' });
  await tab.page.getByRole('button', { name: 'New room' }).click();
  await tab.page.getByLabel('Name').fill('Project Falcon');
  await tab.page.getByRole('button', { name: 'Make the room' }).click();
  await tab.page.getByRole('heading', { name: 'Project Falcon' }).waitFor();
  await tab.page.reload();
  await tab.page.getByRole('heading', { name: 'Project Falcon' }).waitFor();
  await tab.page.goto(`${pages}/docs/api/rooms`);
  await tab.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  await tab.clear();
});
