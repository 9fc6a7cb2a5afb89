import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright-core';
import { barriers } from '../pages/accessible.ts';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { drawn, PASSWORD, signedIn } from './tab.ts';

let browser: Browser;
let both: BothServices;
let owner: Caller;
let room: string;
let page: Page;
let clear: () => Promise<void>;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
}, 2 * TEST_TIMEOUT_MS);
beforeEach(async () => {
  room = await aRoom(owner);
  ({ page, clear } = await signedIn(browser, both.url, 'owner@strongroom.local'));
});
afterAll(async () => {
  await browser.close();
  await both.end();
});

/** Answers as the key service does over its limit, which ends in fifty minutes. */
const refuseKeys = (route: Route): Promise<void> =>
  route.fulfill({
    status: 429,
    headers: {
      'Access-Control-Allow-Origin': both.url,
      'Access-Control-Expose-Headers': 'Retry-After',
      'Retry-After': '3000',
    },
    json: { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', status: 429 } },
  });

async function addFile(): Promise<void> {
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByRole('heading', { name: 'A room', level: 1 }).waitFor();
  await page
    .locator('[data-testid=files]')
    .setInputFiles([{ name: 'price.txt', mimeType: 'text/plain', buffer: Buffer.from('4711') }]);
}

const UNWRAP = (): string => `${both.keysUrl}/v1/unwrap/batch`;
const said = () => page.getByText(/^Waiting for the key service until \d\d:\d\d, /);

test('an upload waits for a limit of the key service, and the page says until when', async () => {
  await page.route(UNWRAP(), refuseKeys);
  await addFile();
  await said().waitFor();
  const [, hours, minutes] = /(\d\d):(\d\d)/.exec((await said().textContent()) ?? '') ?? [];
  const end = new Date();
  end.setHours(Number(hours), Number(minutes), 0, 0);
  const left = (end.getTime() - Date.now() + 86_400_000) % 86_400_000;
  expect([left > 45 * 60_000, left < 55 * 60_000]).toEqual([true, true]);
  expect(await page.getByText('failed').count()).toBe(0);
  expect(await barriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel uploads' }).click();
  await said().waitFor({ state: 'detached' });
  await clear();
});

describe('an upload that waits for the key service', () => {
  test('keeps the session in use, unless it is paused or cancelled', async () => {
    let uses = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/v1/me') uses++;
    });
    /** Uses of the session in half an hour, after which the service would end it. */
    const inHalfAnHour = async (): Promise<number> => {
      uses = 0;
      for (let minutes = 0; minutes < 30; minutes += 5) await page.clock.fastForward('05:00');
      await drawn(page);
      return uses;
    };
    await page.route(UNWRAP(), refuseKeys);
    await page.clock.install();
    await addFile();
    await said().waitFor();
    expect(await inHalfAnHour()).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(await inHalfAnHour()).toBe(0);
    await page.getByRole('button', { name: 'Go on' }).click();
    expect(await inHalfAnHour()).toBeGreaterThanOrEqual(2);
    await page.getByRole('button', { name: 'Cancel uploads' }).click();
    expect(await inHalfAnHour()).toBe(0);
    await clear();
  });

  test('gets another address where its own has expired meanwhile', async () => {
    let sent = 0;
    await page.route('**/blobs/**', (route) =>
      route.request().method() === 'PUT' && sent++ === 0
        ? route.fulfill({ status: 403, json: { error: { code: 'URL_EXPIRED', message: 'Expired.', status: 403 } } })
        : route.continue(),
    );
    await addFile();
    await page.getByText('1 file in the room').waitFor();
    const { data } = (await owner.get(`/rooms/${room}/files`)).body;
    expect([sent, data.length]).toEqual([2, 1]);
    await clear();
  });

  test('continues after the next sign-in if the session ended meanwhile', async () => {
    const asked = new Promise<Route>((resolve) => void page.route(UNWRAP(), resolve));
    await addFile();
    const held = await asked;
    expect((await owner.delete('/me/sessions')).status).toBe(200);
    await held.continue();
    await page.unroute(UNWRAP());
    await page.getByText('Your session has ended').waitFor();
    expect((await owner.get(`/rooms/${room}/files`)).body.data).toEqual([]);
    await page.getByLabel('E-mail').fill('owner@strongroom.local');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('1 file in the room').waitFor();
    expect((await owner.get(`/rooms/${room}/files`)).body.data).toHaveLength(1);
    await clear();
  });
});

