import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { UnwatchedPage } from '../support/unwatched-page.ts';
import { allowedTask, peakMemory, watched } from './frames.ts';
import { PASSWORD } from './tab.ts';

const BYTES = 100_000_000;
const TIMEOUT_MS = 240_000;

let browser: Browser;
let both: BothServices;
let folder: string;

jest.setTimeout(2 * TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  folder = await mkdtemp(join(tmpdir(), 'strongroom-large-file-'));
  await mkdir(join(folder, 'saved'));
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

test('100 MB go up and down whole in Chromium, and the page stays responsive', async () => {
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  const room = (await owner.post('/rooms', { name: 'One large file', classification: 'C2' })).body.data.id;
  const content = randomBytes(BYTES);
  const path = join(folder, 'large.bin');
  await writeFile(path, content);
  const page = await UnwatchedPage.open(browser, join(folder, 'saved'));
  await page.goto(`${both.url}/rooms/${room}`);
  await page.fill('input[type=email]', 'owner@strongroom.local');
  await page.fill('input[type=password]', PASSWORD);
  await page.click('button[type=submit]');
  await page.until(`document.querySelector('[data-testid=files]')`);
  const up = await watched(
    page,
    '100 MB up',
    async () => {
      await page.choose('[data-testid=files]', [path]);
      await page.text('1 file in the room', TIMEOUT_MS);
    },
    browser,
  );
  const down = await watched(
    page,
    '100 MB down',
    async () => {
      await page.click('[aria-label="Actions for large.bin"]');
      await page.until(`document.querySelectorAll('[role=menuitem]').length > 1`);
      await page.click('[role=menuitem]:nth-child(2)');
      expect((await page.saved(TIMEOUT_MS)).bytes.equals(content)).toBe(true);
    },
    browser,
  );
  process.stdout.write(`100 MB: a page of Chromium used ${Math.round((await peakMemory(browser)) / 1e6)} MB at most\n`);
  expect([up, down].filter((work) => work.longest > allowedTask(work))).toEqual([]);
});
