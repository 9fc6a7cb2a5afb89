import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { expectFine, PASSWORD, signedIn } from './tab.ts';

/** Parts of the pages that are fetched when they are shown first, over a line that is lost or where another server answers. */

let browser: Browser;
let both: BothServices;
let owner: Caller;
let page: Page;
let room: string;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
});
beforeEach(async () => {
  room = (await owner.post('/rooms', { name: 'Falcon', classification: 'C2' })).body.data.id;
  ({ page } = await signedIn(browser, both.url, 'owner@strongroom.local'));
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByText('Add the first files').waitFor();
});
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  await both.end();
});

const ALL = () => true;
const lost = (route: Route) => route.abort('connectionreset');
const byAnother = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<form>Sign in</form>' });

test('a page that is opened without a connection keeps the shown page, and opens once the connection is back', async () => {
  await page.route(ALL, lost);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByText('Strongroom cannot be reached').waitFor();
  await page.getByRole('heading', { name: 'Falcon' }).waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Add people' }).waitFor();
  expect(await page.getByText('Strongroom cannot be reached').count()).toBe(0);
});

test('a page says so if another server answers for it, and the links to other pages stay', async () => {
  await page.route('**/assets/**', byAnother);
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByText('A part of this page did not arrive').waitFor();
  await expectFine(page);
  await page.unrouteAll();
  await page.getByRole('link', { name: 'News' }).click();
  await page.getByRole('heading', { name: 'News' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.getByRole('button', { name: 'Add people' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a dialog that does not arrive leaves the list', async () => {
  await owner.post(`/rooms/${room}/folders`, { path: '2026' });
  await page.reload();
  await page.getByRole('link', { name: '2026' }).first().waitFor();
  await page.route('**/assets/**', byAnother);
  await page.getByRole('button', { name: 'List as CSV', exact: true }).click();
  await page.getByRole('dialog', { name: 'This did not open' }).waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: '2026' }).first().waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
});
