import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let room: string;

jest.setTimeout(2 * TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  room = await aRoom(world.owner);
  await aPerson(world);
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const PAGES = ['rooms/ID', 'rooms/ID/members', 'rooms/ID/links', 'rooms/ID/activity', 'rooms/ID/settings'];

test.each([...PAGES, 'account', 'people', 'units', 'news', 'oversight', 'activity', 'receipts', 'status'])(
  '%s has no accessibility problem in either theme, and fits into 320 pixels',
  async (name) => {
    await page.goto(`${world.url}/${name.replace('ID', room)}`);
    await loaded(page);
    await expectFine(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  },
);
