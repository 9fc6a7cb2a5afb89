import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { expectFine, loaded, PASSWORD, signedIn, tick } from './tab.ts';

/** A contributor brings a folder of 300 files from the mail on, sorts them at a desk, and continues with a phone. */
const EMAIL = 'cora@advisers.example';
const YEARS = ['2022', '2023', '2024'];
const PER_YEAR = 100;
const FILES = YEARS.length * PER_YEAR;
/** Above the first row of a list on a phone, without the bar of the application. */
const HIGHEST_HEAD = 180;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } as const;

let browser: Browser;
let both: BothServices;
let owner: Caller;
let room: string;
let folder: string;
let pictures: string;
let taken = 0;

jest.setTimeout(4 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.patch('/me', { name: 'Ada King' });
  room = (await owner.post('/rooms', { name: 'Project Falcon', classification: 'C2' })).body.data.id;
  await owner.post(`/rooms/${room}/invitations`, { email: EMAIL, role: 'contributor' });
  folder = await mkdtemp(join(tmpdir(), 'strongroom-contributor-'));
  pictures = await mkdtemp(join(tmpdir(), 'strongroom-journey-'));
  for (const year of YEARS) {
    await mkdir(join(folder, 'Accounts', year), { recursive: true });
    for (let number = 1; number <= PER_YEAR; number++)
      await writeFile(join(folder, 'Accounts', year, `Invoice ${year}-${String(number).padStart(3, '0')}.txt`), year);
  }
});
afterAll(async () => {
  process.stdout.write(`pictures in ${pictures}\n`);
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

async function picture(page: Page, name: string): Promise<void> {
  const { width } = page.viewportSize() ?? { width: 0 };
  await page.screenshot({ path: join(pictures, `${++taken}-${name}-${width}.png`) });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
}

const table = (page: Page): Locator => page.getByRole('table', { name: 'Files' });
const link = (page: Page, name: string): Locator => table(page).getByRole('link', { name, exact: true });

/** Files of the room by folder, as the service counts them. */
async function counted(): Promise<Readonly<Record<string, number>>> {
  const { body } = await owner.get(`/rooms/${room}/folders?per_page=100`);
  return Object.fromEntries(
    body.data.map(({ path, file_count: files }: { path: string; file_count: number }) => [path, files]),
  );
}

test('a contributor comes from the mail into the room, and adds 300 files of a folder', async () => {
  const { page, clear } = await openTab(browser, { viewport: { width: 1280, height: 800 } });
  await page.goto(`${both.url}/activate#token=${await both.mailedSecret(EMAIL)}`);
  await page.getByLabel('Name').fill('Cora Contributor');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await picture(page, 'invitation');
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('heading', { name: 'Project Falcon', level: 1 }).waitFor();
  await page.getByText('Add the first files').waitFor();
  await picture(page, 'empty room');
  await page.getByTestId('folder').setInputFiles(join(folder, 'Accounts'));
  await page.getByText(`of ${FILES} files`).waitFor();
  await picture(page, 'uploads');
  await page.getByText(`${FILES} files in the room`).waitFor();
  await link(page, 'Accounts').waitFor();
  await picture(page, 'all arrived');
  expect(await counted()).toEqual({ Accounts: 0, 'Accounts/2022': 100, 'Accounts/2023': 100, 'Accounts/2024': 100 });
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await clear();
});

test('a range of files moves into a new folder, back, and there again, and a folder moves as a whole', async () => {
  const { page, clear } = await signedIn(browser, both.url, EMAIL, PASSWORD, {
    viewport: { width: 1280, height: 800 },
  });
  await page.goto(`${both.url}/rooms/${room}?folder=Accounts%2F2024&sort=name`);
  await link(page, 'Invoice 2024-001.txt').waitFor();
  await tick(table(page), 'Select Invoice 2024-001.txt');
  await tick(table(page), 'Select Invoice 2024-010.txt', { modifiers: ['Shift'] });
  await page.getByText('10 files selected').waitFor();
  await picture(page, 'ten ticked');
  const move = async (): Promise<void> => {
    await page.getByRole('toolbar', { name: 'Selected files' }).getByRole('button', { name: 'Move' }).click();
  };
  await move();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('All files', { exact: true }).click();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  await dialog.getByLabel('New folder in All files').fill('Open items');
  await dialog.getByRole('button', { name: 'Make' }).click();
  await picture(page, 'where to');
  await dialog.getByRole('button', { name: 'Move 10 files' }).click();
  await page.getByText('10 files moved to Open items.').waitFor();
  await picture(page, 'moved');
  expect(await counted()).toMatchObject({ 'Accounts/2024': 90, 'Open items': 10 });
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('10 files are back.').waitFor();
  expect(await counted()).toMatchObject({ 'Accounts/2024': 100 });
  await page.goto(`${both.url}/rooms/${room}?folder=Accounts&sort=name`);
  await tick(table(page), 'Select the folder 2022');
  await move();
  await dialog.getByText('All files', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Move 1 folder' }).click();
  await page.getByText('The folder 2022 moved to the top of the room.').waitFor();
  expect(await counted()).toMatchObject({ '2022': 100, 'Accounts/2023': 100 });
  await page.getByRole('button', { name: 'Show' }).click();
  await link(page, '2022').waitFor();
  await picture(page, 'folder moved');
  await expectFine(page);
  await clear();
});

test('on a phone the list begins high, and a file is added and moved by its menu', async () => {
  const { page, clear } = await signedIn(browser, both.url, EMAIL, PASSWORD, PHONE);
  await page.goto(`${both.url}/rooms/${room}`);
  await link(page, 'Accounts').waitFor();
  await loaded(page);
  await picture(page, 'room');
  const top = await page.evaluate<number>(
    "document.querySelector('.files-body').getBoundingClientRect().top - document.querySelector('main').getBoundingClientRect().top",
  );
  process.stdout.write(`above the first row: ${Math.round(top)} pixels\n`);
  expect(top).toBeLessThan(HIGHEST_HEAD);
  await page.getByRole('button', { name: 'Add files or folders' }).click();
  await page.getByRole('menuitem', { name: 'Add a folder of this device' }).waitFor();
  await picture(page, 'what to add');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Add files' }).click(),
  ]);
  await chooser.setFiles({ name: 'Photo of the whiteboard.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await link(page, 'Photo of the whiteboard.txt').waitFor();
  await picture(page, 'added');
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await page.getByRole('button', { name: 'Actions for Photo of the whiteboard.txt' }).click();
  await page.getByRole('menuitem', { name: 'Move' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Accounts', { exact: true }).click();
  await picture(page, 'where to');
  await dialog.getByRole('button', { name: 'Move 1 file' }).click();
  await page.getByText('moved to Accounts.').waitFor();
  await picture(page, 'moved');
  expect(await counted()).toMatchObject({ Accounts: 1 });
  await clear();
});
