import { startBrowser } from '../../support/browser.ts';
import { Firefox } from '../../support/firefox.ts';
import { PASSWORD, signedIn } from '../tab.ts';
import { SELF } from './in-rooms.ts';
import type { AnyPage } from './offers.ts';

/** A page in which a person is signed in. `end` throws what the browser complained about. */
export type Reader = Readonly<{ page: AnyPage; end: () => Promise<void> }>;

/** A browser in which one person after the other signs in. */
export type Readers = Readonly<{
  signedIn: (url: string, email: string) => Promise<Reader>;
  close: () => Promise<void>;
}>;

export async function CHROMIUM(): Promise<Readers> {
  const browser = await startBrowser();
  return {
    signedIn: async (url, email) => {
      const { page, clear } = await signedIn(browser, url, email);
      return {
        page,
        end: async () => {
          await clear();
          await page.context().close();
        },
      };
    },
    close: () => browser.close(),
  };
}

/** All its pages share the cookies, so a person signs out at the end. */
export async function FIREFOX(): Promise<Readers> {
  const browser = await Firefox.start();
  return {
    signedIn: async (url, email) => {
      const page = await browser.openPage();
      await page.goto(url);
      await page.fill('E-mail', email);
      await page.fill('Password', PASSWORD);
      await page.click('button', 'Sign in');
      await page.find('heading', 'Rooms');
      return {
        page,
        end: async () => {
          await page.click('button', `Account of ${SELF}`);
          await page.click('menuitem', 'Sign out');
          await page.find('button', 'Sign in');
          await page.clear();
        },
      };
    },
    close: () => browser.close(),
  };
}
