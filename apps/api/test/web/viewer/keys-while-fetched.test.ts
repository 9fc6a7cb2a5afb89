import { describe, expect, test } from '@jest/globals';
import { drawn } from '../tab.ts';
import { page, place, viewerOfFiles } from './files.ts';
import { expectPage, picture } from './steps.ts';

viewerOfFiles();

describe('a key that is pressed while a file is fetched', () => {
  /** Opens a file whose content comes only when the returned function is called. */
  async function openHeld(name: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto(place.url);
    await page.getByRole('table', { name: 'Files' }).waitFor();
    await page.route(/download-url/, (route) => released.then(() => route.continue()), { times: 1 });
    await place.openById(name);
    await page.getByText('Fetching and decrypting').first().waitFor();
    return release;
  }

  test('opens the search at once, which finds when the file is there, and in the next one', async () => {
    const release = await openHeld('d letter.txt');
    await page.keyboard.press('/');
    await page.keyboard.type('lot');
    await page.getByText('Waiting for the file…').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('straße');
    await picture(page, 'find-waits');
    release();
    await page.getByText('1 of 2 000', { exact: true }).waitFor();
    await page.locator('mark[data-now]').waitFor();
    await page.getByRole('textbox', { name: 'Find' }).fill('name 7');
    await page.getByText('Not found').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
    await page.getByText(/^1 of \d/).waitFor();
    // The focus is on a button of the bar.
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    expect(await page.locator('mark').count()).toBe(0);
    await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
  });

  test('searches a PDF that is opened then', async () => {
    const release = await openHeld('a contract.pdf');
    await page.keyboard.press('Control+F');
    await page.keyboard.type('clause');
    expect(await page.getByText('1 of 12', { exact: true }).count()).toBe(0);
    release();
    await page.getByText('1 of 12', { exact: true }).waitFor();
  });

  test('turns and enlarges the pages that come, and leads to the next file at once', async () => {
    const release = await openHeld('a contract.pdf');
    for (const key of ['Control+1', 'Control++', 'End', 'ArrowLeft']) await page.keyboard.press(key);
    release();
    await expectPage(page, '11');
    await page.getByRole('button', { name: '110 %' }).waitFor();
    const releaseWord = await openHeld('o contract.docx');
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    releaseWord();
    await page.getByRole('status', { name: 'Page 3 of 3', exact: true }).waitFor();
    const releaseImage = await openHeld('c photo.png');
    await page.keyboard.press('r');
    releaseImage();
    await page.locator('canvas.image-view').waitFor();
    await drawn(page);
    const box = await page.locator('canvas.image-view').boundingBox();
    expect((box?.width ?? 0) > (box?.height ?? 0)).toBe(true);
    const releaseNext = await openHeld('a contract.pdf');
    await page.keyboard.press('End');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'b locked.pdf' }).waitFor();
    releaseNext();
  });
});
