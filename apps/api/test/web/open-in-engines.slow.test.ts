import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { portableName } from '@strongroom/client';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { BehindALine, ENGINES, isObject, isPut } from './behind-a-line.ts';
import { proxyBelow } from './proxy-below.ts';
import { scannedPdf } from './scans.ts';

/** Links of people without an account, in each engine: `open.test.ts` has more of them, in Chromium. */

jest.setTimeout(4 * TEST_TIMEOUT_MS);

const ROOM = 'Falcon';
const CONTENT = randomBytes(300_000);

const JOINER = '\u200D';
const SAVES_OF_A_PAGE = 7;
/** Names that are reserved on some systems, very long, in other scripts, or special to shells. */
const ODD = [
  'CON',
  'trail.',
  'blank ',
  '-rf',
  '..a',
  '.hidden',
  'q?: "x" <y> | *.txt',
  'a&amp;b.html',
  'cafe\u0301.txt',
  '\u05E9\u05DC\u05D5\u05DD.txt',
  `\u{1F469}${JOINER}\u{1F4BB}.txt`,
  `${'\u5951'.repeat(83)}.txt`,
  `${'x'.repeat(251)}.txt`,
];

/** Beginning and extension of a name: browsers take joiners out of names, and Firefox cuts long ones. */
const shownName = (name: string): readonly string[] => [name.replaceAll(JOINER, '_').slice(0, 50), extname(name)];

