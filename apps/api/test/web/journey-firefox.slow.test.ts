import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { Firefox } from '../support/firefox.ts';
import type { FirefoxPage } from '../support/firefox-page.ts';
import { RecordingForward } from '../support/recording-forward.ts';
import { formsOf } from './key-forms.ts';
import { PASSWORD } from './tab.ts';

const SECRET = 'the price is 4711 and only the bidders may know';

let forward: RecordingForward;
let browser: Firefox;
/** A Firefox of its own: everything that it sends goes through `forward`. */
let biddersBrowser: Firefox;
let both: BothServices;
let folder: string;
let caller: Caller;
let owner: FirefoxPage;
let bidder: FirefoxPage;
let room: string;
/** The data key of the file that the bidder read. */
let key: Buffer;

jest.setTimeout(4 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  forward = await RecordingForward.start();
  [browser, biddersBrowser, both] = await Promise.all([
    Firefox.start(),
    Firefox.start({
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': forward.port,
      'network.proxy.allow_hijacking_localhost': true,
    }),
    BothServices.start({}, { pages: true }),
  ]);
  caller = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await caller.post('/me/password', { new_password: PASSWORD });
  folder = await mkdtemp(join(tmpdir(), 'strongroom-firefox-journey-'));
  await writeFile(join(folder, 'price.txt'), SECRET);
  await writeFile(join(folder, 'figures.csv'), 'name,amount\nprice,4711\n');
  owner = await signedIn(browser, 'owner@strongroom.local');
}, 4 * TEST_TIMEOUT_MS);
afterAll(async () => {
  await Promise.all([browser.close(), biddersBrowser.close()]);
  await both.end();
  forward.end();
  await rm(folder, { recursive: true, force: true });
});

async function signedIn(where: Firefox, email: string): Promise<FirefoxPage> {
  const page = await where.openPage();
  await page.goto(both.url);
  await page.fill('E-mail', email);
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Sign in');
  await page.find('heading', 'Rooms');
  return page;
}

/** Accepts an invitation and sets a password, as the person's own page does. */
async function accept(email: string, name: string): Promise<void> {
  const token = await both.mailedSecret(email);
  const visitor = new Caller(`${both.url}/api/v1`, undefined);
  expect((await visitor.post('/invitations/accept', { token, name, password: PASSWORD })).status).toBe(200);
}

describe('in the whole life of a room in Firefox', () => {
  test('the owner makes it, adds files and a bidder', async () => {
    await owner.click('button', 'New room');
    await owner.fill('Name', 'Project Falcon');
    await owner.click('button', 'Make the room');
    await owner.find('heading', 'Project Falcon');
    room = String(await owner.evaluate('location.pathname.split("/")[2]'));
    await owner.choose('[data-testid=files]', [join(folder, 'price.txt'), join(folder, 'figures.csv')]);
    await owner.text('2 files in the room');
    const { data } = (await caller.get(`/rooms/${room}/files`)).body;
    const figures = data.find(({ name }: { name: string }) => name === 'figures.csv');
    // Above the clearance of a member.
    await caller.patch(`/files/${figures.id}`, { classification: 'C3' });
    await owner.goto(`${both.url}/rooms/${room}/members`);
    await owner.click('button', 'Add people');
    await owner.fill('E-mail addresses', 'bidder@example.org');
    await owner.click('button', 'Add');
    await owner.text('bidder@example.org is added.');
    await accept('bidder@example.org', 'Bidder');
    expect((await caller.get(`/rooms/${room}/members`)).body.meta.total).toBe(2);
  });

  test('the bidder reads what they may', async () => {
    bidder = await signedIn(biddersBrowser, 'bidder@example.org');
    await bidder.goto(`${both.url}/rooms/${room}`);
    await bidder.find('link', 'price.txt');
    expect(await bidder.evaluate('document.body.innerText.includes("figures.csv")')).toBe(false);
    await bidder.click('link', 'price.txt');
    await bidder.text(SECRET);
    await bidder.click('button', 'Download');
    expect((await bidder.saved()).bytes.toString()).toBe(SECRET);
  });

  test('an auditor reads who opened what, and no file', async () => {
    await caller.post('/users/invite', { email: 'auditor@example.org', role: 'auditor' });
    await accept('auditor@example.org', 'Auditor');
    const auditor = await signedIn(browser, 'auditor@example.org');
    await auditor.goto(`${both.url}/activity?type=file.downloaded`);
    await auditor.text('Bidder opened ');
    await auditor.goto(`${both.url}/rooms/${room}`);
    await auditor.text('You oversee this room and see none of its files');
    expect(await auditor.evaluate('document.body.innerText.includes("price.txt")')).toBe(false);
    await auditor.clear();
  });

  test('the owner destroys it, and it is gone for the bidder', async () => {
    await owner.goto(`${both.url}/rooms/${room}`);
    await owner.click('button', 'Actions for price.txt');
    await owner.click('menuitem', 'Make a link');
    await owner.click('button', 'Make the link');
    await owner.until('document.querySelector("[role=alertdialog] code") !== null');
    const link = String(await owner.evaluate('document.querySelector("[role=alertdialog] code").textContent'));
    key = Buffer.from(/k=([\w-]+)/.exec(link)?.[1] ?? '', 'base64url').subarray(0, 32);
    await owner.goto(`${both.url}/rooms/${room}/settings`);
    await owner.click('button', 'Destroy the room');
    await owner.fill('Type the name of the room: Project Falcon', 'Project Falcon');
    await owner.click('button', 'Destroy for good');
    await owner.find('heading', 'Receipt of destruction');
    await owner.text('2 of 2 files');
    await bidder.goto(`${both.url}/rooms/${room}`);
    await bidder.text('There is no such room');
    expect((await caller.get(`/rooms/${room}`)).status).toBe(404);
    await owner.clear();
  });

  test('the bidder’s requests held no token, no data key and no plaintext', () => {
    const sent = forward.requests.map(({ method, url, headers, body }) => {
      const shown = headers.filter((_, at) => !/^cookie$/i.test(headers[at - (at % 2)] ?? ''));
      return [`${method} ${url}`, ...shown, body.toString('latin1')].join('\n');
    });
    const all = sent.join('\n');
    // The proxy has seen addresses, headers and bodies, of the page and of its worker.
    for (const known of ['/v1/unwrap', '/download-url', '/blobs/', '"email":"bidder@example.org"', 'X-Strongroom'])
      expect([known, all.toLowerCase().includes(known.toLowerCase())]).toEqual([known, true]);
    expect(sent.filter((text) => /^authorization$|sr[stil]_\w{20}|4711/im.test(text))).toEqual([]);
    expect(key.length).toBe(32);
    expect(formsOf(key).filter((form) => all.includes(form))).toEqual([]);
  });
});
