import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { contentsOf, Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { startBrowser } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { loaded, PASSWORD, signedIn } from './tab.ts';

/** With the limits that a service has by default. */

const FILES = 10_000;
const run = promisify(execFile);
const pathOf = (index: number): string => `${String(index % 100).padStart(2, '0')}/${index}.txt`;

let browser: Browser;
let both: BothServices;
let desk: Desk;
let room: string;

jest.setTimeout(900_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start({}, { pages: true })]);
  const token = await both.ownerToken();
  const owner = new Caller(`${both.url}/api/v1`, token);
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Ten thousand', classification: 'C2' })).body.data.id;
  desk = new Desk(both.place.folder);
  await desk.write(
    Object.fromEntries(Array.from({ length: FILES }, (_, index) => [`many/${pathOf(index)}`, `content ${index}`])),
  );
  await desk.output(['login', both.url], { input: `${token}\n` });
  await desk.output(['put', room, 'many/.']);
});
afterAll(async () => {
  await browser.close();
  await both.end();
});

const seconds = (since: number): string => `${Math.round((performance.now() - since) / 1000)} s`;

test('the command line gets 10 000 files', async () => {
  const since = performance.now();
  const { code, err } = await desk.run(['get', room, '--to', 'back']);
  process.stdout.write(`get of ${FILES} files: ${seconds(since)}\n${err}`);
  expect(code).toBe(0);
  expect(await contentsOf(join(desk.home, 'back'))).toEqual(await contentsOf(join(desk.home, 'many')));
});

test('a browser saves 10 000 files as one zip, and shows how far it is', async () => {
  const { page } = await signedIn(browser, both.url, 'owner@strongroom.local');
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
  await page.evaluate('delete window.showSaveFilePicker');
  await page.getByRole('button', { name: 'Download all' }).click();
  const since = performance.now();
  const saved = page.waitForEvent('download', { timeout: 800_000 });
  await page.getByRole('button', { name: 'Save as zip' }).click();
  await page.getByText(/of 10\s000 files/).waitFor();
  const path = join(desk.home, 'all.zip');
  const waitsSeen = waitsOf(page);
  await (await saved).saveAs(path);
  process.stdout.write(`zip of ${FILES} files: ${seconds(since)}; waits: ${JSON.stringify(await waitsSeen())}\n`);
  const { stdout } = await run('python3', ['-c', SUM, path]);
  expect(JSON.parse(stdout)).toEqual([FILES + 1, sumOf(FILES)]);
});

/** Number of entries of a zip, and the sum of the numbers in its files. */
const SUM = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
texts = [zip.read(name).decode() for name in zip.namelist() if name != 'Contents.csv']
print(json.dumps([len(zip.namelist()), sum(int(text.removeprefix('content ')) for text in texts)]))
`;

const sumOf = (count: number): number => (count * (count - 1)) / 2;

/** Notes what the dialog says about waits. Returns what ends that. */
function waitsOf(page: Page): () => Promise<readonly string[]> {
  const waits = new Set<string>();
  const timer = setInterval(() => {
    const shown = page.getByRole('dialog').or(page.getByRole('alertdialog')).getByText(/wait/i);
    shown.allTextContents().then(
      (texts) => texts.map((text) => waits.add(text)),
      () => undefined,
    );
  }, 1000);
  return async () => {
    clearInterval(timer);
    return [...waits];
  };
}
