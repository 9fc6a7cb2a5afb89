import { beforeEach, expect, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine, PASSWORD, signedIn, tick } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
let room: string;

const FILES: readonly (readonly [folder: string, name: string, classification?: string])[] = [
  ['1 Corporate', 'Articles of association.pdf'],
  ['1 Corporate', 'Shareholder agreement 2019.docx', 'C3'],
  ['2 Finance', 'Annual report 2024.pdf'],
  ['2 Finance', 'Cap table.xlsx'],
  ['2 Finance/2024', 'Bookings 10.csv'],
  ['2 Finance/2024', 'Bookings 2.csv'],
  ['', 'Müller lease.pdf'],
  ['', 'Cap table.xlsx'],
  ['', 'Kick-off.pptx'],
];

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  ({ page } = await given.signIn());
});
beforeEach(async () => {
  room = await aRoom(world.owner);
  for (const [folder, name, classification] of FILES)
    await aFile(world.owner, room, { folder, name, ...(classification && { classification }) });
  await open('');
});

const open = async (query: string): Promise<void> => {
  await page.goto(`${world.url}/rooms/${room}${query}`);
  await rows().nth(1).waitFor();
};
const table = (): Locator => page.getByRole('table', { name: 'Files' });
const rows = (): Locator => table().getByRole('row');
const bar = (): Locator => page.getByRole('toolbar', { name: 'Selected files' });
const link = (name: string): Locator => table().getByRole('link', { name, exact: true });
const names = async (): Promise<readonly string[]> =>
  table()
    .locator('.files-name a')
    .evaluateAll((all) =>
      all.map((one) => one.querySelector('.hidden-visually')?.textContent ?? one.textContent ?? ''),
    );
const paths = async (): Promise<readonly string[]> =>
  (await world.owner.get(`/rooms/${room}/files?per_page=100&sort=name`)).body.data
    .map(({ folder, name }: { folder: string; name: string }) => `${folder}/${name}`)
    .toSorted();

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

