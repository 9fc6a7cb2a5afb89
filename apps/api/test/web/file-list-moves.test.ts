import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { aFile } from '../support/people-in-memory.ts';
import { bar, filesPage, focusOn, link, names, open, page, paths, room, rows, table, world } from './files-page.ts';
import { expectFine, tick } from './tab.ts';

filesPage();

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
