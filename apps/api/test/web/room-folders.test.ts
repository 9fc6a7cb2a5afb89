import { beforeEach, expect, test } from '@jest/globals';
import type { Locator, Page, Request } from 'playwright-core';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { act, drawn, expectFine } from './tab.ts';

const REFUSAL = { error: { code: 'INSUFFICIENT_ROLE', message: 'Your role does not allow this.' } };

let world: World;
let page: Page;
let room: string;

ownerInBrowser({ check: false }, async (given) => {
  ({ world } = given);
  ({ page } = await given.signIn());
});
beforeEach(async () => {
  room = await aRoom(world.owner, 'C1', { bin_days: 30 });
});

type Known = Readonly<{ id: string; path: string; file_count: number }>;
const known = async (): Promise<readonly Known[]> =>
  (await world.owner.get(`/rooms/${room}/folders`)).body.data.filter(({ path }: Known) => path !== '');
const paths = async (): Promise<readonly string[]> => (await known()).map(({ path }) => path).toSorted();
const idOf = async (wanted: string): Promise<string | undefined> =>
  (await known()).find(({ path }) => path === wanted)?.id;

const open = (folder = ''): Promise<unknown> =>
  page.goto(`${world.url}/rooms/${room}${folder === '' ? '' : `?folder=${encodeURIComponent(folder)}`}`);
const dialog = (): Locator => page.getByRole('dialog');
const make = async (name: string): Promise<void> => {
  await page.getByRole('button', { name: 'Folder', exact: true }).click();
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await dialog().getByLabel('Name').fill(name);
};

test('folders are made, also in an empty room and in one another, and a name is taken once', async () => {
  await open();
  await make('Legal');
  await expectFine(page);
  await dialog().getByRole('button', { name: 'Make the folder' }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByText('This folder is empty').waitFor();
  await make('Contracts');
  await dialog().getByRole('button', { name: 'Make the folder' }).click();
  await page.getByRole('row', { name: /Contracts/ }).waitFor();
  expect(await paths()).toEqual(['Legal', 'Legal/Contracts']);
  await make('contracts');
  await dialog().getByText('There is a folder of this name already.').waitFor();
  expect(await dialog().getByRole('button', { name: 'Make the folder' }).isDisabled()).toBe(true);
});

test('a folder is renamed with all that is in it, and keeps its id', async () => {
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'Tax/2024' });
  await world.owner.post(`/rooms/${room}/folders`, { path: 'Legal' });
  const id = await idOf('Tax');
  await open();
  await act(page, 'Tax', 'Rename');
  const name = page.getByRole('textbox', { name: 'Name of Tax' });
  await name.fill('legal');
  await name.press('Enter');
  await page.getByRole('alert').getByText('There is a folder of this name already.').waitFor();
  await name.fill('Taxes');
  await name.press('Enter');
  await page.getByText('The folder Tax is called Taxes now.').waitFor();
  expect([await paths(), await idOf('Taxes')]).toEqual([['Legal', 'Taxes', 'Taxes/2024'], id]);
});

test('a folder moves with one request and back, and its files join a folder of the same name', async () => {
  for (const name of ['a.pdf', 'b.pdf']) await aFile(world.owner, room, { name, folder: 'Tax' });
  for (const path of ['Tax/Drafts', 'Old/Tax']) await world.owner.post(`/rooms/${room}/folders`, { path });
  const id = await idOf('Tax');
  await open();
  await act(page, 'Tax', 'Move');
  await dialog().getByText('Old', { exact: true }).click();
  await dialog().getByText('A folder of this name is there already: Tax.').waitFor();
  await dialog().getByRole('button', { name: 'New folder' }).click();
  await dialog().getByLabel('New folder in Old').fill('2024');
  await dialog().getByRole('button', { name: 'Make' }).click();
  await dialog().getByRole('button', { name: 'Move 1 folder' }).click();
  await page.getByText('The folder Tax moved to Old/2024.').waitFor();
  expect([await paths(), await idOf('Old/2024/Tax')]).toEqual([
    ['Old', 'Old/2024', 'Old/2024/Tax', 'Old/2024/Tax/Drafts', 'Old/Tax'],
    id,
  ]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The folder Tax is back.').waitFor();
  await act(page, 'Tax', 'Move');
  await dialog().getByText('Old', { exact: true }).click();
  const moves: string[] = [];
  const note = (request: Request): void => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'PATCH' || pathname.endsWith('bulk-move')) moves.push(`${request.method()} ${pathname}`);
  };
  page.on('request', note);
  await dialog().getByRole('button', { name: 'Move 2 files' }).click();
  await page.getByText('2 files moved to Old.').waitFor();
  page.off('request', note);
  expect(moves).toEqual([`POST /api/v1/rooms/${room}/files/bulk-move`]);
  expect(await paths()).toEqual(['Old', 'Old/2024', 'Old/Tax', 'Old/Tax/Drafts']);
});

