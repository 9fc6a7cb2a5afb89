import { expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { holdRequests } from '../support/hold-requests.ts';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { firstRow, medianToFirstRow, watchFirstRow } from './first-row.ts';
import { ownerInBrowser } from './in-browser.ts';
import { loaded, PASSWORD } from './tab.ts';

const ROOMS = 150;
const BUDGET_MS = 1000;

let browser: Browser;
let world: World;
let page: Page;
let room: string;

ownerInBrowser({ check: false }, async (given) => {
  ({ browser, world } = given);
  for (let count = 0; count < ROOMS; count++) room = await aRoom(world.owner, 'C1', { name: `Project ${count}` });
  await aFile(world.owner, room, { name: 'a.pdf' });
  ({ page } = await given.signIn());
  await watchFirstRow(page);
});

test.each(['/rooms', '/rooms/ROOM'])('%s shows its list within a second', async (path) => {
  const { ms, crowding } = await medianToFirstRow(page, browser, world.url + path.replace('ROOM', room));
  expect(ms).toBeLessThan(BUDGET_MS * crowding);
});

/**
 * Loads a page whose requests are answered in an order that none may need: that for `of` not before all of those for
 * `after` were made. Resolves once the page has asked for all of them, and hangs if one waits for the answer.
 */
async function loadBackwards(path: string, { of, after }: Readonly<{ of: string; after: readonly string[] }>) {
  const left = new Set(after);
  let done = (): void => {};
  const allAsked = new Promise<void>((resolve) => (done = resolve));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    left.delete(pathname);
    if (left.size === 0) done();
    if (pathname === of) await allAsked;
    await route.continue();
  });
  await page.goto('about:blank');
  await page.goto(`${world.url}${path}`);
  await allAsked;
  await loaded(page);
  await page.unrouteAll({ behavior: 'wait' });
}

test('scripts do not wait for each other, nor the list for who is signed in', async () => {
  for (const [path, ...lists] of [
    ['/rooms', '/rooms'],
    [`/rooms/${room}`, `/rooms/${room}/files`, `/rooms/${room}/folders`],
  ] as const) {
    const { asked } = await firstRow(page, browser, world.url + path);
    await loaded(page);
    const me = asked.find((one) => one.path === '/api/v1/me')?.from ?? 0;
    const scripts = asked.filter((one) => one.path.endsWith('.js') && one.from < me).map((one) => one.path);
    const entry = scripts.find((name) => name.startsWith('/assets/index-')) ?? '';
    const others = scripts.filter((name) => name !== entry);
    expect(others.length).toBeGreaterThan(2);
    await loadBackwards(path, { of: entry, after: others });
    const wanted = lists.map((list) => `/api/v1${list}`);
    await loadBackwards(path, { of: '/api/v1/me', after: wanted });
    expect(wanted.length).toBeGreaterThan(0);
  }
});

test('files do not wait for their room where this person listed them before', async () => {
  await page.goto(`${world.url}/rooms/${room}`);
  await page.getByRole('link', { name: 'a.pdf' }).waitFor();
  const lists = [`/api/v1/rooms/${room}/files`, `/api/v1/rooms/${room}/folders`];
  await loadBackwards(`/rooms/${room}`, { of: `/api/v1/rooms/${room}`, after: lists });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.evaluate(`localStorage.setItem('listed-rooms', JSON.stringify({ user: 'another', rooms: ['${room}'] }))`);
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('link', { name: `Project ${ROOMS - 1}` }).waitFor();
  const held = await holdRequests(page, `**/api/v1/rooms/${room}`);
  await page.goto(`${world.url}/rooms/${room}`);
  await held.arrived;
  await page.evaluate('new Promise(requestAnimationFrame)');
  expect(asked.filter((path) => lists.includes(path))).toEqual([]);
  held.release();
  await loaded(page);
});

test('the page of a person who is not signed in asks once who they are', async () => {
  await page.context().clearCookies();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${world.url}/rooms`);
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.getByLabel('E-mail').fill('owner@strongroom.local');
  await page.getByLabel('Password').fill(PASSWORD);
  expect(asked.filter((path) => path === '/api/v1/me')).toHaveLength(1);
  expect(await page.evaluate("localStorage.getItem('listed-rooms')")).toBeNull();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: `Project ${ROOMS - 1}` }).waitFor();
  // The second page of rooms comes by itself.
  await page.getByRole('link', { name: 'Project 0', exact: true }).waitFor();
  expect(await page.getByRole('table', { name: 'Rooms' }).getByRole('row').count()).toBe(ROOMS + 1);
});
