import { expect, test } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import { browser, filesPage, link, open, page, room, rows, world } from './files-page.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

filesPage();

test('a file is found by its name in rooms that this browser has not opened, on request and until it is stopped', async () => {
  const other = await aRoom(world.owner, 'C1', { name: 'Osprey' });
  await aFile(world.owner, other, { name: 'Charter of the Osprey.pdf' });
  await page.reload();
  await rows().nth(1).waitFor();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Room, file, folder, person or command' });
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

test('folders, people and commands are found beside rooms and files, each read once, with their groups and kinds', async () => {
  const cora = await aPerson(world);
  await page.reload();
  await rows().nth(1).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Room, file, folder, person or command' });
  const places = page.getByRole('listbox', { name: 'Places to go to' });
  const hit = (group: string, name: string | RegExp): Locator =>
    places.getByRole('group', { name: group, exact: true }).getByRole('option', { name });
  await hit('Commands', 'New folder').waitFor();
  await field.pressSequentially('2024');
  await hit('Folders in A room', '2024 2 Finance').waitFor();
  expect(await hit('Folders in A room', '2024').getAttribute('data-kind')).toBe('folder');
  await field.fill(cora.email);
  await hit('People', cora.email).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /place.* found/ })
    .waitFor();
  await expectFine(page);
  expect(asked.filter((one) => one === 'GET /api/v1/users')).toHaveLength(1);
  expect(asked.filter((one) => one.endsWith('/folders'))).toEqual([]);
  await field.press('Enter');
  await page.waitForURL(`**/people/${cora.id}`);

  await open('');
  await page.keyboard.press('Control+k');
  await field.fill('finance');
  await hit('Folders in A room', /^2 Finance$/).click();
  await page.waitForURL(/folder=2\+Finance/);
  await link('Annual report 2024.pdf').waitFor();
  await page.keyboard.press('Control+k');
  await field.fill('new fol');
  await places.getByRole('option', { selected: true, name: 'New folder' }).waitFor();
  await field.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByRole('textbox').first().waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.fill('new room');
  await field.press('Enter');
  await page.getByRole('dialog', { name: 'New room' }).waitFor();
  await page.keyboard.press('Escape');
});

test('a viewer finds people, and only the commands that are theirs', async () => {
  const viewer = await aPerson(world);
  const { name: viewerName } = (await world.owner.get(`/users/${viewer.id}`)).body.data;
  await viewer.session.post('/me/password', { new_password: PASSWORD });
  await world.owner.post(`/rooms/${room}/members`, { user_id: viewer.id, role: 'viewer' });
  const tab = await signedIn(browser, world.url, viewer.email);
  await tab.page.goto(`${world.url}/rooms/${room}`);
  await tab.page.getByRole('link', { name: 'Kick-off.pptx' }).waitFor();
  await tab.page.keyboard.press('Control+k');
  const commands = tab.page.getByRole('group', { name: 'Commands' }).getByRole('option');
  await commands.filter({ hasText: 'List as CSV' }).waitFor();
  expect(await commands.allInnerTexts()).toEqual(['Download all', 'List as CSV', 'New room']);
  await tab.page.getByRole('combobox').fill(viewerName);
  await tab.page.getByRole('group', { name: 'People' }).getByRole('option', { name: viewerName }).click();
  await tab.page.waitForURL(`**/people/${viewer.id}`);
  await tab.clear();
});
