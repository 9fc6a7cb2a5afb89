import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { aRoom } from '../support/people-in-memory.ts';
import { bar, filesPage, focusOn, link, nameField, names, open, page, rows, table, world } from './files-page.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine, tick } from './tab.ts';

filesPage();

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
