import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { PASSWORD, signedIn } from './tab.ts';

type Options = Parameters<typeof startService>[0];
type Pair = Readonly<{ browser: Browser; world: World }>;

/** A browser and a service in memory for the tests of a file. `prepare` runs before them. */
function inBrowser(options: Options, prepare: (given: Pair) => Promise<void>): void {
  let given: Pair;

  jest.setTimeout(2 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    await buildPages();
    const [browser, world] = await Promise.all([startBrowser(), startService(options)]);
    given = { browser, world };
    await prepare(given);
  }, 3 * TEST_TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([given.browser.close(), given.world.stop()]);
  });
}

/**
 * A browser, and a service whose owner has a password. `signIn`: in a tab that is cleared after each test, with its routes
 * and the size of its window as before.
 */
export function ownerInBrowser(
  options: Options,
  prepare: (given: Pair & Readonly<{ signIn: () => Promise<Tab> }>) => Promise<void>,
): void {
  let tab: Tab | undefined;

  inBrowser(options, async (given) => {
    const { browser, world } = given;
    await world.owner.post('/me/password', { new_password: PASSWORD });
    const signIn = async (): Promise<Tab> => {
      tab = await signedIn(browser, world.url, 'owner@strongroom.local');
      return tab;
    };
    await prepare({ ...given, signIn });
  });
  afterEach(async () => {
    await tab?.page.unrouteAll();
    await tab?.page.setViewportSize({ width: 1280, height: 800 });
    await tab?.clear();
  });
}

/** A browser with the tab of a visitor, which forgets its links after each test, and a service. */
export function visitorInBrowser(
  options: Options,
  prepare: (given: Pair & Readonly<{ page: Page }>) => Promise<void>,
): void {
  let tab: Tab | undefined;

  inBrowser(options, async (given) => {
    tab = await openTab(given.browser);
    await prepare({ ...given, page: tab.page });
  });
  afterEach(async () => {
    // A blank page has no storage.
    await tab?.page.evaluate('sessionStorage.clear()').catch(() => undefined);
    await tab?.page.unrouteAll();
    await tab?.clear();
  });
}