test('a file is found by its name in rooms that this browser has not opened, on request and until it is stopped', async () => {
  const other = await aRoom(world.owner, 'C1', { name: 'Osprey' });
  await aFile(world.owner, other, { name: 'Charter of the Osprey.pdf' });
  await page.reload();
  await rows().nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Room, page or file' });
  await field.fill('charter');
  await page.getByText('Nothing of this name.').waitFor();
  await page.getByRole('option', { name: /^Look for “charter” in all your rooms/ }).waitFor();
  await expectFine(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/files\?.*q=charter/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await field.press('Enter');
  await page.getByText(/^Looking in your rooms: 0 of \d+…/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Nothing of this name.').waitFor();
  release();
  await page.unrouteAll({ behavior: 'wait' });

  await field.fill('charter osprey');
  await page.getByText('Nothing of this name.').waitFor();
  await field.press('Enter');
  await page.getByText('1 place found in all your rooms.').waitFor();
  const hit = page.getByRole('group', { name: 'Files in Osprey' }).getByRole('option', { selected: true });
  await hit.filter({ hasText: 'Charter of the Osprey.pdf' }).waitFor();
  await field.press('Enter');
  await page.waitForURL(/file=/);
  expect(new URL(page.url()).pathname).toBe(`/rooms/${other}`);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
});

test('without words, rooms and files opened last are first, and a file that is gone is neither named nor kept', async () => {
  const other = await aRoom(world.owner, 'C1', { name: 'Heron' });
  const gone = await aFile(world.owner, room, { name: 'Charter of the Heron.pdf' });
  const tab = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD);
  const at = async (path: string, heading: string): Promise<void> => {
    await tab.page.goto(`${world.url}${path}`);
    await tab.page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };
  await at(`/rooms/${other}`, 'Heron');
  await at(`/rooms/${room}?file=${gone}`, 'A room');
  await tab.page.getByRole('dialog', { name: 'Charter of the Heron.pdf' }).waitFor();
  const kept = () => tab.page.evaluate<string>("localStorage.getItem('opened-files')");
  expect(await kept()).toMatch(/^[\w-]+ [\w-]+\/[\w-]+$/);
  await at(`/rooms/${room}`, 'A room');
  const last = tab.page.getByRole('group', { name: 'Files opened last', exact: true });
  await tab.page.keyboard.press('Control+k');
  await last.getByRole('option', { name: 'Charter of the Heron.pdf' }).waitFor();
  await tab.page.keyboard.press('Escape');
  await tab.page.getByRole('dialog').waitFor({ state: 'detached' });
  await world.owner.delete(`/files/${gone}`);
  const refused = tab.page.waitForResponse((response) => response.url().endsWith(gone) && response.status() === 404);
  await tab.page.keyboard.press('Control+k');
  await refused;
  const first = tab.page.getByRole('group', { name: 'Rooms opened last', exact: true }).getByRole('option').first();
  await first.and(tab.page.getByRole('option', { name: 'Heron', selected: true })).waitFor();
  await last.waitFor({ state: 'detached' });
  expect(await kept()).not.toContain(gone);
  await tab.page.keyboard.press('Enter');
  await tab.page.getByRole('heading', { name: 'Heron', level: 1 }).waitFor();
  await tab.page.getByRole('button', { name: /^Account of/ }).click();
  await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await tab.page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await kept()).toBeNull();
  await tab.page.context().close();
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

test('without a bin, the number of many files is typed before they are deleted', async () => {
  const many = await aRoom(world.owner);
  await fillRoom(world, many, [{ folder: 'Old', files: 21 }]);
  await page.goto(`${world.url}/rooms/${many}?folder=Old`);
  await page.getByText('annex 20').waitFor();
  await tick(table(), 'Select all');
  await bar().getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('and 16 more files').waitFor();
  const remove = question.getByRole('button', { name: 'Delete' });
  expect(await remove.isDisabled()).toBe(true);
  await question.getByLabel('Type 21 to delete them').fill('20');
  expect(await remove.isDisabled()).toBe(true);
  await question.getByLabel('Type 21 to delete them').fill('21');
  await remove.click();
  await page.getByText('21 files deleted.').waitFor();
});

const nameField = (name: string): Locator => table().getByRole('textbox', { name: `Name of ${name}` });
const focusOn = (name: string) => page.locator('a:focus').filter({ hasText: name }).waitFor();
const typedPart = () =>
  page.evaluate<string>('document.activeElement.value.slice(0, document.activeElement.selectionEnd)');

test('F2 makes the name of a file a field in its row, and the notice takes the new name back', async () => {
  await link('Kick-off.pptx').focus();
  await page.keyboard.press('F2');
  await nameField('Kick-off.pptx').and(page.locator(':focus')).waitFor();
  expect(await typedPart()).toBe('Kick-off');
  await page.keyboard.type('All hands');
  await expectFine(page);
  await page.keyboard.press('Enter');
  await page.getByText('is called').getByText('All hands.pptx').waitFor();
  await focusOn('All hands.pptx');
  await page.keyboard.press('Control+Z');
  await page.getByText('has its name again.').waitFor();
  await focusOn('Kick-off.pptx');
  await page.keyboard.press('F2');
  await page.keyboard.type('Never');
  await page.keyboard.press('Escape');
  await focusOn('Kick-off.pptx');
  await page.evaluate('document.activeElement.blur()');
  await page
    .getByRole('row', { name: /Kick-off/ })
    .getByRole('checkbox')
    .setChecked(true, { force: true });
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('F2');
  await nameField('Kick-off.pptx').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await nameField('Kick-off.pptx').waitFor({ state: 'detached' });
  expect((await paths()).filter((path) => path.endsWith('.pptx'))).toEqual(['/Kick-off.pptx']);
});

test('a press elsewhere saves the name that is typed, and a ticked folder stays ticked under its new one', async () => {
  await tick(table(), 'Select the folder 2 Finance');
  await table().getByRole('button', { name: 'Actions for 2 Finance' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await nameField('2 Finance').and(page.locator(':focus')).waitFor();
  expect(await typedPart()).toBe('2 Finance');
  await page.keyboard.type('2 Accounts');
  await rows().filter({ hasText: 'Kick-off' }).locator('.files-size').click();
  await link('2 Accounts').waitFor();
  await bar().getByText('1 file and 1 folder selected').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await link('2 Finance').waitFor();
});

test('a name that is taken or impossible is refused at the field, which offers a free one', async () => {
  const shown = (text: string | RegExp) => table().getByRole('alert').getByText(text).waitFor();
  await link('Kick-off.pptx').focus();
  await page.keyboard.press('F2');
  const field = nameField('Kick-off.pptx');
  await field.fill('CAP table.xlsx');
  await shown('The name ended with “.pptx”');
  await page.keyboard.press('Enter');
  await shown('There is a file of this name in the folder already.');
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await expectFine(page);
  for (const [name, sentence] of [
    ['  ', 'The name is empty.'],
    ['a/b.pptx', 'A name has no slash.'],
    ['..', 'A name cannot be “.” or “..”.'],
  ] as const) {
    await field.fill(name);
    await page.keyboard.press('Enter');
    await shown(sentence);
  }
  await field.fill('cap table.xlsx');
  await page.keyboard.press('Enter');
  await table().getByRole('button', { name: 'Take cap table (2).xlsx' }).click();
  await field.and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await link('cap table (2).xlsx').waitFor();

  await link('1 Corporate').focus();
  await page.keyboard.press('F2');
  await page.keyboard.type('2 finance');
  await page.keyboard.press('Enter');
  await shown('There is a folder of this name already.');
  await page.keyboard.press('Escape');
  await focusOn('1 Corporate');
});

test('on a phone a dialog renames, and a new name that is taken gets a number or replaces the other file', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const dialog = page.getByRole('dialog');
  const rename = async (from: string, to: string): Promise<void> => {
    await table()
      .getByRole('button', { name: `Actions for ${from}` })
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await dialog.getByLabel('Name').fill(to);
  };
  await aFile(world.owner, room, { folder: '', name: 'Cap table (2).xlsx' });
  await page.reload();
  // Saved before the page knows that the name is taken.
  let release = (): void => undefined;
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/files\?.*name=/, (route) => pressed.then(() => route.continue()));
  await rename('Kick-off.pptx', 'CAP table.xlsx');
  await page.keyboard.press('Enter');
  release();
  await dialog.getByText('This one becomes CAP table (3).xlsx').waitFor();
  await expectFine(page);
  expect(await dialog.getByText('There is a file of this name').count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await link('CAP table (3).xlsx').waitFor();
  await rename('Müller lease.pdf', 'cap table (3).XLSX');
  await dialog.getByRole('radio', { name: 'Replace' }).check();
  await dialog.getByText('The file that is there is deleted, and its links end').waitFor();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await paths()).filter((path) => path.startsWith('/'))).toEqual([
    '/Cap table (2).xlsx',
    '/Cap table.xlsx',
    '/cap table (3).XLSX',
  ]);
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

test('Shift ticks a range, folders are ticked too, and the selection stays over folders without moving the list', async () => {
  const before = await rows().nth(1).boundingBox();
  await tick(table(), 'Select the folder 2 Finance');
  await tick(table(), 'Select Müller lease.pdf', { modifiers: ['Shift'] });
  await bar().getByText('3 files and 1 folder selected').waitFor();
  expect(await rows().nth(1).boundingBox()).toEqual(before);
  await tick(table(), 'Select the folder 2 Finance');
  await link('1 Corporate').click();
  await tick(table(), 'Select Articles of association.pdf');
  await bar().getByText('4 files selected, 3 not in this list').waitFor();
  await expectFine(page);
  await bar().getByRole('button', { name: 'Clear' }).click();
  await bar().waitFor({ state: 'detached' });
});

test('files and folders are moved by a tree, and the notice shows and undoes it', async () => {
  await tick(table(), 'Select Kick-off.pptx');
  await tick(table(), 'Select the folder 1 Corporate');
  await bar().getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 Finance', { exact: true }).click();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('New folder in 2 Finance').fill('Closing');
  await dialog.getByRole('button', { name: 'Make' }).click();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Move 1 file and 1 folder' }).click();
  await page.getByText('1 file and 1 folder moved to 2 Finance/Closing.').waitFor();
  expect(await paths()).toContain('2 Finance/Closing/1 Corporate/Articles of association.pdf');
  await page.getByRole('button', { name: 'Show' }).click();
  await link('1 Corporate').waitFor();
  expect(await names()).toEqual(['1 Corporate', 'Kick-off.pptx']);
});

test('a person moves a file back, and decides about a name that is taken', async () => {
  await aFile(world.owner, room, { folder: '2 Finance', name: 'Cap table (2).xlsx' });
  const before = await paths();
  await tick(table(), 'Select Cap table.xlsx');
  await bar().getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 Finance', { exact: true }).click();
  await dialog.getByText('1 name is taken there.').waitFor();
  expect(await dialog.locator('dt').allInnerTexts()).toEqual(['In the room', 'To move']);
  expect(await dialog.locator('dd').allInnerTexts()).toEqual(Array(2).fill(expect.stringMatching(/bytes, added .*\d/)));
  await dialog.getByText('The file that is there is deleted, and its links end').waitFor();
  await dialog.getByText('The moved file gets a number: Cap table (3).xlsx').waitFor();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('Cap table (3).xlsx moved to 2 Finance.').waitFor();
  expect(await paths()).toContain('2 Finance/Cap table (3).xlsx');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('is back.').waitFor();
  await bar().getByText('1 file selected').waitFor();
  expect(await paths()).toEqual(before);
});

test('several names that are taken have a choice each', async () => {
  await aFile(world.owner, room, { folder: '2 Finance', name: 'kick-off.pptx' });
  await tick(table(), 'Select Cap table.xlsx');
  await tick(table(), 'Select Kick-off.pptx');
  await bar().getByRole('button', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2 Finance', { exact: true }).click();
  await dialog.getByText('2 names are taken there.').waitFor();
  await dialog.getByRole('button', { name: 'What to do with Kick-off.pptx' }).click();
  await page.getByRole('option', { name: 'Replace' }).click();
  const other = dialog.getByRole('button', { name: 'What to do with Cap table.xlsx' });
  await other.getByText('Keep both: Cap table (2).xlsx').waitFor();
  await expectFine(page);
  await other.click();
  await page.getByRole('option', { name: 'Skip' }).click();
  await dialog.getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('Kick-off.pptx moved to 2 Finance.').waitFor();
  expect(await paths()).toEqual(
    [
      '/Cap table.xlsx',
      '/Müller lease.pdf',
      ...['Articles of association.pdf', 'Shareholder agreement 2019.docx'].map((name) => `1 Corporate/${name}`),
      ...['Annual report 2024.pdf', 'Cap table.xlsx', 'Kick-off.pptx'].map((name) => `2 Finance/${name}`),
      ...['Bookings 10.csv', 'Bookings 2.csv'].map((name) => `2 Finance/2024/${name}`),
    ].toSorted(),
  );
});

test('a file that is dropped on a folder of the list or tree moves at once, unless its name is taken', async () => {
  const dropOnFinance = (name: string): Promise<void> =>
    rows()
      .filter({ hasText: name })
      .dragTo(page.getByRole('navigation', { name: 'Folder tree' }).getByText('2 Finance'));
  await link('Kick-off.pptx').waitFor();
  const row = rows().filter({ hasText: 'Kick-off' });
  await row.dragTo(rows().filter({ hasText: '1 Corporate' }));
  await page.getByText('Kick-off.pptx moved to 1 Corporate.').waitFor();
  await dropOnFinance('Müller');
  await page.getByText('Müller lease.pdf moved to 2 Finance.').waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await paths()).toEqual(expect.arrayContaining(['1 Corporate/Kick-off.pptx', '2 Finance/Müller lease.pdf']));
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByText('Müller lease.pdf is back.').waitFor();
  await dropOnFinance('Cap table');
  await page.getByRole('dialog').getByText('1 name is taken there.').waitFor();
  expect(await page.getByRole('radiogroup', { name: 'Folder' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByText('Cap table (2).xlsx moved to 2 Finance.').waitFor();
});

test('a folder of the list stays marked while something is dragged over its parts, and no longer', async () => {
  const marks = await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('application/x-strongroom-files', '');
    const row = document.querySelector('.files-row[data-folder="1 Corporate"]');
    const drag = (name, on, relatedTarget) => {
      on.dispatchEvent(new DragEvent(name, { dataTransfer, relatedTarget, bubbles: true, cancelable: true }));
      return row.dataset.dropping;
    };
    const link = row.querySelector('a');
    const leave = () => drag('dragleave', link, document.body);
    return [drag('dragenter', row), drag('dragleave', row, link), leave(), drag('dragover', row), leave()];
  })()`);
  expect(marks).toEqual(['true', 'true', undefined, 'true', undefined]);
});

test('a dragged row is dimmed, and a folder of the tree opens below a drag that rests on it', async () => {
  const inner = '.folder-tree a[data-folder="2 Finance/2024"]';
  const isDimmed = await page.evaluate(`(async () => {
    const dataTransfer = new DataTransfer();
    const drag = (name, on) => on.dispatchEvent(new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true }));
    const until = (isTrue) => new Promise((done) => {
      const look = () => (isTrue() ? done() : requestAnimationFrame(look));
      look();
    });
    const row = document.querySelector('.files-row[data-folder="1 Corporate"]');
    drag('dragstart', row);
    await until(() => row.matches('[data-dragged]'));
    const isDimmed = getComputedStyle(row.querySelector('.icon')).opacity;
    const folder = document.querySelector('.folder-tree a[data-folder="2 Finance"]');
    await until(() => {
      drag('dragover', folder);
      return document.querySelector('${inner}') !== null;
    });
    drag('dragend', row);
    return isDimmed;
  })()`);
  expect(isDimmed).toBe('0.5');
  await page.locator(inner).waitFor({ state: 'detached' });
  await page.locator('[data-dragged]').waitFor({ state: 'detached' });
});

test('deletion names what goes, and many files are labelled at once', async () => {
  await tick(table(), 'Select all');
  await bar().getByText('3 files and 2 folders selected').waitFor();
  await bar().getByRole('button', { name: 'Label' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('button', { name: /Label$/ })
    .first()
    .click();
  await page.getByRole('option', { name: 'C4' }).click();
  await dialog.getByRole('button', { name: 'Label 9 files' }).click();
  await page.getByText('9 files labelled C4.').waitFor();
  await tick(table(), 'Select Müller lease.pdf');
  await tick(table(), 'Select Cap table.xlsx');
  await bar().getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Müller lease.pdf').waitFor();
  await question.getByText('this room has no bin').waitFor();
  await expectFine(page);
  await question.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('2 files deleted.').waitFor();
  expect(await paths()).toHaveLength(7);
});

test('the question before a deletion leads to the setting that keeps deleted files', async () => {
  await link('Kick-off.pptx').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('link', { name: 'Keep deleted files for some days' }).click();
  const days = page.getByLabel('Days for which deleted files can be restored');
  await days.waitFor();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.locator('input[type=number]:focus').waitFor();
  await days.fill('30');
  await page.getByRole('button', { name: 'Save the term' }).click();
  await page.getByRole('link', { name: 'Bin', exact: true }).waitFor();
  expect((await world.owner.get(`/rooms/${room}`)).body.data.bin_days).toBe(30);
  await page.goBack();
  await link('Kick-off.pptx').waitFor();
});

test('the list is one stop of the Tab key, with arrows, ends and the beginnings of names', async () => {
  await link('1 Corporate').focus();
  const focused = () => page.evaluate('document.activeElement.textContent');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('a:focus').filter({ hasText: 'Cap table' }).waitFor();
  // Before the letter: soon after one, a space belongs to the beginning of a name.
  await page.keyboard.press('Space');
  await bar().getByText('1 file selected').waitFor();
  await page.keyboard.press('m');
  await page.locator('a:focus').filter({ hasText: 'ller' }).waitFor();
  await page.keyboard.press('Home');
  await page.locator('a:focus').filter({ hasText: '1 Corporate' }).waitFor();
  expect(await focused()).toBe('1 Corporate');
  expect(await table().locator('a[tabindex="0"]').count()).toBe(1);
});

test('keys tick all rows, a range that grows and shrinks, or none, and they rename and delete', async () => {
  const marked = () => page.evaluate<string>('String(getSelection())');
  await page.keyboard.press('Control+A');
  await bar().getByText('3 files and 2 folders selected').waitFor();
  expect(await marked()).toBe('');
  await table().getByRole('button', { name: 'Actions for Kick-off.pptx' }).click();
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(await bar().isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await bar().waitFor({ state: 'detached' });

  await page.getByLabel('Find files by name').focus();
  await page.keyboard.press('Control+A');
  expect(await bar().count()).toBe(0);

  await link('1 Corporate').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await bar().getByText('1 file and 2 folders selected').waitFor();
  await page.keyboard.press('Shift+ArrowUp');
  await bar().getByText('2 folders selected').waitFor();
  await page.keyboard.press('F2');
  await nameField('2 Finance').waitFor();
  await page.keyboard.press('Escape');
  await nameField('2 Finance').waitFor({ state: 'detached' });
  expect(await bar().isVisible()).toBe(true);

  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Delete 6 files and 2 folders?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await link('Kick-off.pptx').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Delete Kick-off.pptx?' }).waitFor();
});

test('an arrow leads into the list of a fresh page, and from the search to its hits and back', async () => {
  await page.keyboard.press('ArrowDown');
  await focusOn('1 Corporate');
  await page.keyboard.press('/');
  await page.keyboard.type('kick');
  await page.getByText('1 file found').waitFor();
  await page.keyboard.press('ArrowDown');
  await focusOn('Kick-off.pptx');
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await focusOn('1 Corporate');
  expect(await page.getByLabel('Find files by name').inputValue()).toBe('');
  await page.keyboard.press('F2');
  await nameField('1 Corporate').waitFor();
  await page.keyboard.press('Escape');
  await nameField('1 Corporate').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.press('Escape');
  await focusOn('1 Corporate');
  await page.keyboard.press('Control+A');
  await bar().getByText('3 files and 2 folders selected').waitFor();
});

test('the way back to a folder that was read before leads to its first row', async () => {
  await link('2 Finance').press('Enter');
  await link('Annual report 2024.pdf').press('End');
  await focusOn('Cap table.xlsx');
  await page.goBack();
  await link('Kick-off.pptx').waitFor();
  await focusOn('1 Corporate');
  expect((await names())[0]).toBe('1 Corporate');
});

test('Enter on a folder leads to its first row, also of one that was not read, and Backspace to the folder above', async () => {
  await link('2 Finance').press('Enter');
  await focusOn('2024');
  await page.keyboard.press('Enter');
  await focusOn('Bookings 2.csv');
  await page.keyboard.press('Backspace');
  await focusOn('2024');
  await page.keyboard.press('Alt+ArrowUp');
  await focusOn('2 Finance');
  await page.keyboard.type('1 C');
  await focusOn('1 Corporate');
  expect([await bar().count(), new URL(page.url()).search]).toEqual([0, '']);
});

test('a list that the service refuses says so in its place', async () => {
  const refusal = { error: { code: 'INSUFFICIENT_ROLE', message: 'Your role does not allow this.' } };
  await page.route(`**/rooms/${room}/files?*`, (route) => route.fulfill({ status: 403, json: refusal }));
  await page.goto(`${world.url}/rooms/${room}?folder=2%20Finance`);
  await page.getByRole('alert').getByText('Your role does not allow this').waitFor();
  expect(await page.getByRole('link', { name: 'Members', exact: true }).isVisible()).toBe(true);
});

test('End leads to the last file of a list that is read in parts', async () => {
  const many = await aRoom(world.owner);
  await fillRoom(world, many, [{ folder: 'Old', files: 130 }]);
  await page.goto(`${world.url}/rooms/${many}?folder=Old`);
  await link('annex 0.txt').press('End');
  await table().locator('[data-index="129"] a:focus').waitFor();
  await page.keyboard.press('ArrowUp');
  expect(await page.locator('a:focus').innerText()).toContain('annex 128');
  await page.reload();
  await link('annex 0.txt').focus();
  await page.keyboard.press('Control+A');
  await bar().getByText('130 files selected').waitFor();
});

test('Home after End holds, also where a part comes that has no row drawn yet', async () => {
  const many = await aRoom(world.owner);
  await fillRoom(world, many, [{ folder: 'Old', files: 330 }]);
  await page.goto(`${world.url}/rooms/${many}?folder=Old`);
  await link('annex 0.txt').focus();
  await page.evaluate(`
    const drawn = new MutationObserver(() => {
      if (document.activeElement !== document.body) return;
      drawn.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
    });
    drawn.observe(document.querySelector('.files-body'), { childList: true, attributes: true });
  `);
  await page.keyboard.press('End');
  await page.locator('.files-body[style*="13200px"]').waitFor();
  await page.locator('a:focus').waitFor();
  expect(await page.locator('a:focus').innerText()).toContain('annex 0.txt');
});

test('a click beside the name ticks a row, two open it, and the right button opens its menu', async () => {
  const size = (name: string) => rows().filter({ hasText: name }).locator('.files-size');
  await size('Cap table').click();
  await size('Müller').click({ modifiers: ['Shift'] });
  await bar().getByText('3 files selected').waitFor();
  await size('1 Corporate').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await nameField('1 Corporate').and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await nameField('1 Corporate').waitFor({ state: 'detached' });
  expect(await bar().innerText()).toMatch(/3 files selected · \d+ bytes/);
  await size('Müller').click({ button: 'right' });
  await page.getByRole('menu', { name: 'Actions for 3 files' }).waitFor();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Download', 'Share', 'Move', 'Label', 'Delete']);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog', { name: 'Delete 3 files?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await size('2 Finance').dblclick();
  await link('2024').waitFor();
  await bar().getByText('3 files selected').waitFor();
});

test('two clicks on a row open it, though the bar comes up below the pointer with the first', async () => {
  const many = await aRoom(world.owner);
  await fillRoom(world, many, [{ folder: 'Old', files: 30 }]);
  await page.goto(`${world.url}/rooms/${many}?folder=Old`);
  await page.getByText('annex 20').waitFor();
  await rows().nth(2).locator('.files-size').click();
  const move = await bar().getByRole('button', { name: 'Move' }).boundingBox();
  await bar().getByRole('button', { name: 'Clear' }).click();
  await bar().waitFor({ state: 'detached' });
  await page.mouse.dblclick((move?.x ?? 0) + 20, (move?.y ?? 0) + 16);
  await page.waitForURL(/file=/);
  expect([await page.getByRole('dialog', { name: 'Move' }).count(), await bar().count()]).toEqual([0, 0]);
});

test('the right button opens the menu of a row at the pointer, and the row is marked as long as it is open', async () => {
  const row = rows().filter({ hasText: 'Kick-off' });
  const ground = () =>
    page.evaluate<string>(
      "getComputedStyle([...document.querySelectorAll('.files-body .files-row')][3]).backgroundColor",
    );
  await page.mouse.move(0, 0);
  const before = await ground();
  const box = await row.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 5];
  await page.mouse.click(x, y, { button: 'right' });
  await page.getByRole('menu').waitFor();
  const pop = await page.locator('.pop').boundingBox();
  expect(Math.abs((pop?.x ?? 0) - x)).toBeLessThan(20);
  expect(Math.abs((pop?.y ?? 0) - y)).toBeLessThan(20);
  await page.mouse.move(0, 0);
  expect(await ground()).not.toBe(before);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Actions for' }).click();
  expect((await page.locator('.pop').boundingBox())?.x).toBeGreaterThan(x + 100);
});

test('the first file is within eight stops of the Tab key, with a visible name at each', async () => {
  await page.evaluate('document.activeElement.blur()');
  const stops: string[] = [];
  while (stops.length < 8 && stops.at(-1) !== '1 Corporate') {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate<string>('document.activeElement.textContent');
    stops.push(stop);
    if (stop !== 'Skip to the files') continue;
    await page.keyboard.press('Enter');
    stops.push(await page.evaluate<string>('document.activeElement.textContent'));
  }
  expect(stops).toEqual(['Skip to the content', 'Skip to the files', '1 Corporate']);
});

test('a file that is dropped beside the list leaves the page where it is', async () => {
  const isPrevented = await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File(['x'], 'x.txt'));
    const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
    document.body.dispatchEvent(drop);
    return drop.defaultPrevented;
  })()`);
  expect(isPrevented).toBe(true);
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

test('the menu and the folder tree fold by button and key, stay so after a reload, and the list gets their place', async () => {
  const tree = page.getByRole('navigation', { name: 'Folder tree' });
  const fold = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const width = async (): Promise<number> => (await table().boundingBox())?.width ?? 0;
  const usual = await width();
  try {
    await fold('Menu').click();
    await tree.waitFor();
    expect(await width()).toBeGreaterThan(usual + 150);
    expect(await page.getByRole('link', { name: 'People' }).boundingBox()).toMatchObject({ width: 34 });
    await page.keyboard.press('Control+Shift+B');
    await tree.waitFor({ state: 'detached' });
    await page.reload();
    await rows().nth(1).waitFor();
    expect([await fold('Menu').getAttribute('aria-expanded'), await tree.count()]).toEqual(['false', 0]);
    expect(await width()).toBeGreaterThan(usual + 400);
    await expectFine(page);
    await fold('Folder tree').click();
    await page.keyboard.press('Control+b');
    await tree.waitFor();
    expect([await fold('Folder tree').getAttribute('aria-expanded'), await width()]).toEqual(['true', usual]);
    await page.getByRole('searchbox', { name: 'Find files by name' }).press('Control+b');
    expect(await fold('Menu').getAttribute('aria-expanded')).toBe('true');
  } finally {
    await page.evaluate('localStorage.clear()');
  }
});

test('the folder tree is one stop of the Tab key, with the keys of trees', async () => {
  await open('?folder=2%20Finance');
  const tree = page.getByRole('tree', { name: 'Folders' });
  const item = (name: string): Locator => tree.getByRole('treeitem', { name });
  const focused = () =>
    page.evaluate<string>('document.activeElement.dataset.folder ?? document.activeElement.textContent');
  const press = async (...keys: readonly string[]): Promise<readonly string[]> => {
    const reached: string[] = [];
    for (const key of keys) {
      await page.keyboard.press(key);
      reached.push(await focused());
    }
    return reached;
  };
  await item('2 Finance').focus();
  expect(await press('ArrowRight', 'End', 'Home', '2', 'ArrowUp', 'ArrowLeft')).toEqual([
    '2 Finance/2024',
    '2 Finance/2024',
    '',
    '2 Finance',
    '1 Corporate',
    '',
  ]);
  await press('ArrowDown', 'ArrowDown', 'ArrowLeft');
  await item('2024').waitFor({ state: 'detached' });
  expect([await item('2 Finance').getAttribute('aria-expanded'), await focused()]).toEqual(['false', '2 Finance']);
  await press('ArrowRight');
  await item('2024').waitFor();
  await press('ArrowRight', 'ArrowLeft', 'ArrowRight', 'Enter');
  await link('Bookings 2.csv').waitFor();
  expect([await focused(), await item('2024').getAttribute('aria-current')]).toEqual(['2 Finance/2024', 'page']);
  expect(await tree.locator('a[tabindex="0"]').count()).toBe(1);
  await page.keyboard.press('Shift+Tab');
  expect(await tree.locator(':focus').count()).toBe(0);
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('2 Finance/2024');
  await expectFine(page);
});

test('the arrow of a folder of the tree shows what is in it, and leaves the list as it is', async () => {
  const tree = page.getByRole('tree', { name: 'Folders' });
  await tree.getByRole('treeitem', { name: '2 Finance' }).locator('.tree-sign').click();
  await tree.getByRole('treeitem', { name: '2024' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
  await link('Kick-off.pptx').waitFor();
  await tree.getByRole('treeitem', { name: '2 Finance' }).locator('.tree-sign').click();
  await tree.getByRole('treeitem', { name: '2024' }).waitFor({ state: 'detached' });
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

test('a question mark shows the keys, and a folder has one trail', async () => {
  await open('?folder=2%20Finance%2F2024');
  expect(await page.locator('main .crumbs').allInnerTexts()).toEqual([expect.stringMatching(/^A room/)]);
  await link('Bookings 2.csv').focus();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('Fold or show the tree').waitFor();
  await expectFine(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a question mark shows the keys over an open file, and Escape leads back to the file', async () => {
  await link('Kick-off.pptx').click();
  const file = page.getByRole('dialog', { name: 'Kick-off.pptx' });
  await file.waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // A press beside what lies over it would find the file.
  await keys.getByText('Whole page').click();
  await page.keyboard.press('p');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await file.waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'Cap table.xlsx' }).waitFor();
  expect(await file.count()).toBe(0);
});

test('the nearest row has the focus when the one that had it is deleted or moved', async () => {
  await link('Cap table.xlsx').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await link('Cap table.xlsx').waitFor({ state: 'detached' });
  await focusOn('Kick-off');
  const button = table().getByRole('button', { name: 'Actions for Kick-off.pptx' });
  await button.press('Enter');
  await page.getByRole('menuitem', { name: 'Move' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const radio = (name: string) => dialog.getByRole('radio', { name });
  await dialog.locator('label:focus-within').filter({ hasText: 'All files' }).getByText('now here').waitFor();
  expect(await radio('All files').isChecked()).toBe(false);
  await page.keyboard.press('2');
  expect([await radio('2 Finance').isChecked(), await radio('2024').count()]).toEqual([true, 0]);
  await page.keyboard.press('ArrowRight');
  await dialog.getByText('2024').waitFor();
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  expect(await radio('2 Finance').isChecked()).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await radio('1 Corporate').isChecked()).toBe(true);
  await dialog.locator('[type=submit]:enabled').filter({ hasText: 'Move 1 file' }).waitFor();
  await page.keyboard.press('Enter');
  await link('Kick-off.pptx').waitFor({ state: 'detached' });
  await focusOn('ller');
  await tick(table(), 'Select the folder 1 Corporate');
  await tick(table(), 'Select Müller lease.pdf');
  await bar().getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await link('Müller lease.pdf').waitFor({ state: 'detached' });
  await focusOn('2 Finance');
  expect(await names()).toEqual(['2 Finance']);
});

test('cut files are dimmed, Escape takes it back, and a paste moves them to the open folder', async () => {
  const note = page.getByRole('toolbar', { name: 'Cut files' });
  const cut = (): Locator => page.locator('.files-row[data-cut]');
  await tick(table(), 'Select Kick-off.pptx');
  await tick(table(), 'Select the folder 1 Corporate');
  await page.keyboard.press('Control+x');
  await note.getByText('1 file and 1 folder cut. Open the folder to move to.').waitFor();
  expect([await cut().count(), await bar().count()]).toEqual([2, 0]);
  await expectFine(page);
  await page.keyboard.press('Control+v');
  await page.getByText('They are in this folder. Open another one.').waitFor();
  await page.keyboard.press('Escape');
  await note.waitFor({ state: 'detached' });
  expect(await cut().count()).toBe(0);
  await page.keyboard.press('Control+v');

  await link('Kick-off.pptx').focus();
  await page.keyboard.press('Control+x');
  await page.getByRole('searchbox', { name: 'Find files by name' }).press('Control+v');
  await link('2 Finance').click();
  await link('2024').waitFor();
  await page.keyboard.press('Control+v');
  await page.getByText('Kick-off.pptx moved to 2 Finance.').waitFor();
  await link('Kick-off.pptx').waitFor();
  expect([await note.count(), (await paths()).includes('2 Finance/Kick-off.pptx')]).toEqual([0, true]);
  await page.locator('a:focus').filter({ hasText: 'Kick-off.pptx' }).waitFor();
  expect(await page.getByRole('button', { name: 'Show', exact: true }).count()).toBe(0);
  await page.keyboard.press('Control+z');
  await page.getByText('Kick-off.pptx is back.').waitFor();

  await open('');
  await link('Cap table.xlsx').focus();
  await page.keyboard.press('Control+x');
  await link('2 Finance').click();
  await link('2024').waitFor();
  await note.getByText('1 file cut.', { exact: true }).waitFor();
  expect(await note.getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Move here\nCtrl+V']);
  await note.getByRole('button', { name: 'Move here' }).click();
  await page.getByRole('dialog').getByText('1 name is taken there.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await note.count()).toBe(1);
});

test('the edge of the folder tree moves by keys and by a drag, and stays where it was put', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  const tree = page.getByRole('navigation', { name: 'Folder tree' });
  const edge = page.getByRole('separator', { name: 'Width of the folder tree' });
  const widths = async () => [Number(await edge.getAttribute('aria-valuenow')), (await tree.boundingBox())?.width];
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  expect(await widths()).toEqual([240, 240]);
  const box = await edge.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 6, (box?.y ?? 0) + 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 3 });
  await page.mouse.up();
  await page.locator('[role=separator][aria-valuenow="300"]').waitFor();
  await page.reload();
  await edge.waitFor();
  expect(await widths()).toEqual([300, 300]);
  await expectFine(page);
  await edge.dblclick({ position: { x: 6, y: 40 } });
  expect(await widths()).toEqual([220, 220]);
  await edge.press('Home');
  expect(await widths()).toEqual([140, 140]);
  await edge.press('Enter');
  expect(await widths()).toEqual([220, 220]);
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
