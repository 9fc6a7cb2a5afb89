import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Firefox } from '../support/firefox.ts';
import { ServicesWithProvider } from '../support/services-with-provider.ts';
import type { SteeredPage } from '../support/steered-page.ts';

jest.setTimeout(2 * TEST_TIMEOUT_MS);

const SETTINGS = { STRONGROOM_KEY_SERVICE_DEVICE_LOGIN: 'on' };

let browser: Firefox;
let services: ServicesWithProvider;
let page: SteeredPage;

beforeAll(async () => {
  [browser, services] = await Promise.all([
    Firefox.start(),
    ServicesWithProvider.start(() => SETTINGS, { pages: true }),
  ]);
  page = await browser.openPage();
});
afterAll(async () => {
  await browser.close();
  await services.end();
});

/** Firefox asks for `/favicon.ico` where a page names no icon, and logs that the policy of the page refuses it. */
test.each([
  ['question of the key service', 'keys', `/v1/sign-in?client_jkt=${'A'.repeat(43)}&challenge=${'B'.repeat(43)}`],
  ['refusal of the key service', 'keys', '/v1/sign-in?client_jkt=x'],
  ['page for a code', 'keys', '/device'],
  ['refusal of a sign-in', 'rooms', '/sign-in/oidc/callback?code=x&state=y'],
  ['page that switches mails off', 'rooms', '/unsubscribe/x'],
  ['sign-in page', 'rooms', '/sign-in'],
  ['page of a link', 'rooms', '/open'],
  ['page that sends files', 'rooms', '/send'],
  ['page that is not there', 'rooms', '/no-such-page'],
  ['guide', 'rooms', '/docs'],
] as const)('the %s asks for no icon that its policy refuses', async (_page, of, path) => {
  const { keysUrl, url } = services.both;
  await page.goto((of === 'keys' ? keysUrl : url) + path);
  await page.until('document.querySelector("h1") !== null');
  await page.clear();
  expect(services.both.out).not.toContain('favicon');
});
