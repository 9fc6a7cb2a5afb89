import type { Browser, Page } from 'playwright-core';
import { crowdingOf } from './frames.ts';

/** The time of the frame that shows the first row of a list, counted from the start of the navigation. */
const WATCH = `globalThis.firstList = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('table[aria-label="Rooms"] a, [aria-label="Files"] .files-name a') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  }).observe(document, { childList: true, subtree: true });
})`;

type Asked = Readonly<{ path: string; from: number; to: number }>;
type FirstRow = Readonly<{ ms: number; asked: readonly Asked[]; crowding: number }>;

export const watchFirstRow = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** Loads a page, and resolves with the milliseconds to its list and with what the page asked for. */
export async function firstRow(page: Page, browser: Browser, url: string): Promise<FirstRow> {
  await page.goto('about:blank');
  let ms = Number.NaN;
  const crowding = await crowdingOf(browser, async () => {
    await page.goto(url);
    ms = Number(await page.evaluate('globalThis.firstList'));
  });
  const found = await page.evaluate(`JSON.stringify({
    asked: performance.getEntriesByType('resource').map(({ name, startTime, responseEnd }) => ({
      path: new URL(name).pathname, from: startTime, to: responseEnd,
    })),
  })`);
  return { ...JSON.parse(String(found)), ms, crowding };
}

const LOADS = 5;
const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

/** The median of five loads, and how crowded the processors were meanwhile. Prints both. */
export async function medianToFirstRow(
  page: Page,
  browser: Browser,
  url: string,
): Promise<Pick<FirstRow, 'ms' | 'crowding'>> {
  const loads: FirstRow[] = [];
  for (let count = 0; count < LOADS; count++) loads.push(await firstRow(page, browser, url));
  const ms = median(loads.map((one) => one.ms));
  const crowding = median(loads.map((one) => one.crowding));
  process.stdout.write(
    `${new URL(url).pathname}: the list after ${Math.round(ms)} ms, crowding ${crowding.toFixed(1)}\n`,
  );
  return { ms, crowding };
}
