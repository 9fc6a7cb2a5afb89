import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { barriers, fits, unreachable } from '../pages/accessible.ts';
import { openTab, type Tab } from '../support/browser.ts';
import type { Person } from '../support/people-in-memory.ts';

export const PASSWORD = 'correct horse battery';

/** Fails with the accessibility problems of the page, in both themes and at 320 pixels, where it must fit. */
export async function expectFine(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([page.url(), await barriers(page, { ofColours: colorScheme === 'dark' })]).toEqual([page.url(), []]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // Parts that measure themselves follow with the next frame.
  await drawn(page);
  expect([page.url(), await fits(page)]).toEqual([page.url(), true]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await drawn(page);
}

/** A window of 1280 by 800 pixels, zoomed to 200 %. */
export const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } as const;

/**
 * Finds text and controls out of reach in a zoomed window: axe's findings in both themes, at 200 % and at
 * 400 % (320 by 200 pixels) scrolling sideways, controls that are covered or cut off.
 */
export async function problemsZoomed(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await barriers(page, { ofColours: colorScheme === 'dark' })));
  }
  for (const size of [{ width: 320, height: 200 }, ZOOMED.viewport]) {
    await page.setViewportSize(size);
    await drawn(page);
    if ((await fits(page)) !== true) found.push(`wider than ${size.width} pixels`);
    found.push(...(await unreachable(page)).map((what) => `${size.width}: ${what}`));
  }
  return found;
}

/** Fails where a printed page shows what is for the screen only, or cuts off a part. */
export async function expectFineOnPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  // A4 without its margins.
  await page.setViewportSize({ width: 700, height: 1000 });
  expect([page.url(), await fits(page)]).toEqual([page.url(), true]);
  const shown = (selector: string) => page.locator(selector).filter({ visible: true }).count();
  expect([await shown('button'), await shown('nav'), await shown('h1')]).toEqual([0, 0, 1]);
  expect(
    await page.evaluate(`[...document.querySelectorAll('main *')]
    .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.className)`),
  ).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await drawn(page);
}

export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

/** Presses as a hand does: the page is drawn again before the button is let go, and nothing may have moved by then. */
export async function pressSlowly(button: Locator): Promise<void> {
  const page = button.page();
  await button.hover();
  await page.mouse.down();
  await drawn(page);
  await page.mouse.up();
}

/** Presses as a finger does: the page is drawn again before the finger is lifted. */
export async function touchSlowly(button: Locator): Promise<void> {
  const page = button.page();
  await button.click({ trial: true });
  const box = await button.boundingBox();
  if (box === null) throw new TypeError('the button is not shown');
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await drawn(page);
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Resolves when no part of the page says that it loads. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const signs = page.locator('[role=status] .hidden-visually');
  while ((await signs.count()) > 0) await signs.first().waitFor({ state: 'detached' });
}

/** A tab in which a person is signed in. */
export async function signedIn(
  browser: Browser,
  url: string,
  email: string,
  password = PASSWORD,
  more: BrowserContextOptions = {},
): Promise<Tab> {
  const tab = await openTab(browser, more);
  await tab.page.goto(url);
  await tab.page.getByLabel('E-mail').fill(email);
  await tab.page.getByLabel('Password').fill(password);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  return tab;
}

/** A tab of a person, who gets a password and signs in with it. */
export async function tabOf(browser: Browser, url: string, { session, email }: Person): Promise<Tab> {
  await session.post('/me/password', { new_password: PASSWORD });
  return signedIn(browser, url, email);
}

/** Chooses an action in the menu of a row. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Ticks a box, as a hand does: on what is drawn for it. */
export const tick = (list: Locator, name: string, how: Parameters<Locator['click']>[0] = {}): Promise<void> =>
  list.getByRole('checkbox', { name, exact: true }).locator('xpath=ancestor::label').click(how);

/** The file that a button saves. */
export async function savedBy(button: Locator): Promise<Readonly<{ name: string; bytes: Buffer }>> {
  const [download] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
