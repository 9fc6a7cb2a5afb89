import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { given } from '../support/people-of-process.ts';
import { ServicesWithProvider } from '../support/services-with-provider.ts';
import { contentByLink } from './by-link.ts';
import { expectFine } from './tab.ts';

const SECRET = 'the price is 4711';

jest.setTimeout(TEST_TIMEOUT_MS);

let browser: Browser;
let services: ServicesWithProvider;
let tab: Tab;
let url = '';
let roomUrl = '';
let secretUrl = '';
let policyFolder = '';

beforeAll(async () => {
  policyFolder = await mkdtemp(join(tmpdir(), 'strongroom-policy-'));
  const policy = join(policyFolder, 'policy.json');
  await writeFile(policy, JSON.stringify({ version: 1, labels: { C3: { device: true } } }));
  const settings = (origin: string) => ({
    STRONGROOM_KEY_SERVICE_POLICY: policy,
    STRONGROOM_KEY_SERVICE_ORIGINS: origin,
    STRONGROOM_KEY_SERVICE_ROOM_PAGES: 'trusted',
  });
  [browser, services] = await Promise.all([startBrowser(), ServicesWithProvider.start(settings, { pages: true })]);
  ({ url } = services.both);
  const { id } = await services.invited('ada');
  const caller = new Caller(`${url}/api/v1`, await services.both.ownerToken());
  const room = await given(caller.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  await given(caller.patch(`/users/${id}/clearance`, { clearance_level: 'C3' }));
  const secret = await given(caller.post('/rooms', { name: 'Eagle', classification: 'C3' }));
  await given(caller.post(`/rooms/${secret.id}/members`, { user_id: id, role: 'contributor' }));
  secretUrl = `${url}/rooms/${secret.id}`;
  await given(caller.post(`/rooms/${room.id}/members`, { user_id: id, role: 'contributor' }));
  roomUrl = `${url}/rooms/${room.id}`;
  tab = await openTab(browser);
  await tab.page.goto(`${url}/sign-in/oidc`);
  await tab.page.getByRole('heading', { name: 'Rooms', level: 1 }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await services.end();
  await rm(policyFolder, { recursive: true });
});

async function add(name: string, room = roomUrl): Promise<void> {
  await tab.page.goto(room);
  await tab.page.getByTestId('files').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(SECRET) });
}

describe('a browser, where people sign in at the key service', () => {
  test('opens nothing before the sign-in there, and says what to do', async () => {
    await add('early.txt');
    const sentence = tab.page.getByText(/on your account page/).first();
    await sentence.waitFor();
    expect(await sentence.isVisible()).toBe(true);
  });

  test('signs in there from the account page, and adds and opens files, also after a reload', async () => {
    const { page } = tab;
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: 'Sign in at the key service' }).click();
    await page.getByRole('heading', { name: 'Open files?' }).waitFor();
    expect(await page.locator('strong').first().textContent()).toBe(url);
    expect(await page.getByText('In the browser, one authority decides').count()).toBe(1);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('You signed in at the key service as ada. Is that you?').waitFor();
    await expectFine(page);
    await page.getByRole('button', { name: 'Link my account' }).click();
    await page.getByText('You are signed in at the key service.').waitFor();
    expect(page.url()).toBe(`${url}/account`);
    await expectFine(page);
    await add('price.txt');
    await page.getByRole('link', { name: 'price.txt' }).click();
    await page.getByText(SECRET).waitFor();
    await page.reload();
    await page.getByText(SECRET).waitFor();
    await tab.clear();
  });

  test('shares a file by a link with its key', async () => {
    const { page } = tab;
    await page.goto(roomUrl);
    expect(await contentByLink(browser, page, 'price.txt')).toBe(SECRET);
    await tab.clear();
  });

  test('is enrolled on top of the sign-in, for files whose label asks for a device', async () => {
    const { page } = tab;
    await add('secret.txt', secretUrl);
    await page
      .getByText(/Files labelled C3 or higher need an enrolled device/)
      .first()
      .waitFor();
    await page.goto(`${url}/account`);
    const code = (await services.both.keysCommand('enrol', 'ada@example.org', '--person', 'ada')).trim();
    await page.getByRole('textbox', { name: 'Enrolment code' }).fill(code);
    await page.getByRole('button', { name: 'Enrol this browser' }).click();
    await page.getByRole('table', { name: 'Devices with keys' }).getByText('this browser').waitFor();
    expect(await page.getByRole('button', { name: 'Link my account' }).count()).toBe(0);
    await expectFine(page);
    await add('known.txt', secretUrl);
    await page.getByRole('link', { name: 'known.txt' }).click();
    await page.getByText(SECRET).waitFor();
    await tab.clear();
  });

  test('signs out at both', async () => {
    const { page } = tab;
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(`${url}/`);
    expect(await services.both.keysCommand('record', 'export')).toContain('key.person_signed_out');
    await tab.clear();
  });
});
