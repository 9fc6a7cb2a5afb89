import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { WebKit } from '../support/webkit.ts';
import type { WebKitPage } from '../support/webkit-page.ts';
import { scannedPdf } from './scans.ts';
import { PASSWORD } from './tab.ts';

/** The way of a person with a phone from the mail to the first file. */

const [WIDTH, HEIGHT] = [390, 844];
const EMAIL = 'bob@bidder.example';
const MAX_MS = 120_000;

let browser: WebKit;
let both: BothServices;
let page: WebKitPage;
let pictures: string;
let taken = 0;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([WebKit.start(), BothServices.start({}, { pages: true })]);
  const token = await both.ownerToken();
  const desk = new Desk(join(both.place.folder, 'owner'));
  await mkdir(desk.home);
  await desk.output(['login', both.url], { input: `${token}\n` });
  await desk.output(['rooms', 'create', 'Project Falcon']);
  await desk.write({ 'papers/Offer.pdf': scannedPdf(), 'papers/Price list 2026.txt': 'the price is 4711' });
  await desk.output(['put', 'Project Falcon', 'papers/.']);
  await desk.output(['members', 'invite', 'Project Falcon', EMAIL, '--role', 'viewer']);
  pictures = await mkdtemp(join(tmpdir(), 'strongroom-first-person-'));
  page = await browser.openPage();
  await page.resize(WIDTH, HEIGHT);
});
afterAll(async () => {
  await browser.close();
  await both.end();
});

/** Keeps a picture of the page. Fails where the page is wider than the screen. */
async function look(at: string): Promise<void> {
  await page.until('document.querySelector("[aria-busy=true], .skeleton") === null');
  await writeFile(join(pictures, `${++taken}-${at}.png`), await page.picture());
  expect([at, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([at, WIDTH]);
}

test('the application leads on a phone from the mail to a file that is read within two minutes', async () => {
  const secret = await both.mailedSecret(EMAIL);
  const since = performance.now();
  await page.goto(`${both.url}/activate#token=${secret}`);
  await page.text('invites you to the data room');
  await look('invitation');
  await page.fill('Name', 'Bob Bidder');
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Activate');
  await page.find('heading', 'Project Falcon');
  await page.text('Price list 2026.txt');
  await look('room');
  await page.click('link', 'Price list 2026.txt');
  await page.text('the price is 4711');
  const took = performance.now() - since;
  await look('text');
  process.stdout.write(`mail to first file: ${Math.round(took / 1000)} s; pictures in ${pictures}\n`);
  expect(took).toBeLessThan(MAX_MS);
});
