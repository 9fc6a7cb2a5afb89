import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let room: string;
let [contributor, viewer]: readonly Tab[] = [];

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ check: false })]);
  room = await aRoom(world.owner, 'C1', { structure: 'owners' });
  const group = (await world.owner.post(`/rooms/${room}/groups`, { name: 'Bidder A' })).body.data.id;
  const folder = async (path: string, role: 'viewer' | 'contributor'): Promise<void> => {
    const { id } = (await world.owner.post(`/rooms/${room}/folders`, { path })).body.data;
    await world.owner.put(`/rooms/${room}/folders/${id}/access`, { groups: [{ group_id: group, role }] });
  };
  await folder('Answers', 'viewer');
  await folder('Questions', 'contributor');
  await aFile(world.owner, room, { name: 'teaser.pdf', folder: 'Common' });
  const member = async (role: 'viewer' | 'contributor'): Promise<Person> => {
    const person = await aPerson(world, 'member', 'C2');
    await person.session.post('/me/password', { new_password: PASSWORD });
    await world.owner.post(`/rooms/${room}/members`, { user_id: person.id, role });
    await world.owner.post(`/rooms/${room}/groups/${group}/members`, { user_id: person.id });
    return person;
  };
  const [one, other] = [await member('contributor'), await member('viewer')];
  contributor = await signedIn(browser, world.url, one.email);
  viewer = await signedIn(browser, world.url, other.email);
});
afterEach(() => Promise.all([contributor?.clear(), viewer?.clear()]));
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

/** The list of the room, or of a folder of it. */
async function open(tab: Tab | undefined, folder = ''): Promise<Page> {
  if (tab === undefined) throw new TypeError('nobody is signed in');
  await tab.page.goto(`${world.url}/rooms/${room}?folder=${folder}`);
  await rows(tab.page).nth(1).waitFor();
  return tab.page;
}
const rows = (page: Page): Locator => page.getByRole('table', { name: 'Files' }).getByRole('row');
const itemsFor = async (page: Page, name: string): Promise<readonly string[]> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  const items = await page.getByRole('menuitem').allInnerTexts();
  await page.keyboard.press('Escape');
  return items;
};
const drop = (page: Page, onto: string): Promise<void> =>
  page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['dropped'], 'dropped.txt'));
    const folder = document.querySelector('.files-row[data-folder=${onto}]');
    folder.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }`);

test('a folder offers what the caller may do with it, not with the room', async () => {
  const page = await open(contributor);
  const menus = [await itemsFor(page, 'Questions'), await itemsFor(page, 'Common')];
  expect(menus).toEqual([['Ask for files'], ['Download', 'Make a link', 'Ask for files', 'Label']]);
  // An empty menu has no button.
  expect(await page.getByRole('button', { name: 'Actions for Answers' }).count()).toBe(0);
});

test('nothing is offered on ticked folders that they refuse', async () => {
  const page = await open(contributor);
  await rows(page).getByRole('checkbox', { name: 'Select the folder Common' }).locator('xpath=ancestor::label').click();
  const bar = page.getByRole('toolbar', { name: 'Selected files' });
  expect(await bar.getByRole('button').allInnerTexts()).toEqual(['Clear', 'Download', 'Share', 'Label']);
});

test('a file goes into no folder that takes none', async () => {
  const page = await open(contributor, 'Common');
  const tree = page.getByRole('navigation', { name: 'Folder tree' });
  const file = rows(page).filter({ hasText: 'teaser.pdf' });
  await file.dragTo(tree.getByText('Answers'));
  await file.dragTo(tree.getByText('Questions'));
  // The second drag is answered by a dialog, and the first one by none.
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Move 1 file' }).waitFor();
  await dialog.getByText('Questions').first().waitFor();
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for teaser.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  expect(await dialog.getByRole('radio', { name: 'Questions' }).isDisabled()).toBe(false);
  expect(await dialog.getByRole('radio', { name: 'Answers' }).isDisabled()).toBe(true);
  await expectFine(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('files that are dropped on such a folder are refused in words', async () => {
  const page = await open(contributor);
  await drop(page, 'Answers');
  await page.getByText('You cannot add files to Answers.').waitFor();
  expect(await page.getByRole('region', { name: 'Uploads' }).count()).toBe(0);
});

test('a viewer whom a folder lets add files asks outsiders for files of it', async () => {
  const page = await open(viewer);
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('button', { name: 'Ask for files' }).click();
  const choice = (name: string): Locator => page.getByRole('dialog').getByRole('radio', { name, exact: true });
  await choice('Questions').waitFor();
  expect(await choice('Questions').isChecked()).toBe(true);
  expect(await Promise.all(['All files', 'Answers', 'Common'].map((name) => choice(name).isDisabled()))).toEqual([
    true,
    true,
    true,
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});
