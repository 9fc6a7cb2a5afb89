import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { expectFine, loaded, PASSWORD, savedBy, signedIn } from './tab.ts';

let browser: Browser;
let world: World;
let tab: Tab;
let page: Page;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  for (let count = 0; count < 5; count++) await aRoom(world.owner);
  await world.app.checkpointer?.signNow();
  tab = await signedIn(browser, world.url, 'owner@strongroom.local');
  page = tab.page;
});
afterEach(async () => {
  await page.unrouteAll();
  await tab.clear();
});
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

const verify = async (): Promise<void> => {
  await page.goto(`${world.url}/activity`);
  await loaded(page);
  await page.getByRole('button', { name: 'Verify the log' }).click();
};

/** Changes one byte of what the service answers. */
async function change(part: string, at: (length: number) => number): Promise<void> {
  await page.route(`**/api/v1/audit/${part}`, async (route) => {
    const answer = await fetch(route.request().url(), { headers: { authorization: `Bearer ${world.ownerToken}` } });
    const body = Buffer.from(await answer.arrayBuffer());
    const index = at(body.length);
    body[index] = (body[index] ?? 0) ^ 1;
    await route.fulfill({ status: answer.status, headers: Object.fromEntries(answer.headers), body });
  });
}

test('the browser verifies the log, notices what it saw before, and verifies one event', async () => {
  await verify();
  await page.getByText(/\d+ events, signed and intact/).waitFor();
  await expectFine(page);
  for (let count = 0; count < 2; count++) await aRoom(world.owner);
  await verify();
  await page.getByText(/\d newer events are not signed yet/).waitFor();
  await world.app.checkpointer?.signNow();
  await verify();
  await page.getByText(/None of the \d+ events that this browser saw before was changed/).waitFor();
  await page
    .getByRole('button', { name: /^Details of event/ })
    .last()
    .click();
  await page.getByRole('button', { name: 'Verify this event' }).click();
  await page.getByText('This event is in the signed log').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the signed log is saved as one file', async () => {
  await page.goto(`${world.url}/activity`);
  const download = await savedBy(page.getByRole('button', { name: 'Signed log' }));
  expect(download.name).toBe('audit-log.tar');
  await page.getByRole('region', { name: 'Downloads' }).getByText('audit-log.tar is downloaded.').waitFor();
  const tar = download.bytes.toString('latin1');
  for (const name of ['checkpoint', 'tile/', 'events/']) expect(tar).toContain(name);
});

test.each([
  ['tile/**', (length: number) => length - 1],
  ['checkpoint', (length: number) => length - 10],
])('a changed %s is named', async (part, at) => {
  await change(part, at);
  await verify();
  await page.getByRole('alert').getByText('The log does not verify.').waitFor();
  expect(await page.getByText('signed and intact').count()).toBe(0);
});

test('a log that lost events is named', async () => {
  await verify();
  await page.getByText('signed and intact').waitFor();
  await page.evaluate(
    `localStorage.setItem('log', JSON.stringify({ ...JSON.parse(localStorage.getItem('log')), size: 1_000_000 }))`,
  );
  await verify();
  await page.getByText('The log had 1000000 events before').waitFor();
  await page.evaluate(`localStorage.setItem('log', '{"size": 2, "root": "${Buffer.alloc(32).toString('base64')}"}')`);
  await verify();
  await page.getByText('The log has other keys').waitFor();
  expect(await page.getByText('signed and intact').count()).toBe(0);
});
