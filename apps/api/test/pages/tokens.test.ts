import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { focused, openTab, startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { barriers, fits } from './accessible.ts';
import { Traces } from './traces.ts';

const PASSWORD = 'correct horse battery staple';

let browser: Browser | undefined;
let world: World;
let tab: Tab | undefined;
let page: Page;
let email: string;
let made = 0;
const traces = new Traces();

jest.setTimeout(TEST_PATIENCE);

beforeAll(async () => {
  browser = await startBrowser();
  world = await startService({ log: traces.log });
  tab = await openTab(browser);
  page = tab.page;
});
beforeEach(async () => {
  email = `somebody-${made++}@example.com`;
  await world.owner.post('/users/invite', { email, role: 'member' });
  const token = await mailedSecret(world, email);
  await world.visitor.post('/invitations/accept', { token, name: 'Ada', password: PASSWORD });
});
afterEach(() => tab?.clear());
afterAll(async () => {
  traces.stop();
  // Without a browser nothing else was started, and only that error is of interest.
  if (browser === undefined) return;
  await Promise.all([browser.close(), world.stop()]);
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const alert = () => page.getByRole('alert').textContent();
const status = (text: string) => page.getByRole('status').getByText(text).waitFor();
const item = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

async function signIn(password = PASSWORD): Promise<void> {
  await page.goto(`${world.url}/settings/tokens`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await button('Sign in').click();
}

/** Creates a token on the page and reads its secret. */
async function make(name: string, scopes: readonly string[] | 'all'): Promise<string> {
  await page.getByLabel('Name').fill(name);
  if (scopes === 'all') await page.getByLabel('Everything').check();
  else for (const scope of scopes) await page.getByLabel(scope).check();
  await button('Create token').click();
  await page.getByRole('heading', { name: 'Your new token' }).waitFor();
  await item(name).waitFor();
  return page.getByLabel('Secret of').inputValue();
}

test('creates, stores, uses and revokes a token', async () => {
  await signIn();
  await page.getByText('You have no API tokens.').waitFor();
  expect(await focused(page)).toBe('list-title');
  expect(await barriers(page)).toEqual([]);

  const secret = await make('laptop', ['read:rooms', 'write:rooms']);
  expect(secret).toMatch(/^srt_[0-9A-Za-z]{49}$/);
  expect(await focused(page)).toBe('secret-title');
  expect(await barriers(page)).toEqual([]);
  await button('Copy').click();
  await status('copied');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);

  const caller = world.visitor.as(secret);
  expect((await caller.get('/me')).body.data).toMatchObject({ email, scopes: ['read:rooms', 'write:rooms'] });
  expect((await caller.post('/rooms', { name: 'A room', classification: 'C1' })).status).toBe(201);
  expect((await caller.get('/users')).body.error.code).toBe('INSUFFICIENT_SCOPE');

  await button('I have stored it').click();
  expect(await focused(page)).toBe('list-title');
  expect(await item('laptop').textContent()).toContain('read:rooms, write:rooms');
  expect(await page.evaluate('document.documentElement.outerHTML')).not.toContain(secret);
  expect(await page.evaluate('[...document.querySelectorAll("input")].map(({ value }) => value)')).not.toContain(
    secret,
  );

  await button('Revoke laptop').click();
  await page.getByRole('dialog').waitFor();
  expect(await focused(page)).toBe('revoke-not');
  expect(await barriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect((await caller.get('/me')).status).toBe(200);
  await button('Revoke laptop').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await status('“laptop” is revoked.');
  expect(await focused(page)).toBe('list-title');
  expect((await caller.get('/me')).body.error.code).toBe('TOKEN_INVALID');
  await page.getByText('You have no API tokens.').waitFor();

  for (const hidden of [secret, PASSWORD]) expect(traces.of(hidden)).toEqual([]);
  expect(traces.of('srs_')).toEqual([]);
  expect(traces.of('referer:')).toEqual([]);
});

test('with the keyboard alone', async () => {
  const { keyboard } = page;
  const tabTo = async (id: string): Promise<void> => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused(page)) === id) return;
      await keyboard.press('Tab');
    }
    throw new Error(`the keyboard does not reach ${id}`);
  };
  await page.goto(`${world.url}/settings/tokens`);
  await tabTo('email');
  await keyboard.type(email);
  await tabTo('password');
  await keyboard.type(PASSWORD);
  await keyboard.press('Enter');
  await page.getByText('You have no API tokens.').waitFor();
  await tabTo('name');
  await keyboard.type('laptop');
  await tabTo('only');
  await keyboard.press('ArrowUp');
  expect(await page.getByLabel('read:rooms').isVisible()).toBe(false);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your new token' }).waitFor();
  await tabTo('kept');
  await keyboard.press('Enter');
  expect(await item('laptop').textContent()).toContain('everything that you may do');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await status('“laptop” is revoked.');
});

