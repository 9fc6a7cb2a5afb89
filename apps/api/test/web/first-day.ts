import { execFile } from 'node:child_process';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { scannedPdf } from './scans.ts';
import { PASSWORD } from './tab.ts';

/** Notes each position of the entries of a menu, from frame to frame. */
const RECORD_ENTRIES = `void (() => {
  window.positions = new Set();
  window.frames = 0;
  const look = () => {
    const entries = [...document.querySelectorAll('[role=menuitem]')].map((entry) => entry.getBoundingClientRect().top);
    if (entries.length > 0) {
      window.positions.add(entries.join());
      window.frames++;
    }
    requestAnimationFrame(look);
  };
  look();
})()`;
const FRAMES = 15;

type SteeredBrowser = Readonly<{ openPage: () => Promise<SteeredPage>; close: () => Promise<void> }>;

/** Every page of an owner that is not part of a room, with its heading. */
export const PAGES = [
  ['/rooms', 'Rooms'],
  ['/news', 'News'],
  ['/account', 'Account'],
  ['/people', 'People'],
  ['/units', 'Org units'],
  ['/oversight', 'All rooms'],
  ['/activity', 'Activity'],
  ['/receipts', 'Receipts'],
  ['/status', 'Service'],
  ['/settings/tokens', 'API tokens'],
] as const;

/** A table and a list, for the runs in which every page would take too long. */
export const TWO_PAGES = PAGES.filter(([path]) => path === '/people' || path === '/activity');

/** The colours of a drawn page of a PDF, four numbers for each of 64 by 64 points; none while it is not drawn. */
const pixels = (page: number): string => `(() => {
  const drawn = document.querySelector('.page[data-page-number="${page}"] canvas');
  if (drawn === null) return [];
  const small = new OffscreenCanvas(64, 64).getContext('2d');
  small.drawImage(drawn, 0, 0, 64, 64);
  return [...small.getImageData(0, 0, 64, 64).data];
})()`;

/** Whether the middle of a page has another colour than its corner. */
const differs = (page: number): string =>
  `((all) => all.length > 0 && Math.abs(all[4 * (32 * 64 + 32)] - all[4 * (4 * 64 + 4)]) > 128)(${pixels(page)})`;

/** Whether the end of a name is to the left of its beginning, as in text from right to left. */
const isExtensionFirst = (selector: string): string => `(() => {
  const placeOf = (text) => {
    const walker = document.createTreeWalker(document.querySelector('${selector}'), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.data.indexOf(text);
      if (at < 0 || node.parentElement.className === 'hidden-visually') continue;
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + text.length);
      // WebKit counts an invisible sign before the name to the left end of its range.
      return range.getBoundingClientRect().right;
    }
  };
  return placeOf('.txt') < placeOf('חוזה');
})()`;

const run = promisify(execFile);
const SECRET = 'the price is 4711';

