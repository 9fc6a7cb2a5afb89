import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { openTab, startBrowser } from '../pages/browser.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { aRoomOf, type Served, serve } from './service.ts';

/** The library on a page of somebody else's site, signed in as the first owner: `strongroom`, `library` and `hashOf`. */
export type InBrowser = Readonly<{
  served: Served;
  /** Of the first owner. */
  room: string;
  page: Page;
  build: BrowserBuild;
  /** Throws what the browser complained about. */
  end: () => Promise<void>;
}>;

/** Starts a browser, a service and a site, which has the library as files: no bundler, no build of its own. */
export async function openInBrowser(): Promise<InBrowser> {
  const browser = await startBrowser();
  const build = await buildForBrowser();
  const pages = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://pages').pathname);
    if (path === '/')
      return response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>a</title><link rel="icon" href="data:,">');
    readFile(join(build.folder, path)).then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(text),
      () => response.writeHead(404).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => {
    pages.listen(0, '127.0.0.1', resolve);
  });
  const site = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  const served = await serve({ STRONGROOM_CORS_ORIGINS: site });
  const room = await aRoomOf(served.owner);
  const tab = await openTab(browser);
  const { page } = tab;
  // The key management of whoever sits at the browser.
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
  const end = async (): Promise<void> => {
    try {
      await tab.clear();
    } finally {
      await browser.close();
      await served.stop();
      await build.remove();
      await new Promise((resolve) => pages.close(resolve));
    }
  };
  return { served, room, page, build, end };
}
