import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openTab, startBrowser, type Tab, TEST_PATIENCE } from '../support/browser.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let browser: Browser | undefined;
let world: World;
let tab: Tab | undefined;
let page: Page;

jest.setTimeout(TEST_PATIENCE);

beforeAll(async () => {
  browser = await startBrowser();
  world = await startService();
  tab = await openTab(browser);
  page = tab.page;
});
// Throws if the policy of the page refused a style, a script or a request.
afterEach(() => tab?.clear());
afterAll(async () => {
  if (browser === undefined) return;
  await Promise.all([browser.close(), world.stop()]);
});

/** Number of text colours in an element. */
const coloursIn = (selector: string): Promise<unknown> =>
  page.evaluate(
    `new Set([...document.querySelectorAll('${selector} span')].map((span) => getComputedStyle(span).color)).size`,
  );

test('shows, authorizes and calls an operation, styled, under a policy without inline styles', async () => {
  const token = await world.owner.post('/tokens', { name: 'docs' });
  const answer = await page.goto(`${world.url}/docs`);
  expect(answer?.headers()['content-security-policy']).toMatch(/style-src 'self';/);
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(token.body.data.token);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();

  const operation = page.locator('#operations-me-getMe');
  await operation.locator('.opblock-summary').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const reply = operation.locator('.live-responses-table');
  await reply.waitFor();
  expect(await reply.locator('.response-col_status').last().textContent()).toMatch(/^200/);
  expect(await reply.locator('.highlight-code').first().textContent()).toContain('"role": "owner"');
  expect(await coloursIn('.live-responses-table .highlight-code')).toBeGreaterThan(2);
});

test('unfolds the schemas', async () => {
  await page.goto(`${world.url}/docs`);
  const room = page.locator('.json-schema-2020-12').filter({ hasText: 'CreateRoomBody' }).first();
  await room.locator('.json-schema-2020-12-accordion').first().click();
  const field = room.getByText('classification', { exact: true }).first();
  await field.waitFor();
  expect(await field.isVisible()).toBe(true);
});
