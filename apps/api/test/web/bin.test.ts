import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Tab } from '../support/browser.ts';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { act, expectFine, loaded } from './tab.ts';

let world: World;
let tab: Tab;
let page: Page;
let room: string;

ownerInBrowser({ check: false }, async (given) => {
  ({ world } = given);
  room = await aRoom(world.owner, 'C1', { bin_days: 30 });
  for (const name of ['Cap table.xlsx', 'Lease.pdf', 'Notes.txt'])
    await aFile(world.owner, room, { name, folder: name === 'Lease.pdf' ? '2 Legal' : '' });
  tab = await given.signIn();
  page = tab.page;
});

const dialog = (): Locator => page.getByRole('alertdialog');
const remove = async (name: string): Promise<void> => {
  await act(page, name, 'Delete');
  await dialog().getByText('can be restored for 30 days').waitFor();
  await dialog().getByRole('button', { name: 'Move to the bin' }).click();
  await page.getByText(`${name} deleted.`).waitFor();
};
/** Resolves when the page has noted this number of files of the room as seen. */
const noted = (files: number): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => {
    const look = () => (localStorage.getItem('visit:${room}') ?? '').startsWith('${files} ')
      ? requestAnimationFrame(resolve)
      : requestAnimationFrame(look);
    look();
  })`);
const names = async (): Promise<readonly string[]> =>
  (await world.owner.get(`/rooms/${room}/files?recursive=true&sort=name`)).body.data.map(
    ({ name }: { name: string }) => name,
  );

test('a deleted file is undone, found in the bin, restored with others and destroyed', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await remove('Notes.txt');
  await noted(2);
  // One's own deeds are not news.
  expect(await page.getByRole('link', { name: /News/ }).innerText()).toBe('News');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Notes.txt is restored.').waitFor();
  await page.getByRole('button', { name: 'Actions for Notes.txt' }).waitFor();

  await remove('Notes.txt');
  await remove('Cap table.xlsx');
  await page.goto(`${world.url}/rooms/${room}?folder=2%20Legal`);
  await remove('Lease.pdf');
  expect(await names()).toEqual([]);

  await page.goto(`${world.url}/rooms/${room}/bin`);
  await loaded(page);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('Lease.pdf').getByText('in 2 Legal').waitFor();
  await row('Lease.pdf').getByText('30 days').waitFor();
  await expectFine(page);
  for (const name of ['Lease.pdf', 'Cap table.xlsx'])
    await row(name).getByRole('checkbox').locator('xpath=ancestor::label').click();
  const restore = page.getByRole('button', { name: 'Restore', exact: true });
  const loud = page.getByRole('toolbar').locator('[data-kind="primary"], [data-kind="danger"]');
  expect(await loud.allInnerTexts()).toEqual([await restore.innerText()]);
  await restore.click();
  await page.getByText('2 files restored.').waitFor();
  await row('Lease.pdf').waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Actions for Notes.txt' }).click();
  await page.getByRole('menuitem', { name: 'Destroy now' }).click();
  await dialog().getByText('not even a backup').waitFor();
  await dialog().getByRole('button', { name: 'Destroy for good' }).click();
  await page.getByText('The bin is empty').waitFor();
  expect(await names()).toEqual(['Cap table.xlsx', 'Lease.pdf']);
});

test('a file whose name was taken meanwhile is restored with a number, which the notice says', async () => {
  const before = await names();
  await aFile(world.owner, room, { name: 'Twice.pdf' });
  await page.goto(`${world.url}/rooms/${room}`);
  await remove('Twice.pdf');
  await aFile(world.owner, room, { name: 'twice.pdf' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page
    .getByText('Twice.pdf is restored. The name Twice.pdf was taken meanwhile, so that file is Twice (2).pdf now.')
    .waitFor();
  await page.getByRole('button', { name: 'Actions for Twice (2).pdf' }).waitFor();
  expect(await names()).toEqual(
    [...before, 'Twice (2).pdf', 'twice.pdf'].toSorted((one, other) =>
      one.toLowerCase() < other.toLowerCase() ? -1 : 1,
    ),
  );
});

test('an owner sees the deleted files of one person alone', async () => {
  const person = await aPerson(world);
  await world.owner.post(`/rooms/${room}/members`, { user_id: person.id, role: 'contributor' });
  const theirs = await aFile(person.caller, room, { name: 'Theirs.txt' });
  const mine = await aFile(world.owner, room, { name: 'Mine.txt' });
  expect((await person.caller.delete(`/files/${theirs}`)).status).toBe(200);
  await world.owner.delete(`/files/${mine}`);
  await page.goto(`${world.url}/rooms/${room}/bin`);
  await page.getByRole('row', { name: /Mine\.txt/ }).waitFor();
  await page
    .getByRole('button', { name: /^Deleted by/ })
    .first()
    .click();
  await page.getByRole('option', { name: /^Person / }).click();
  await page.getByText('1 deleted file of 2').waitFor();
  await page.getByRole('row', { name: /Theirs\.txt/ }).waitFor();
  expect(await page.getByRole('row', { name: /Mine\.txt/ }).count()).toBe(0);
});

test('the bin says how large it is, and an owner empties it', async () => {
  const full = await aRoom(world.owner, 'C1', { name: 'Project Kestrel', bin_days: 30 });
  const person = await aPerson(world);
  await world.owner.post(`/rooms/${full}/members`, { user_id: person.id, role: 'contributor' });
  for (let number = 1; number <= 21; number++) {
    const who = number === 1 ? person.caller : world.owner;
    await who.delete(`/files/${await aFile(who, full, { name: `Old ${number}.txt`, folder: '1 Drafts' })}`);
  }
  await page.goto(`${world.url}/rooms/${full}/bin`);
  await page.getByText('21 deleted files').waitFor();
  await page.getByText('105 bytes in all').waitFor();
  const row = page.getByRole('row', { name: /Old 1\.txt/ });
  await page.setViewportSize({ width: 390, height: 844 });
  for (const fact of ['5 bytes', /^Person /, /^Today/]) await row.getByText(fact).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Empty the bin' }).click();
  await dialog().getByText('and 16 more files').waitFor();
  const end = dialog().getByRole('button', { name: 'Destroy for good' });
  expect(await end.isDisabled()).toBe(true);
  await dialog().getByLabel('Type 21 to destroy them').fill('21');
  await end.click();
  await page.getByText('21 files destroyed.').waitFor();
  await page.getByText('The bin is empty').waitFor();
  expect((await world.owner.get(`/rooms/${full}/bin`)).body.data).toEqual([]);
});

test('a file that could not be destroyed is named, and the others are gone', async () => {
  const half = await aRoom(world.owner, 'C1', { name: 'Project Merlin', bin_days: 30 });
  const ids: string[] = [];
  for (const name of ['One.txt', 'Two.txt', 'Three.txt']) {
    const id = await aFile(world.owner, half, { name });
    await world.owner.delete(`/files/${id}`);
    ids.push(id);
  }
  await page.route(`**/rooms/${half}/bin/${ids[0]}`, (route) => route.abort());
  await page.goto(`${world.url}/rooms/${half}/bin`);
  await page.getByRole('row', { name: /One\.txt/ }).waitFor();
  await page.getByRole('checkbox', { name: 'All deleted files' }).locator('xpath=ancestor::label').click();
  await page.getByRole('button', { name: 'Destroy now' }).click();
  await dialog().getByRole('button', { name: 'Destroy for good' }).click();
  await page.getByText(/^Not changed: \W*One\.txt/).waitFor();
  await page.getByText('2 files destroyed.').waitFor();
  await page.getByText('1 deleted file', { exact: true }).waitFor();
  expect((await world.owner.get(`/rooms/${half}/bin`)).body.data).toMatchObject([{ name: 'One.txt' }]);
});

test('an owner of an archived room reads that they see all that was deleted', async () => {
  const archived = await aRoom(world.owner, 'C1', { name: 'Project Hobby', bin_days: 30 });
  const person = await aPerson(world);
  await world.owner.post(`/rooms/${archived}/members`, { user_id: person.id, role: 'contributor' });
  await person.caller.delete(`/files/${await aFile(person.caller, archived, { name: 'Theirs.txt' })}`);
  await world.owner.post(`/rooms/${archived}/archive`);
  await page.goto(`${world.url}/rooms/${archived}/bin`);
  await page.getByRole('row', { name: /Theirs\.txt/ }).waitFor();
  await page.getByText('Members see those that they deleted.').waitFor();
  expect(await page.getByRole('button', { name: 'Empty the bin' }).count()).toBe(0);
});

/** Tabs whose line has another colour than the ground of a contrast theme. */
const underlined = (): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.tabs a')]
    .filter((tab) => getComputedStyle(tab).borderBottomColor !== getComputedStyle(document.documentElement).backgroundColor)
    .map((tab) => tab.textContent)`);

test('an owner shortens the term after a warning, and links of the room name no sender', async () => {
  await page.goto(`${world.url}/rooms/${room}/settings`);
  const days = page.getByLabel('Days for which deleted files can be restored');
  await days.fill('91');
  await page.getByText('Enter a whole number from 0 to 90.').waitFor();
  await days.fill('7');
  await page.getByText('for more than 7 days are destroyed within a minute').waitFor();
  await expectFine(page);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  expect(await underlined()).toEqual(['Settings']);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.getByRole('button', { name: 'Shorten the term' }).click();
  await page.getByText('Saved: 7 days.').waitFor();
  await page.getByRole('button', { name: /Links of this room/ }).click();
  await page.getByRole('option', { name: 'Links name no sender' }).click();
  await page.getByText('Saved: links name no sender.').waitFor();
  expect((await world.owner.get(`/rooms/${room}`)).body.data).toMatchObject({ bin_days: 7, anonymous_links: true });
});
