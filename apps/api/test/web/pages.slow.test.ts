import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { DIALOGS, furnish, PAGES, type Place, PUBLIC, visit } from './places.ts';
import { expectFine, loaded, PASSWORD, problemsZoomed, signedIn, ZOOMED } from './tab.ts';

let browser: Browser;
let world: World;
let room: string;

jest.setTimeout(2 * TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  room = await furnish(world);
}, 3 * TEST_PATIENCE);
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

describe('in a usual window', () => {
  let tab: Tab;
  beforeAll(async () => {
    tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  });
  afterEach(() => tab.clear());

  test.each(PAGES)('$name has no accessibility problem in either theme, and fits into 320 pixels', async (place) => {
    await visit(tab.page, world.url, room, place);
    await loaded(tab.page);
    await expectFine(tab.page);
    expect(await tab.page.getByRole('alert').count()).toBe(0);
  });
});

describe('zoomed to 200 % and 400 %', () => {
  let tab: Tab;
  let page: Page;
  afterEach(() => tab.clear());

  const open = async (place: Place): Promise<void> => {
    await page.setViewportSize(ZOOMED.viewport);
    await visit(page, world.url, room, place);
  };
  const problems = async (place: Place): Promise<readonly string[]> => {
    await open(place);
    await loaded(page);
    return problemsZoomed(page);
  };

  describe('for a person who is signed in', () => {
    beforeAll(async () => {
      tab = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, ZOOMED);
      page = tab.page;
    });
    test.each(PAGES)('$name can be read and pressed everywhere', async (place) => {
      expect(await problems(place)).toEqual([]);
    });
    test.each(DIALOGS)('$name, a dialog, can be read and pressed everywhere', async (place) => {
      expect(await problems(place)).toEqual([]);
    });
  });

  describe('for everybody', () => {
    beforeAll(async () => {
      tab = await openTab(browser, ZOOMED);
      page = tab.page;
    });
    // The page of components shows a sign that something loads.
    test.each(PUBLIC)('/$name can be read and pressed everywhere', async (place) => {
      await open(place);
      expect(await problemsZoomed(page)).toEqual([]);
    });
  });
});
