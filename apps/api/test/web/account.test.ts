import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, type Tab } from '../support/browser.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { eventually } from '../support/service-process.ts';
import { ownerInBrowser } from './in-browser.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

const EMAIL = 'owner@strongroom.local';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;

ownerInBrowser({}, async (given) => {
  ({ browser, world } = given);
});
beforeEach(async () => {
  await world.owner.delete('/me/sessions');
  tab = await openTab(browser);
  page = tab.page;
  await page.goto(`${world.url}/account`);
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
  await loaded(page);
});
afterEach(async () => {
  await tab.clear();
  await page.context().close();
});

const sessionElsewhere = async () => {
  const { token } = (await world.visitor.post('/sessions', { email: EMAIL, password: PASSWORD })).body.data;
  return async () => (await world.visitor.as(token).get('/me')).status;
};
const rows = () => page.locator('.lines > li');

test('the account page lists the present session first and two others, the rest on demand, ends one, then all others', async () => {
  const states = [await sessionElsewhere(), await sessionElsewhere(), await sessionElsewhere()];
  await page.reload();
  await loaded(page);
  expect(await rows().count()).toBe(3);
  expect(await rows().first().textContent()).toContain('Chrome on Linux this one');
  await page.getByRole('button', { name: 'Show 1 more' }).click();
  await rows().nth(3).waitFor();
  expect(await rows().count()).toBe(4);
  await expectFine(page);
  await rows().filter({ hasText: 'a program holds it' }).first().getByRole('button').click();
  await page.getByText('That session has ended.').waitFor();
  const left = (await Promise.all(states.map((state) => state()))).filter((status) => status === 200);
  expect(left).toHaveLength(2);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page.getByText('2 sessions ended.').waitFor();
  expect(await Promise.all(states.map((state) => state()))).toEqual([401, 401, 401]);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'detached' });
});

test('a person signs out everywhere', async () => {
  const state = await sessionElsewhere();
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect([await state(), await page.context().cookies()]).toEqual([401, []]);
});

test('a sign-out ends every tab, and the others say so', async () => {
  const other = await page.context().newPage();
  await other.goto(`${world.url}/rooms`);
  await other.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
  expect(await other.title()).toBe('Rooms · Strongroom');
  const said = other.getByText('You signed out in another tab.').waitFor();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await said;
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect([other.url(), await other.title()]).toEqual([`${world.url}/rooms`, 'Sign in · Strongroom']);
});

/** Leaves a file where a download by way of the private files of the browser would. */
const LEAVE = `navigator.storage.getDirectory()
  .then((root) => root.getDirectoryHandle('downloads', { create: true }))
  .then((folder) => folder.getFileHandle('left', { create: true }))
  .then(() => undefined)`;
const NAMES = `navigator.storage.getDirectory().then((root) => Array.fromAsync(root.keys()))`;
const isEmpty = async (): Promise<true | undefined> => (await page.evaluate<string[]>(NAMES)).length === 0 || undefined;

test('nothing of a download stays for the next person, however the session ended', async () => {
  await page.evaluate(LEAVE);
  await page.reload();
  await loaded(page);
  expect(await eventually('an empty folder while a person is signed in', isEmpty)).toBe(true);
  await page.evaluate(LEAVE);
  await world.owner.delete('/me/sessions');
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await eventually('an empty folder before the sign-in', isEmpty)).toBe(true);
});

test('the account page says in which zone times are shown, and leaves no gap where there is no second factor', async () => {
  const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
  await page.getByText(new RegExp(`^in ${zone}`, 'u')).waitFor();
  const said = page.getByText('nobody can sign in with your password alone');
  const card = page.locator('section.card').filter({ has: said });
  const [box, words] = await Promise.all([card.boundingBox(), said.boundingBox()]);
  const gap = (box?.y ?? 0) + (box?.height ?? 0) - (words?.y ?? 0) - (words?.height ?? 0);
  expect([gap > 0, gap < 30]).toEqual([true, true]);
});

test('changes the name, and the password, which ends the other sessions', async () => {
  const state = await sessionElsewhere();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor();
  await page.getByRole('button', { name: 'Change the password…' }).click();
  await page.getByLabel('Present password').fill(PASSWORD);
  expect(await page.getByRole('button', { name: /^Show / }).allInnerTexts()).toEqual([
    'Show present password',
    'Show new password',
  ]);
  await page.getByLabel('New password').pressSequentially('short');
  await page.keyboard.press('Enter');
  await page.locator('.field-error').waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed.').waitFor();
  expect(await state()).toBe(401);
});

const aDeviceLogin = async () =>
  (await world.visitor.post('/device-logins', { client_name: 'strongroom on \u05d0 laptop' })).body.data;
const heard = async (code: string) => {
  const { body } = await world.visitor.post('/device-logins/token', { device_code: code });
  return body.error?.code ?? body.data.user.email;
};

test('the page of the code shows who asks for a sign-in by device code, and lets them in only when a person says so', async () => {
  const { device_code: secret, user_code: code } = await aDeviceLogin();
  await page.getByRole('link', { name: 'Type its code' }).click();
  await page.getByRole('heading', { name: 'Sign in another computer' }).waitFor();
  await expectFine(page);
  // The field has the focus, so the keyboard suffices.
  await page.keyboard.type('bbbbbbbb');
  await page.keyboard.press('Enter');
  await page.getByText('No sign-in waits for this code.').waitFor();
  await page.getByLabel('Code').fill(code.toLowerCase());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Let this computer in' }).waitFor();
  await page.getByText('strongroom on \u05d0 laptop').waitFor();
  await page.getByText('127.0.0.1, the network you use now').waitFor();
  await page.getByText('If another person sent you the code, or asked you to type it, refuse.').waitFor();
  expect(await heard(secret)).toBe('AUTHORIZATION_PENDING');
  expect(page.url()).toBe(`${world.url}/device`);
  await expectFine(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Allowed' }).waitFor();
  await expectFine(page);
  await eventually('the session', async () => (await heard(secret)) === EMAIL);
  await page.goto(`${world.url}/account`);
  await loaded(page);
  expect(await rows().filter({ hasText: 'a program holds it' }).count()).toBe(1);
});

test('the page of the code refuses a sign-in by device code', async () => {
  const { device_code: secret, user_code: code } = await aDeviceLogin();
  await page.goto(`${world.url}/device`);
  await page.getByLabel('Code').fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  expect(await heard(secret)).toBe('DEVICE_LOGIN_REFUSED');
  await page.getByRole('button', { name: 'Type another code' }).click();
  await page.getByLabel('Code').waitFor();
});

test('a service without sign-ins by device code offers no page for them', async () => {
  await page.getByRole('link', { name: 'Type its code' }).waitFor();
  const without = await startService({ deviceCode: false });
  try {
    await without.owner.post('/me/password', { new_password: PASSWORD });
    const other = await signedIn(browser, without.url, EMAIL);
    await other.page.goto(`${without.url}/account`);
    await other.page.getByRole('link', { name: 'Manage tokens' }).waitFor();
    await loaded(other.page);
    expect(await other.page.getByRole('link', { name: 'Type its code' }).count()).toBe(0);
    await other.clear();
  } finally {
    await without.stop();
  }
});
