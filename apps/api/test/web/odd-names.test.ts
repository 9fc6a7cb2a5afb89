import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { eventually } from '../support/service-process.ts';
import { loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let both: BothServices;
let owner: Caller;
let tab: Tab;
let page: Page;
let room: string;
let folder: string;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-odd-'));
  room = (await owner.post('/rooms', { name: 'Odd/names', classification: 'C2' })).body.data.id;
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
});
afterEach(async () => {
  await tab.clear();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await browser.close();
  await both.end();
});

/** Drops a file or folder from outside the browser. */
async function drop(path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
  await session.detach();
}

type Listed = Readonly<{ folder: string; name: string }>;
const inRoom = async (count: number): Promise<readonly string[]> => {
  const files = await eventually(`${count} files in the room`, async () => {
    const { data, meta } = (await owner.get(`/rooms/${room}/files?per_page=100`)).body;
    return meta.total >= count ? (data as readonly Listed[]) : undefined;
  });
  return files.map(({ folder: above, name }) => `${above}/${name}`).toSorted();
};

/** The browser cannot read the file `locked`, by none of its interfaces. */
const REFUSE = `{
  const error = new DOMException('not readable', 'NotReadableError');
  const getFile = FileSystemFileHandle.prototype.getFile;
  FileSystemFileHandle.prototype.getFile = function () {
    return this.name === 'locked' ? Promise.reject(error) : getFile.call(this);
  };
  const getAsEntry = DataTransferItem.prototype.webkitGetAsEntry;
  DataTransferItem.prototype.webkitGetAsEntry = function () {
    const folder = getAsEntry.call(this);
    const createReader = folder.createReader.bind(folder);
    folder.createReader = () => {
      const reader = createReader();
      return {
        readEntries: (resolve, reject) =>
          reader.readEntries((entries) => {
            for (const entry of entries) if (entry.name === 'locked') entry.file = (done, fail) => fail(error);
            resolve(entries);
          }, reject),
      };
    };
    return folder;
  };
}`;
/** Names that Chromium keeps from pages that read folders by handles. */
const HIDDEN = [
  'who?.txt',
  'at 10:30.txt',
  'a "quote".txt',
  'a~1.txt',
  '~x',
  'soft\u00adhyphen.txt',
  'star*.txt',
  'a|b.txt',
  '<tag>.txt',
  'end.',
  'end ',
  'con',
  'a.lnk',
  'b.local',
  '.hidden',
];

test('a dropped folder comes whole, also the files whose names the browser hides from handles', async () => {
  const top = join(folder, 'Data');
  await mkdir(join(top, 'Q1: Finance'), { recursive: true });
  for (const name of [...HIDDEN, 'plain.txt', 'Q1: Finance/plan.txt']) await writeFile(join(top, name), name);
  await drop(top);
  // The service refuses characters that no reader sees.
  const inService = HIDDEN.map((name) => `Data/${name.replace('\u00ad', '_')}`);
  const expected = [...inService, 'Data/plain.txt', 'Data/Q1: Finance/plan.txt'];
  expect(await inRoom(expected.length)).toEqual(expected.toSorted());
});

test('the page names unreadable files of a dropped folder, and adds the others with its empty folders', async () => {
  const top = join(folder, 'Data');
  await mkdir(join(top, 'nothing'), { recursive: true });
  await writeFile(join(top, 'plain.txt'), 'x');
  await writeFile(join(top, 'locked'), 'x');
  // The tests may run as root, who reads every file.
  await page.evaluate(REFUSE);
  await drop(top);
  expect(await inRoom(1)).toEqual(['Data/plain.txt']);
  const said = (await page.getByRole('alert').allInnerTexts()).join('\n');
  expect(said).toContain('1 item could not be read and is not added: Data/locked.');
  await page.getByRole('link', { name: 'Data', exact: true }).first().click();
  await page.getByRole('row', { name: /nothing/ }).waitFor();
});

test('a dropped folder gives nothing that a symbolic link in it leads to', async () => {
  const top = join(folder, 'Data');
  await mkdir(join(top, 'inner'), { recursive: true });
  await writeFile(join(top, 'plain.txt'), 'x');
  await writeFile(join(folder, 'outside.txt'), 'y');
  await symlink(join(folder, 'outside.txt'), join(top, 'link.txt'));
  await symlink('nowhere', join(top, 'dangling'));
  // The browser shows no links to pages, so that the page cannot name them.
  await symlink('..', join(top, 'inner/loop'));
  await drop(top);
  await page.getByText('1 file in the room').waitFor();
  expect(await inRoom(1)).toEqual(['Data/plain.txt']);
});

test('a changed file of the same size is a version or another file, and one that did not change is not sent', async () => {
  const top = join(folder, 'Data');
  await mkdir(top);
  for (const name of ['price.txt', 'same.txt']) await writeFile(join(top, name), 'price 100');
  await drop(top);
  await inRoom(2);
  await page.getByText('2 files in the room').waitFor();
  await writeFile(join(top, 'price.txt'), 'price 900');
  await utimes(join(top, 'price.txt'), 1_700_000_000, 1_700_000_000);
  await drop(top);
  const question = page.getByRole('alertdialog', { name: '1 name is taken' });
  await question.getByText('price.txt').waitFor();
  await question.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('price.txt is now version 2, 1 was there already').waitFor();
  const listed = async () => (await owner.get(`/rooms/${room}/files?sort=name`)).body.data;
  const versions = async () =>
    (await listed()).map(({ name, version }: Readonly<{ name: string; version: number }>) => `${name} ${version}`);
  expect(await versions()).toEqual(['price.txt 2', 'same.txt 1']);
  expect((await listed())[0].modified_at).toBe('2023-11-14T22:13:20Z');
  await writeFile(join(top, 'price.txt'), 'price 1000');
  await drop(top);
  await question.getByText('The added file gets a number: price (2).txt').waitFor();
  await question.getByRole('radio', { name: 'Keep both' }).check();
  await question.getByRole('button', { name: 'Go on' }).click();
  await inRoom(3);
  await page.getByText('1 file added, 1 was there already').waitFor();
  expect(await versions()).toEqual(['price (2).txt 1', 'price.txt 2', 'same.txt 1']);
});

test('two spellings of one name stay two files, and both are found however they are typed', async () => {
  const top = join(folder, 'Data');
  await mkdir(top);
  for (const name of ['cafe\u0301.txt', 'café.txt', 'back\\slash.txt']) await writeFile(join(top, name), name);
  await drop(top);
  expect(await inRoom(3)).toEqual(['Data/back_slash.txt', 'Data/café (2).txt', 'Data/café.txt'].toSorted());
  await page.getByRole('alert').getByText('2 files got another name in the room:').waitFor();
  await page.goto(`${both.url}/rooms/${room}?find=${encodeURIComponent('CAFE\u0301')}`);
  await page.getByRole('link', { name: 'café.txt' }).waitFor();
  expect(await page.getByRole('link', { name: /^café/ }).count()).toBe(2);
});
