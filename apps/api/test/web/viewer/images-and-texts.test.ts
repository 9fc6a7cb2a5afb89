import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { drawn, expectFine } from '../tab.ts';
import { page, place, ROWS, viewerOfFiles } from './files.ts';
import { picture, printed } from './steps.ts';

viewerOfFiles();

test('an image of many pixels is shown smaller, enlarged by a button and by two taps of a finger', async () => {
  await place.open('c photo.png');
  await page.getByText('6 000 × 9 000 pixels').waitFor();
  const canvas = page.locator('canvas.image-view');
  await canvas.waitFor();
  const pixels = await page.evaluate(`(() => {
    const { width, height } = document.querySelector('canvas.image-view');
    return width * height;
  })()`);
  expect(pixels).toBeLessThanOrEqual(50_000_000);
  expect(pixels).toBeGreaterThan(40_000_000);
  const width = async () => {
    await drawn(page);
    return (await canvas.boundingBox())?.width ?? 0;
  };
  const before = await width();
  expect(before).toBeLessThan(800);
  await picture(page, 'image');
  await page.getByRole('button', { name: 'Real size' }).click();
  expect(await width()).toBeGreaterThan(4000);
  await page.getByRole('button', { name: 'Whole image' }).click();
  expect(await width()).toBe(before);
  await page.evaluate(`(() => {
    const box = document.querySelector('.image-place');
    const touch = new Touch({ identifier: 1, target: box, clientX: 600, clientY: 400 });
    for (let taps = 0; taps < 2; taps++) {
      box.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], changedTouches: [touch] }));
      box.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch] }));
    }
  })()`);
  expect(await width()).toBeGreaterThan(2 * before - 1);
});

test('an image is turned by a button and a key', async () => {
  await place.open('c photo.png');
  const canvas = page.locator('canvas.image-view');
  await canvas.waitFor();
  const isWide = async () => {
    await drawn(page);
    const box = await canvas.boundingBox();
    return box !== null && box.width > box.height;
  };
  expect(await isWide()).toBe(false);
  await page.getByRole('button', { name: 'Turn the image' }).click();
  expect(await isWide()).toBe(true);
  await page.keyboard.press('r');
  expect(await isWide()).toBe(false);
});

test('a text in Markdown is shown as meant, as written, and fetches and runs nothing', async () => {
  await place.open('i index.md');
  await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
  await page.getByText('our site (https://evil.example/t)').waitFor();
  await page.getByText('[Picture: Plan]').waitFor();
  await page.getByText('<script>').waitFor();
  await page.getByRole('cell', { name: '47', exact: true }).waitFor();
  expect(await page.locator('.viewer :is(img, script, a)').count()).toBe(0);
  // Each part of a paper is drawn within its box alone, so the box has room for the bullet.
  const [item, text] = [page.locator('.paper-item'), page.getByText('Phase 1', { exact: true })];
  const lefts = await Promise.all([item, text].map(async (one) => (await one.boundingBox())?.x ?? 0));
  expect((lefts[1] ?? 0) - (lefts[0] ?? 0)).toBeGreaterThan(12);
  const beside = async (one: Locator) => {
    const box = await one.boundingBox();
    return page.screenshot({ clip: { x: (box?.x ?? 0) - 16, y: box?.y ?? 0, width: 14, height: 16 } });
  };
  const blank = await beside(page.getByRole('heading', { name: 'Index of the room' }));
  expect((await beside(text)).equals(blank)).toBe(false);
  expect((await beside(page.getByText('1. First'))).equals(blank)).toBe(true);
  expect((await printed(page)).text).toContain('Index of the room');
  await expectFine(page);
  await picture(page, 'markdown');
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByText('# Index of the room').waitFor();
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
  expect([await page.evaluate('globalThis.wasRun'), place.asked]).toEqual([undefined, []]);
});

test('a text is read in its own encoding, whole, and searched', async () => {
  await place.open('d letter.txt');
  await page.getByText('Die Größe der Straße').first().waitFor();
  const row = page.locator('.text-row').nth(1);
  const height = async () => (await row.boundingBox())?.height ?? 0;
  expect([await row.getAttribute('data-line'), await height()]).toEqual([null, 21]);
  await page.getByRole('button', { name: 'Line numbers' }).click();
  expect((await row.getAttribute('data-line'))?.trim()).toBe('2');
  await page.keyboard.press('+');
  expect(await height()).toBe(24);
  await page.getByRole('button', { name: 'Smaller' }).click();
  expect(await height()).toBe(21);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('straße');
  await page.getByText('1 of 2 000', { exact: true }).waitFor();
  await page.keyboard.press('Shift+F3');
  await page.getByText('2 000 of 2 000', { exact: true }).waitFor();
  await page.locator('mark[data-now]').waitFor();
  expect(await page.locator('.text-row').count()).toBeLessThan(100);
  expect(await page.locator('.text-row mark').count()).toBeGreaterThan(5);
  await picture(page, 'text');
});

test('a table has all of its rows, of which only those in sight exist', async () => {
  await place.open('e table.csv');
  const table = page.getByRole('table', { name: 'Table' });
  await table.getByRole('cell', { name: 'Name 1', exact: true }).waitFor();
  expect(await table.getByRole('cell', { name: 'a;b' }).first().isVisible()).toBe(true);
  expect(await table.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await page.evaluate("document.querySelector('.csv-place').scrollTo(0, 1e9)");
  await table.getByRole('cell', { name: `Name ${ROWS}`, exact: true }).waitFor();
  await page.getByText('20 000 rows').waitFor();
  const name = table.getByRole('columnheader', { name: 'Name' });
  const wide = async () => (await name.boundingBox())?.width ?? 0;
  const before = await wide();
  const edge = await name.locator('.column-edge').boundingBox();
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((edge?.x ?? 0) + 104, (edge?.y ?? 0) + 8);
  await page.mouse.up();
  expect(await wide()).toBe(before + 100);
  await name.locator('.column-edge').dblclick();
  expect(await wide()).toBeLessThan(before + 50);
  await page.getByRole('button', { name: 'Larger' }).click();
  await table.getByRole('cell', { name: `Name ${ROWS}`, exact: true }).waitFor();
  expect((await page.locator('.csv-line').first().boundingBox())?.height).toBe(35);
  await picture(page, 'csv');
  await page.keyboard.press('Control+F');
  await page.keyboard.type(`name ${ROWS}`);
  await page.getByText('1 of 1', { exact: true }).waitFor();
  // The place of the last row is clear of the line below it.
  await page.locator('.csv-line mark[data-now]').waitFor();
  const found = await page.locator('.csv-line mark').boundingBox();
  const foot = await page.locator('.viewer-foot').boundingBox();
  expect((found?.y ?? 0) + (found?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
});
