import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import type { World } from '../support/service-in-memory.ts';
import { pdfOf } from './corpus/pdf-writer.ts';
import { visitorInBrowser } from './in-browser.ts';
import { downloadsOf, shareFile } from './shared-file.ts';
import { savedBy } from './tab.ts';

let world: World;
let page: Page;

visitorInBrowser({}, async (given) => {
  ({ world, page } = given);
});

const shared = (content: Uint8Array, terms?: object, more?: Parameters<typeof shareFile>[3]) =>
  shareFile(world, content, terms, more);

const button = () => page.getByRole('button', { name: 'Download' });
const done = () => page.getByRole('button', { name: 'Forget this link in this browser' });
const countOf = (id: string) => downloadsOf(world, id);
const saved = (by = button()) => savedBy(by);

describe('a download that is not safe yet', () => {
  test('is saved again without another count', async () => {
    const content = randomBytes(50_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await saved();
    const again = page.getByRole('button', { name: 'Save again' });
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect((await readFile(await download.path())).equals(content)).toBe(true);
    expect(await barriers(page)).toEqual([]);
    expect(await countOf(id)).toBe(1);
  });

  test('is finished after a reload, and after the link is opened again in the tab', async () => {
    const content = randomBytes(50_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    const held = page.waitForRequest('**/blobs/**');
    await page.route('**/blobs/**', () => undefined);
    await button().click();
    await held;
    await page.unroute('**/blobs/**');
    await page.reload();
    await button().waitFor();
    expect(await page.locator('#left').textContent()).toBe('0 after this one');
    await done().waitFor();
    expect((await saved()).bytes.equals(content)).toBe(true);
    await page.reload();
    expect((await saved()).bytes.equals(content)).toBe(true);
    await page.goto('about:blank');
    await page.goto(link);
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(await countOf(id)).toBe(1);
  });

  test('continues where it ended when the line breaks, with another address', async () => {
    const content = randomBytes(200_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    const ranges: (string | undefined)[] = [];
    await page.route('**/blobs/**', async (route) => {
      ranges.push(route.request().headers()['range']);
      if (ranges.length === 2) return route.fulfill({ status: 403, body: '{}' });
      if (ranges.length === 3)
        return route.fulfill({ status: 200, contentType: 'text/html', body: 'Sign in to the Wi-Fi of the hotel' });
      if (ranges.length > 1) return route.continue();
      const whole = await route.fetch();
      return route.fulfill({ status: 200, body: (await whole.body()).subarray(0, 120_000) });
    });
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(ranges).toEqual([undefined, ...Array<string>(3).fill('bytes=120000-')]);
    expect(await countOf(id)).toBe(1);
  });

  test('cannot be finished once its link is revoked', async () => {
    const { link, id } = await shared(randomBytes(10), { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await saved();
    await world.owner.delete(`/shares/${id}`);
    await page.reload();
    await button().click();
    await page.getByRole('heading', { name: 'This link was revoked' }).waitFor();
    expect(await countOf(id)).toBe(1);
    expect([await done().count(), await page.evaluate('sessionStorage.length')]).toEqual([0, 0]);
  });
});

describe('the viewer', () => {
  const viewing = () => page.getByRole('button', { name: 'View' });
  const close = () => page.getByRole('button', { name: 'Close' });
  const card = () => page.locator('.card').boundingBox();

  test('shows the file for one download, which covers saving it and a reload', async () => {
    const content = Buffer.from('Fees: 4 200 000');
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await viewing().waitFor();
    const before = await card();
    await viewing().click();
    await page.getByText('Fees: 4 200 000').waitFor();
    expect([await countOf(id), await barriers(page), await fits(page)]).toEqual([1, [], true]);
    expect(
      (await saved(page.getByRole('dialog').getByRole('button', { name: 'Download' }))).bytes.equals(content),
    ).toBe(true);
    await close().click();
    expect(await viewing().evaluate('document.activeElement.id')).toBe('view');
    expect(await page.locator('#left').textContent()).toBe('0 after this one');
    expect((await card())?.width).toBe(before?.width);
    await page.reload();
    await viewing().click();
    await page.getByText('Fees: 4 200 000').waitFor();
    await close().click();
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(await countOf(id)).toBe(1);
    await done().click();
    await page.getByText('keeps nothing of the link').waitFor();
    expect(await viewing().isVisible()).toBe(false);
  });

  test('shows a PDF and a mail on a phone, and the way back leads to the link', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const mail = Buffer.from('From: ada@example.org\r\nSubject: Terms\r\n\r\nAs agreed on Monday.');
    for (const [content, name, says] of [
      [pdfOf({ pages: [{ text: 'Share purchase agreement' }] }), 'spa.pdf', 'Share purchase agreement'],
      [mail, 'terms.eml', 'As agreed on Monday.'],
    ] as const) {
      const { link, id } = await shared(content, { max_downloads: 2 }, { name });
      await page.goto(link);
      await viewing().click();
      await page.getByText(says).first().waitFor();
      expect([await fits(page), await barriers(page), await countOf(id)]).toEqual([true, [], 1]);
      await page.goBack();
      await viewing().waitFor();
      expect([page.url(), await fits(page)]).toEqual([`${world.url}/open`, true]);
      await page.evaluate('sessionStorage.clear()');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('that does not arrive counts nothing, and one of a used-up link says so', async () => {
    const { link, id } = await shared(Buffer.from('text'), { max_downloads: 1 });
    await page.goto(link);
    await viewing().waitFor();
    await page.route('**/assets/viewer-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await viewing().click();
    await page.getByText('Nothing was counted').waitFor();
    expect(await countOf(id)).toBe(0);
    await page.reload();
    await viewing().waitFor();
    await fetch(`${world.url}/api/v1/shares/by-token/${link.split(/[=&]/)[1]}/download`, { method: 'POST' });
    await viewing().click();
    await page.getByText('This link is used up. Ask the person who sent it to allow one more').waitFor();
    await close().click();
    expect(await countOf(id)).toBe(1);
  });

  test('is not offered for a file that it cannot show', async () => {
    const { link } = await shared(Buffer.from('MZ'), {}, { name: 'setup.exe' });
    await page.goto(link);
    await button().waitFor();
    expect(await viewing().isVisible()).toBe(false);
  });
});
