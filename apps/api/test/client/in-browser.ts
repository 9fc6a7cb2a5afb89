import type { Page } from 'playwright-core';
import { openTab, startBrowser } from '../support/browser.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { aRoomOf, type Served, serve } from './service.ts';
import { openSite } from './site.ts';

/** The library on a page of another site, signed in as the first owner: `strongroom`, `library` and `hashOf`. */
export type InBrowser = Readonly<{
  served: Served;
  /** The token of the first owner. */
  room: string;
  page: Page;
  build: BrowserBuild;
  /** Throws the errors that the browser logged. */
  end: () => Promise<void>;
}>;

/** Starts a browser, a service and a site that serves the library as files, without a bundler. */
export async function openInBrowser(): Promise<InBrowser> {
  const ends: (() => Promise<unknown>)[] = [];
  const end = async (): Promise<void> => {
    const failed = (await Promise.allSettled(ends.toReversed().map((one) => one()))).find(
      (one): one is PromiseRejectedResult => one.status === 'rejected',
    );
    if (failed) throw failed.reason;
  };
  try {
    const build = await buildForBrowser();
    ends.push(build.remove);
    const site = await openSite(build.folder, { '/': PAGE });
    ends.push(site.end);
    const served = await serve({ STRONGROOM_CORS_ORIGINS: site.url });
    ends.push(served.stop);
    const browser = await startBrowser();
    ends.push(() => browser.close());
    const tab = await openTab(browser);
    await signIn(tab.page, site.url, served);
    const stop = async (): Promise<void> => {
      try {
        await tab.clear();
      } finally {
        await end();
      }
    };
    return { served, room: await aRoomOf(served.owner), page: tab.page, build, end: stop };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}

const PAGE = '<!doctype html><title>a</title><link rel="icon" href="data:,">';

async function signIn(page: Page, site: string, served: Served): Promise<void> {
  // The key management of the browser's user.
  await page.exposeFunction('unwrapped', async (wrappedDek: string, kmsKeyId: string) =>
    Buffer.from(await served.unwrap.unwrap({ wrappedDek, kmsKeyId, aad: null })).toString('base64'),
  );
  await page.goto(site);
  await page.evaluate(`
    import('/index.js').then((library) => {
      globalThis.library = library;
      const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const unwrap = { unwrap: async ({ wrappedDek, kmsKeyId }) => bytes(await unwrapped(wrappedDek, kmsKeyId)) };
      globalThis.strongroom = new library.Strongroom({ url: '${served.url}', token: '${served.token}', unwrap });
      globalThis.hashOf = async (content) =>
        Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) => byte.toString(16).padStart(2, '0')).join('');
    })`);
}