describe('signing in', () => {
  test('reports a wrong password', async () => {
    await signIn('a wrong password');
    await page.getByRole('alert').getByText('E-mail or password is wrong.').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.getByRole('heading', { name: 'Your tokens' }).isVisible()).toBe(false);
  });

  test('says when to retry after too many attempts', async () => {
    for (let time = 0; time < 10; time++) await world.visitor.post('/sessions', { email, password: 'wrong' });
    await signIn();
    await page.getByRole('alert').getByText('Try again in').waitFor();
    expect(await alert()).toMatch(/^Too many requests.* Try again in \d+ seconds?, at \d+:\d\d/);
  });

  test('lasts as long as the page: a reload asks again', async () => {
    await signIn();
    await page.getByText('You have no API tokens.').waitFor();
    await page.reload();
    expect(await page.getByLabel('E-mail').inputValue()).toBe('');
    expect(await page.getByRole('heading', { name: 'Your tokens' }).isVisible()).toBe(false);
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).toBe(0);
  });

  test('is ended by signing out, at the service too', async () => {
    await signIn();
    const secret = await make('laptop', 'all');
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.url().endsWith('/sessions/current')),
      button('Sign out').click(),
    ]);
    await status('You are signed out.');
    expect(await focused(page)).toBe('sign-in-title');
    expect(await barriers(page)).toEqual([]);
    const session = /srs_\w+/.exec((await request.allHeaders()).authorization ?? '')?.[0];
    expect((await world.visitor.as(session).get('/me')).body.error.code).toBe('TOKEN_INVALID');
    expect(await page.evaluate('document.body.innerText + document.querySelector("#secret-text").value')).not.toMatch(
      /laptop|srt_/,
    );
    expect((await world.visitor.as(secret).get('/me')).status).toBe(200);
  });

  test('is requested again when the session has ended', async () => {
    await signIn();
    await page.getByText('You have no API tokens.').waitFor();
    await world.owner.post(`/users/${(await world.owner.get(`/users?email=${email}`)).body.data[0].id}/deactivate`);
    await page.getByLabel('Name').fill('laptop');
    await page.getByLabel('Everything').check();
    await button('Create token').click();
    await page.getByRole('alert').getByText('Your session has ended. Sign in again.').waitFor();
    expect(await page.getByLabel('Name').isVisible()).toBe(false);
  });
});

describe('a new token', () => {
  test('without a name or a scope is refused with the names of the form', async () => {
    await signIn();
    await button('Create token').click();
    await page.locator('#name-problem').getByText('Name must').waitFor();
    expect(await focused(page)).toBe('name');
    expect(await page.locator('#scopes-problem').textContent()).toMatch(/^Scopes must/);
    expect(await barriers(page)).toEqual([]);
  });

  test('expires after the chosen time', async () => {
    await signIn();
    await page.getByLabel('Expires after').selectOption('7 days');
    const caller = world.visitor.as(await make('short', ['read:tokens']));
    const [{ created_at: from, expires_at: until }] = (await caller.get('/tokens')).body.data;
    // The creation time is shown rounded down to a second, the expiry counts from the next second.
    const secondsMore = (Date.parse(until) - Date.parse(from)) / 1000 - 7 * 24 * 3600;
    expect(secondsMore).toBeGreaterThanOrEqual(0);
    expect(secondsMore).toBeLessThanOrEqual(1);
  });

  test('is selected if the browser does not allow copying', async () => {
    await signIn();
    const secret = await make('laptop', ['read:rooms']);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"))');
    await button('Copy').click();
    await status('The secret is selected');
    expect(await page.evaluate('getSelection().toString()')).toBe(secret);
  });

  test('with a name that looks like HTML is shown as text', async () => {
    await signIn();
    const name = '<img src=x onerror=alert(1)>';
    await make(name, ['read:rooms']);
    expect(await item(name).getByRole('heading').textContent()).toBe(name);
    expect(await page.locator('img').count()).toBe(0);
  });
});

test('the page fits a narrow screen and is accessible in the dark', async () => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn();
  await make('A'.repeat(100), ['read:rooms', 'write:rooms', 'write:org-units']);
  expect(await fits(page)).toBe(true);
  await button(/^Revoke A/).click();
  await page.getByRole('dialog').waitFor();
  expect([await fits(page), await barriers(page)]).toEqual([true, []]);
});
