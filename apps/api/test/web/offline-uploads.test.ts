import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

jest.setTimeout(TEST_TIMEOUT_MS);

let browser: Browser;
let both: BothServices;
let owner: Caller;
let room: string;
let page: Page;
let clear: () => Promise<void>;

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Harbour', classification: 'C2' })).body.data.id;
  ({ page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local'));
}, 2 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await clear();
  await browser.close();
  await both.end();
});

const file = (name: string, content = `content of ${name}`) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});
const panel = () => page.getByRole('region', { name: 'Uploads' });
const add = (...files: ReturnType<typeof file>[]) => page.getByTestId('files').setInputFiles(files);
const names = async (): Promise<readonly string[]> =>
  ((await owner.get(`/rooms/${room}/files?sort=name`)).body.data as { name: string }[]).map(({ name }) => name);

async function openRoom(): Promise<void> {
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
  await page.getByTestId('files').waitFor({ state: 'attached' });
}
async function goOffline(): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
}

test('files that are added without a connection wait for it, and start by themselves', async () => {
  await openRoom();
  await goOffline();
  await add(file('a.txt'), file('b.txt'), file('c.txt'));
  await panel().getByText('Waiting for the connection: 0 of 3 files').waitFor();
  await panel().getByRole('button', { name: 'Cancel b.txt' }).click();
  await panel().getByText('Waiting for the connection: 0 of 2 files').waitFor();
  expect([await page.getByRole('alert').count(), await page.getByText('Looking which of them').count()]).toEqual([
    0, 0,
  ]);
  await expectFine(page);
  await page.context().setOffline(false);
  await panel().getByText('2 files in the room').waitFor();
  expect(await names()).toEqual(['a.txt', 'c.txt']);
  await panel().getByRole('button', { name: 'Close uploads' }).click();
});

test('the page asks about a name that is taken once the connection is back, numbers the file where the room was left, and leads to it', async () => {
  await openRoom();
  await goOffline();
  await add(file('a.txt', 'another content'));
  await panel().getByText('Waiting for the connection').waitFor();
  await page.context().setOffline(false);
  const question = page.getByRole('alertdialog', { name: '1 name is taken' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await panel().waitFor({ state: 'detached' });
  await goOffline();
  await add(file('a.txt', 'a third content'));
  await panel().getByText('Waiting for the connection').waitFor();
  await page.getByRole('link', { name: 'Rooms', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  await page.context().setOffline(false);
  await panel().getByText('1 file in the room').waitFor();
  expect(await names()).toEqual(['a (2).txt', 'a.txt', 'c.txt']);
  await panel().getByRole('button', { name: 'Show', exact: true }).waitFor();
  await expectFine(page);
  await panel().getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('link', { name: 'a (2).txt' }).waitFor();
  await panel().getByRole('button', { name: 'Show', exact: true }).waitFor({ state: 'detached' });
  await panel().getByRole('button', { name: 'Close uploads' }).click();
});

test('a failure without a connection does not blame that once it is back', async () => {
  await openRoom();
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByRole('textbox').first().fill('Plans');
  await goOffline();
  await page.keyboard.press('Enter');
  await dialog.getByText('The service could not be reached.').waitFor();
  await page.context().setOffline(false);
  await dialog.getByText('The connection is back. Try again.').waitFor();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
});
