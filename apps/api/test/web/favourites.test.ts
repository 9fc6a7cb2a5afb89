import { expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Tab } from '../support/browser.ts';
import { aFile } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { expectFine, loaded, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  for (const name of ['Falcon', 'Heron', 'Kite']) await world.owner.post('/rooms', { name, classification: 'C2' });
  const { data } = (await world.owner.get('/rooms?q=Falcon')).body;
  await aFile(world.owner, data[0].id);
  tab = await given.signIn();
});

const names = (page: Page): Promise<readonly string[]> =>
  page.getByRole('table', { name: 'Rooms' }).locator('a.name').allTextContents();
const star = (page: Page, room: string) => page.getByRole('button', { name: `Favourite: ${room}` });

test('a favourite comes first, in every browser of its user, and can be filtered by', async () => {
  const { page } = tab;
  await page.goto(world.url);
  await loaded(page);
  expect(await names(page)).toEqual(['Kite', 'Heron', 'Falcon']);
  // All of them are active, of one label and without a star.
  const filters = page.locator('.list-filters button').filter({ visible: true });
  expect(await filters.count()).toBe(0);
  const stored = page.waitForResponse((response) => response.url().endsWith('/favourite'));
  await star(page, 'Falcon').click();
  await page.getByRole('button', { name: 'Favourite: Falcon', pressed: true }).waitFor();
  expect((await stored).status()).toBe(200);
  expect(await names(page)).toEqual(['Falcon', 'Kite', 'Heron']);
  expect(await filters.allInnerTexts()).toEqual(['Favourites and others']);
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
