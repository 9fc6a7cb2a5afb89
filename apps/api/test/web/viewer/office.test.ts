import { expect, test } from '@jest/globals';
import { drawn, expectFine } from '../tab.ts';
import { CHARTED } from './documents.ts';
import { page, place, viewerOfFiles } from './files.ts';
import { expectInSight, picture, printed, settled } from './steps.ts';

viewerOfFiles();

test('a document of Office is its text, says what is left out, and fetches nothing', async () => {
  await place.open('g0 letter.docx');
  await page.getByText('The purchase price').waitFor();
  await page.getByText('A simplified view: no headers, frames or columns').click();
  await page.getByText('are not fetched').waitFor();
  expect((await printed(page)).text).toContain('The purchase price');
  await page.keyboard.press('Control+F');
  await page.keyboard.type('PURCHASE p');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  expect(await page.evaluate("[...CSS.highlights.get('found-now')].map(String)")).toEqual(['purchase p']);
  await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
  await page.getByText('Not found').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });
  await expectFine(page);
  await picture(page, 'docx');
  await place.open('g2 offer.eml');
  await page.getByText('Dear Ben').waitFor();
  await expectFine(page);
  await picture(page, 'eml');
  expect(place.asked).toEqual([]);
});

test('a document of Word has its pages and its contents, and keys lead through them', async () => {
  await place.open('o contract.docx');
  const status = (number: number) => page.getByRole('status', { name: `Page ${number} of 3`, exact: true });
  await status(1).waitFor();
  const paper = page.getByRole('article', { name: 'Page 1', exact: true });
  // A4 at its real size, white in each theme.
  expect((await paper.boundingBox())?.width).toBeCloseTo(794, -1);
  await page.keyboard.press('ArrowRight');
  await status(2).waitFor();
  await page.keyboard.press('End');
  await status(3).waitFor();
  await page.keyboard.press('Home');
  await status(1).waitFor();
  await page.keyboard.press('Control+Shift+N');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await status(2).waitFor();
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('button', { name: '3 Closing' }).click();
  await status(3).waitFor();
  await expectFine(page);
  await picture(page, 'pages');
  expect((await printed(page)).text).toContain('The seller warrants');
});

test('slides have small ones beside them, and keys lead from one to the next', async () => {
  await place.open('p deck.pptx');
  const status = (number: number) => page.getByRole('status', { name: `Page ${number} of 30`, exact: true });
  await status(1).waitFor();
  const rail = page.getByRole('complementary', { name: 'Slides' });
  const small = (number: number) => rail.getByRole('button', { name: `Slide ${number}: Part ${number}`, exact: true });
  await rail.getByText('Part 2', { exact: true }).waitFor();
  // Those far below are not drawn yet.
  expect(await rail.getByText('Part 30', { exact: true }).count()).toBe(0);
  await page.keyboard.press('PageDown');
  await status(2).waitFor();
  await page.keyboard.press('ArrowRight');
  await status(3).waitFor();
  await page.keyboard.press('PageUp');
  await status(2).waitFor();
  expect(await small(2).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('End');
  await status(30).waitFor();
  await rail.getByText('Part 30', { exact: true }).waitFor();
  await small(28).click();
  await status(28).waitFor();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('pays in part 7');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await settled(page);
  await expectInSight(page, page.getByRole('article').getByText('The buyer pays in part 7', { exact: true }));
  await page.keyboard.press('Escape');
  await expectFine(page);
  await page.setViewportSize({ width: 1000, height: 720 });
  await rail.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 720 });
  await rail.waitFor();
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Control+-');
  // Several slides are in sight, and the last ones do not reach the top.
  await small(29).click();
  await status(29).waitFor();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('pays in part 28');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await status(28).waitFor();
  await page.keyboard.press('Escape');
  await page.evaluate("document.querySelector('.paper-place').scrollBy(0, -900)");
  await status(28).waitFor({ state: 'detached' });
  await picture(page, 'slides');
});

