import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { systemClock } from '@strongroom/adapter-local';
import { MINUTE, plus } from '@strongroom/domain';
import type { Browser, Page } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aPerson, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

const OLD = 'owner@strongroom.local';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;
let ahead = 0;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  const clock = { ...systemClock, now: () => plus(systemClock.now(), ahead) };
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ ports: (memory) => ({ ...memory, clock }) })]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  tab = await signedIn(browser, world.url, OLD);
  page = tab.page;
}, 3 * TEST_TIMEOUT_MS);
afterEach(() => tab.clear());
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const send = () => page.getByRole('button', { name: 'Send the links' });

/** Opens the link in the last mail to an address, and confirms. */
async function confirm(email: string, sentence: string): Promise<string> {
  const link = `${world.url}/activate#email=${await mailedSecret(world, email)}`;
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Confirm the change of your address' }).waitFor();
  expect(page.url()).toBe(`${world.url}/activate`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText(sentence).waitFor();
  return link;
}

test('an owner changes the address of a person whose mailbox is gone, and a domain admin is not offered that', async () => {
  const [ada, admin] = [await aPerson(world), await aPerson(world, 'domain_admin')];
  await admin.session.post('/me/password', { new_password: PASSWORD });
  const open = async (on: Page) => {
    await on.goto(`${world.url}/people?find=${encodeURIComponent(ada.email)}`);
    await on.getByRole('row').filter({ hasText: ada.email }).getByRole('button').click();
    await on.getByRole('menuitem', { name: 'Change the address' }).click();
    await on.getByLabel('New e-mail address').fill('ada.king@example.com');
  };
  const other = await signedIn(browser, world.url, admin.email);
  await open(other.page);
  expect(await other.page.getByText('The present mailbox is gone').count()).toBe(0);
  await other.clear();

  await open(page);
  await page.getByText('The present mailbox is gone').click();
  await expectFine(page);
  await send().click();
  await page.getByText('ada.king@example.com waits for').waitFor();
  await confirm('ada.king@example.com', 'The address has changed.');
  expect((await world.owner.get(`/users/${ada.id}`)).body.data.email).toBe('ada.king@example.com');
});

test('a person changes their address by a link to each, signed in or not', async () => {
  await page.goto(`${world.url}/account`);
  await page.getByRole('button', { name: 'Change the e-mail address' }).click();
  await page.getByLabel('New e-mail address').fill(' boss@example.com');
  expect(await barriers(page)).toEqual([]);
  ahead = 11 * MINUTE;
  await send().click();
  await page.getByText('You signed in more than ten minutes ago.').waitFor();
  ahead = 0;
  await send().click();
  await page.getByText('boss@example.com waits until both addresses are confirmed.').waitFor();
  await expectFine(page);

  const used = await confirm(OLD, 'Confirmed. The address changes when the other one has confirmed too');
  await expectFine(page);
  await page.goto(used);
  await page.reload();
  await page.goto(used);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('alert').getByText('This link confirms nothing any more').waitFor();
  await page.context().clearCookies();
  await confirm('boss@example.com', 'The address has changed.');
  const again = await signedIn(browser, world.url, 'boss@example.com');
  await again.clear();
});