test('the folder to move to is found by its name with keys alone, shows the way to it, and is offered again', async () => {
  for (const name of ['a.pdf', 'b.pdf']) await aFile(world.owner, room, { name });
  for (const path of ['A', 'B', 'C', 'D', 'E', 'F/Drafts', 'Tax/2024/Drafts'])
    await world.owner.post(`/rooms/${room}/folders`, { path });
  await open();
  await act(page, 'a.pdf', 'Move');
  await dialog().locator('label:focus-within').filter({ hasText: 'All files' }).waitFor();
  await page.keyboard.type('drafts');
  await dialog().getByText('2 folders.').waitFor();
  expect(await dialog().getByRole('radio').count()).toBe(2);
  expect(await dialog().locator('.folder-choice').allInnerTexts()).toEqual(['Drafts\nin F', 'Drafts\nin Tax / 2024']);
  await expectFine(page);
  await page.keyboard.press('Enter');
  await dialog().locator('[data-chosen]').getByText('in F').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await dialog().locator('[data-chosen]').getByText('in Tax / 2024').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.type('nowhere');
  await dialog().getByText('No folder fits.').waitFor();
  await dialog().getByText('Chosen: F/Drafts').waitFor();
  await page.keyboard.press('Escape');
  // The tree again, with the chosen folder in sight.
  await dialog().getByRole('radio', { name: 'Drafts' }).and(page.locator(':checked')).waitFor();
  await dialog().getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('a.pdf moved to F/Drafts.').waitFor();
  await act(page, 'b.pdf', 'Move');
  await dialog().getByRole('button', { name: 'F/Drafts' }).click();
  await dialog().getByRole('radio', { name: 'Drafts' }).and(page.locator(':checked')).waitFor();
  await dialog().getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('b.pdf moved to F/Drafts.').waitFor();
});

test('a move that is undone onto a name taken meanwhile numbers the file, and says so', async () => {
  await aFile(world.owner, room, { name: 'a.pdf' });
  await world.owner.post(`/rooms/${room}/folders`, { path: 'Old' });
  await open();
  await act(page, 'a.pdf', 'Move');
  await dialog().getByText('Old', { exact: true }).click();
  await dialog().getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('a.pdf moved to Old.').waitFor();
  await aFile(world.owner, room, { name: 'A.pdf' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('The name a.pdf was taken meanwhile, so that file is a (2).pdf now.').waitFor();
  const { body } = await world.owner.get(`/rooms/${room}/files?recursive=true&sort=name`);
  expect(body.data.map(({ name, folder }: { name: string; folder: string }) => [folder, name])).toEqual([
    ['', 'a (2).pdf'],
    ['', 'A.pdf'],
  ]);
});

test('a folder goes one place up or down, readers find it there, and other orders offer no places', async () => {
  for (const path of ['A', 'B', 'C']) await world.owner.post(`/rooms/${room}/folders`, { path });
  const listed = async (...names: readonly string[]): Promise<void> => {
    for (const [index, name] of names.entries())
      await page
        .getByRole('row')
        .nth(index + 1)
        .getByRole('link', { name, exact: true })
        .waitFor();
  };
  const items = async (name: string): Promise<readonly string[]> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    const found = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return found.filter((item) => item.endsWith('in the list'));
  };
  await open();
  await listed('A', 'B', 'C');
  expect([await items('A'), await items('B'), await items('C')]).toEqual([
    ['Move down in the list'],
    ['Move up in the list', 'Move down in the list'],
    ['Move up in the list'],
  ]);
  await act(page, 'C', 'Move up in the list');
  await listed('A', 'C', 'B');
  await page.getByRole('button', { name: 'Undo' }).click();
  await listed('A', 'B', 'C');
  await page.getByText('C is in its place again.').waitFor();
  await act(page, 'C', 'Move up in the list');
  await listed('A', 'C', 'B');
  await act(page, 'A', 'Move down in the list');
  await listed('C', 'A', 'B');
  await page.reload();
  await listed('C', 'A', 'B');
  const head = page.getByRole('columnheader', { name: 'Name' });
  const own = head.getByRole('button', { name: 'Own order' });
  const states = async () => [await own.getAttribute('aria-pressed'), await head.getAttribute('aria-sort')];
  const byName = head.getByRole('button', { name: 'Name' });
  expect(await states()).toEqual(['true', null]);
  await byName.click();
  await listed('A', 'B', 'C');
  expect(await states()).toEqual(['false', 'ascending']);
  await byName.click();
  await listed('C', 'B', 'A');
  await own.click();
  await listed('C', 'A', 'B');
  await own.click();
  await listed('A', 'B', 'C');
  await page.goto(`${world.url}/rooms/${room}?sort=-name`);
  await listed('C', 'B', 'A');
  expect(await items('A')).toEqual([]);
  await expectFine(page);
});

test('a folder is deleted with what is in it, and comes back whole', async () => {
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'Tax/2024' });
  await world.owner.post(`/rooms/${room}/folders`, { path: 'Tax/Drafts' });
  await open();
  await act(page, 'Tax', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete the folder Tax?' });
  await question.getByText('The folder and 1 file in and below it go.').waitFor();
  await question.getByRole('button', { name: 'Move to the bin' }).click();
  await page.getByText('The folder Tax deleted.').waitFor();
  expect(await paths()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('a.pdf is restored.').waitFor();
  expect(await paths()).toEqual(['Tax', 'Tax/2024', 'Tax/Drafts']);
});

test('a folder that got a file meanwhile stays, which a notice says', async () => {
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'Tax' });
  await open();
  await act(page, 'Tax', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete the folder Tax?' });
  await question.getByText('1 file in and below it').waitFor();
  await aFile(world.owner, room, { name: 'b.pdf', folder: 'Tax' });
  await question.getByRole('button', { name: 'Move to the bin' }).click();
  await page.getByText('The folder Tax stays.').waitFor();
  await page.getByText('a.pdf deleted.').waitFor();
  expect(await paths()).toEqual(['Tax']);
});