test('a file that was being confirmed at a cancel is counted, and listed', async () => {
  const asked = new Promise<Route>((resolve) => void page.route('**/files/bulk-confirm', resolve));
  await addFile();
  const held = await asked;
  await page.getByRole('button', { name: 'Cancel uploads' }).click();
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  expect(await page.getByText(/arrived/).count()).toBe(0);
  await held.continue();
  await page.getByText('1 file arrived, none cancelled').waitFor();
  await page.getByRole('link', { name: 'price.txt' }).waitFor();
  await clear();
});

const COUNT_TRANSACTIONS = `(() => {
  const { transaction } = IDBDatabase.prototype;
  self.transactions = 0;
  IDBDatabase.prototype.transaction = function (...given) {
    self.transactions++;
    return transaction.apply(this, given);
  };
})()`;

test('small files share requests, and a cancel ends all that wait for an answer', async () => {
  const many = Array.from({ length: 90 }, (_, number) => ({
    name: `${number}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`the content of ${number}`),
  }));
  const add = () => page.locator('[data-testid=files]').setInputFiles(many);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/blobs\b/.test(request.url())) sent.push(request.method());
  });
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByRole('heading', { name: 'A room', level: 1 }).waitFor();
  const held = new Promise<Route>((resolve) => void page.route(`${both.url}/blobs`, resolve));
  await add();
  await held;
  const panel = page.getByRole('region', { name: 'Uploads' });
  await panel.getByText('Uploading: 0 of 90 files').waitFor();
  // A slip beside the arrow that folds the list cancels nothing.
  const boxOf = async (name: string) =>
    (await panel.getByRole('button', { name }).boundingBox()) ?? { y: 0, height: 0 };
  const [arrow, cancel] = [await boxOf('Hide the files'), await boxOf('Cancel uploads')];
  expect(cancel.y - arrow.y).toBeGreaterThan(arrow.height);
  expect(await panel.getByRole('button', { name: 'Close uploads' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Cancel 3.txt', exact: true }).click();
  await panel.getByText('Uploading: 0 of 89 files').waitFor();
  await page.getByRole('button', { name: 'Cancel uploads' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel 89 uploads?' });
  await question.getByText('None of these files is in the room yet.').waitFor();
  await question.getByRole('button', { name: 'Cancel 89 uploads' }).click();
  await page.getByRole('region', { name: 'Uploads' }).waitFor({ state: 'detached' });
  await page.getByText('89 uploads cancelled').waitFor();
  await page.unroute(`${both.url}/blobs`);
  sent.length = 0;
  const [worker] = page.workers();
  await worker?.evaluate(COUNT_TRANSACTIONS);
  await add();
  await page.getByText('90 files in the room').waitFor();
  expect(await panel.getByRole('button', { name: 'Cancel uploads' }).count()).toBe(0);
  await panel.getByRole('button', { name: 'Close uploads' }).waitFor();
  const list = page.getByRole('list', { name: 'Files of the uploads' });
  await list.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show the files' }).click();
  await list.waitFor();
  expect(sent.filter((method) => method === 'POST').length).toBeGreaterThan(0);
  expect(sent.length).toBeLessThan(45);
  // Files that are announced, or confirmed, together share a transaction.
  expect(await worker?.evaluate('self.transactions')).toBeLessThan(180);
  expect((await owner.get(`/rooms/${room}`)).body.data.file_count).toBe(90);
  await clear();
});
