import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_PATIENCE } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let both: BothServices;

jest.setTimeout(2 * TEST_PATIENCE);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
}, 2 * TEST_PATIENCE);
afterAll(async () => {
  await browser.close();
  await both.end();
});

test('an upload waits for a limit of the key service, and the page says until when', async () => {
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  const room = await aRoom(owner);
  const { page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.route(`${both.keysUrl}/v1/unwrap/batch`, (route) =>
    route.fulfill({
      status: 429,
      headers: {
        'Access-Control-Allow-Origin': both.url,
        'Access-Control-Expose-Headers': 'Retry-After',
        'Retry-After': '3000',
      },
      json: { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', status: 429 } },
    }),
  );
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByRole('heading', { name: 'A room', level: 1 }).waitFor();
  await page
    .locator('[data-testid=files]')
    .setInputFiles([{ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('4711') }]);
  const said = page.getByText(/^Waiting for the key service until \d\d:\d\d, /);
  await said.waitFor();
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec((await said.textContent()) ?? '') ?? [];
  const end = new Date();
  end.setHours(Number(hours), Number(minutes), 0, 0);
  const left = (end.getTime() - Date.now() + 86_400_000) % 86_400_000;
  expect([left > 45 * 60_000, left < 55 * 60_000]).toEqual([true, true]);
  expect(await page.getByText('failed').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel uploads' }).click();
  await said.waitFor({ state: 'detached' });
  await clear();
});
