import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { eventually } from '../support/service-process.ts';
import { formsOf } from './key-forms.ts';
import { expectFine, expectFineOnPaper, PASSWORD, signedIn } from './tab.ts';

const SECRET = 'the price is 4711 and only the bidders may know';
const FILES = 300;
/** One pixel, blue. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mMwDl0FAAHxATM83/u4AAAAAElFTkSuQmCC',
  'base64',
);
/** Red, green, blue and opacity of what the page has drawn of it. */
const PIXEL = `Array.from(document.querySelector('.image-view').getContext('2d').getImageData(0, 0, 1, 1).data)`;
const PIXEL_OF_PICTURE = [51, 85, 170, 255];

let browser: Browser;
let both: BothServices;
let folder: string;
let owner: Tab;
let bidder: Tab;
let caller: Caller;
let roomUrl: string;
/** Everything that the owner's and the bidder's tabs sent. */
const sentByAll: Promise<string>[][] = [];

jest.setTimeout(240_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await caller.post('/me/password', { new_password: PASSWORD });
  folder = await mkdtemp(join(tmpdir(), 'strongroom-web-'));
  await mkdir(join(folder, 'Data/Contracts'), { recursive: true });
  await mkdir(join(folder, 'Data/Finance'), { recursive: true });
  for (let n = 0; n < FILES - 3; n++) await writeFile(join(folder, `Data/Contracts/annex-${n}.txt`), `annex ${n}`);
  await writeFile(join(folder, 'Data/Finance/price.txt'), SECRET);
  await writeFile(join(folder, 'Data/Finance/plan.png'), PICTURE);
  await writeFile(join(folder, 'Data/Finance/figures.csv'), 'name,amount\n=HYPERLINK("x"),1\n<b>bold</b>,2\n');
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

/** Everything that a tab and its workers send: addresses, headers but the cookie, bodies. */
function wireOf(page: Page): Promise<string>[] {
  const sent: Promise<string>[] = [];
  sentByAll.push(sent);
  page.context().on('request', (request: Request) => {
    const { cookie: _, ...headers } = request.headers();
    const body = request.postDataBuffer()?.toString('latin1') ?? '';
    sent.push(Promise.resolve(`${request.method()} ${request.url()} ${JSON.stringify(headers)} ${body}`));
  });
  return sent;
}

/** Accepts an invitation and sets a password, as the person's own page does. */
async function accept(email: string, name: string): Promise<void> {
  const token = await both.mailedSecret(email);
  const visitor = new Caller(`${both.url}/api/v1`, undefined);
  const { status } = await visitor.post('/invitations/accept', { token, name, password: PASSWORD });
  expect(status).toBe(200);
}

describe('on a working day', () => {
  test('the owner makes a room and adds a folder of 300 files, which only the browser can read', async () => {
    owner = await signedIn(browser, both.url, 'owner@strongroom.local');
    const { page } = owner;
    const wire = wireOf(page);
    await page.getByRole('button', { name: 'New room' }).click();
    await page.getByLabel('Name').fill('Project Falcon');
    await page.getByRole('button', { name: 'Make the room' }).click();
    await page.getByText('Add the first files').waitFor();
    roomUrl = page.url();
    await page.getByTestId('folder').setInputFiles(join(folder, 'Data'));
    await page.getByText(`${FILES} files in the room`).waitFor({ timeout: 120_000 });
    await page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Data' }).click();
    await page
      .getByRole('row', { name: /Contracts/ })
      .getByRole('cell', { name: `${FILES - 3} files`, exact: true })
      .waitFor();
    await expectFine(page);
    expect((await Promise.all(wire)).filter((text) => text.includes('4711'))).toEqual([]);

    // The same folder again: everything is there already.
    await page.getByRole('button', { name: 'Close uploads' }).click();
    await page.getByRole('navigation', { name: 'Folders', exact: true }).getByRole('link').first().click();
    await page.getByTestId('folder').setInputFiles(join(folder, 'Data'));
    await page.getByText(`${FILES} files in the room`).waitFor();
    expect((await caller.get(`/rooms/${roomUrl.split('/').at(-1)}`)).body.data.file_count).toBe(FILES);
    await page.getByRole('button', { name: 'Close uploads' }).click();
  });

  test('a file is shown, and saved with its very bytes', async () => {
    const { page } = owner;
    await page.goto(`${roomUrl}?folder=Data%2FFinance`);
    await page.getByRole('link', { name: 'price.txt' }).click();
    await page.getByText(SECRET).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(SECRET);
    await page.getByRole('button', { name: 'Previous file' }).click();
    await page.getByRole('img', { name: 'plan.png' }).waitFor();
    await page.waitForFunction("document.querySelector('.image-view').width === 1");
    expect(await page.evaluate(PIXEL)).toEqual(PIXEL_OF_PICTURE);
    await page.getByRole('button', { name: 'Previous file' }).click();
    await page.getByRole('cell', { name: '<b>bold</b>' }).waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByRole('img', { name: 'plan.png' }).waitFor();
    await page.keyboard.press('Escape');
    const [index] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'List as CSV' }).click(),
    ]);
    expect(await readFile(await index.path(), 'utf8')).toContain('"Data/Finance","price.txt",');
  });

  test('several files are saved as one zip', async () => {
    const { page } = owner;
    // A test cannot answer the dialog of the browser that asks where to save.
    await page.addInitScript('delete window.showSaveFilePicker');
    const privateFiles = () =>
      page.evaluate<number>(`navigator.storage.getDirectory()
        .then((root) => root.getDirectoryHandle('downloads', { create: true }))
        .then((folder) => Array.fromAsync(folder.keys()))
        .then((names) => names.length)`);
    await page.goto(`${roomUrl}?folder=Data%2FFinance`);
    await page.getByRole('link', { name: 'price.txt' }).waitFor();
    await page.locator('.files-head .check').click();
    const open = () => page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click();
    const save = page.getByRole('button', { name: 'Save as zip' });
    await page.context().route('**/blobs/**', () => undefined);
    await open();
    await save.click();
    await eventually('a private file', async () => (await privateFiles()) > 0 || undefined);
    await page.getByRole('region', { name: 'Downloads' }).getByRole('button', { name: 'Cancel' }).click();
    await eventually('no private file after a cancel', async () => (await privateFiles()) === 0 || undefined);
    await page.context().unroute('**/blobs/**');
    await page.locator('.files-head .check').click();
    await open();
    const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
    const zip = await readFile(await download.path());
    expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    for (const inside of ['Data/Finance/price.txt', 'Data/Finance/figures.csv', SECRET])
      expect(zip.includes(inside)).toBe(true);
    await page.keyboard.press('Escape');
  });

  test('a bidder reads what they may, without a token, a key or plaintext on the wire', async () => {
    const { page } = owner;
    await page.goto(`${roomUrl}/members`);
    await page.getByRole('button', { name: 'Add people' }).click();
    await page.getByLabel('E-mail addresses').fill('bidder@example.org');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('bidder@example.org is added.').waitFor();
    // Above the clearance of a member.
    const files = await caller.get(`/rooms/${roomUrl.split('/').at(-1)}/files?folder=Data/Finance`);
    const figures = files.body.data.find(({ name }: { name: string }) => name === 'figures.csv');
    await caller.patch(`/files/${figures.id}`, { classification: 'C3' });
    await accept('bidder@example.org', 'Bidder');

    bidder = await signedIn(browser, both.url, 'bidder@example.org');
    const wire = wireOf(bidder.page);
    await bidder.page.goto(`${roomUrl}?folder=Data%2FFinance`);
    await bidder.page.getByRole('link', { name: 'price.txt' }).waitFor();
    expect(await bidder.page.getByRole('link', { name: 'figures.csv' }).count()).toBe(0);
    await bidder.page.getByRole('link', { name: 'price.txt' }).click();
    await bidder.page.getByText(SECRET).waitFor();
    await bidder.page.goto(`${roomUrl}?file=${figures.id}`);
    await bidder.page.getByRole('table', { name: 'Files' }).getByRole('link', { name: 'Data' }).waitFor();
    expect(await bidder.page.getByRole('dialog').count()).toBe(0);
    expect(await bidder.page.getByRole('button', { name: 'Add files' }).count()).toBe(0);
    const sent = await Promise.all(wire);
    expect(sent.some((text) => text.includes(`${both.keysUrl}/v1/unwrap`))).toBe(true);
    expect(sent.filter((text) => /authorization|sr[stil]_\w{20}|4711/i.test(text))).toEqual([]);
  });

  test('an auditor reads who opened what, and no file', async () => {
    await caller.post('/users/invite', { email: 'auditor@example.org', role: 'auditor' });
    await accept('auditor@example.org', 'Auditor');
    const auditor = await signedIn(browser, both.url, 'auditor@example.org');
    await auditor.page.goto(`${both.url}/activity?type=file.downloaded`);
    await auditor.page.getByRole('row').filter({ hasText: 'Bidder opened ' }).first().waitFor();
    await expectFine(auditor.page);
    await auditor.page.goto(roomUrl);
    await auditor.page.getByText('You oversee this room and see none of its files').waitFor();
    expect(await auditor.page.getByRole('link', { name: 'Files', exact: true }).count()).toBe(0);
    await auditor.clear();
  });

  test('a link with its key opens in a browser without an account, once', async () => {
    const { page } = owner;
    await page.goto(`${roomUrl}?folder=Data%2FFinance`);
    await page.getByRole('button', { name: 'Actions for price.txt' }).click();
    await page.getByRole('menuitem', { name: 'Make a link' }).click();
    await page.getByLabel('Downloads at most').fill('1');
    await page.getByRole('button', { name: 'Make the link' }).click();
    const link = (await page.getByRole('alertdialog').locator('code').textContent()) ?? '';
    expect(link).toMatch(/\/open#token=srl_\w+&k=/);
    // The link holds the data key of the file that the bidder has read.
    const key = Buffer.from(/k=([\w-]+)/.exec(link)?.[1] ?? '', 'base64url').subarray(0, 32);
    const sent = (await Promise.all(sentByAll.flat())).join('\n');
    expect([key.length, sent.includes('/v1/unwrap')]).toEqual([32, true]);
    expect(formsOf(key).filter((form) => sent.includes(form))).toEqual([]);
    const context = await browser.newContext();
    const visitor = await context.newPage();
    await visitor.goto(link);
    const [download] = await Promise.all([
      visitor.waitForEvent('download'),
      visitor.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(SECRET);
    await context.close();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto(`${roomUrl}/links`);
    await page.getByText('used up').waitFor();
  });

  test('the room is archived, brought back and destroyed, and its receipt fits onto paper', async () => {
    const { page } = owner;
    await page.goto(`${roomUrl}/settings`);
    await page.getByRole('button', { name: 'Archive the room' }).click();
    await page.getByRole('button', { name: 'Bring the room back' }).click();
    await page.getByRole('button', { name: 'Destroy the room' }).click();
    await page.getByRole('alertdialog').getByRole('textbox').fill('Project Falcon');
    await page.getByRole('button', { name: 'Destroy for good' }).click();
    await page.getByRole('heading', { name: 'Receipt of destruction' }).waitFor();
    await page.getByText(`${FILES} of ${FILES} files`).waitFor();
    await page.getByRole('table', { name: 'Destroyed files' }).waitFor();
    await expectFine(page);
    await expectFineOnPaper(page);
    expect((await bidder.page.goto(roomUrl))?.status()).toBe(200);
    await bidder.page.getByText('There is no such room').waitFor();
    await bidder.clear();
    await owner.clear();
  });
});
