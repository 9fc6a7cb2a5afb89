import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { lostInContrastTheme } from '../pages/contrast-theme.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { DIALOGS, furnish, PAGES, PUBLIC, visit } from './places.ts';
import { drawn, loaded, PASSWORD, signedIn } from './tab.ts';

const SHOTS = join(tmpdir(), 'strongroom-contrast');

let browser: Browser;
let world: World;
let room: string;
let page: Page;

jest.setTimeout(3 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  mkdirSync(SHOTS, { recursive: true });
  await buildPages();
  [browser, world] = await Promise.all([startBrowser(), startService()]);
  await world.owner.post('/me/password', { new_password: PASSWORD });
  room = await furnish(world);
  ({ page } = await signedIn(browser, world.url, 'owner@strongroom.local', PASSWORD, { forcedColors: 'active' }));
}, 3 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([browser.close(), world.stop()]);
});

test.each([...PAGES, ...DIALOGS, ...PUBLIC])('$name shows each state in a contrast theme', async (place) => {
  const found: string[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, world.url, room, place);
    if (place.path !== 'design') await loaded(page);
    await page.setViewportSize({ width, height: 800 });
    await drawn(page);
    const name = place.name.replaceAll(/[^\w]+/g, '-');
    await page.screenshot({ path: join(SHOTS, `${name}-${width}.png`), animations: 'disabled' });
    found.push(...(await lostInContrastTheme(page)).map((what) => `${width}: ${what}`));
  }
  expect(found).toEqual([]);
});
