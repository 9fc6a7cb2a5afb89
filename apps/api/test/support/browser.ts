import { existsSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

// Jest would read these 4 MB again for each test file. The loader of Node itself does it once for each process.
const { chromium } = process.getBuiltinModule('node:module').createRequire(import.meta.url)(
  'playwright-core',
) as typeof import('playwright-core');

/** Usual paths of Chromium. The build that cannot show a window is first: it starts and draws with less work. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Time limits for one step of a page, and for a whole test: on a busy machine a browser is slow. */
const TIMEOUT_MS = 45_000;
export const TEST_TIMEOUT_MS = 180_000;

/** The path of Chromium. Throws if there is none, because a skipped test would look like a passed one. */
export function chromiumPath(): string {
  // oxlint-disable-next-line node/no-process-env -- only the machine knows where its browser is
  const path = process.env.CHROMIUM ?? USUAL.find((usual) => existsSync(usual));
  if (path === undefined || !existsSync(path))
    throw new Error(
      `${path ?? 'Chromium'} is not there. These tests need it: "apt-get install -y --no-install-recommends chromium", or name one with the variable CHROMIUM.`,
    );
  return path;
}

/** Chromium without a window. Its sandbox needs privileges that a container lacks; it only loads our own pages. */
export const startBrowser = (more: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox', ...more] });

export type Tab = Readonly<{
  page: Page;
  /**
   * Leaves the page, so that the next one is loaded afresh. Throws the errors that the browser has logged until then.
   */
  clear: () => Promise<void>;
}>;

const LEAVING_MS = 2_000;

const LEFT =
  'history.state?.layer === undefined || document.querySelector("[role=dialog], [role=alertdialog]") !== null';

/** A tab of a fresh profile with access to the clipboard. Anything that a page's policy refuses counts as an error. */
export async function openTab(browser: Browser, more: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...more });
  context.setDefaultTimeout(TIMEOUT_MS);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('refused by policy', event.violatedDirective, event.blockedURI))`,
  );
  const page = await context.newPage();
  // A dialog that has closed leaves its entry of the history a moment later, which would end a load that begins before.
  // Unsaved changes keep theirs.
  const load = page.goto.bind(page);
  page.goto = async (...where) => {
    const end = performance.now() + LEAVING_MS;
    while (performance.now() < end && !(await page.evaluate(LEFT).catch(() => true)));
    return load(...where);
  };
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    // Some tests expect a refusal of the API.
    if (['error', 'warning'].includes(message.type()) && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  return {
    page,
    clear: async () => {
      // For an empty page the browser ends the process, and with it the compiled scripts of the next page.
      const { origin } = new URL(page.url());
      await page.goto(`${origin}/healthz`).catch(() => page.goto('about:blank'));
      if (complaints.length > 0) throw new Error(`the browser complained: ${complaints.splice(0).join('\n')}`);
    },
  };
}
