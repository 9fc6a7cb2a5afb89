import { expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { allowedTask, peakMemory, watched } from './frames.ts';
import { ownerInBrowser } from './in-browser.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine } from './tab.ts';

const FOLDERS = 50;
const FILES = 100_000;

let browser: Browser;
let world: World;
let page: Page;
let room: string;

jest.setTimeout(600_000);

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  room = await aRoom(world.owner);
  const each = { files: FILES / FOLDERS };
  await fillRoom(
    world,
    room,
    Array.from({ length: FOLDERS }, (_, group) => ({ folder: `Data/group ${group}`, ...each })),
  );
  ({ page } = await given.signIn());
});

const table = () => page.getByRole('table', { name: 'Files' });

/** Paths of the API's answers. */
const asked: string[] = [];

test('a room of 100 000 files opens and scrolls without loading them all', async () => {
  expect((await world.owner.get(`/rooms/${room}`)).body.data.file_count).toBe(FILES);
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const opened = await watched(
    page,
    'opening',
    async () => {
      await page.evaluate(`document.querySelector('a[href="/rooms/${room}"]').click()`);
      await table().getByRole('link', { name: 'Data' }).waitFor();
    },
    browser,
  );
  expect(asked.filter((path) => path.endsWith('/files'))).toHaveLength(1);
  await table().getByRole('link', { name: 'Data' }).click();
  await table().getByRole('link').last().click();
  await page.getByText(/^\d00 of 2 000 files are listed/).waitFor();
  const scrolled = await watched(
    page,
    'scrolling',
    async () => {
      for (let step = 0; step < 100; step++) {
        await page.mouse.wheel(0, 700);
        await page.evaluate('new Promise(requestAnimationFrame)');
      }
    },
    browser,
  );
  process.stdout.write(`the page used ${Math.round((await peakMemory(browser)) / 1e6)} MB at most\n`);
  expect([opened, scrolled].filter((work) => work.longest > allowedTask(work))).toEqual([]);
  expect(await table().getByRole('row').count()).toBeLessThan(100);
  await expectFine(page);
  await page.goto(`${world.url}/rooms/${room}`);
  await table().getByRole('link', { name: 'Data' }).waitFor();
  const searched = await watched(
    page,
    'searching 100 000',
    async () => {
      await page.getByLabel('Find files by name').fill('annex 1999.txt');
      await page.getByText(/files? found/).waitFor();
    },
    browser,
  );
  expect(searched.longest).toBeLessThanOrEqual(allowedTask(searched));
});
