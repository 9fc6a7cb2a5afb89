import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openPackage } from '@strongroom/client';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

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
  await page.getByLabel('Downloads at most').fill('2');
  expect(await textsOf(await makeLink(page))).toEqual(['one', 'two']);

  const [old] = (await owner.get(`/rooms/${room}/shares?kind=package`)).body.data;
  await page.goto(`${both.url}/rooms/${room}/links`);
  await page.getByRole('button', { name: /^Actions for the link/ }).click();
  await page.getByRole('menuitem', { name: 'Make again' }).click();
  await page.getByText('Revoke the old link').click();
  const fresh = await makeLink(page);
  expect(await textsOf(fresh)).toEqual(['one', 'two']);
  expect((await owner.get(`/shares/${old.id}`)).body.data.status).toBe('revoked');
  await clear();
});

test('a room goes into a zip in the panel while its reader is on other pages', async () => {
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.addInitScript('delete window.showSaveFilePicker');
  await page.goto(`${both.url}/rooms/${room}`);
  const file = { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') };
  await page.locator('[data-testid=files]').setInputFiles([file]);
  await page.getByText('1 file in the room').waitFor();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/blobs/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Download all' }).click();
  await page.getByRole('button', { name: 'Save as zip' }).click();
  const panel = page.getByRole('region', { name: 'Downloads' });
  await panel.getByText('0 of 1 file').waitFor();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await expectFine(page);
  const saved = page.waitForEvent('download');
  release();
  expect((await readFile(await (await saved).path())).includes('one.txt')).toBe(true);
  await panel.getByText('A room.zip is downloaded.').waitFor();
  await panel.getByRole('button', { name: 'Close A room.zip' }).click();
  await panel.waitFor({ state: 'detached' });
  await clear();
});

async function makeLink(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Make the link' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('The link is shown this once').waitFor();
  return (await dialog.locator('code').textContent()) ?? '';
}

async function textsOf(link: string): Promise<readonly string[]> {
  const opened = await openPackage(link);
  const texts = await Promise.all(
    opened.entries.map(async (entry) => Buffer.from(await opened.read(entry)).toString()),
  );
  return texts.toSorted();
}
