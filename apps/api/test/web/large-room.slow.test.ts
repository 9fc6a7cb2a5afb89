import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, type Tab } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { LONGEST_TASK_MS, peakMemory, watched } from './frames.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

const FOLDERS = 50;
const FILES = 100_000;

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let room: string;

jest.setTimeout(600_000);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ check: false })]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  room = await aRoom(world.owner);
  await fill();
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

/** Copies one file of each folder in the store: a hundred thousand uploads take an hour. */
async function fill(): Promise<void> {
  const { documents } = world.ports;
  const copies = FILES / FOLDERS - 1;
  for (let folder = 0; folder < FOLDERS; folder++) {
    const id = await aFile(world.owner, room, { name: 'annex 0.txt', folder: `Data/group ${folder}` });
    const [stored] = await documents.read([{ collection: 'files', id }]);
    if (stored === undefined) throw new TypeError('the file is not stored');
    await documents.commit(
      Array.from({ length: copies }, (_, index) => {
        const copy = randomUUID();
        const body = { ...(stored.body as object), id: copy, name: `annex ${index + 1}.txt` };
        return { collection: 'files', insert: { ...stored, id: copy, version: 1, body } };
      }),
    );
  }
  const [stored] = await documents.read([{ collection: 'rooms', id: room }]);
  if (stored === undefined) throw new TypeError('the room is not stored');
  const body = { ...(stored.body as object), files: { C1: FILES } };
  await documents.commit([{ collection: 'rooms', replace: { ...stored, version: stored.version + 1, body } }]);
  expect((await world.owner.get(`/rooms/${room}`)).body.data.file_count).toBe(FILES);
}

const table = () => page.getByRole('table', { name: 'Files' });

test('a room of 100 000 files opens and scrolls without loading them all', async () => {
  const opened = await watched(page, 'opening', async () => {
    await page.evaluate(`document.querySelector('a[href="/rooms/${room}"]').click()`);
    await table().getByRole('link', { name: 'Data' }).waitFor();
  });
  await page.getByText('The newest 5 000 files of 100 000 files are listed.').waitFor();
  await table().getByRole('link', { name: 'Data' }).click();
  await table().getByRole('link').last().click();
  await page.getByRole('link', { name: 'annex 1.txt', exact: true }).waitFor();
  const scrolled = await watched(page, 'scrolling', async () => {
    for (let step = 0; step < 100; step++) {
      await page.mouse.wheel(0, 700);
      await page.evaluate('new Promise(requestAnimationFrame)');
    }
  });
  process.stdout.write(`the page used ${Math.round((await peakMemory(browser)) / 1e6)} MB at most\n`);
  expect([opened.longest, scrolled.longest].filter((longest) => longest > LONGEST_TASK_MS)).toEqual([]);
  expect(await table().getByRole('row').count()).toBeLessThan(100);
  await expectFine(page);
});