test.each(Object.keys(CHARTED))('a chart of %s is drawn, has its values, and is searched', async (name) => {
  await place.open(name);
  const figure = page.getByRole('dialog').locator('figure');
  const drawing = figure.getByRole('img', { name: 'Column chart: Result by region. Series: Revenue, Cost.' });
  await drawing.waitFor();
  // The first one is in the legend.
  const high = async (fill: string): Promise<number> =>
    (await drawing.locator(`path[fill="${fill}"]`).nth(1).boundingBox())?.height ?? 0;
  expect((await high('#ed7d31')) / (await high('#4472c4'))).toBeCloseTo(3500 / 4200, 1);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('far islands');
  await page.getByText(/^1 of 1$/).waitFor();
  await page.keyboard.press('Escape');
  const values = figure.getByText('Values', { exact: true });
  await figure.hover();
  await values.click();
  await figure.getByRole('cell', { name: '4,200' }).waitFor();
  await values.click();
  await expectFine(page);
  await picture(page, `chart-${name.slice(-4)}`);
});

test('a workbook has its rows, and is searched', async () => {
  await place.open('g1 figures.xlsx');
  await page.getByRole('cell', { name: 'Revenue' }).waitFor();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('49999');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('cell', { name: '49999' }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('textbox', { name: 'Find' }).fill('a');
  await page.getByText('Not found').waitFor();
  expect(await page.locator('.sheet-row mark').count()).toBe(0);
  await page.getByRole('button', { name: 'Print' }).click();
  await page.getByText('This file is too long to be printed here.').waitFor();
  await page.getByRole('button', { name: 'Close message' }).click();
  await expectFine(page);
  await picture(page, 'xlsx');
});

test('a model has its formats and frozen heads, goes to the cell that is found, and shows what is hidden', async () => {
  await place.open('n model.xlsx');
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  await cell('(1,235)').first().waitFor();
  expect(await cell('(1,235)').first().getAttribute('data-tone')).toBe('red');
  expect(await cell('Hidden figure').count()).toBe(0);
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(1e5, 1e5)");
  await cell('Last').waitFor();
  const [head, number] = [page.getByText('Falcon, EUR thousand'), page.getByRole('rowheader', { name: '400' })];
  for (const one of [head, number]) await expectInSight(page, one);
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(0, 0)");
  await page.keyboard.press('Control+F');
  await page.keyboard.type('last');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.locator('[data-found]').waitFor();
  await settled(page);
  expect(await page.evaluate("getComputedStyle(document.querySelector('[data-found] mark')).backgroundColor")).toBe(
    'rgb(255, 158, 44)',
  );
  await expectInSight(page, cell('Last'));
  await cell('Last').click();
  await page.getByText('Q400 Last', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close the search' }).click();
  const numbers = page.getByRole('columnheader', { name: 'B', exact: true });
  await numbers.locator('.column-edge').dblclick();
  const fitted = (await numbers.boundingBox())?.width;
  await page.getByRole('button', { name: 'Show hidden: 1 sheet, 1 column' }).click();
  await page.getByRole('button', { name: 'Notes (hidden)' }).click();
  await cell('A secret note').waitFor();
  await page.getByRole('button', { name: 'Hide again' }).click();
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(0, 0)");
  await cell('(1,235)').first().waitFor();
  // A sheet keeps its widths while another one is shown.
  expect((await numbers.boundingBox())?.width).toBe(fitted);
  const high = async () => (await page.locator('.sheet-line').first().boundingBox())?.height ?? 0;
  expect(await high()).toBe(26);
  // As two fingers on a touchpad do.
  await cell('(1,235)').first().hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -20);
  await page.keyboard.up('Control');
  await drawn(page);
  expect(await high()).toBeGreaterThan(28);
  await expectFine(page);
  await picture(page, 'model');
});
