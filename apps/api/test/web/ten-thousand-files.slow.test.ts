import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { contentsOf, Desk } from '../cli/desk.ts';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { ENGINES, OWNER } from './behind-a-line.ts';
import { PASSWORD } from './tab.ts';

/** With the limits that a service has by default. */

const FILES = 10_000;
const run = promisify(execFile);
const pathOf = (index: number): string => `${String(index % 100).padStart(2, '0')}/${index}.txt`;

let both: BothServices;
let desk: Desk;
let room: string;

jest.setTimeout(900_000);

beforeAll(async () => {
  both = await BothServices.start({}, { pages: true });
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

test.each(ENGINES)('%s saves 10 000 files as one zip, and shows how far it is', async (engine, start) => {
  const browser = await start();
  try {
    const page = await browser.openPage();
    await page.goto(`${both.url}/rooms/${room}`);
    await page.fill('E-mail', OWNER);
    await page.fill('Password', PASSWORD);
    await page.click('button', 'Sign in');
    await page.click('button', 'Download all');
    const since = performance.now();
    await page.evaluate(NOTE_WAITS);
    await page.click('button', 'Save as zip');
    await page.until('/of 10\\s000 files/.test(document.body.innerText)');
    const { bytes } = await page.saved(800_000);
    const waits = await page.evaluate('JSON.stringify([...window.waits])');
    process.stdout.write(`zip of ${FILES} files in ${engine}: ${seconds(since)}; waits: ${String(waits)}\n`);
    const path = join(desk.home, 'all.zip');
    await writeFile(path, bytes);
    const { stdout } = await run('python3', ['-c', SUM, path]);
    expect(JSON.parse(stdout)).toEqual([FILES + 1, sumOf(FILES)]);
  } finally {
    await browser.close();
  }
});

/** Number of entries of a zip, and the sum of the numbers in its files. */
const SUM = `
import json, sys, zipfile
zip = zipfile.ZipFile(sys.argv[1])
texts = [zip.read(name).decode() for name in zip.namelist() if name != 'Contents.csv']
print(json.dumps([len(zip.namelist()), sum(int(text.removeprefix('content ')) for text in texts)]))
`;

const sumOf = (count: number): number => (count * (count - 1)) / 2;

/** Notes what the dialog says about waits. */
const NOTE_WAITS = `(() => {
  window.waits = new Set();
  setInterval(() => {
    for (const [said] of (document.querySelector('[role=alertdialog]')?.innerText ?? '').matchAll(/.*wait.*/gi)) window.waits.add(said);
  }, 1000);
})()`;
