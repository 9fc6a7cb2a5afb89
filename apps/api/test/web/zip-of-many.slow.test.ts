import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { TEST_TIMEOUT_MS } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { ENGINES, OWNER, type SteeredBrowser } from './behind-a-line.ts';
import { PASSWORD } from './tab.ts';

/** With the limits that a service has by default. */

const FILES = 10_000;
const TIMEOUT_MS = 800_000;
/** Files a second, on a machine that does nothing else. */
const LEAST_PACE = 100;
/** Processes that want each processor: a machine that others use is as many times slower. */
const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
const run = promisify(execFile);
const pathOf = (index: number): string => `many/${String(index % 100).padStart(2, '0')}/${index}.txt`;

let both: BothServices;
let desk: Desk;
let room: string;

jest.setTimeout(TIMEOUT_MS + TEST_TIMEOUT_MS);

beforeAll(async () => {
  both = await BothServices.start({}, { pages: true });
  const token = await both.ownerToken();
  const owner = new Caller(`${both.url}/api/v1`, token);
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Ten thousand', classification: 'C2' })).body.data.id;
  desk = new Desk(join(both.place.folder, 'desk'));
  await mkdir(desk.home);
  await desk.write(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [pathOf(index), `content ${index}`])),
  );
  await desk.output(['login', both.url], { input: `${token}\n` });
  await desk.output(['put', room, 'many/.']);
});
afterAll(() => both.end());

describe.each(ENGINES)('%s', (engine, start) => {
  let browser: SteeredBrowser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());

  test('saves 10 000 files as one zip, shows how far it is, and meets no limit', async () => {
    const page = await browser.openPage();
    // In a narrower window the download is in a menu.
    await page.resize(1280, 800);
    await page.goto(both.url);
    await page.fill('E-mail', OWNER);
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.until(`document.querySelector('h1')?.textContent === 'Rooms'`);
    await page.goto(`${both.url}/rooms/${room}`);
    await page.find('heading', 'Ten thousand');
    await page.evaluate('void (delete window.showSaveFilePicker)');
    const before = both.out.length;
    const since = performance.now();
    await page.click('button', 'Download all');
    await page.until(`/\\d files so far/.test(document.body.innerText)`);
    await page.until(`document.body.innerText.includes('Download 10 000 files')`, TIMEOUT_MS);
    const listed = performance.now();
    await page.click('button', 'Save as zip');
    await page.until(`/[1-9][\\d ]* of 10 000 files/.test(document.body.innerText)`);
    const { bytes } = await page.saved(TIMEOUT_MS);
    const seconds = [listed - since, performance.now() - listed].map((took) => Math.round(took / 1000));
    const pace = (FILES / (performance.now() - listed)) * 1000;
    process.stdout.write(
      `${engine}: ${seconds[0]} s to list ${FILES} files, ${seconds[1]} s for their zip, ${Math.round(pace)} a second, crowding ${crowding().toFixed(1)}\n`,
    );
    expect(pace * crowding()).toBeGreaterThan(LEAST_PACE);
    const path = join(desk.home, `${engine}.zip`);
    await writeFile(path, bytes);
    const { stdout } = await run('python3', ['-c', SUM, path]);
    expect(JSON.parse(stdout)).toEqual([FILES + 1, (FILES * (FILES - 1)) / 2]);
    const log = both.out.slice(before);
    const requests = (route: string): number => log.split(`"route":"${route}"`).length - 1;
    expect(log).not.toContain('"status":429');
    expect([requests('/api/v1/files/bulk-download-urls'), requests('/api/v1/files/:file_id/download-url')]).toEqual([
      FILES / 100,
      0,
    ]);
    // A key whose grant ended on a slow machine is asked for again.
    expect(requests('/v1/unwrap/batch')).toBeLessThan(FILES / 50);
  });
});

/** Number of entries of a zip, and the sum of the numbers in its files. */
const SUM = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
texts = [zip.read(name).decode() for name in zip.namelist() if name != 'Contents.csv']
print(json.dumps([len(zip.namelist()), sum(int(text.removeprefix('content ')) for text in texts)]))
`;
