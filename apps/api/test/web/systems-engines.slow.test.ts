import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { Firefox } from '../support/firefox.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { WebKit } from '../support/webkit.ts';
import { PASSWORD } from './tab.ts';

let world: World;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  const calls = { post: async () => ({ status: 204, body: '' }) };
  world = await startService({ ports: (memory) => ({ ...memory, calls }) });
  await world.owner.post('/me/password', { new_password: PASSWORD });
}, 2 * TEST_TIMEOUT_MS);
afterAll(() => world.stop());

test.each([
  ['Firefox', () => Firefox.start()],
  ['WebKit', () => WebKit.start()],
] as const)('%s makes a webhook of a room, tries it, and makes a token of a directory', async (name, start) => {
  const room = await aRoom(world.owner);
  const browser = await start();
  try {
    const page = await browser.openPage();
    await page.goto(world.url);
    await page.fill('E-mail', 'owner@strongroom.local');
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.find('heading', 'Rooms');
    await page.goto(`${world.url}/rooms/${room}/settings`);
    await page.click('button', 'New webhook');
    await page.fill('Address of the receiver', 'https://hooks.example.com/x');
    await page.click('button', 'Make the webhook');
    await page.text('shown this once');
    await page.click('button', 'I have stored it');
    await page.click('button', 'Actions for hooks.example.com');
    await page.click('menuitem', 'Last deliveries');
    await page.click('button', 'Send a test');
    await page.text('taken (204)');
    expect((await world.owner.get(`/webhooks?room_id=${room}`)).body.data).toMatchObject([
      { last_delivery: { status: 204 } },
    ]);
    await page.goto(`${world.url}/systems`);
    await page.click('button', 'New directory token');
    await page.fill('Name', `Directory of ${name}`);
    await page.click('button', 'Make the token');
    await page.text('shown this once');
    await page.click('button', 'I have stored it');
    await page.find('button', `End Directory of ${name}`);
  } finally {
    await browser.close();
  }
});
