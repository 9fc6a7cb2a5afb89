import { expect, test } from '@jest/globals';
import { expectFine, savedBy } from '../tab.ts';
import { FILES, LONG_NAME, page, place, viewerOfFiles } from './files.ts';
import { endOfFind, expectPage, settled, topOfPages } from './steps.ts';

viewerOfFiles();

test('on a phone the bars are two rows, and leave while a person reads on', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('a contract.pdf');
  await page.getByText('Clause 1 of the contract').waitFor();
  expect(await topOfPages(page)).toBeLessThan(100);
  // From edge to edge.
  expect((await page.locator('.pdfViewer .page').first().boundingBox())?.width).toBeGreaterThan(385);
  await page.getByText(`File 1 of ${FILES.length}`, { exact: true }).waitFor();
  const actions = 'More for a contract.pdf';
  for (const name of ['Close', 'Previous file', 'Next file', actions, 'Smaller', 'Larger', 'Find in the document']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect([name, (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390]).toEqual([name, true]);
  }
  const scroll = (by: number) => page.evaluate(`document.querySelector('.pdf-place').scrollBy(0, ${by})`);
  await scroll(900);
  await page.locator('.viewer-all[data-reading]').waitFor();
  expect(await topOfPages(page)).toBe(0);
  await settled(page);
  await scroll(-100);
  await page.locator('.viewer-all:not([data-reading])').waitFor();
  expect(await topOfPages(page)).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Find in the document' }).click();
  expect((await page.getByRole('search').boundingBox())?.y).toBeLessThan(60);
  expect(await endOfFind(page)).toBeLessThanOrEqual(await topOfPages(page));
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.getByRole('button', { name: actions }).click();
  expect((await page.getByRole('menuitem').allInnerTexts()).slice(0, 3)).toEqual([
    'Download',
    'Print',
    'Who can open it?',
  ]);
  expect((await savedBy(page.getByRole('menuitem', { name: 'Download' }))).name).toBe('a contract.pdf');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone a PDF is read as text, and two taps make its column as wide as the window', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('a contract.pdf');
  const text = page.getByText('Clause 1 of the contract');
  await text.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectPage(page, '3');
  await page.getByRole('button', { name: 'Read as text' }).click();
  const read = page.getByRole('article', { name: 'Page 3', exact: true }).getByText('Clause 3 of the contract');
  await read.waitFor();
  const size = await page.evaluate(
    `parseFloat(getComputedStyle(document.querySelector('[data-page="3"] p:last-child')).fontSize)`,
  );
  expect(size).toBeGreaterThanOrEqual(16);
  await expectPage(page, '3');
  await page.keyboard.press('End');
  await page.getByRole('article', { name: 'Page 12', exact: true }).getByText('Clause 12 of the contract').waitFor();
  await expectPage(page, '12');
  await page.getByRole('button', { name: 'Show pages' }).click();
  await expectPage(page, '12');
  await page.keyboard.press('Home');
  await expectPage(page, '1');
  await settled(page);
  await page.evaluate(`(() => {
    const box = document.querySelector('.pdf-place');
    const at = [...document.querySelectorAll('.textLayer span')].find((span) => span.textContent.startsWith('Clause 1 '));
    const { x, y, height } = at.getBoundingClientRect();
    const touch = new Touch({ identifier: 1, target: box, clientX: x + 5, clientY: y + height / 2 });
    for (let taps = 0; taps < 2; taps++) {
      box.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], changedTouches: [touch] }));
      box.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch] }));
    }
  })()`);
  // The texts of a page are drawn again a moment after its pixels.
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const texts = [...document.querySelectorAll('.textLayer span')];
      const box = texts.find(({ textContent }) => textContent.startsWith('Clause 1 '))?.getBoundingClientRect();
      return box && Math.abs(box.x - 8) < 5 && box.width > 300 ? resolve() : requestAnimationFrame(look);
    };
    look();
  })`);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone a long name is on two lines, and whole once it is pressed', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open(LONG_NAME);
  await page.getByText('abc Courier 123').waitFor();
  const name = page.getByRole('button', { name: LONG_NAME, exact: true });
  const high = async () => (await name.boundingBox())?.height ?? 0;
  const twoLines = await high();
  expect(twoLines).toBeGreaterThan(30);
  expect(twoLines).toBeLessThan(50);
  await name.click();
  await page.locator('.viewer-whole-name[aria-expanded=true]').waitFor();
  expect(await high()).toBeGreaterThan(60);
  await expectFine(page);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone a message leaves the way to the text of a PDF in sight', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('h long.pdf');
  const read = page.getByRole('button', { name: 'Read as text' });
  await read.waitFor();
  await page.getByRole('button', { name: 'More for h long.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  const message = page.locator('.toasts .notice');
  await message.waitFor();
  const [said, way] = await Promise.all([message.boundingBox(), read.boundingBox()]);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(way?.y ?? 0);
  await read.click();
  await page.getByRole('article', { name: 'Page 1', exact: true }).waitFor();
  await page.setViewportSize({ width: 1280, height: 720 });
});
