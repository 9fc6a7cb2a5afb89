import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aFile } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;

jest.setTimeout(2 * TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  for (const name of ['Falcon', 'Heron', 'Kite']) await world.owner.post('/rooms', { name, classification: 'C2' });
  const { data } = (await world.owner.get('/rooms?q=Falcon')).body;
  await aFile(world.owner, data[0].id);
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
});
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const names = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table', { name: 'Rooms' }).locator('a.name').allTextContents();
const star = (page: Page, room: string) => page.getByRole('button', { name: `Favourite: ${room}` });

test('a favourite comes first, in every browser of its user, and can be filtered by', async () => {
  const { page } = tab;
  await page.goto(world.url);
  await loaded(page);
  expect(await names(page)).toEqual(['Kite', 'Heron', 'Falcon']);
  const stored = page.waitForResponse((response) => response.url().endsWith('/favourite'));
  await star(page, 'Falcon').click();
  await page.getByRole('button', { name: 'Favourite: Falcon', pressed: true }).waitFor();
  expect((await stored).status()).toBe(200);
  expect(await names(page)).toEqual(['Falcon', 'Kite', 'Heron']);
  await expectFine(page);

  const other = await signedIn(browser, world.url, 'owner@strongroom.local');
  await other.page.goto(`${world.url}/?favourite=yes`);
  await other.page.getByRole('button', { name: 'Favourite: Falcon', pressed: true }).waitFor();
  expect(await names(other.page)).toEqual(['Falcon']);
  await star(other.page, 'Falcon').click();
  await other.page.getByText('No room fits').waitFor();
  await other.clear();
});

test('rooms are sorted by their last file, and rooms without one are last', async () => {
  const { page } = tab;
  await page.goto(`${world.url}/?sort=-active`);
  await loaded(page);
  expect(await names(page)).toEqual(['Falcon', 'Kite', 'Heron']);
});
