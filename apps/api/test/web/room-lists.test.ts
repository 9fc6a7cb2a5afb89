import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { fits } from '../pages/accessible.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { fillRoom } from './many-copies.ts';
import { expectFine, loaded } from './tab.ts';

const MANY = 1400;

let world: World;
let page: Page;
let room: string;
/** Requests for files and folders of the room. */
const asked: string[] = [];

ownerInBrowser({ check: false }, async (given) => {
  ({ world } = given);
  room = await aRoom(world.owner);
  await fillRoom(world, room, [
    { folder: 'Data/first', files: 1 },
    { folder: 'Data/old', files: MANY },
    { folder: 'Data/some', files: 150 },
    { folder: 'Data/new', files: MANY },
  ]);
  ({ page } = await given.signIn());
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/(files|folders)$/.test(pathname)) asked.push(pathname.split('/').at(-1) + search);
  });
});
beforeEach(() => {
  asked.length = 0;
});

const open = async (query: string): Promise<void> => {
  await page.goto(`${world.url}/rooms/${room}${query}`);
  await loaded(page);
};
const table = () => page.getByRole('table', { name: 'Files' });

test('a large room opens with one page of files and one of folders', async () => {
  await open('');
  const row = page.getByRole('row', { name: /Data/ });
  await row.getByRole('cell', { name: '2 951 files' }).waitFor();
  expect(asked.toSorted()).toEqual([
    'files?folder=&recursive=false&per_page=100&may=true&sort=name',
    'folders?per_page=100&may=true&positions=true',
  ]);
});

test('a folder of more than a thousand files grows as one scrolls, and says how much of it is listed', async () => {
  await open('?folder=Data%2Fnew');
  await page.getByText(/^100 of 1 400 files are listed\./).waitFor();
  expect(asked.filter((one) => one.startsWith('files'))).toHaveLength(1);
  expect(await table().getAttribute('aria-rowcount')).toBe(`${MANY + 1}`);
  await expectFine(page);
  await page.getByText('are listed. More come').scrollIntoViewIfNeeded();
  await page.getByText(/^[2-9]00 of 1 400 files are listed\./).waitFor();
  expect(await table().getByRole('row').count()).toBeLessThan(100);
  for (let step = 0; step < 40 && (await page.getByText('More come as you scroll').count()) > 0; step++) {
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 8000);
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  }
  await page.getByText('More come as you scroll').waitFor({ state: 'detached' });
  // The first page is asked for again to see what others add.
  expect(asked.filter((one) => one.startsWith('files') && one.includes('cursor='))).toHaveLength(MANY / 100 - 1);
});

test('a folder is listed by name, page by page, without numbers', async () => {
  await open('?folder=Data%2Fsome');
  await page.getByRole('row', { name: /annex 2\.txt/ }).waitFor();
  const names = await table().locator('.files-name .hidden-visually').allTextContents();
  expect(names.slice(0, 4)).toEqual(['annex 0.txt', 'annex 1.txt', 'annex 2.txt', 'annex 3.txt']);
  expect(await page.getByText(/^1\.\d/).count()).toBe(0);
});

test('a file that an address names is shown with those of its folder, and closes to that folder', async () => {
  const other = await aRoom(world.owner);
  for (const name of ['a.zip', 'b.zip', 'c.zip']) await aFile(world.owner, other, { name, folder: 'Deal/Tax' });
  const id = await aFile(world.owner, other, { name: 'b2.zip', folder: 'Deal/Tax' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.url}/rooms/${other}?file=${id}`);
  await page.getByText('File 3 of 4', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Next file' }).click();
  await page.getByRole('dialog', { name: 'c.zip' }).waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'b2.zip' }).waitFor();
  await page.keyboard.press('Escape');
  await table().getByRole('link', { name: 'a.zip' }).waitFor();
  expect(new URL(page.url()).searchParams.get('folder')).toBe('Deal/Tax');
});

describe('a search', () => {
  test('finds what is there, however many other files are newer, and counts exactly', async () => {
    await open('');
    await page.getByLabel('Find files by name').fill('first annex');
    await page.getByRole('link', { name: 'annex 0.txt' }).waitFor();
    await page.getByText('1 file found', { exact: true }).waitFor();
    await page.locator('small').filter({ hasText: 'in Data/first' }).waitFor();
    expect(await table().getByRole('row').count()).toBe(2);
    await expectFine(page);
    await page.getByLabel('Find files by name').fill('annex');
    await page.getByText('100 of 2 951 files are listed. More come as you scroll.').waitFor();
  });

  test('finds folders too, and within the open folder before the whole room', async () => {
    await open('?folder=Data%2Fsome');
    await page.getByLabel('Find files by name').fill('old');
    await page.getByText('All names of files and folders were searched in this folder and below it.').waitFor();
    expect(await table().count()).toBe(0);
    await page.getByRole('button', { name: 'Search the whole room' }).click();
    await table().getByRole('link', { name: 'old', exact: true }).click();
    await page.getByText(/^100 of 1 400 files are listed\./).waitFor();
    expect(page.url()).not.toContain('find=');
  });
});

test('a long name keeps its extension, and is whole on hover and for screen readers', async () => {
  const other = await aRoom(world.owner);
  const name = `Agreement on the sale of all shares ${'and subsidiaries '.repeat(8)}v2.pdf`;
  await aFile(world.owner, other, { name });
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${world.url}/rooms/${other}`);
    const link = page.getByRole('link', { name, exact: true });
    await link.waitFor();
    expect(await page.getByTitle(name).count()).toBe(1);
    const end = link.getByText('v2.pdf', { exact: true });
    const [cell, shown] = await Promise.all([page.locator('.files-name').boundingBox(), end.boundingBox()]);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0) + 1);
    expect(shown?.width).toBeGreaterThan(20);
  }
});

test('a long name widens neither the list of links nor the bin', async () => {
  const other = await aRoom(world.owner);
  await world.owner.patch(`/rooms/${other}`, { bin_days: 7 });
  const name = `${'Annex '.repeat(20)}v2.pdf`;
  await world.owner.post(`/files/${await aFile(world.owner, other, { name })}/share`, { expires_in: 3600 });
  await world.owner.delete(`/files/${await aFile(world.owner, other, { name })}`);
  for (const [width, list] of [320, 640].flatMap((size) => [[size, 'Links'] as const, [size, 'Bin'] as const])) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${world.url}/rooms/${other}/${list.toLowerCase()}`);
    const shown = page.getByRole('table', { name: list }).getByTitle(name);
    await shown.waitFor();
    expect([list, width, await fits(page)]).toEqual([list, width, true]);
    expect((await shown.boundingBox())?.width).toBeGreaterThan(120);
  }
});

test('a file that is not listed is shown by its address', async () => {
  const other = await aRoom(world.owner);
  const file = await aFile(world.owner, other, { name: 'far below.bin', folder: 'Deep' });
  await page.goto(`${world.url}/rooms/${other}?find=other&file=${file}`);
  await page.getByRole('dialog', { name: 'far below.bin' }).waitFor();
  expect(await page.getByRole('row', { name: /far below/ }).count()).toBe(0);
});
