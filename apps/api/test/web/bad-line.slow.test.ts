import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Passing } from '@strongroom/test-servers/unreliable-line';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import type { SteeredPage } from '../support/steered-page.ts';
import { BehindALine, ENGINES, isObject, isPut, isSent } from './behind-a-line.ts';

const MIB = 2 ** 20;
const SIZE = 100 * MIB;
const COUNT = 2000;
/** Maximum number of small files in a request. */
const MAX_TOGETHER = 50;
const TIMEOUT_MS = 600_000;
const OFFLINE_MS = 30_000;
const run = promisify(execFile);

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

jest.setTimeout(2 * TIMEOUT_MS);

describe.each(ENGINES)('%s over a line that is cut, is offline, and where a proxy answers', (_engine, start) => {
  let place: BehindALine;
  let page: SteeredPage;
  const large = randomBytes(SIZE);

  beforeAll(async () => {
    place = await BehindALine.start(start);
    await place.file('large.bin', large);
    page = await place.signedIn();
  }, TEST_TIMEOUT_MS);
  afterAll(() => place.end());

  test('a large file arrives both ways, and is confirmed once', async () => {
    const room = await place.openRoom(page, 'Large');
    place.line.cut('request', 2 * MIB, isPut, 3);
    place.line.answer('login page', isPut);
    place.line.answer('bad gateway', isPut);
    await page.choose('[data-testid=files]', [join(place.desk.home, 'large.bin')]);
    await page.text('1 file in the room', TIMEOUT_MS);
    expect(await place.counted(room)).toEqual([1, 1]);
    place.line.cut('answer', Math.floor(SIZE / 3), isObject, 3);
    place.line.answer('unavailable', isObject);
    place.line.answer('captive portal', isObject);
    await page.click('link', 'large.bin');
    await page.click('button', 'Download');
    const { bytes } = await page.saved(TIMEOUT_MS);
    expect(hashOf(bytes)).toBe(hashOf(large));
  });

  test('many files arrive while the line is offline for 30 s, and leave as a zip while it is offline again', async () => {
    const room = await place.openRoom(page, 'Many');
    const names = Array.from({ length: COUNT }, (_, index) => `${index}.txt`);
    for (const [index, name] of names.entries()) await writeFile(join(place.desk.home, name), `content ${index}`);
    const offline = async (isMeant: (passing: Passing) => boolean, requests: number, waiting: number) => {
      const begin = place.line.passed.length;
      await place.line.until(() => place.line.passed.slice(begin).filter(isMeant).length > requests);
      place.line.goOffline();
      await pause(waiting);
      place.line.goOnline();
    };
    await page.choose(
      '[data-testid=files]',
      names.map((name) => join(place.desk.home, name)),
    );
    await offline(isSent, COUNT / 3 / MAX_TOGETHER, OFFLINE_MS);
    await page.until(`document.body.innerText.replaceAll(/\\s/g, '').includes('${COUNT}filesintheroom')`, TIMEOUT_MS);
    expect(await place.counted(room)).toEqual([COUNT, COUNT]);
    await page.click('button', 'Download all');
    await page.click('button', 'Save as zip');
    await offline(isObject, COUNT / 3, OFFLINE_MS / 3);
    const { bytes } = await page.saved(TIMEOUT_MS);
    await writeFile(join(place.desk.home, 'all.zip'), bytes);
    const { stdout } = await run('python3', ['-c', SUM, join(place.desk.home, 'all.zip')]);
    expect(JSON.parse(stdout)).toEqual([COUNT + 1, (COUNT * (COUNT - 1)) / 2]);
  });

  test('a limit of a proxy is named, and the file arrives when it is tried again', async () => {
    const room = await place.openRoom(page, 'Limited');
    place.line.answer('too large', isPut, 20);
    await page.choose('[data-testid=files]', [join(place.desk.home, '1.txt')]);
    await page.text('A server between you and the service refuses so much at once (413)', TIMEOUT_MS);
    place.line.mend();
    await page.click('button', 'Try 1.txt again');
    await page.text('1 file in the room');
    expect((await place.counted(room))[1]).toBe(1);
  });

  test('a link with one download gives the file, and counts once', async () => {
    await place.desk.output(['put', 'Large', 'large.bin', '--to', 'linked']);
    const link = await place.desk.output(['share', 'Large', 'linked/large.bin', '--max-downloads', '1']);
    const visitor = await place.browser.openPage();
    place.line.answer('login page', ({ path }) => path.includes('/shares/by-token/'));
    await visitor.goto(link.trim());
    await visitor.text('Another server answered in place of the service');
    await visitor.goto('about:blank');
    await visitor.goto(link.trim());
    place.line.cut('answer', Math.floor(SIZE / 2), isObject, 2);
    place.line.answer('bad gateway', isObject);
    place.line.answer('login page', isObject);
    place.line.answer('captive portal', isObject);
    await visitor.click('button', 'Download');
    const { bytes } = await visitor.saved(TIMEOUT_MS);
    expect(hashOf(bytes)).toBe(hashOf(large));
    const [{ download_count: downloads }] = await place.desk.json(['share', 'list', 'Large', 'linked/large.bin']);
    expect(downloads).toBe(1);
  });
});

/** Number of entries of a zip, and the sum of the numbers in its files. */
const SUM = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
texts = [zip.read(name).decode() for name in zip.namelist() if name != 'Contents.csv']
print(json.dumps([len(zip.namelist()), sum(int(text.removeprefix('content ')) for text in texts)]))
`;
