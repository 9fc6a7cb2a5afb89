import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { openPackage } from '@strongroom/client';
import type { Browser, Download, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { act, expectFine, PASSWORD, signedIn } from './tab.ts';

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

const PLACES = {
  none: `Promise.reject(new DOMException('The user aborted a request.', 'AbortError'))`,
  refused: `Promise.resolve({ createWritable: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) })`,
  full: `Promise.resolve({
    createWritable: async () => new WritableStream({
      write() { throw new DOMException('Full.', 'QuotaExceededError'); },
    }),
  })`,
  given: `navigator.storage.getDirectory().then((folder) => folder.getFileHandle('a.zip', { create: true }))`,
};

test('a zip that got no place says so, and offers to save it again', async () => {
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.goto(`${both.url}/rooms/${room}`);
  const file = { name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') };
  await page.locator('[data-testid=files]').setInputFiles([file]);
  await page.getByText('1 file in the room').waitFor();
  const dialog = page.getByRole('alertdialog', { name: 'Download 1 file' });
  const save = async (place: keyof typeof PLACES): Promise<void> => {
    await page.evaluate(`window.showSaveFilePicker = () => ${PLACES[place]}`);
    await dialog.getByRole('button', { name: 'Save as zip' }).click();
  };
  await page.getByRole('button', { name: 'Download all' }).click();
  await save('none');
  await dialog.getByRole('status').getByText('Nothing was saved, because no place was chosen.').waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await expectFine(page);
  await save('refused');
  await dialog.getByText('The browser does not let this page save there. Try again with another folder.').waitFor();
  expect(await dialog.getByText('Nothing was saved').count()).toBe(0);
  await save('full');
  const panel = page.getByRole('region', { name: 'Downloads' });
  await panel.getByText('There is no room for the zip on this disk. Free some, then try again.').waitFor();
  await page.evaluate(`window.showSaveFilePicker = () => ${PLACES.given}`);
  await panel.getByRole('button', { name: 'Try A room.zip again' }).click();
  await panel.getByText('A room.zip is downloaded.').waitFor();
  await clear();
});

test('one file is downloaded in sight of the panel, in a viewer too, and waits for the connection with a word', async () => {
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.goto(`${both.url}/rooms/${room}`);
  const file = { name: 'one.bin', mimeType: 'text/plain', buffer: Buffer.from('one') };
  await page.locator('[data-testid=files]').setInputFiles([file]);
  await page.getByRole('button', { name: 'Close uploads' }).click();
  const panel = page.getByRole('region', { name: 'Downloads' });
  const menu = page.getByRole('button', { name: 'Actions for one.bin' });
  const press = async (): Promise<void> => {
    await menu.click();
    await page.getByRole('menuitem', { name: 'Download' }).click();
  };
  const text = async (saved: Promise<Download>): Promise<string> => readFile(await (await saved).path(), 'utf8');

  // The worker has not run before: its script cannot be loaded now.
  await page.reload();
  await menu.waitFor();
  await page.context().setOffline(true);
  await press();
  await panel.getByText('one.bin waits for the connection.').waitFor();
  let saved = page.waitForEvent('download');
  await page.context().setOffline(false);
  expect(await text(saved)).toBe('one');
  await panel.getByText('one.bin is downloaded.').waitFor();
  await panel.getByRole('button', { name: 'Close one.bin' }).click();
  await panel.waitFor({ state: 'detached' });

  // One ticked file is no zip.
  await page.locator('.files-body .check').first().click();
  saved = page.waitForEvent('download');
  await page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('one.bin');
  await panel.getByText('one.bin is downloaded.').waitFor();
  await panel.getByRole('button', { name: 'Close one.bin' }).click();

  const [{ id }] = (await owner.get(`/rooms/${room}/files`)).body.data;
  let refuse = true;
  await page.context().route('**/blobs/**', (route) => (refuse ? route.fulfill({ status: 403 }) : route.continue()));
  await page.goto(`${both.url}/rooms/${room}?file=${id}`);
  await page.getByRole('button', { name: 'Download the file' }).click();
  await panel.getByText('one.bin was not downloaded.').waitFor();
  refuse = false;
  saved = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Try one.bin again' }).click();
  expect(await text(saved)).toBe('one');
  await panel.getByRole('button', { name: 'Close one.bin' }).click();
  await clear();
});

test('a file that is opened without a connection says so at once, and comes when it is back', async () => {
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.goto(`${both.url}/rooms/${room}`);
  const files = ['one', 'two'].map((text) => ({
    name: `${text}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`content of ${text}`),
  }));
  await page.locator('[data-testid=files]').setInputFiles(files);
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await page.reload();
  const [one, two] = ['one.txt', 'two.txt'].map((name) => page.getByRole('link', { name }));
  await two?.waitFor();
  const close = (): Promise<void> => page.getByRole('button', { name: 'Close', exact: true }).click();
  await one?.click();
  await page.getByText('content of one').waitFor();
  await close();

  const banner = page.locator('.shell-banner');
  const lost = page.getByText('The service could not be reached. Check your connection, then try again.');
  const placeOfHead = () => page.getByRole('heading', { level: 1 }).boundingBox();
  const before = await placeOfHead();
  await page.context().setOffline(true);
  await banner.getByText('You are offline.').waitFor();
  expect(await placeOfHead()).toEqual(before);
  await act(page, 'one.txt', 'Rename');
  const name = page.getByRole('textbox', { name: 'Name of one.txt' });
  await name.fill('renamed.txt');
  await name.press('Enter');
  await lost.waitFor();
  await name.press('Escape');

  // A part of the page that was not shown before cannot be loaded now.
  await act(page, 'one.txt', 'Versions');
  await banner.getByText('What you opened comes then.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog', { name: 'Versions of one.txt' }).getByText('Version 1').waitFor();
  await banner.getByText('You are offline.').waitFor({ state: 'detached' });
  await close();

  await page.context().setOffline(true);
  await two?.click();
  await lost.waitFor();
  await page.context().setOffline(false);
  await page.getByText('content of two').waitFor();
  await close();
  await two?.waitFor();
  expect(await banner.getByText('You are offline.').count()).toBe(0);
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