/** The first hour of a person in a browser: set up, sign in, a room, a file, these pages, a link. Without `isWhole` no scan, no odd names and no export. */
export function firstDay(
  name: string,
  start: () => Promise<SteeredBrowser>,
  pages: readonly (readonly [string, string])[],
  { isWhole = true }: Readonly<{ isWhole?: boolean }> = {},
): void {
  let browser: SteeredBrowser;
  let both: BothServices;
  let page: SteeredPage;
  let folder: string;
  let roomUrl: string;

  jest.setTimeout(2 * TEST_TIMEOUT_MS);

  beforeAll(async () => {
    [browser, both] = await Promise.all([start(), BothServices.start({}, { pages: true })]);
    folder = await mkdtemp(join(tmpdir(), 'strongroom-first-day-'));
    await writeFile(join(folder, 'price.txt'), SECRET);
    page = await browser.openPage();
    // In a narrower window *Download all* is in a menu.
    await page.resize(1280, 800);
  });
  afterAll(async () => {
    await browser.close();
    await both.end();
    await rm(folder, { recursive: true, force: true });
  });

  const oddFiles = (): void => {
    test('each page of a scan, and text in a font that is not in the document, is shown', async () => {
      await writeFile(join(folder, 'scan.pdf'), scannedPdf());
      await page.choose('[data-testid=files]', [join(folder, 'scan.pdf')]);
      await page.click('link', 'scan.pdf');
      for (const number of [1, 2, 3]) await page.until(differs(number));
      await page.text('of 4');
      await page.until(`${pixels(4)}.some((value, index) => index % 4 === 0 && value < 128)`);
      expect(await page.evaluate('document.querySelectorAll("[role=alert]").length')).toBe(0);
      await page.type('\uE00C');
      await page.until('document.querySelector("[role=dialog]") === null');
    });

    test('a name that not every system holds is found as it is typed, and saved under one that each holds', async () => {
      const odd = '.cafe\u0301.txt';
      await writeFile(join(folder, odd), SECRET);
      await page.choose('[data-testid=files]', [join(folder, odd)]);
      await page.until('/café/.test(document.body.innerText) && /1 file in the room/.test(document.body.innerText)');
      await page.goto(`${roomUrl}?find=${encodeURIComponent('CAFÉ')}`);
      await page.click('link', '.café.txt');
      await page.text(SECRET);
      await page.click('button', 'Download');
      const { name: saved, bytes } = await page.saved();
      expect([saved.normalize('NFC'), bytes.toString()]).toEqual(['_.café.txt', SECRET]);
      await page.text('is downloaded as “_.café.txt”');
      await page.type('\uE00C');
      await page.until('document.querySelector("[role=dialog]") === null');
    });

    test('a name that runs from right to left is read in one order, alone and in a sentence', async () => {
      const contract = 'חוזה 2026.txt';
      await writeFile(join(folder, contract), SECRET);
      await page.goto(roomUrl);
      await page.choose('[data-testid=files]', [join(folder, contract)]);
      await page.until(`document.querySelector('a[title="${contract}"], [title="${contract}"]') !== null`);
      await page.click('button', `Actions for ${contract}`);
      await page.click('menuitem', 'Delete');
      await page.until('document.querySelector("[role=alertdialog] h2") !== null');
      const inList = await page.evaluate(isExtensionFirst(`bdi[title="${contract}"]`));
      expect([inList, await page.evaluate(isExtensionFirst('[role=alertdialog] h2'))]).toEqual([true, true]);
      await page.click('button', 'Cancel');
      await page.until('document.querySelector("[role=alertdialog]") === null');
    });

    test('the room is exported as one zip, which is verified outside', async () => {
      await page.goto(`${roomUrl}/settings`);
      await page.click('button', 'Export the room');
      const before = both.out.length;
      await page.click('button', 'Save as zip');
      await page.text('Given to your browser');
      // A request for each file would meet the limit of a minute in a large room.
      const routes = [...both.out.slice(before).matchAll(/"route":"([^"]*download-url[^"]*)"/g)].map(
        ([, route]) => route,
      );
      expect(routes).toEqual(['/api/v1/files/bulk-download-urls']);
      const { name: saved, bytes } = await page.saved();
      expect(saved).toBe('Project Falcon export.zip');
      await writeFile(join(folder, 'export.zip'), bytes);
      await run('python3', ['-m', 'zipfile', '-e', 'export.zip', 'export'], { cwd: folder });
      await run('sha256sum', ['--check', '--strict', 'MANIFEST.sha256'], { cwd: join(folder, 'export') });
      const strongroom = join(ROOT, 'apps/cli/dist/main.js');
      const { stdout } = await run(process.execPath, [strongroom, 'audit', 'verify', 'export'], { cwd: folder });
      expect(stdout).toMatch(/^intact: Project Falcon, 4 files, \d+ events/);
    });

    test('a changed file of the same size is a version, and one that did not change is not sent', async () => {
      const offer = join(folder, 'offer.txt');
      const adds = async (said: string): Promise<void> => {
        await page.choose('[data-testid=files]', [offer]);
        await page.until(`/${said}|name is taken/.test(document.body.innerText)`);
      };
      await writeFile(offer, 'price 100');
      await page.goto(roomUrl);
      await adds('1 file in the room');
      await adds('1 file in the room already');
      expect(await page.evaluate('document.body.innerText.includes("in the room already")')).toBe(true);
      await writeFile(offer, 'price 900');
      // Moments of files have whole seconds.
      await utimes(offer, 1_700_000_000, 1_700_000_000);
      await page.choose('[data-testid=files]', [offer]);
      await page.text('1 name is taken');
      await page.click('button', 'Go on');
      await page.text('offer.txt is now version 2');
      await page.click('link', 'offer.txt');
      await page.text('price 900');
    });
  };

  describe(`in ${name}`, () => {
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
      roomUrl = String(await page.evaluate('location.href'));
      await page.choose('[data-testid=files]', [join(folder, 'price.txt')]);
      await page.text('1 file in the room');
      await page.click('link', 'price.txt');
      await page.text(SECRET);
      await page.click('button', 'Download');
      const { name: saved, bytes } = await page.saved();
      expect([saved, bytes.toString()]).toEqual(['price.txt', SECRET]);
      await page.type('\uE00C');
      await page.until('document.querySelector("[role=dialog]") === null');
    });

    test('the entries of a menu stay where they appear, so that a quick press meets no other one', async () => {
      await page.evaluate(RECORD_ENTRIES);
      await page.click('button', 'Actions for price.txt');
      await page.until(`window.frames >= ${FRAMES}`);
      expect(await page.evaluate('window.positions.size')).toBe(1);
      await page.type('\uE00C');
      await page.until('document.querySelector("[role=menu]") === null');
    });

    test('all files are saved as one zip', async () => {
      await page.click('button', 'Download all');
      await page.click('button', 'Save as zip');
      const { name: saved, bytes } = await page.saved();
      expect([saved, bytes.subarray(0, 4).toString('latin1')]).toEqual(['Project Falcon.zip', 'PK\x03\x04']);
      expect(bytes.includes(SECRET)).toBe(true);
      await page.text('Project Falcon.zip is downloaded');
      await page.until(
        'document.querySelector("[role=dialog], [role=alertdialog], .files-head input:checked") === null',
      );
    });

    if (isWhole) oddFiles();

    test.each(pages)('the page %s shows its heading and no fault', async (path, heading) => {
      await page.goto(both.url + path);
      await page.find('heading', heading);
      await page.until('document.querySelector("[aria-busy=true], .skeleton") === null');
      expect(await page.evaluate('document.title')).toBe(`${heading} · Strongroom`);
      expect(await page.evaluate('document.querySelectorAll("[role=alert]").length')).toBe(0);
    });

    test('a link with its key opens without an account', async () => {
      await page.goto(roomUrl);
      await page.click('button', 'Actions for price.txt');
      await page.click('menuitem', 'Make a link');
      await page.click('button', 'Make the link');
      await page.until('document.querySelector("[role=alertdialog] code") !== null');
      const link = String(await page.evaluate('document.querySelector("[role=alertdialog] code").textContent'));
      expect(link).toMatch(/\/open#token=srl_\w+&k=/);
      const visitor = await browser.openPage();
      await visitor.goto(link);
      await visitor.click('button', 'Download');
      const { name: saved, bytes } = await visitor.saved();
      expect([saved, bytes.toString()]).toEqual(['price.txt', SECRET]);
      await visitor.clear();
      await page.clear();
    });
  });
}
