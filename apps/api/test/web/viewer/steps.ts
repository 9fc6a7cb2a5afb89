import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { KEEPS_PICTURES } from '../../support/pictures.ts';

const SHOTS = join(tmpdir(), 'strongroom-viewer');

/** Keeps pictures of the page when PICTURES is set: a desk in the light, a phone in the dark. A PDF is drawn again for each. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  await mkdir(SHOTS, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: join(SHOTS, `${name}-1280-light.png`) });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(SHOTS, `${name}-390-dark.png`) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The sheets that the open file gives to a printer, by its button. */
export async function printed(page: Page): Promise<Readonly<{ text: string; pictures: number; tables: number }>> {
  const sheets = page.evaluate(`new Promise((resolve) => {
    window.print = () => {
      const place = document.querySelector('.print-sheets');
      const count = (selector) => place.querySelectorAll(selector).length;
      resolve({ text: place.textContent, pictures: count('canvas'), tables: count(':scope > table') });
      dispatchEvent(new Event('afterprint'));
    };
  })`);
  await page.getByRole('button', { name: 'Print' }).click();
  const found = (await sheets) as Awaited<ReturnType<typeof printed>>;
  expect(await page.locator('.print-sheets').count()).toBe(0);
  return found;
}

export const current = (page: Page) => page.getByRole('textbox', { name: 'Page', exact: true }).inputValue();

export const topOfPages = async (page: Page) => (await page.locator('.pdf-place').boundingBox())?.y ?? 0;

export async function endOfFind(page: Page): Promise<number> {
  const box = await page.getByRole('search').boundingBox();
  return (box?.y ?? 0) + (box?.height ?? Number.NaN);
}

/** Waits until the page has drawn what it had to: pages of a PDF are counted a frame after they were scrolled. */
export const settled = (page: Page) =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );

export async function expectPage(page: Page, number: string): Promise<void> {
  await page.getByRole('status', { name: `Page ${number} of 12`, exact: true }).waitFor();
  expect(await current(page)).toBe(number);
}

export async function expectInSight(page: Page, one: Locator): Promise<void> {
  const box = await one.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box).not.toBeNull();
  if (box === null) return;
  expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
}

/** Scrolls the part of the viewer that does so farthest. */
export const SCROLL = `[...document.querySelectorAll('.viewer-all *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
  .toSorted((one, other) => other.scrollHeight - other.clientHeight - one.scrollHeight + one.clientHeight)[0].scrollBy(0, 900)`;
