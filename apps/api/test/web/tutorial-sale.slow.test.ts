import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, type Tab } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import { Caller } from '../support/caller.ts';
import { loaded, PASSWORD, signedIn, tick } from './tab.ts';
import { namedIn, picture, pictures, pressing } from './tutorial-page.ts';

const run = promisify(execFile);
const TUTORIAL = join(ROOT, 'docs/tutorial/three-bidders.md');
const BIDDERS = ['Aster Capital', 'Birch Partners', 'Cedar Industries'] as const;
const TOP = ['1 Corporate', '2 Finance', '3 Bidders'] as const;
const FILES = {
  '1 Corporate/Articles of association.pdf': 'The name of the company is …',
  '1 Corporate/Shareholder list.xlsx': 'name,shares\n',
  '2 Finance/Annual report 2025.pdf': 'Revenue rose …',
  '2 Finance/Forecast.xlsx': 'year,revenue\n2027,48\n2028,53\n',
  ...Object.fromEntries(BIDDERS.map((name) => [`3 Bidders/${name}/Process letter.pdf`, `To ${name}: …`])),
};
/** No test answers the question of the browser where to save. */
const SAVES = 'delete window.showSaveFilePicker';
const addressOf = (bidder: string): string => `deal@${bidder.split(' ')[0]?.toLowerCase()}.example`;

let browser: Browser;
let both: BothServices;
let folder: string;
let tab: Tab;
let page: Page;
const pressed: string[] = [];

jest.setTimeout(300_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  folder = await mkdtemp(join(tmpdir(), 'strongroom-tutorial-'));
  for (const [path, text] of Object.entries({
    ...FILES,
    'Forecast.xlsx': 'year,revenue\n2027,51\n',
    'NDA.pdf': 'Signed',
  })) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await new Caller(`${both.url}/api/v1`, await both.ownerToken()).post('/me/password', { new_password: PASSWORD });
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(SAVES);
  await page.reload();
}, 300_000);
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

const press = pressing(pressed, () => page);
/** Steps that the tutorial asks to do again for others are in it once. */
const again = pressing([], () => page);
type Press = typeof press;

const dialog = (): Locator => page.locator('[role=dialog], [role=alertdialog]');
const isShut = (): Promise<void> => dialog().waitFor({ state: 'detached' });
const actionsOf = (name: string): Promise<void> => page.getByRole('button', { name: `Actions for ${name}` }).click();
const tabs = (): Locator => page.getByRole('navigation', { name: 'Parts of the room' });
const files = (): Locator => page.getByRole('table', { name: 'Files' });
async function choose(path: string, by: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), by()]);
  await chooser.setFiles(join(folder, path));
}
/** A person without an account, in a browser of their own. */
async function visitor(url: string, viewport: Readonly<{ width: number; height: number }>): Promise<Tab> {
  const theirs = await openTab(browser, { viewport });
  await theirs.page.addInitScript(SAVES);
  await theirs.page.goto(url);
  return theirs;
}

async function addFolder(name: string, by: Press, total: number): Promise<void> {
  await by('button', 'Folder');
  await choose(name, () => by('menuitem', 'Add a folder of this device'));
  await page.getByText(`${total} files in the room`).waitFor();
  await files().getByRole('link', { name }).waitFor();
}

async function makeGroup(name: string, by: Press): Promise<void> {
  await by('button', 'New group');
  await dialog().getByLabel('Name').fill(name);
  await by('button', 'Make the group');
  await dialog().getByText(addressOf(name)).click();
  await by('button', 'Add 1 member');
  await isShut();
}

async function restrict(bidder: string, by: Press): Promise<void> {
  await actionsOf(bidder);
  await by('menuitem', 'Who sees it');
  await dialog().getByRole('radio', { name: 'Groups' }).check();
  await dialog().locator('.group-roles').getByText(bidder).click();
  if (bidder === BIDDERS[0]) await pictures('sale-access', page);
  await by('button', 'Save');
  await isShut();
}

/** A room is prepared for three bidders. */
async function prepare(): Promise<void> {
  await press('button', 'New room');
  await page.getByLabel('Name').fill('Project Falcon');
  await press('button', 'Make the room');
  await page.getByText('Add the first files').waitFor();
  await addFolder(TOP[0], press, 2);
  await addFolder(TOP[1], again, 2);
  await addFolder(TOP[2], again, 3);
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await pictures('sale-room', page);

  await press('link', 'Members', tabs());
  await press('button', 'Add people');
  await page.getByLabel('E-mail addresses').fill(BIDDERS.map(addressOf).join(', '));
  await press('button', `Add ${BIDDERS.length} people`);
  await isShut();
  await press('link', 'Settings', tabs());
  await page.getByRole('button', { name: /Members of this room/ }).click();
  await page.getByRole('option', { name: 'Only owners do' }).click();
  await page.getByText(/^Saved for /).waitFor();

  await press('link', 'Groups', tabs());
  const [first, ...others] = BIDDERS;
  await makeGroup(first, press);
  for (const name of others) await makeGroup(name, again);
  await press('link', 'Files', tabs());
  await files().getByRole('link', { name: '3 Bidders' }).click();
  await restrict(first, press);
  for (const name of others) await restrict(name, again);
  await files().getByText('only 1 group').nth(2).waitFor();
}

