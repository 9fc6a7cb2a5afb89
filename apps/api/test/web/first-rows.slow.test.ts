import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { medianToFirstRow, watchFirstRow } from './first-row.ts';
import { fillRoom } from './many-copies.ts';
import { PASSWORD, signedIn } from './tab.ts';

/** Lists of a working deal: 150 rooms with a last file and favourites, and a room of 3 000 files. */
const ROOMS = 150;
const FAVOURITES = 10;
const FILES = 3000;
const BUDGET_MS = 500;

let browser: Browser;
let world: World;
let tab: Tab;
let room: string;

jest.setTimeout(3 * TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ check: false })]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  for (let count = 1; count < ROOMS; count++) {
    const id = await aRoom(world.owner, 'C1', { name: `Project ${count}` });
    await aFile(world.owner, id, { name: 'a.pdf' });
    if (count <= FAVOURITES) await world.owner.patch(`/rooms/${id}/favourite`, { favourite: true });
  }
  room = await aRoom(world.owner, 'C1', { name: 'Project Falcon' });
  await fillRoom(world, room, [{ folder: 'Data', files: FILES }]);
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  await watchFirstRow(tab.page);
});
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

test.each(['/rooms', '/rooms/ROOM?folder=Data'])('%s shows its first rows in half a second', async (path) => {
  const { ms, crowding } = await medianToFirstRow(tab.page, browser, world.url + path.replace('ROOM', room));
  expect(ms).toBeLessThan(BUDGET_MS * crowding);
});

test('the list has every room with its last file, favourites first', async () => {
  const { page } = tab;
  await page.goto(`${world.url}/rooms`);
  await page.getByText(`${ROOMS} rooms`).waitFor();
  expect(await page.getByRole('button', { name: /^Favourite: /, pressed: true }).count()).toBe(FAVOURITES);
  const rows = page.getByRole('table', { name: 'Rooms' }).getByRole('row');
  await rows.nth(1).getByRole('button', { pressed: true }).waitFor();
  await page.goto(`${world.url}/rooms/${room}?folder=Data`);
  await page.getByText(/\d+ of 3 000 files are listed/).waitFor();
});
