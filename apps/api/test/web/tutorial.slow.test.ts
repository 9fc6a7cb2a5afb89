import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, type Tab } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import { loaded, PASSWORD } from './tab.ts';
import { namedIn, picture, pressing } from './tutorial-page.ts';

const TUTORIAL = join(ROOT, 'docs/tutorial/browser.md');
const FILES = {
  'Data room/Contracts/Share purchase agreement.txt': 'Between the seller and the buyer …',
  'Data room/Contracts/Lease Berlin.txt': 'The landlord …',
  'Data room/Finance/Annual report.txt': 'Revenue rose …',
  'Data room/Finance/Forecast.csv': 'year,revenue\n2027,48\n2028,53\n',
  'Data room/Read me first.txt': 'Welcome to the data room of Project Falcon.',
};

let browser: Browser;
let both: BothServices;
let folder: string;
let tab: Tab;
let page: Page;
/** Names of the pressed buttons and links, as in the tutorial. */
const pressed: string[] = [];

jest.setTimeout(240_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start()]);
  folder = await mkdtemp(join(tmpdir(), 'strongroom-tutorial-'));
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  tab = await openTab(browser);
  page = tab.page;
  await page.setViewportSize({ width: 1280, height: 720 });
  // No test answers the question of the browser where to save.
  await page.addInitScript('delete window.showSaveFilePicker');
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

const press = pressing(pressed, () => page);
const key = (name: string): Promise<void> => {
  pressed.push(name);
  return page.keyboard.press(name.toLowerCase());
};
const actionsOf = (name: string): Promise<void> => page.getByRole('button', { name: `Actions for ${name}` }).click();
const tabs = () => page.getByRole('navigation', { name: 'Parts of the room' });

test('every step of the tutorial works, in its order', async () => {
  await page.goto(`${both.url}/welcome`);
  await page.getByLabel('Owner’s token').fill(await both.ownerToken());
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('New password, again').fill(PASSWORD);
  await press('button', 'Set up and sign in');

  await press('button', 'New room');
  await page.getByLabel('Name').fill('Project Falcon');
  await press('button', 'Make the room');
  await page.getByText('Add the first files').waitFor();

  await press('button', 'Folder');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press('menuitem', 'Add a folder of this device'),
  ]);
  await chooser.setFiles(join(folder, 'Data room'));
  await page.getByText('5 files in the room').waitFor();
  await page.getByRole('button', { name: 'Close uploads' }).click();
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Data room' }).click();
  await page.getByRole('link', { name: 'Read me first.txt' }).waitFor();
  await picture('room', page);
  const [index] = await Promise.all([page.waitForEvent('download'), press('button', 'List as CSV')]);
  expect(await readFile(await index.path(), 'utf8')).toContain('"Data room/Contracts","Lease Berlin.txt"');
  await page.getByRole('row', { name: /Read me first/ }).dragTo(page.getByRole('row', { name: /Contracts/ }));
  await press('button', 'Undo');
  await page.getByRole('link', { name: 'Read me first.txt' }).click();
  await page.getByText('Welcome to the data room of Project Falcon.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Contracts' }).click();
  await page.getByRole('link', { name: 'Lease Berlin.txt' }).click();
  await page.getByText('The landlord').waitFor();
  await key('N');
  await page.getByText('Between the seller').waitFor();
  await key('P');
  await page.getByText('The landlord').waitFor();
  await page.keyboard.press('Escape');

  await press('button', 'Find or go to');
  await page.getByRole('combobox', { name: 'Room, file, folder, person or command' }).fill('annual');
  await page.getByRole('option', { name: /^Annual report\.txt/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Revenue rose').waitFor();
  await page.keyboard.press('Escape');
  await tabs().getByRole('link', { name: 'Files' }).click();
  await press('button', 'Download all');
  const [zip] = await Promise.all([page.waitForEvent('download'), press('button', 'Save as zip')]);
  expect((await readFile(await zip.path())).toString('latin1')).toContain('Annual report.txt');
  await page
    .getByRole('region', { name: 'Downloads' })
    .getByRole('button', { name: /^Close / })
    .click();

  await press('link', 'Members', tabs());
  await press('button', 'Add people');
  await page.getByLabel('E-mail addresses').fill('bidder@example.org');
  await press('button', 'Add');
  await page.getByRole('row').filter({ hasText: 'bidder@example.org' }).getByText('outside').waitFor();
  await picture('members', page);

  await press('link', 'Files', tabs());
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Data room' }).click();
  await actionsOf('Read me first.txt');
  await press('menuitem', 'Label');
  await page.getByRole('dialog').getByRole('button', { name: 'Label' }).click();
  await page.getByRole('option', { name: 'C3' }).click();
  await page.getByText('They lose sight of this file at once: bidder@example.org.').waitFor();
  await picture('label', page);
  await press('button', 'Save');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await actionsOf('Read me first.txt');
  await press('menuitem', 'Who can open it?');
  await page.getByRole('dialog').getByText('does not see it').waitFor();
  pressed.push('Why?');
  await page.getByRole('button', { name: /^Why\? bidder/ }).click();
  await page.getByRole('button', { name: /^Why\? bidder/, expanded: true }).waitFor();
  await loaded(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  await actionsOf('Read me first.txt');
  await press('menuitem', 'Make a link');
  await press('button', 'Make the link');
  const made = page.getByRole('alertdialog');
  const link = await made.locator('.secret code').innerText();
  await made.getByRole('button', { name: 'Copy the link' }).click();
  await press('button', 'Done');
  const visitor = await (await browser.newContext({ viewport: { width: 700, height: 560 } })).newPage();
  await visitor.goto(link);
  await visitor.getByRole('button', { name: 'Download' }).waitFor();
  await picture('link', visitor);
  const [download] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain('Welcome');

  await press('link', 'Activity', tabs());
  await page.getByRole('row').filter({ hasText: 'A link' }).first().waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Activity' }).click();
  await loaded(page);
  await press('button', 'Verify the log');
  await page.getByText('signed and intact').waitFor({ timeout: 90_000 });
  await tab.clear();

  expect(pressed).toEqual(namedIn(await readFile(TUTORIAL, 'utf8')));
});