test('nothing of a folder moves where the folders in it may not be made', async () => {
  await aFile(world.owner, room, { name: 'a.pdf', folder: 'Tax' });
  for (const path of ['Tax/Drafts', 'Old/Tax']) await world.owner.post(`/rooms/${room}/folders`, { path });
  await open();
  await act(page, 'Tax', 'Move');
  await dialog().getByText('Old', { exact: true }).click();
  // Meanwhile another owner took the right to make folders away.
  await page.route('**/folders/bulk', (route) => route.fulfill({ status: 403, json: REFUSAL }));
  await dialog().getByRole('button', { name: 'Move 1 file' }).click();
  await dialog().getByRole('alert').waitFor();
  const { body } = await world.owner.get(`/rooms/${room}/files?recursive=true&folder=`);
  expect(body.data.map(({ folder }: { folder: string }) => folder)).toEqual(['Tax']);
});

test('a person decides about all names that are taken at once, and about single ones', async () => {
  for (const name of ['a.txt', 'b.txt']) await aFile(world.owner, room, { name });
  await open();
  await page.getByRole('row', { name: /b\.txt/ }).waitFor();
  const question = page.getByRole('alertdialog', { name: '1 name is taken' });
  const add = (...names: readonly string[]): Promise<void> =>
    page
      .getByTestId('files')
      .setInputFiles(names.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('other') })));
  await add('a.txt');
  await question.getByText('a.txt').waitFor();
  const asked = page.waitForResponse((response) => response.url().includes('/files?'));
  await add('b.txt');
  await asked;
  await drawn(page);
  await question.getByText('a.txt').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.getByText('b.txt').waitFor();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
  // A file without a question goes nowhere either.
  await add('a.txt', 'new.txt');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Cancelled: none of the 2 files was added.').waitFor();

  await add('a.txt', 'b.txt');
  const both = page.getByRole('alertdialog', { name: '2 names are taken' });
  const wayOf = (name: string): Locator => both.getByRole('button', { name: `What to do with ${name}` });
  await both.getByRole('radio').last().waitFor();
  expect(await both.getByRole('radio').evaluateAll((all) => all.map((one) => one.parentElement?.innerText))).toEqual([
    expect.stringContaining('New version'),
    expect.stringContaining('Keep both'),
    expect.stringContaining('Skip'),
  ]);
  await expectFine(page);
  await both.getByRole('radio', { name: 'Skip' }).check();
  await wayOf('a.txt').getByText('Skip').waitFor();
  await wayOf('b.txt').click();
  await page.getByRole('option', { name: 'Keep both: b (2).txt' }).click();
  await wayOf('a.txt').getByText('Skip').waitFor();
  expect(await both.getByRole('radio', { checked: true }).count()).toBe(0);
  await both.getByRole('button', { name: 'Go on' }).click();
  const list = page.getByRole('list', { name: 'Files of the uploads' });
  await list.getByText('b (2).txt').first().waitFor();
  expect(await list.getByRole('listitem').count()).toBe(1);
});
