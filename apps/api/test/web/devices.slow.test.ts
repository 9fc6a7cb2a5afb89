import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, type Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { contentByLink } from './by-link.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

const EMAIL = 'owner@strongroom.local';
const SECRET = 'the price is 4711';

let browser: Browser;
let both: BothServices;
let tab: Tab;
let roomUrl = '';

jest.setTimeout(120_000);

beforeAll(async () => {
  const settings = (url: string) => ({
    STRONGROOM_KEY_SERVICE_PROOF: 'device',
    STRONGROOM_KEY_SERVICE_ORIGINS: url,
    STRONGROOM_KEY_SERVICE_ROOM_PAGES: 'trusted',
  });
  [browser, both] = await Promise.all([startBrowser(), BothServices.start(settings, { pages: true })]);
  const caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await given(caller.post('/me/password', { new_password: PASSWORD }));
  const room = await given(caller.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  roomUrl = `${both.url}/rooms/${room.id}`;
  await writeFile(join(both.place.folder, 'price.txt'), SECRET);
});
afterAll(async () => {
  await browser.close();
  await both.end();
});

const code = async (...args: readonly string[]): Promise<string> => (await both.keysCommand('enrol', ...args)).trim();

const person = async (): Promise<string> => /person (\S+)/.exec(await both.keysCommand('devices'))?.[1] ?? '';

async function enrol(page: Page, text: string): Promise<void> {
  await page.goto(`${both.url}/account`);
  await page.getByLabel('Enrolment code').fill(text);
  await page.getByRole('button', { name: 'Enrol this browser' }).click();
}

async function add(page: Page, name: string): Promise<void> {
  await page.goto(roomUrl);
  await page.getByTestId('files').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(SECRET) });
}

/** Fields of the stored private key that a script of the page can read. */
const exported = (page: Page): Promise<string> =>
  page.evaluate(`(async () => {
    const done = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
    const database = await done(indexedDB.open('strongroom', 1));
    const [{ device }] = await done(database.transaction('enrolments').objectStore('enrolments').getAll());
    return crypto.subtle.exportKey('jwk', device.privateKey).then(JSON.stringify, ({ name }) => name);
  })()`);

describe('a browser, where people prove themselves by devices', () => {
  test('opens nothing before it is enrolled, and says what to do', async () => {
    tab = await signedIn(browser, both.url, EMAIL);
    await add(tab.page, 'early.txt');
    const sentence = tab.page.getByText(/Enrol this browser on your account page/).first();
    await sentence.waitFor();
    expect(await sentence.isVisible()).toBe(true);
  });

  test('is enrolled with a code, and adds and opens files', async () => {
    const { page } = tab;
    await enrol(page, await code('anna'));
    await page.getByRole('table', { name: 'Devices with keys' }).getByText('this browser').waitFor();
    await expectFine(page);
    await add(page, 'price.txt');
    await page.getByRole('link', { name: 'price.txt' }).click();
    await page.getByText(SECRET).waitFor();
    expect(await exported(page)).toBe('InvalidAccessError');
    await tab.clear();
  });

  test('shares a file by a link with its key', async () => {
    const { page } = tab;
    await page.goto(roomUrl);
    expect(await contentByLink(browser, page, 'price.txt')).toBe(SECRET);
    await tab.clear();
  });

  test('lists and removes devices: the removed one opens nothing more', async () => {
    const other = await signedIn(browser, both.url, EMAIL);
    await enrol(other.page, await code('anna again', '--person', await person()));
    const rows = other.page.getByRole('table', { name: 'Devices with keys' }).getByRole('row');
    await rows.nth(2).waitFor();
    await rows
      .filter({ hasNotText: 'this browser' })
      .getByRole('button', { name: /Remove/ })
      .click();
    await other.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await other.page.getByText('Removed. It gets no key any more.').waitFor();
    await rows.nth(2).waitFor({ state: 'detached' });
    await tab.page.goto(roomUrl);
    await tab.page.getByRole('link', { name: 'price.txt' }).click();
    await tab.page
      .getByText(/The key service does not know this browser/)
      .first()
      .waitFor();
    await tab.page.goto(`${both.url}/account`);
    await tab.page.getByText('The key service no longer accepts this browser').waitFor();
    await other.page.goto(roomUrl);
    await other.page.getByRole('link', { name: 'price.txt' }).click();
    await other.page.getByText(SECRET).waitFor();
    expect((await both.keysCommand('devices')).trim().split('\n')).toHaveLength(1);
    await other.clear();
  });

  test('keeps its code where it names another key service', async () => {
    const fresh = await signedIn(browser, both.url, EMAIL);
    const good = await code('anna once more', '--person', await person());
    const read = JSON.parse(Buffer.from(good.slice(4), 'base64url').toString());
    await enrol(
      fresh.page,
      `srk_${Buffer.from(JSON.stringify({ ...read, key: 'A'.repeat(43) })).toString('base64url')}`,
    );
    await fresh.page.getByText(/this service names/).waitFor();
    await enrol(fresh.page, good);
    await fresh.page.getByText('this browser', { exact: true }).waitFor();
    expect((await both.keysCommand('devices')).trim().split('\n')).toHaveLength(2);
    await fresh.clear();
  });

  test('serves a person who was invited to the room by mail', async () => {
    const email = 'bob@bidder.example';
    const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
    const room = roomUrl.split('/').at(-1) ?? '';
    await given(owner.post(`/rooms/${room}/invitations`, { email, role: 'contributor' }));
    const { page, clear } = await openTab(browser);
    await page.goto(`${both.url}/activate#token=${await both.mailedSecret(email)}`);
    await page.getByLabel('Name').fill('Bob');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.waitForURL(roomUrl);
    await enrol(page, await code('bob'));
    await page.getByText('this browser', { exact: true }).waitFor();
    await add(page, 'offer.txt');
    await page.getByRole('link', { name: 'offer.txt' }).click();
    await page.getByText(SECRET).waitFor();
    await page.goto(roomUrl);
    expect(await contentByLink(browser, page, 'offer.txt')).toBe(SECRET);
    await clear();
  });
});
