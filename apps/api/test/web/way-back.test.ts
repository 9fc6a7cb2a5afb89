import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aFile, aPerson, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { loaded } from './tab.ts';

let world: World;
let page: Page;
let room: string;

ownerInBrowser({}, async (given) => {
  ({ world } = given);
  room = await aRoom(world.owner, 'C1', { name: 'Project Falcon' });
  await aFile(world.owner, room, { name: 'a.pdf' });
  const { id } = await aPerson(world);
  await world.owner.post(`/rooms/${room}/members`, { user_id: id, role: 'viewer' });
  ({ page } = await given.signIn());
});

const dialog = () => page.locator('[role=dialog], [role=alertdialog]');
const heading = (name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function toMembers(): Promise<void> {
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('link', { name: 'Project Falcon' }).click();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await loaded(page);
}

test('the back button closes a dialog first, and then shows the page before', async () => {
  await toMembers();
  await page.getByRole('button', { name: 'Add people' }).click();
  await dialog().waitFor();
  await page.goBack();
  await dialog().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(`/rooms/${room}/members`);
  await page.goBack();
  await page.getByRole('table', { name: 'Files' }).waitFor();
});

test('a dialog that is closed without the back button leaves no entry in the history', async () => {
  await toMembers();
  for (const way of ['Escape', 'Cancel']) {
    await page.getByRole('button', { name: 'Add people' }).click();
    await dialog().waitFor();
    if (way === 'Escape') await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
  }
  await page.goBack();
  await page.getByRole('table', { name: 'Files' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/rooms/${room}`);
});

test('a dialog that was opened from a menu, and one after another, close one by one', async () => {
  await toMembers();
  for (const item of ['Make owner', 'Remove']) {
    await page
      .getByRole('button', { name: /^Actions for Person/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: item }).click();
    await dialog().waitFor();
    await page.goBack();
    await dialog().waitFor({ state: 'detached' });
  }
  expect(new URL(page.url()).pathname).toBe(`/rooms/${room}/members`);
});

test('a room that is created in a dialog opens, and the back button shows the rooms', async () => {
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('button', { name: 'New room' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Project Heron');
  await page.getByRole('button', { name: 'Make the room' }).click();
  await heading('Project Heron');
  await page.goBack();
  await heading('Rooms');
  await dialog().waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/rooms');
});

test('a dialog that closes below another one leaves no entry in the history', async () => {
  await world.owner.post(`/rooms/${room}/folders`, { path: 'Tax' });
  // There a name is changed in a dialog.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('link', { name: 'Project Falcon' }).click();
  await page.getByRole('button', { name: 'Actions for Tax' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const form = page.getByRole('dialog', { name: 'Rename the folder' });
  await form.getByLabel('Name').fill('Taxes');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/folders/*', async (route) => {
    await answered;
    await route.continue();
  });
  await form.getByRole('button', { name: 'Rename' }).click();
  const taken = { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('other') };
  await page.getByTestId('files').setInputFiles(taken);
  const question = page.getByRole('alertdialog', { name: '1 name is taken' });
  await question.waitFor();
  answer();
  await page.locator('[role=dialog]').waitFor({ state: 'detached' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });
  const isLeft = await page.evaluate(`new Promise((answer) => {
    const look = () => history.state?.layer === undefined && answer(true);
    look();
    addEventListener('popstate', look);
    setTimeout(() => answer(false), 3000);
  })`);
  expect(isLeft).toBe(true);
  await page.goBack();
  await heading('Rooms');
});
