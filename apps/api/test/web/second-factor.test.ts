import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { totpAt } from '@strongroom/test-servers/totp';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, savedBy } from './tab.ts';

/** Passkeys of Chromium's virtual authenticator, and an authenticator app, on the pages. */

let browser: Browser;
let world: World;
let email: string;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ host: 'localhost' })]);
});
afterAll(async () => {
  await browser.close();
  await world.stop();
});
beforeEach(async () => {
  const person = await aPerson(world);
  email = person.email;
  await person.session.post('/me/password', { new_password: PASSWORD });
});

type Device = Readonly<{ cdp: CDPSession; authenticatorId: string }>;

async function aDevice(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function typePassword(page: Page): Promise<void> {
  await page.goto(`${world.url}/account`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign in');
}

async function typeCode(page: Page, code: string, button: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await press(page, button);
}

/** The codes that are shown once. */
async function shownCodes(page: Page): Promise<readonly string[]> {
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return list.getByRole('listitem').allTextContents();
}

const account = (page: Page) => page.getByRole('heading', { name: 'Account', level: 1 }).waitFor();
const signOut = (page: Page) => page.context().clearCookies();

test('a person adds a passkey, stores the codes, and signs in with the passkey, but not with a copy', async () => {
  const { page } = await openTab(browser);
  const { cdp, authenticatorId } = await aDevice(page);
  await typePassword(page);
  await account(page);
  await press(page, 'Add one');
  await loaded(page);
  await expectFine(page);
  await press(page, 'Add a passkey');
  const codes = await shownCodes(page);
  await expectFine(page);
  expect(codes.length).toBe(10);
  expect(
    await page
      .getByText(codes[0] ?? '')
      .filter({ visible: true })
      .count(),
  ).toBe(1);
  const copy = await page.getByRole('button', { name: 'Copy the recovery codes' }).boundingBox();
  expect((copy?.y ?? 999) + (copy?.height ?? 0)).toBeLessThan(800);
  const { name, bytes } = await savedBy(page.getByRole('button', { name: 'Download' }));
  expect([name, bytes.toString().trim().split('\n').slice(1)]).toEqual([
    expect.stringMatching(/^Recovery codes for .*\.txt$/),
    codes,
  ]);
  await page.emulateMedia({ media: 'print' });
  expect(
    await page
      .getByText(codes[9] ?? '')
      .filter({ visible: true })
      .count(),
  ).toBe(1);
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.emulateMedia({ media: 'screen' });
  await press(page, 'I keep these codes');
  const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
  const [copied] = credentials;
  if (copied === undefined) throw new TypeError('the device has no passkey');

  for (let times = 0; times < 2; times++) {
    await signOut(page);
    await typePassword(page);
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
    await expectFine(page);
    await press(page, 'Use a passkey');
    await account(page);
  }

  await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
  await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: copied });
  await signOut(page);
  await typePassword(page);
  await press(page, 'Use a passkey');
  await page.getByText('This code or passkey is wrong').waitFor();
});

test('a person adds a program, signs in with its code, and proves it again for a token', async () => {
  const { page } = await openTab(browser);
  await typePassword(page);
  await account(page);
  await press(page, 'Add one');
  const secret = (await page.locator('.secret code').first().textContent()) ?? '';
  expect(await page.getByRole('img', { name: 'Secret of the authenticator app' }).count()).toBe(1);
  expect(await page.locator('.dialog-foot').getByRole('button').allTextContents()).toEqual(['Cancel', 'Add the app']);
  await typeCode(page, totpAt(secret, Date.now()), 'Add the app');
  const codes = await shownCodes(page);
  await press(page, 'I keep these codes');

  await signOut(page);
  await typePassword(page);
  await typeCode(page, '000000', 'Go on');
  await page.getByText('This code or passkey is wrong').waitFor();
  // The step of the code that added the program is used.
  await typeCode(page, totpAt(secret, Date.now() + 30_000), 'Go on');
  await account(page);

  const { documents } = world.ports;
  const [stored] = await documents.read([{ collection: 'users', uniqueKey: `email:${email}` }]);
  if (stored === undefined) throw new TypeError('there is no user');
  // Makes the proof older than ten minutes.
  const body = JSON.parse(JSON.stringify(stored.body).replaceAll(/("factor":\{[^}]*"at":)\d+/gu, '$10'));
  await documents.commit([{ collection: 'users', replace: { ...stored, version: stored.version + 1, body } }]);
  await page.goto(`${world.url}/settings/tokens`);
  await press(page, 'New token');
  await page.getByRole('textbox', { name: 'Name' }).fill('for tests');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make the token' }).click();
  await page.getByText('proof of your second factor').waitFor();
  await expectFine(page);
  await typeCode(page, codes[0] ?? '', 'Prove it');
  await page.getByText(/srt_/u).first().waitFor();
});

test('a person adds a second factor before they are in, if the service requires one', async () => {
  const strict = await startService({ host: 'localhost', secondFactor: 'required' });
  try {
    await strict.owner.post('/me/password', { new_password: PASSWORD });
    const { page } = await openTab(browser);
    await page.goto(`${strict.url}/account`);
    await page.getByLabel('E-mail').fill('owner@strongroom.local');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    const secret = (await page.locator('.secret code').first().textContent()) ?? '';
    expect(await page.context().cookies()).toEqual([]);
    await expectFine(page);
    await typeCode(page, totpAt(secret, Date.now()), 'Add the app');
    await press(page, 'I keep these codes');
    await account(page);
  } finally {
    await strict.stop();
  }
});
