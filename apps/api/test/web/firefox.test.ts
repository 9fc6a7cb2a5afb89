import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { TEST_PATIENCE } from '../support/browser.ts';
import { Firefox } from '../support/firefox.ts';
import type { FirefoxPage } from '../support/firefox-page.ts';
import { PASSWORD } from './tab.ts';

const SECRET = 'the price is 4711';

let browser: Firefox;
let both: BothServices;
let page: FirefoxPage;
let folder: string;

jest.setTimeout(2 * TEST_PATIENCE);

beforeAll(async () => {
  [browser, both] = await Promise.all([Firefox.start(), BothServices.start({}, { pages: true })]);
  folder = await mkdtemp(join(tmpdir(), 'strongroom-firefox-files-'));
  await writeFile(join(folder, 'price.txt'), SECRET);
  page = await browser.openPage();
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

describe('in Firefox', () => {
  test('the owner sets up, signs in and makes the first room', async () => {
    await page.goto(`${both.url}/welcome`);
    await page.fill('Owner’s token', await both.ownerToken());
    await page.fill('New password', PASSWORD);
    await page.fill('New password, again', PASSWORD);
    await page.click('button', 'Set up and sign in');
    await page.find('heading', 'Rooms');
    await page.click('button', 'Account of owner@strongroom.local');
    await page.click('menuitem', 'Sign out');
    await page.fill('E-mail', 'owner@strongroom.local');
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.find('heading', 'Make your first room');
    await page.click('button', 'New room');
    await page.fill('Name', 'Project Falcon');
    await page.click('button', 'Make the room');
    await page.find('heading', 'Project Falcon');
    expect(
      await page.evaluate('document.cookie + JSON.stringify([{...localStorage}, {...sessionStorage}])'),
    ).not.toMatch(/sr[st]_/);
  });

  test('a file is encrypted and uploaded, shown, and saved with its very bytes', async () => {
    await page.choose('[data-testid=files]', [join(folder, 'price.txt')]);
    await page.text('1 file in the room');
    await page.click('link', 'price.txt');
    await page.text(SECRET);
    await page.click('button', 'Download');
    const { name, bytes } = await page.saved();
    expect([name, bytes.toString()]).toEqual(['price.txt', SECRET]);
    await page.type('\uE00C');
    await page.until('document.querySelector("[role=dialog]") === null');
  });

  test('a link with its key opens without an account', async () => {
    await page.click('button', 'Actions for price.txt');
    await page.click('menuitem', 'Make a link');
    await page.click('button', 'Make the link');
    await page.until('document.querySelector("[role=dialog] code") !== null');
    const link = String(await page.evaluate('document.querySelector("[role=dialog] code").textContent'));
    expect(link).toMatch(/\/open#token=srl_\w+&k=/);
    const visitor = await browser.openPage();
    await visitor.goto(link);
    await visitor.click('button', 'Download');
    const { name, bytes } = await visitor.saved();
    expect([name, bytes.toString()]).toEqual(['price.txt', SECRET]);
    await visitor.clear();
    await page.clear();
  });
});
