import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { SCOPES } from '@strongroom/domain';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { Traces } from '../pages/traces.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let email: string;
let made = 0;
const traces = new Traces();

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ log: traces.log })]);
});
beforeEach(async () => {
  email = `somebody-${made++}@example.com`;
  await world.owner.post('/users/invite', { email, role: 'member' });
  const token = await mailedSecret(world, email);
  await world.visitor.post('/invitations/accept', { token, name: 'Ada', password: PASSWORD });
  tab = await openTab(browser);
  page = tab.page;
  await page.goto(`${world.url}/settings/tokens`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor();
  await loaded(page);
});
afterEach(async () => {
  await tab.clear();
  await page.context().close();
});
afterAll(async () => {
  traces.stop();
  await Promise.all([browser.close(), world.stop()]);
});

const dialog = () => page.getByRole('alertdialog');
const button = (name: string) => page.getByRole('button', { name });

/** Makes a token on the page and reads its secret. */
async function make(name: string, scopes: readonly string[] | 'all'): Promise<string> {
  await button('New token').click();
  await dialog().getByLabel('Name').fill(name);
  if (scopes !== 'all') {
    await dialog().getByText('Only what I choose').click();
    for (const scope of scopes) await dialog().getByText(scope, { exact: true }).click();
  }
  await button('Make the token').click();
  await dialog().getByText('shown this once').waitFor();
  return dialog().locator('.secret code').innerText();
}

test('a person makes, copies, uses and revokes a token with scopes', async () => {
  await page.getByRole('heading', { name: 'You have no API tokens' }).waitFor();
  await expectFine(page);
  const secret = await make('<b>laptop', ['read:rooms', 'write:rooms']);
  expect(secret).toMatch(/^srt_[0-9A-Za-z]{49}$/);
  expect(await barriers(page)).toEqual([]);
  await button('Copy the token').click();
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);

  const caller = world.visitor.as(secret);
  expect((await caller.get('/me')).body.data).toMatchObject({ email, scopes: ['read:rooms', 'write:rooms'] });
  expect((await caller.post('/rooms', { name: 'A room', classification: 'C1' })).status).toBe(201);
  expect((await caller.get('/users')).body.error.code).toBe('INSUFFICIENT_SCOPE');

  await button('I have stored it').click();
  await dialog().waitFor({ state: 'hidden' });
  const row = page.getByRole('row', { name: '<b>laptop' });
  expect(await row.textContent()).toContain('List rooms and their members; Make, edit, archive rooms');
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(secret);
  await row.locator('td:nth-child(3) time').waitFor();
  await expectFine(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await row.getByText(/^ends /u).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });

  await button('Revoke <b>laptop').click();
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect((await caller.get('/me')).status).toBe(200);
  await button('Revoke <b>laptop').click();
  await dialog().getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('heading', { name: 'You have no API tokens' }).waitFor();
  expect((await caller.get('/me')).body.error.code).toBe('TOKEN_INVALID');
  for (const hidden of [secret, PASSWORD]) expect(traces.of(hidden)).toEqual([]);
});

test('a person makes a token that may do everything by keyboard alone, for as long as chosen', async () => {
  const { keyboard } = page;
  await button('New token').focus();
  await keyboard.press('Enter');
  await dialog().waitFor();
  await keyboard.type('laptop');
  await keyboard.press('Enter');
  await dialog().getByText('shown this once').waitFor();
  const secret = await dialog().locator('.secret code').innerText();
  const [{ scopes, created_at: from, expires_at: until }] = (await world.visitor.as(secret).get('/tokens')).body.data;
  expect(scopes).toBeNull();
  const seconds = (Date.parse(until) - Date.parse(from)) / 1000 - 90 * 24 * 3600;
  expect(seconds).toBeGreaterThanOrEqual(0);
  expect(seconds).toBeLessThanOrEqual(1);
});

test('the page of tokens offers every scope, and makes no token without one', async () => {
  await button('New token').click();
  await dialog().getByLabel('Name').fill('laptop');
  await dialog().getByText('Only what I choose').click();
  const offered = await dialog().locator('.scopes code').allInnerTexts();
  expect(offered.toSorted()).toEqual(Object.keys(SCOPES).toSorted());
  expect(await button('Make the token').isDisabled()).toBe(true);
  await expectFine(page);
});

test('the token of the first start is offered for revoking, once there is a password', async () => {
  await world.owner.post('/me/password', { new_password: PASSWORD });
  const owner = await signedIn(browser, world.url, 'owner@strongroom.local');
  await owner.page.goto(`${world.url}/settings/tokens`);
  await owner.page.getByText('The token of the first start may do all').waitFor();
  await expectFine(owner.page);
  await owner.page.getByRole('button', { name: 'Revoke it' }).click();
  await owner.page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await owner.page.getByText('You have no API tokens').waitFor();
  expect(await owner.page.getByText('The token of the first start may do all').count()).toBe(0);
  await owner.clear();
});
