import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openPackage } from '@strongroom/client';
import type { Browser } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let both: BothServices;
let owner: Caller;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
}, 2 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await browser.close();
  await both.end();
});

test('files that are ticked in a browser with keys are read with the one link that it makes', async () => {
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByRole('heading', { name: 'A room', level: 1 }).waitFor();
  const files = ['one', 'two'].map((text) => ({
    name: `${text}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.locator('[data-testid=files]').setInputFiles(files);
  await page.getByText('2 files in the room').waitFor();
  await page.getByRole('link', { name: 'two.txt' }).waitFor();
  await page.locator('.files-head .check').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('The link is shown this once').waitFor();
  const link = (await dialog.locator('code').textContent()) ?? '';
  const opened = await openPackage(link);
  const texts = await Promise.all(
    opened.entries.map(async (entry) => Buffer.from(await opened.read(entry)).toString()),
  );
  expect(texts.toSorted()).toEqual(['one', 'two']);
  await clear();
});
