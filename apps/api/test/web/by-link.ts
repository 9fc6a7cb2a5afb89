import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';

/** Makes a link to a file on the page of its room, and downloads it by the link in a browser of another person. */
export async function contentByLink(browser: Browser, page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Make a link' }).click();
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = (await page.getByRole('alertdialog').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'Done' }).click();
  const context = await browser.newContext();
  try {
    const visitor = await context.newPage();
    await visitor.goto(link);
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('button', { name: 'Download' }).click(),
    ]);
    return await readFile(await download.path(), 'utf8');
  } finally {
    await context.close();
  }
}
