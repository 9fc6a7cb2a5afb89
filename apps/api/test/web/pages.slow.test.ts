import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, type Tab } from '../support/browser.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { DIALOGS, furnish, PAGES, type Place, PUBLIC, visit } from './places.ts';
import { expectFine, loaded, PASSWORD, problemsZoomed, signedIn, ZOOMED } from './tab.ts';

let browser: Browser;
let world: World;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
  room = await furnish(world);
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