/** The room is looked at as a bidder sees it. */
async function lookAsBidder(): Promise<void> {
  await press('link', 'Groups', tabs());
  await page.getByRole('grid', { name: 'Who sees which folder' }).getByText(BIDDERS[2]).first().waitFor();
  await loaded(page);
  await pictures('sale-groups', page);
  await actionsOf(BIDDERS[0]);
  await press('menuitem', 'View the room as this group');
  const seen = page.getByRole('table', { name: 'Folders and files' });
  await seen.getByRole('link', { name: '3 Bidders' }).click();
  await seen.getByRole('link', { name: BIDDERS[0] }).waitFor();
  expect(await seen.getByRole('link').allInnerTexts()).toEqual([BIDDERS[0]]);
  await page.getByText('5 files in the room').waitFor();
  await pictures('sale-as-group', page);
  await press('button', 'Back to the groups');
}

/** A file gets a version, and one link leads to many files. */
async function shareFiles(): Promise<void> {
  await press('link', 'Files', tabs());
  await files().getByRole('link', { name: '2 Finance' }).click();
  await actionsOf('Forecast.xlsx');
  await press('menuitem', 'Versions');
  await choose('Forecast.xlsx', () => press('button', 'Add a version'));
  await files().getByText('v2').waitFor();
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await actionsOf('Forecast.xlsx');
  await again('menuitem', 'Versions');
  await dialog().getByText('Version 2', { exact: true }).waitFor();
  await picture('sale-versions', page);
  await page.keyboard.press('Escape');
  await isShut();

  await tick(files(), 'Select all');
  await press('button', 'Share');
  await dialog().getByLabel('For whom').fill('Dana Reed, W&I insurer');
  await dialog().getByLabel('Message').fill('The figures that we spoke about.');
  await press('button', 'Make the link');
  const link = await dialog().locator('.secret code').innerText();
  await dialog().getByRole('button', { name: 'Copy the link' }).click();
  await press('button', 'Done');
  await isShut();
  const reader = await visitor(link, { width: 390, height: 760 });
  const zip = reader.page.getByRole('button', { name: 'Download all as a zip' });
  await zip.waitFor();
  await picture('sale-link', reader.page);
  const [download] = await Promise.all([reader.page.waitForEvent('download'), zip.click()]);
  expect((await readFile(await download.path())).toString('latin1')).toContain('Annual report 2025.pdf');
  await reader.page.context().close();
}

/** A bidder without an account sends a file, which is taken in. */
async function receive(): Promise<void> {
  await press('link', 'Inbox', tabs());
  await press('button', 'Ask for files');
  await dialog().getByLabel('Message').fill('Please send us the signed confidentiality agreement.');
  await press('button', 'Make the link');
  const link = await dialog().locator('.secret code').innerText();
  await dialog().getByRole('button', { name: 'Copy the link' }).click();
  await press('button', 'Done');
  await isShut();
  const sender = await visitor(link, { width: 1280, height: 800 });
  await sender.page.locator('#input').setInputFiles(join(folder, 'NDA.pdf'));
  await sender.page.getByRole('button', { name: 'Send one file' }).waitFor();
  await picture('sale-send', sender.page);
  await press('button', 'Send one file', sender.page);
  await sender.page.getByRole('region', { name: 'Receipt' }).waitFor();
  await sender.page.context().close();
  await page.reload();
  await page.getByRole('row', { name: /NDA\.pdf/ }).waitFor();
  await picture('sale-inbox', page);
  await actionsOf('NDA.pdf');
  await press('menuitem', 'Take in');
  await press('button', 'Take in');
  await page.getByText('is a file of the room now').waitFor();
}

/** The room is taken home with its record, and closed. */
async function close(): Promise<void> {
  await press('link', 'Settings', tabs());
  await press('button', 'Export the room');
  await dialog().getByText('8 files').waitFor();
  await picture('sale-export', page);
  const [download] = await Promise.all([page.waitForEvent('download'), press('button', 'Save as zip')]);
  await download.saveAs(join(folder, 'binder.zip'));
  await press('button', 'Close');
  await run('python3', ['-m', 'zipfile', '-e', 'binder.zip', 'binder'], { cwd: folder });
  const { stdout } = await run(process.execPath, [join(ROOT, 'apps/cli/dist/main.js'), 'audit', 'verify', 'binder'], {
    cwd: folder,
  });
  expect(stdout).toMatch(/^intact: Project Falcon, 8 files, \d+ events/);
  await press('button', 'Archive the room');
  await page.getByText('archived: read only').waitFor();
}

test('every step of the tutorial works, in its order', async () => {
  for (const step of [prepare, lookAsBidder, shareFiles, receive, close]) await step();
  await tab.clear();
  expect(pressed).toEqual(namedIn(await readFile(TUTORIAL, 'utf8')));
});
