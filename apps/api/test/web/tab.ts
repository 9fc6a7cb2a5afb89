import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { openTab, type Tab } from '../support/browser.ts';

export const PASSWORD = 'correct horse battery';

/** Fails with the accessibility problems of the page, in both themes and at 320 pixels, where it must fit. */
export async function expectFine(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect([page.url(), await barriers(page)]).toEqual([page.url(), []]);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  expect([page.url(), await fits(page)]).toEqual([page.url(), true]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** Resolves when no part of the page says that it loads. */
export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const signs = page.locator('[role=status] .hidden-visually');
  while ((await signs.count()) > 0) await signs.first().waitFor({ state: 'detached' });
}

/** A tab in which a person is signed in. */
export async function signedIn(browser: Browser, url: string, email: string, password = PASSWORD): Promise<Tab> {
  const tab = await openTab(browser);
  await tab.page.goto(url);
  await tab.page.getByLabel('E-mail').fill(email);
  await tab.page.getByLabel('Password').fill(password);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  return tab;
}
