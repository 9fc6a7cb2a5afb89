import { expect, test } from '@jest/globals';
import { expectFine, savedBy } from '../tab.ts';
import { page, place, viewerOfFiles } from './files.ts';
import { picture, SCROLL } from './steps.ts';

viewerOfFiles();

test('an archive is its list of files, which open in it, and are saved', async () => {
  await place.open('j papers.zip');
  const list = page.getByRole('treegrid', { name: 'Content of the archive' });
  await list.getByRole('row', { name: 'Contract' }).first().waitFor();
  await page.getByText('506 files').waitFor();
  await page.getByText('26 Nov 2026').first().waitFor();
  expect(await list.getByRole('row').count()).toBeLessThan(60);
  await expectFine(page);
  await picture(page, 'zip');
  const row = (name: string) => list.getByRole('row', { name });
  await row('Contract').first().focus();
  await page.keyboard.press('ArrowLeft');
  expect(await row('Contract').first().getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText('The offer inside').waitFor();
  await picture(page, 'zip-pdf');
  await page.getByRole('status', { name: 'Page 1 of 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status', { name: 'Page 2 of 2', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.zip-line:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  expect(await row('Older papers.zip').count()).toBe(0);
  await page.keyboard.press('End');
  await row('Older papers.zip').getByRole('button', { name: 'Older papers.zip', exact: true }).click();
  await page.getByRole('button', { name: 'deep.md', exact: true }).click();
  await page.getByRole('heading', { name: 'Deep inside' }).waitFor();
  await expectFine(page);
  await picture(page, 'zip-in-zip');
  expect(await page.getByRole('button', { name: 'Back to the archive' }).count()).toBe(1);
  await page.goBack();
  await page.getByRole('button', { name: 'deep.md', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back to the archive' }).click();
  const saved = await savedBy(row('Setup.exe').getByRole('button', { name: 'Save Setup.exe' }));
  expect([saved.name, saved.bytes.toString()]).toEqual(['Setup.exe', 'MZ']);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('PASSWD');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await row('passwd').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'i index.md' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(place.asked).toEqual([]);
});

test('an attachment of a mail opens in its place, and is saved', async () => {
  await place.open('k mail.eml');
  await page.getByText('Both are attached').waitFor();
  await expectFine(page);
  await picture(page, 'attachments');
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The offer inside').waitFor();
  await expectFine(page);
  await picture(page, 'attachment');
  await page.keyboard.press('Escape');
  await page.locator('button:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  expect(await page.getByRole('button', { name: 'Setup.exe', exact: true }).count()).toBe(0);
  const saved = await savedBy(page.getByRole('button', { name: 'Save Setup.exe' }));
  expect([saved.name, saved.bytes.toString()]).toEqual(['Setup.exe', 'MZ']);
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).click();
  await page.getByRole('button', { name: 'Back to the mail' }).click();
  await page.getByText('Both are attached').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'j papers.zip' }).waitFor();
  expect(place.asked).toEqual([]);
});

test('an attachment that was left keeps no focus from what a reader goes to next', async () => {
  await place.open('k mail.eml');
  await page.setViewportSize({ width: 1280, height: 240 });
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).press('Enter');
  await page.getByText('The offer inside').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.evaluate(SCROLL);
  await page.locator('.viewer-all[data-reading]').waitFor();
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Close');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone the way back from a file of an archive is in sight, also after a scroll', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('j papers.zip');
  await page.getByRole('treegrid').getByRole('row', { name: 'Contract' }).first().waitFor();
  await page.evaluate(SCROLL);
  await page.locator('.viewer-all[data-reading]').waitFor();
  await page
    .getByRole('button', { name: /^Scan \d+\.txt$/ })
    .nth(12)
    .click();
  const back = page.getByRole('button', { name: 'Back to the archive' });
  await back.waitFor();
  await page.locator('.viewer-all:not([data-reading])').waitFor();
  expect((await back.boundingBox())?.height).toBeGreaterThan(20);
  await page.setViewportSize({ width: 1280, height: 720 });
});
