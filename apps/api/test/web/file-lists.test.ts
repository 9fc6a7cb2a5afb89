import { expect, test } from '@jest/globals';
import { filesPage, link, names, open, page, room, rows, table, world } from './files-page.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine } from './tab.ts';

filesPage();

test('heads sort the whole list on the service, and the address keeps the order', async () => {
  expect(await names()).toEqual(['1 Corporate', '2 Finance', 'Cap table.xlsx', 'Kick-off.pptx', 'Müller lease.pdf']);
  await table().getByRole('button', { name: 'Name' }).click();
  await link('2 Finance').waitFor();
  await page.waitForURL(/sort=-name/);
  await rows().nth(3).filter({ hasText: 'Müller' }).waitFor();
  expect(await names()).toEqual(['2 Finance', '1 Corporate', 'Müller lease.pdf', 'Kick-off.pptx', 'Cap table.xlsx']);
  expect(await table().getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  await open('?folder=2%20Finance%2F2024');
  expect(await names()).toEqual(['Bookings 2.csv', 'Bookings 10.csv']);
  await expectFine(page);
});

test('each row shows the kind of its file, the label, who added it and when', async () => {
  expect(await table().getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Name', 'Label', 'By', 'Added', 'Size']),
  );
  const kinds = await table()
    .locator('.files-name')
    .evaluateAll((all) => all.flatMap((one) => one.getAttribute('data-kind') ?? []));
  expect(kinds).toEqual(['table', 'slides', 'pdf']);
  const row = rows().filter({ hasText: 'Kick-off' });
  expect(await row.locator('.files-by').innerText()).toBe('you');
  expect(await row.locator('.files-date').innerText()).toMatch(/^Today \d{2}:\d{2}$/);
  expect(await row.locator('.files-label').innerText()).toContain('C1');
});

test('the search finds files of the whole room, with their folders, and says so when there is none', async () => {
  await page.keyboard.press('/');
  await page.keyboard.type('muller LEASE');
  await page.getByText('1 file found').waitFor();
  expect(await names()).toEqual(['Müller lease.pdf']);
  expect(await table().locator('mark').allInnerTexts()).toEqual(['Müller', 'lease']);
  await page.getByLabel('Find files by name').fill('finance bookings');
  await page.getByText('2 files found').waitFor();
  expect(await page.getByText('2 files').count()).toBe(1);
  await table().locator('small').filter({ hasText: 'in 2 Finance/2024' }).first().waitFor();
  await page.getByLabel('Find files by name').fill('no such thing');
  await page.getByText('All names of files and folders were searched').waitFor();
  await page.getByText('0 files found').waitFor();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await link('Kick-off.pptx').waitFor();
});

test('a list that the service refuses says so in its place', async () => {
  const refusal = { error: { code: 'INSUFFICIENT_ROLE', message: 'Your role does not allow this.' } };
  await page.route(`**/rooms/${room}/files?*`, (route) => route.fulfill({ status: 403, json: refusal }));
  await page.goto(`${world.url}/rooms/${room}?folder=2%20Finance`);
  await page.getByRole('alert').getByText('Your role does not allow this').waitFor();
  expect(await page.getByRole('link', { name: 'Members', exact: true }).isVisible()).toBe(true);
});

test('on a phone the list begins within 180 pixels, and one button adds', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.file-tools[data-phone]').waitFor();
  await link('Kick-off.pptx').waitFor();
  const top = await page.evaluate<number>(
    "document.querySelector('.files-body').getBoundingClientRect().top - document.querySelector('main').getBoundingClientRect().top",
  );
  expect(top).toBeLessThan(180);
  await page.getByRole('button', { name: 'Add files or folders' }).click();
  const menu = page.getByRole('menu');
  await menu.getByRole('menuitem', { name: 'Add a folder of this device' }).waitFor();
  expect(await menu.getByRole('menuitem').allInnerTexts()).toHaveLength(3);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for this list' }).click();
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual([
    'Select all',
    'Filters',
    'Download all',
    'List as CSV',
    'Sort by name',
    'Newest first',
    'Largest first',
  ]);
  await menu.getByRole('menuitem', { name: 'Largest first' }).click();
  await page.waitForURL(/sort=-size/);
  await expectFine(page);
});

test('the count of the search lies beside the text and the cross of the field, however long it is', async () => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await fillRoom(world, room, [{ folder: 'annex of the year 2026', files: 1200 }]);
  await open('');
  const field = page.getByRole('searchbox', { name: 'Find files by name' });
  await field.fill('annex');
  const count = page.locator('.find-count');
  await count.filter({ hasText: 'found' }).waitFor();
  const [box, words] = [await field.boundingBox(), await count.boundingBox()];
  const padding = await page.evaluate<number>(
    "Number.parseFloat(getComputedStyle(document.querySelector('.file-find input')).paddingInlineEnd)",
  );
  expect((box?.x ?? 0) + (box?.width ?? 0) - padding).toBeLessThan(words?.x ?? 0);
});

test('a window of 1100 pixels has room for the words of the search', async () => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await open('?folder=2%20Finance');
  await page.getByRole('button', { name: 'More for this list' }).waitFor();
  const field = page.getByRole('searchbox', { name: 'Find files by name' });
  expect(await field.getAttribute('placeholder')).toBe('Find in this folder');
  expect((await field.boundingBox())?.width).toBeGreaterThan(300);
  await expectFine(page);
});

test('filters are set beside the search, the address has them, and a press takes each back', async () => {
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  const choose = async (label: string, option: string): Promise<void> => {
    await filters.getByRole('button', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Kind', 'Table');
  await filters.getByText('4 files of 9').waitFor();
  expect(await names()).toEqual(['Bookings 2.csv', 'Bookings 10.csv', 'Cap table.xlsx', 'Cap table.xlsx']);
  await choose('Label', 'C3');
  await page.getByText('No file fits these filters').waitFor();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ kind: 'table', label: 'C3' });
  await filters.getByRole('button', { name: 'Without the filter Table' }).click();
  await link('Shareholder agreement 2019.docx').waitFor();
  await expectFine(page);
  await page.reload();
  await filters.getByText('1 file of 9').waitFor();
  await filters.getByRole('button', { name: 'Clear all' }).click();
  await link('1 Corporate').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await open('?folder=2%20Finance&kind=pdf');
  expect(await names()).toEqual(['Annual report 2024.pdf']);
});
