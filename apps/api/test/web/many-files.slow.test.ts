import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { allowedTask, peakMemory, watched } from './frames.ts';
import { loaded, PASSWORD, signedIn } from './tab.ts';

const FILES = 5000;

let browser: Browser;
let both: BothServices;
let owner: Caller;
let folder: string;
let tab: Tab;
let page: Page;
let room: string;

jest.setTimeout(900_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  folder = await mkdtemp(join(tmpdir(), 'strongroom-load-'));
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

async function openRoom(name: string): Promise<void> {
  room = (await owner.post('/rooms', { name, classification: 'C2' })).body.data.id;
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
}

/** Drops files or folders from outside the browser. */
async function drop(path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await session.detach();
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

test('a folder of 5 000 files is dropped: all arrive, and the page stays responsive', async () => {
  const top = join(folder, 'Data');
  for (let group = 0; group < 50; group++) {
    await mkdir(join(top, `group ${group}`), { recursive: true });
    for (let n = 0; n < FILES / 50; n++)
      await writeFile(join(top, `group ${group}`, `annex ${n}.txt`), `annex ${group} ${n}`);
  }
  await openRoom('Many files');
  const work = await watched(
    page,
    `${FILES} files`,
    async () => {
      await drop(top);
      await page.getByText(/of 5\s000 files/).waitFor({ timeout: 60_000 });
      await page.getByText(/^5\s000 files in the room/).waitFor({ timeout: 800_000 });
    },
    browser,
  );
  const figures = `${Math.round((FILES * 1000) / work.took)} a second, the page used ${megabytes(await peakMemory(browser))} at most`;
  process.stdout.write(`${FILES} files: ${figures}\n`);
  expect((await owner.get(`/rooms/${room}`)).body.data.file_count).toBe(FILES);
  expect(work.longest).toBeLessThanOrEqual(allowedTask(work));
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Data' }).waitFor();
  await tab.clear();
});
