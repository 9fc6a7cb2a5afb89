import { expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { medianToFirstRow, watchFirstRow } from './first-row.ts';
import { ownerInBrowser } from './in-browser.ts';
import { fillRoom } from './many-copies.ts';

/** Lists of a working deal: 150 rooms with a last file and favourites, and a room of 3 000 files. */
const ROOMS = 150;
const FAVOURITES = 10;
const FILES = 3000;
const BUDGET_MS = 500;

let browser: Browser;
let world: World;
let tab: Tab;
let room: string;

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  for (let count = 1; count < ROOMS; count++) {
    const id = await aRoom(world.owner, 'C1', { name: `Project ${count}` });
    await aFile(world.owner, id, { name: 'a.pdf' });
    if (count <= FAVOURITES) await world.owner.patch(`/rooms/${id}/favourite`, { favourite: true });
  }
  room = await aRoom(world.owner, 'C1', { name: 'Project Falcon' });
  await fillRoom(world, room, [{ folder: 'Data', files: FILES }]);
  tab = await given.signIn();
  await watchFirstRow(tab.page);
});
jest.setTimeout(3 * TEST_TIMEOUT_MS);

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
