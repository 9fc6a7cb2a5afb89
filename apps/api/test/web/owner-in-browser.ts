import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { PASSWORD, signedIn } from './tab.ts';

type Given = Readonly<{
  browser: Browser;
  world: World;
  /** Signs the owner in, in a tab that is cleared after each test. */
  signIn: () => Promise<Tab>;
}>;

/** A browser and a service in memory for the tests of a file. `prepare` runs before them, when the owner has a password. */
export function ownerInBrowser(
  options: Parameters<typeof startService>[0],
  prepare: (given: Given) => Promise<void>,
): void {
  let browser: Browser;
  let world: World;
  let tab: Tab | undefined;

  jest.setTimeout(2 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    await buildPages();
    [browser, world] = await Promise.all([startBrowser(), startService(options)]);
    await world.owner.post('/me/password', { new_password: PASSWORD });
    const signIn = async (): Promise<Tab> => {
      tab = await signedIn(browser, world.url, 'owner@strongroom.local');
      return tab;
    };
    await prepare({ browser, world, signIn });
  }, 3 * TEST_TIMEOUT_MS);
  afterEach(() => tab?.clear());
  afterAll(async () => {
    await Promise.all([browser.close(), world.stop()]);
  });
}