/** Names of a zip with their contents, without the table of contents. */
const NAMES_IN = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
print(json.dumps({name: zip.read(name).decode() for name in zip.namelist() if name != "Contents.csv"}))
`;

describe.each(ENGINES)('%s', (_engine, start) => {
  let place: BehindALine;
  let page: SteeredPage;

  beforeAll(async () => {
    place = await BehindALine.start(start);
    await place.room(ROOM);
    await place.file('bids/offer.bin', CONTENT);
    await place.file('bids/Angebot «2».txt', 'the second offer');
    await place.file('deal/Tax/2026/Return.txt', 'The return.');
    await place.file('deal/Tax/Ruling.txt', 'The ruling.');
    await place.file('deal/Read me.txt', 'Begin here.');
    await place.desk.output(['put', ROOM, 'deal']);
    await place.desk.output(['put', ROOM, 'bids']);
    page = await place.browser.openPage();
  }, 3 * TEST_TIMEOUT_MS);
  afterAll(() => place.end());

  const link = async (...more: readonly string[]): Promise<string> =>
    (await place.desk.output(['share', ROOM, ...more, '--max-downloads', '1'])).trim();
  const offer = () => link('bids/offer.bin');
  /** Downloads of the newest link. */
  const downloads = async (): Promise<number> =>
    (await place.desk.json(['share', 'list', ROOM]))[0].download_count as number;
  /** Opens an address as if it was typed, also if the page is open already. */
  const open = async (address: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(address);
  };
  const isDownload = async (): Promise<boolean> => (await page.saved()).bytes.equals(CONTENT);

  test('shows a file in the viewer for one download, also below a path of a proxy', async () => {
    await place.file('views/terms.txt', 'Fees: 4 200 000');
    await place.file('views/scan.pdf', scannedPdf());
    await place.desk.output(['put', ROOM, 'views']);
    const proxy = await proxyBelow('/vault', place.both.url);
    place.leadTo(proxy.url);
    for (const path of ['', '/vault']) {
      await open((await link('views/terms.txt')).replace('/open', `${path}/open`));
      await page.click('button', 'View');
      await page.text('Fees: 4 200 000');
      await page.click('button', 'Close');
      await page.click('button', 'Download');
      expect([(await page.saved()).bytes.toString(), await downloads()]).toEqual(['Fees: 4 200 000', 1]);
      await open((await link('views/scan.pdf')).replace('/open', `${path}/open`));
      await page.click('button', 'View');
      await page.until(`document.querySelector('.page[data-page-number="1"] canvas') !== null`);
      expect(await downloads()).toBe(1);
      await page.clear();
    }
    place.leadTo(place.both.url);
    await proxy.end();
  });

  test('saves a file again, which counts no further download', async () => {
    await open(await offer());
    await page.click('button', 'Download');
    expect(await isDownload()).toBe(true);
    await page.text('Downloaded.');
    await page.click('button', 'Save again');
    expect([await isDownload(), await downloads()]).toEqual([true, 1]);
    await page.click('button', 'Forget this link in this browser');
    await page.text('keeps nothing of the link');
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).toBe(
      '[{},{},""]',
    );
  });

  test('finishes a download whose page was left in the middle, and one whose address is opened again', async () => {
    const address = await offer();
    await open(address);
    place.line.cut('answer', 100_000, isObject, 100);
    await page.click('button', 'Download');
    await page.text('The connection broke. The download continues at');
    await page.goto('about:blank');
    place.line.mend();
    await page.goto(`${place.line.url}/open`);
    await page.text('after this one');
    await page.click('button', 'Download');
    expect(await isDownload()).toBe(true);
    await open(address);
    await page.click('button', 'Download');
    expect([await isDownload(), await downloads()]).toEqual([true, 1]);
  });

  test('continues where the connection broke, after a login page and an address that another server refuses', async () => {
    await open(await offer());
    const before = place.line.passed.length;
    place.line.close(120_000, isObject);
    place.line.answer('login page', isObject);
    place.line.answer('forbidden page', isObject);
    await page.click('button', 'Download');
    expect(await isDownload()).toBe(true);
    const ranges = place.line.passed.slice(before).filter(isObject);
    expect(ranges.map(({ headers }) => headers.range)).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d*-$/)]);
    expect(await downloads()).toBe(1);
  });

  test('says of a link that is cut off, used up or revoked what to do, and counts nothing', async () => {
    const address = await offer();
    await open(address.slice(0, -1));
    await page.text('The link is incomplete.');
    const [{ id }] = await place.desk.json(['share', 'list', ROOM]);
    expect(await downloads()).toBe(0);
    await place.desk.output(['share', 'revoke', id]);
    await open(address);
    await page.text('This link was revoked');
    const used = await offer();
    await open(used);
    await page.click('button', 'Download');
    await page.saved();
    await page.click('button', 'Forget this link in this browser');
    await page.text('keeps nothing of the link');
    await open(used);
    await page.text('This link is used up');
  });

  test('saves several files as one zip and one by one, for one download', async () => {
    await open(await link('bids', '--one-link'));
    place.line.cut('answer', 100_000, isObject);
    await page.click('button', 'Download all as a zip');
    const { name, bytes } = await page.saved();
    expect([name, bytes.includes(CONTENT.subarray(0, 100)), bytes.includes('the second offer')]).toEqual([
      'Files.zip',
      true,
      true,
    ]);
    await page.text('2 files downloaded as');
    await page.goto('about:blank');
    await page.goto(`${place.line.url}/open`);
    await page.click('button', 'Download Angebot «2».txt');
    expect((await page.saved()).bytes.toString()).toBe('the second offer');
    expect(await downloads()).toBe(1);
  });

  test('shows folders that open and close, and saves one of them', async () => {
    await open(await link('deal', '--one-link'));
    await page.text('3 files in 2 folders');
    const shown = () =>
      page.evaluate(`[...document.querySelectorAll('.tree .entry')]
      .filter((row) => row.checkVisibility()).map((row) => row.querySelector('.name').textContent).join()`);
    expect(await shown()).toBe('Tax,2026,Return.txt,Ruling.txt,Read me.txt');
    await page.click('button', 'Tax');
    expect(await shown()).toBe('Tax,Read me.txt');
    await page.click('button', 'Tax');
    await page.click('button', 'Download 2026');
    const { name, bytes } = await page.saved();
    expect([name, bytes.includes('The return.'), bytes.includes('The ruling.')]).toEqual(['2026.zip', true, false]);
    expect(await downloads()).toBe(1);
    await page.clear();
  });

  test('saves files of odd names as the disk of the reader holds them, one by one and in a zip', async () => {
    for (const [index, name] of ODD.entries()) await place.file(`odd/${name}`, `content ${index}`);
    await place.desk.output(['put', ROOM, 'odd']);
    const address = await link('odd', '--one-link');
    await open(address);
    await page.click('button', 'Download all as a zip');
    const zip = await page.saved();
    await writeFile(join(place.desk.home, 'odd.zip'), zip.bytes);
    const { stdout } = await promisify(execFile)('python3', ['-c', NAMES_IN, join(place.desk.home, 'odd.zip')]);
    expect(JSON.parse(stdout)).toEqual(
      Object.fromEntries(ODD.map((name, index) => [portableName(name), `content ${index}`])),
    );
    for (const [index, name] of ODD.entries()) {
      // Chromium lets a page save ten files within a second, and a person is slower than this loop.
      if (index % SAVES_OF_A_PAGE === 0) await open(address);
      await page.click('button', `Download ${name.normalize('NFC').trimEnd()}`);
      const { name: as, bytes } = await page.saved();
      expect([shownName(as), bytes.toString()]).toEqual([shownName(portableName(name)), `content ${index}`]);
    }
  });

  test('sends files to who asked for them, over a line that is lost, and keeps the receipt', async () => {
    const address = (await place.desk.output(['request', ROOM])).trim();
    const sent = await place.file('accounts.txt', 'Only the room reads these accounts.');
    await open(address);
    await page.text('You are asked for files.');
    await page.choose('#input', [sent]);
    place.line.cut('request', 10, isPut, 2);
    await page.click('button', 'Send one file');
    await page.text('Receipt');
    await page.goto('about:blank');
    await page.goto(`${place.line.url}/send`);
    await page.text('accounts.txt');
    const waiting = await place.desk.json(['inbox', ROOM]);
    expect(waiting).toMatchObject([{ name: 'accounts.txt' }]);
  });
});
