import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let both: BothServices;
let owner: Caller;
let tab: Tab;
let page: Page;
let room: string;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Falcon', classification: 'C2' })).body.data.id;
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
});
afterEach(() => tab.clear());
afterAll(async () => {
  await browser.close();
  await both.end();
});

const file = (text: string, name = 'contract.txt') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const dialog = (): Locator => page.getByRole('dialog', { name: 'Versions of contract.txt' });
const openVersions = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Actions for contract.txt' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await dialog().getByText('Version 1', { exact: true }).waitFor();
};
const act = async (version: number, action: string): Promise<void> => {
  await dialog()
    .getByRole('button', { name: `Actions for version ${version}` })
    .click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
};
const saved = async (version: number): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), act(version, 'Download')]);
  return readFile(await download.path(), 'utf8');
};

test('a file gets versions, which are saved, deleted and made current, with messages after the dialog and failures in it', async () => {
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
  await page.getByTestId('files').setInputFiles(file('the price is 100'));
  await page.getByText('1 file in the room').waitFor();
  await openVersions();
  await dialog().getByTestId('version').setInputFiles(file('the price is 90', 'contract final.TXT'));
  const row = page.getByRole('row', { name: /contract\.txt/ });
  await row.getByText('v2', { exact: true }).waitFor();
  await openVersions();
  await dialog().getByText('Version 2', { exact: true }).waitFor();
  await expectFine(page);
  expect([await saved(1), await saved(2)]).toEqual(['the price is 100', 'the price is 90']);
  await act(1, 'Make it current');
  await dialog().getByRole('listitem').filter({ hasText: 'Version 1' }).getByText('current', { exact: true }).waitFor();
  const messages = page.locator('.toasts .notice');
  expect(await messages.count()).toBe(0);
  await row.getByText('v2', { exact: true }).waitFor({ state: 'detached' });
  await act(2, 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete version 2 of contract.txt?' });
  await question.getByRole('button', { name: 'Delete the version' }).click();
  await dialog().getByText('Version 2', { exact: true }).waitFor({ state: 'detached' });
  expect(await messages.count()).toBe(0);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await messages.getByText('Version 1 of contract.txt is the current one.').waitFor();
  await messages.getByText('Version 2 of contract.txt deleted.').waitFor();
  const { data } = (await owner.get(`/rooms/${room}/files`)).body;
  expect(data).toMatchObject([{ name: 'contract.txt', version: 1, size: 16 }]);
  await openVersions();
  await owner.delete(`/files/${data[0].id}`);
  await act(1, 'Download');
  await dialog()
    .getByText(/^contract\.txt: /)
    .waitFor();
  expect(await messages.getByText(/^contract\.txt: /).count()).toBe(0);
});
