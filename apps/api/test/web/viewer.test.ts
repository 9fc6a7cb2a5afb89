import { describe, expect, test } from '@jest/globals';
import { expectFine, savedBy } from './tab.ts';
import { page, place, viewerOfFiles } from './viewer/files.ts';

viewerOfFiles();

test('a file of another kind is downloaded by a button in the middle', async () => {
  await place.open('l setup.exe');
  await page.getByText(/^EXE, 2 bytes\. Added by you on \d+ \w+ \d{4}\.$/).waitFor();
  const saved = await savedBy(page.getByRole('button', { name: 'Download the file' }));
  expect(saved.name).toBe('l setup.exe');
});

test('an open file has the menu of its row, and its dialogs lie over it', async () => {
  await place.open('d letter.txt');
  const menu = page.getByRole('button', { name: 'More for d letter.txt' });
  await menu.click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Who can open it?',
    'Activity',
    'Make a link',
    'Versions',
    'Rename',
    'Label',
    'Move',
    'Delete',
  ]);
  await page.getByRole('menuitem', { name: 'Who can open it?' }).click();
  const dialog = page.getByRole('dialog', { name: /open/ });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  await menu.and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).searchParams.get('file')).not.toBeNull();
});

test('the file that was seen last has the focus in the list, and no button of the viewer does', async () => {
  await page.goto(place.url);
  await page.getByRole('link', { name: 'd letter.txt' }).press('Enter');
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  for (const name of ['e table.csv', 'f damaged scan.pdf', 'g0 letter.docx']) {
    // A focused button goes with its file.
    await page.locator('.viewer-tools button').first().focus();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name }).waitFor();
    expect(await page.locator('button:focus').count()).toBe(0);
  }
  await page.keyboard.press('Escape');
  await page.locator('a:focus').filter({ hasText: 'g0 letter.docx' }).waitFor();
});

test('keys lead from file to file, and every kind is accessible at each size and theme', async () => {
  await place.open('d letter.txt');
  await page.getByText('Größe').first().waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
  await expectFine(page);
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  await expectFine(page);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'c photo.png' }).waitFor();
  await page.getByText('6 000 × 9 000 pixels').waitFor();
  await expectFine(page);
  await page.keyboard.press('p');
  await page.getByLabel('Password of the document').waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Previous file' }).click();
  await page.getByText('Clause 1 of the contract').waitFor();
  await expectFine(page);
  expect(place.asked).toEqual([]);
});

test('the viewer of a file that is deleted in it closes, and the way back does not lead to it', async () => {
  await place.open('l setup.exe');
  await page.getByText('Download only').waitFor();
  await page.getByRole('button', { name: 'More for l setup.exe' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /^(Delete|Move to the bin)$/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Files' }).waitFor();
  expect(page.url()).toBe(place.url);
  await page.getByRole('link', { name: 'l setup.exe' }).waitFor({ state: 'detached' });
});

describe('the buttons of a kind of file', () => {
  const SIZES = ['Smaller', 'Larger'];
  /** The tools of each kind. Each file has the bar with its download and the full screen. */
  const KINDS: Readonly<Record<string, readonly string[]>> = {
    'a contract.pdf': [...SIZES, 'Turn the pages', 'Print', 'Find in the document', 'Pages and contents'],
    'c photo.png': [...SIZES, 'Turn the image', 'Print', 'Whole image', 'Real size'],
    'd letter.txt': [...SIZES, 'Print', 'Find in the text', 'Line numbers'],
    'e table.csv': [...SIZES, 'Print', 'Find in the text'],
    'g0 letter.docx': [...SIZES, 'Print', 'Find in the document'],
    'g1 figures.xlsx': [...SIZES, 'Print', 'Find in the workbook'],
    'g2 offer.eml': [...SIZES, 'Print', 'Find in the document'],
    'i index.md': [...SIZES, 'Print', 'Find in the document', 'Source'],
    'p deck.pptx': [...SIZES, 'Print', 'Find in the document', 'Slides'],
  };

  test.each(Object.entries(KINDS))('are there for %s', async (name, tools) => {
    await place.open(name);
    for (const label of [...tools, 'Full screen', 'Download', 'Next file'])
      await page.getByRole('button', { name: label, exact: true }).waitFor();
    const labels = await page.locator('.viewer-tools button').evaluateAll((all) =>
      // An element of a list is named by what is chosen in it.
      all.flatMap((one) => (one.ariaHasPopup === 'listbox' ? [] : [one.ariaLabel ?? one.textContent])),
    );
    expect(labels.toSorted()).toEqual(tools.toSorted());
  });
});
