import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { Firefox } from '../support/firefox.ts';
import { watched } from './frames.ts';
import { PASSWORD } from './tab.ts';

const BYTES = 100_000_000;
const TIMEOUT_MS = 240_000;

let browser: Firefox;
let both: BothServices;
let folder: string;

jest.setTimeout(2 * TIMEOUT_MS);

beforeAll(async () => {
  [browser, both] = await Promise.all([Firefox.start(), BothServices.start({}, { pages: true })]);
  folder = await mkdtemp(join(tmpdir(), 'strongroom-large-file-'));
});
afterAll(async () => {
  await browser.close();
  await both.end();
  await rm(folder, { recursive: true, force: true });
});

test('100 MB go up and down whole in Firefox, and the frames of the page are printed', async () => {
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  const room = (await owner.post('/rooms', { name: 'One large file', classification: 'C2' })).body.data.id;
  const content = randomBytes(BYTES);
  const path = join(folder, 'large.bin');
  await writeFile(path, content);
  const page = await browser.openPage();
  await page.goto(`${both.url}/rooms/${room}`);
  await page.fill('E-mail', 'owner@strongroom.local');
  await page.fill('Password', PASSWORD);
  await page.click('button', 'Sign in');
  await page.find('button', 'Add files');
  await watched(page, '100 MB up', async () => {
    await page.choose('[data-testid=files]', [path]);
    await page.text('1 file in the room', TIMEOUT_MS);
  });
  await watched(page, '100 MB down', async () => {
    await page.click('button', 'Actions for large.bin');
    await page.click('menuitem', 'Download');
    expect((await page.saved(TIMEOUT_MS)).bytes.equals(content)).toBe(true);
  });
  process.stdout.write(`100 MB: Firefox used ${Math.round((await browser.memory()) / 1e6)} MB at most\n`);
  await page.clear();
});
