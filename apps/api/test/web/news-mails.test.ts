import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, TEST_PATIENCE } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;

jest.setTimeout(TEST_PATIENCE);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService({ news: 'daily' })]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  const tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

async function choose(name: string): Promise<void> {
  await page.getByRole('button', { name: /When they come/ }).click();
  await page.getByRole('option', { name }).click();
  await page.getByText('Saved.').first().waitFor();
}

test('a person chooses mails with news for all rooms and for one', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Falcon', classification: 'C1' })).body.data;
  await page.goto(`${world.url}/account`);
  await page.getByText('As this service does (Every morning)').first().waitFor();
  await choose('On Monday morning');
  await page.getByText(/^Morning is at 8/).waitFor();
  await expectFine(page);
  expect((await world.owner.get('/me/notifications')).body.data.level).toBe('weekly');
  await page.goto(`${world.url}/rooms/${id}/settings`);
  await page.getByText('As in your other rooms (On Monday morning)').first().waitFor();
  await choose('Never');
  await loaded(page);
  await expectFine(page);
  expect((await world.owner.get(`/rooms/${id}/notifications`)).body.data).toEqual({ level: 'none', applies: 'none' });
});
