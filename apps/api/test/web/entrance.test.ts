import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, aRoom, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, PASSWORD } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
});
beforeEach(async () => {
  tab = await openTab(browser);
  page = tab.page;
});
afterEach(async () => {
  await tab.clear();
  await page.context().close();
});
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

const isFine = (): Promise<void> => expectFine(page);

async function signIn(): Promise<void> {
  await page.getByLabel('E-mail').fill('owner@strongroom.local');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
}

const TITLES = [
  ['news', 'News'],
  ['people', 'People'],
  ['units', 'Org units'],
  ['activity', 'Activity'],
  ['receipts', 'Receipts'],
  ['settings/tokens', 'API tokens'],
  ['nowhere', 'There is nothing at this address'],
] as const;

describe('at the first start', () => {
  test('the owner sets a password with their token, and makes the first room', async () => {
    await page.goto(world.url);
    await heading('Sign in').waitFor();
    await isFine();
    const setUp = page.getByRole('link', { name: 'sets it up' });
    expect(await setUp.isVisible()).toBe(false);
    await page.getByText('No account yet?').click();
    await isFine();
    await setUp.click();
    await heading('Set up your account').waitFor();
    await isFine();
    expect(await page.getByRole('button', { name: /^Show / }).allInnerTexts()).toEqual([
      'Show owner’s token',
      'Show new password',
      'Show new password, again',
    ]);
    await page.getByLabel('Owner’s token').fill('srt_wrong');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password, again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Set up and sign in' }).click();
    await page.getByText('This token is not accepted.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByLabel('Owner’s token').fill(world.ownerToken);
    await page.getByLabel('Your name').fill('Ada King');
    await page.getByLabel('Name of your organisation').fill('King & Sons');
    await page.getByRole('button', { name: 'Set up and sign in' }).click();
    await heading('Rooms').waitFor();
    await page.getByRole('heading', { name: 'Make your first room' }).waitFor();
    expect(await page.title()).toBe('Rooms · Strongroom');
    await isFine();
    expect((await world.owner.get('/me')).body.data.name).toBe('Ada King');
    expect((await world.owner.get('/org-units')).body.data[0].name).toBe('King & Sons');
    for (const [path, title] of TITLES) {
      await page.goto(`${world.url}/${path}`);
      await heading(title).waitFor();
      expect(await page.title()).toBe(`${title} · Strongroom`);
    }
    await page.goto(`${world.url}/sign-in`);
    await page.waitForURL('**/rooms');

    await page.getByRole('button', { name: 'New room' }).click();
    const dialog = page.getByRole('dialog', { name: 'New room' });
    await dialog.getByLabel('Name').fill('Project Falcon <b>');
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const { body } = await world.owner.get('/rooms');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Project Falcon <b>']);
  });
});

describe('a forgotten password', () => {
  test('gets a link in a mail, and the same answer for an unknown address', async () => {
    const { email, session } = await aPerson(world);
    expect((await session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
    const sent = await mailedSecret(world, email);
    for (const address of ['nobody@example.com', email]) {
      await page.goto(`${world.url}/sign-in`);
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await heading('Forgot password?').waitFor();
      await isFine();
      await page.getByLabel('E-mail').fill(address);
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: `If ${address} has a password here` })
        .waitFor();
    }
    expect(await mailedSecret(world, email)).not.toBe(sent);
  });
});

describe('a session', () => {
  test('begins and ends by keyboard, leads to the page that was asked for, and leaves nothing behind', async () => {
    await page.goto(`${world.url}/rooms?find=falcon`);
    await heading('Sign in').waitFor();
    await page.getByLabel('E-mail').fill('owner@strongroom.local');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong wrong wrong');
    await page.keyboard.press('Tab');
    const field = page.getByLabel('Password');
    const eye = page.getByRole('button', { name: 'Show password' });
    for (const isShown of [true, false]) {
      await page.keyboard.press('Space');
      await eye.and(page.locator(`[aria-pressed=${isShown}]`)).waitFor();
      expect(await field.getAttribute('type')).toBe(isShown ? 'text' : 'password');
      await isFine();
    }
    expect(await field.inputValue()).toBe('wrong wrong wrong');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('E-mail and password do not fit together.').waitFor();
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await heading('Rooms').waitFor();
    expect(page.url()).toBe(`${world.url}/rooms?find=falcon`);
    await page.getByRole('link', { name: 'Project Falcon <b>' }).waitFor();
    await isFine();
    expect(
      await page.evaluate('document.cookie + JSON.stringify([{...localStorage}, {...sessionStorage}])'),
    ).not.toMatch(/sr[st]_/);

    await page.getByRole('button', { name: 'Account of Ada King' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Account' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await heading('Sign in').waitFor();
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });

  test('that has ended elsewhere leads to the sign-in page at the next step', async () => {
    await page.goto(world.url);
    await signIn();
    await page.getByRole('link', { name: 'Project Falcon <b>' }).waitFor();
    // A request under way would lead to the sign-in page before the press does.
    await page.waitForLoadState('networkidle');
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByText('Your session has ended. Sign in to go on where you were').waitFor();
    await isFine();
    await page.goto(`${world.url}/rooms`);
    await heading('Sign in').waitFor();
    expect(await page.getByRole('link', { name: 'Project Falcon <b>' }).count()).toBe(0);
  });
});

test('an unknown address says so, and leads to the rooms, or to the files of its room', async () => {
  await page.goto(world.url);
  await signIn();
  await heading('Rooms').waitFor();
  const room = await aRoom(world.owner);
  await page.goto(`${world.url}/rooms/${room}/wrong`);
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await isFine();
  await page.getByRole('link', { name: 'Go to the files of this room' }).click();
  await page.waitForURL(`${world.url}/rooms/${room}`);
  await page.getByText('Drop files').first().waitFor();
  expect((await page.goto(`${world.url}/nothing/here`))?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
  await isFine();
  await page.getByRole('link', { name: 'Go to your rooms' }).click();
  await heading('Rooms').waitFor();
});

test('the page names a lost connection, and continues without a reload', async () => {
  await page.goto(world.url);
  await signIn();
  await heading('Rooms').waitFor();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
  expect(await heading('Rooms').isVisible()).toBe(true);
});

test('the page says that the service restarts, and continues without a click', async () => {
  await page.goto(world.url);
  await signIn();
  await heading('Rooms').waitFor();
  const error = { error: { code: 'SERVICE_UNAVAILABLE', message: 'The service is starting.' } };
  await page.context().route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: error }));
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByText('Strongroom is starting again.').waitFor();
  await heading('People').waitFor();
  expect(await heading('People').isVisible()).toBe(true);
  await page.context().unroute('**/api/v1/**');
  await page.getByText('Strongroom is starting again.').waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'People' }).getByText('owner@strongroom.local').waitFor();
});

test('a page that is opened while the service starts says so, and continues without a click', async () => {
  await page.goto(world.url);
  await signIn();
  await heading('Rooms').waitFor();
  const error = { error: { code: 'SERVICE_UNAVAILABLE', message: 'The service is starting.' } };
  await page.context().route('**/api/v1/**', (route) => route.fulfill({ status: 503, json: error }));
  await page.goto(`${world.url}/rooms`);
  await page.getByText('Strongroom is starting again.').waitFor();
  await page.context().unroute('**/api/v1/**');
  await page.getByRole('link', { name: 'Project Falcon <b>' }).waitFor();
  await page.getByText('Strongroom is starting again.').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe('/rooms');
});

test('the page of all components has no accessibility problem', async () => {
  await page.goto(`${world.url}/design`);
  await heading('Components').waitFor();
  await isFine();
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await barriers(page)).toEqual([]);
});
