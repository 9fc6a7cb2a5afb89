import { expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import {
  bar,
  filesPage,
  focusOn,
  link,
  nameField,
  page,
  paths,
  room,
  rows,
  table,
  typedPart,
  world,
} from './files-page.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine, tick } from './tab.ts';

filesPage();

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
