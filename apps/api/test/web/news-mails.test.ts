import { expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { World } from '../support/service-in-memory.ts';
import { ownerInBrowser } from './in-browser.ts';
import { expectFine, loaded, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;

ownerInBrowser({ news: 'daily' }, async (given) => {
  ({ browser, world } = given);
  const tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});

async function choose(name: string, said: string): Promise<void> {
  await page.getByRole('button', { name: /When they come/ }).click();
  await page.getByRole('option', { name }).click();
  await page.getByText(said).waitFor();
}

test('a person chooses mails with news for all rooms and for one', async () => {
  const { id } = (await world.owner.post('/rooms', { name: 'Falcon', classification: 'C1' })).body.data;
  await page.goto(`${world.url}/account`);
  await page.getByText('As this service does (Every morning)').first().waitFor();
  await choose('On Monday morning', 'Mails with news: on Monday morning.');
  await page.getByText(/^Morning is at 8/).waitFor();
  await expectFine(page);
  expect((await world.owner.get('/me/notifications')).body.data.level).toBe('weekly');
  await page.goto(`${world.url}/rooms/${id}/settings`);
  await page.getByText('As in your other rooms (On Monday morning)').first().waitFor();
  await choose('Never', 'Mails with news of this room: never.');
  await loaded(page);
  await expectFine(page);
  expect((await world.owner.get(`/rooms/${id}/notifications`)).body.data).toEqual({ level: 'none', applies: 'none' });
});
