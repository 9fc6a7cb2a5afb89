import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { openPackage } from '@strongroom/client';
import type { Browser, Page, Request } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { openTab } from '../support/browser.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { visitorInBrowser } from './in-browser.ts';
import { downloadsOf } from './shared-file.ts';
import { savedBy } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;

visitorInBrowser({}, async (given) => {
  ({ browser, world, page } = given);
  await page.addInitScript('delete window.showSaveFilePicker');
});

type Package = Readonly<{ link: string; key: string; token: string; id: string; files: readonly string[] }>;

const sealed = (key: Uint8Array, plain: Uint8Array, additional = '') => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(additional));
  return { iv, bytes: Buffer.concat([cipher.update(plain), cipher.final()]), tag: cipher.getAuthTag() };
};

/** Files encrypted as by any client, behind one link with its key. */
async function several(
  // By their paths: the folders are those that holders see.
  contents: Readonly<Record<string, Uint8Array>>,
  terms: object = {},
  withKeys = true,
): Promise<Package> {
  const { owner } = world;
  const room = await aRoom(owner);
  const packageKey = randomBytes(32);
  const items: Readonly<{ file_id: string; version: number; folder: string; key?: string }>[] = [];
  for (const [path, content] of Object.entries(contents)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, Math.max(path.lastIndexOf('/'), 0));
    const dek = randomBytes(32);
    const { iv, bytes, tag } = sealed(dek, content);
    const about = { name, size: bytes.length, content_type: 'text/html' };
    const { upload_url, file_id } = (await owner.post(`/rooms/${room}/files/upload-url`, about)).body.data;
    await fetch(upload_url, { method: 'PUT', body: new Uint8Array(bytes) });
    const proof = { iv: iv.toString('base64'), tag: tag.toString('base64') };
    expect((await owner.post(`/rooms/${room}/files/${file_id}/confirm`, proof)).status).toBe(200);
    const of = sealed(packageKey, dek, `strongroom package ${file_id} 1`);
    const key = Buffer.concat([of.iv, of.bytes, of.tag]).toString('base64url');
    items.push({ file_id, version: 1, folder, ...(withKeys && { key }) });
  }
  const { body } = await owner.post(`/rooms/${room}/packages`, { expires_in: 3600, items, ...terms });
  const { token, id } = body.data;
  const check = createHash('sha256').update(`strongroom link ${token} `).update(packageKey).digest().subarray(0, 4);
  const key = Buffer.concat([packageKey, check]).toString('base64url');
  return { link: `${world.url}/open#token=${token}&k=${key}`, key, token, id, files: items.map((one) => one.file_id) };
}

const BIDS = { 'one.txt': randomBytes(1000), 'Angebot «2».txt': randomBytes(3000), 'three.txt': Buffer.from('') };
const all = () => page.getByRole('button', { name: 'Download all as a zip' });
const one = (name: string) => page.getByRole('button', { name: `Download ${name}` });
const status = () => page.getByRole('status');
const countOf = (id: string) => downloadsOf(world, id);
const saved = (button = all()) => savedBy(button);

/** The files of a zip without compression, by its directory. */
function inZip(zip: Buffer): Readonly<Record<string, string>> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const found: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, local] = [zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString();
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    found[name] = zip.subarray(start, start + size).toString('hex');
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return found;
}
const hex = (contents: Readonly<Record<string, Uint8Array>>) =>
  Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, Buffer.from(content).toString('hex')]));

/** Lines of the text of each button. */
const LINES_OF_BUTTONS = `[...document.querySelectorAll('#files .name')].map((words) => {
  const text = document.createRange();
  text.selectNodeContents(words);
  return text.getClientRects().length;
})`;

describe('a link to several files', () => {
  test('lists them, and saves all as one zip for one download', async () => {
    const { link, id } = await several(BIDS, { max_downloads: 2, message: 'As we said.' });
    await page.goto(link);
    await all().waitFor();
    expect([await barriers(page), await fits(page), await page.title()]).toEqual([
      [],
      true,
      '3 files for you · Strongroom',
    ]);
    expect(await page.locator('#files li').allInnerTexts()).toHaveLength(3);
    expect(new Set(await page.evaluate<number[]>(LINES_OF_BUTTONS))).toEqual(new Set([1]));
    expect(await page.locator('#name').textContent()).toBe('3 files');
    expect(await page.locator('#left').textContent()).toBe('2');
    expect(await countOf(id)).toBe(0);
    const { name, bytes } = await saved();
    expect([name, inZip(bytes), await countOf(id)]).toEqual(['Files.zip', hex(BIDS), 1]);
    expect(await status().textContent()).toContain('3 files downloaded as');
    await page.getByRole('button', { name: 'Forget this link in this browser' }).click();
    await page.getByText('keeps nothing of the link').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  test('saves one after the other, all for one download, also after a reload', async () => {
    const { link, id } = await several(BIDS, { max_downloads: 1 });
    await page.goto(link);
    const first = await saved(one('one.txt'));
    expect([first.name, first.bytes.equals(BIDS['one.txt'])]).toEqual(['one.txt', true]);
    expect(await page.locator('#left').textContent()).toBe('0 after this one');
    await page.reload();
    const second = await saved(one('Angebot «2».txt'));
    expect(second.bytes.equals(BIDS['Angebot «2».txt'])).toBe(true);
    expect(inZip((await saved()).bytes)).toEqual(hex(BIDS));
    expect(await countOf(id)).toBe(1);
    await page.getByRole('button', { name: 'Forget this link in this browser' }).click();
    await page.getByText('keeps nothing of the link').waitFor();
    await all().waitFor({ state: 'hidden' });
  });

  test('shows each that the viewer can, one after the other, all for one download', async () => {
    const { link, id } = await several(
      { 'a.txt': Buffer.from('First page'), 'b.exe': Buffer.from('MZ'), 'c.txt': Buffer.from('Third page') },
      { max_downloads: 1 },
    );
    await page.goto(link);
    await one('a.txt').waitFor();
    expect(await page.getByRole('button', { name: 'View' }).allTextContents()).toEqual(['a.txt', 'c.txt']);
    const place = () => page.locator('#with-key').evaluate('(part) => [part.clientWidth, part.clientHeight]');
    const before = await place();
    await page.getByRole('button', { name: 'View a.txt' }).click();
    await page.getByText('First page').waitFor();
    await page.getByText('File 1 of 2').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByText('Third page').waitFor();
    await page.keyboard.press('Escape');
    await all().waitFor();
    expect(await page.evaluate('document.activeElement.id')).toBe('view-0');
    // The styles of the viewer stay.
    expect(await place()).toEqual(before);
    expect((await saved(one('b.exe'))).bytes.toString()).toBe('MZ');
    expect(await countOf(id)).toBe(1);
  });

  const BOARD = 'Corporate/Board/Minutes 2025.txt';
  const TREE = { 'Read me.txt': 'a', [BOARD]: 'b', 'Corporate/Articles 10.txt': 'c', 'Corporate/Articles 9.txt': 'd' };
  const tree = (terms: object = {}) =>
    several(Object.fromEntries(Object.entries(TREE).map(([path, text]) => [path, Buffer.from(text)])), terms);
  const namesInView = () => page.locator('#files .entry:visible .name').allTextContents();
  const folder = (name: string) => page.getByRole('button', { name, exact: true });

  test('shows its folders, which open and close, with kinds, sizes and totals', async () => {
    const { link } = await tree();
    await page.goto(link);
    await all().waitFor();
    expect(await page.locator('#name').textContent()).toBe('4 files in 2 folders');
    expect(await page.locator('#size').textContent()).toBe('4 bytes');
    expect(await namesInView()).toEqual([
      'Corporate',
      'Board',
      'Minutes 2025.txt',
      'Articles 9.txt',
      'Articles 10.txt',
      'Read me.txt',
    ]);
    expect(await page.locator('#files .entry', { hasText: 'Corporate' }).locator('.meta').allTextContents()).toEqual([
      '3 files3 bytes',
    ]);
    await folder('Corporate').click();
    expect([await namesInView(), await folder('Corporate').getAttribute('aria-expanded')]).toEqual([
      ['Corporate', 'Read me.txt'],
      'false',
    ]);
    expect([await barriers(page), await fits(page)]).toEqual([[], true]);
  });

  test('saves a folder as a zip, and all with their folders, for one download', async () => {
    const { link, id } = await tree({ max_downloads: 1 });
    await page.goto(link);
    const part = await saved(one('Corporate'));
    expect([part.name, Object.keys(inZip(part.bytes)).toSorted()]).toEqual([
      'Corporate.zip',
      ['Articles 10.txt', 'Articles 9.txt', 'Board/Minutes 2025.txt'],
    ]);
    await page.reload();
    expect(Object.keys(inZip((await saved()).bytes)).toSorted()).toEqual(Object.keys(TREE).toSorted());
    expect(await countOf(id)).toBe(1);
  });

  test('is called as the folder that holds all its files, and the zip has the order of the list', async () => {
    const { link } = await several({ '1 Legal/b 10.txt': Buffer.from('b'), '1 Legal/b 9.txt': Buffer.from('a') });
    await page.goto(link);
    await page.getByRole('heading', { name: '1 Legal for you' }).waitFor();
    const { name, bytes } = await saved();
    expect([name, Object.keys(inZip(bytes))]).toEqual(['1 Legal.zip', ['b 9.txt', 'b 10.txt']]);
  });

  test('is one Tab stop, with arrows from row to row', async () => {
    const { link } = await tree();
    await page.goto(link);
    await all().focus();
    const focused = () => page.evaluate<string>('document.activeElement.closest(".entry")?.textContent ?? ""');
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      return focused();
    };
    expect(await press('Tab')).toContain('Corporate');
    await page.getByText('Arrow keys lead from row to row.').waitFor();
    expect(await press('ArrowDown', 'ArrowDown')).toContain('Minutes 2025.txt');
    expect(await press('End')).toContain('Read me.txt');
    expect(await press('ArrowRight', 'Tab')).toBe('');
    expect(await press('Shift+Tab', 'Home', 'ArrowLeft', 'ArrowLeft', 'ArrowDown')).toContain('Read me.txt');
    expect(await namesInView()).toEqual(['Corporate', 'Read me.txt']);
    expect(await press('ArrowUp', 'ArrowLeft', 'ArrowRight')).toContain('Corporate');
    expect(await namesInView()).toHaveLength(6);
  });

  test.each([
    ['low', 560],
    ['on its side', 380],
  ])('shows the row with the focus above the bar of a download in a window that is %s', async (_window, height) => {
    const before = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.setViewportSize({ width: 844, height });
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`${index}.txt`, Buffer.from('x')]));
    await page.goto((await several(many)).link);
    await saved();
    await page.getByRole('button', { name: 'Download 0.txt', exact: true }).focus();
    const isCovered = () =>
      page.evaluate<boolean>(`(() => {
        const { left, width, top, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('.entry') !== document.activeElement.closest('.entry');
      })()`);
    const covered: number[] = [];
    for (let row = 0; row < 30; row++) {
      if (await isCovered()) covered.push(row);
      await page.keyboard.press('ArrowDown');
    }
    await page.setViewportSize(before);
    expect(covered).toEqual([]);
  });

  test('is stopped in the middle, and begins again for the same download', async () => {
    const { link, id } = await several({ 'a.bin': randomBytes(100), 'b.bin': randomBytes(100) }, { max_downloads: 1 });
    await page.goto(link);
    const { release, arrived } = await holdRequests(page, '**/blobs/**');
    await all().click();
    await arrived;
    await page.locator('#amount', { hasText: '0 bytes of 200 bytes' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await page.getByText('Stopped. For 24 hours').waitFor();
    expect(await page.getByRole('progressbar').isVisible()).toBe(false);
    expect([Object.keys(inZip((await saved()).bytes)), await countOf(id)]).toEqual([['a.bin', 'b.bin'], 1]);
  });

  test('sends neither the key of the link nor a key of a file to a server', async () => {
    const { link, key, token } = await several(BIDS);
    const sent: string[] = [];
    const note = (request: Request): void =>
      void sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
    page.on('request', note);
    await page.goto(link);
    await saved(one('one.txt'));
    await saved();
    page.off('request', note);
    // The search finds recorded data.
    expect(sent.join('\n')).toContain(`/shares/by-token/${token}/download`);
    const bytes = Buffer.from(key, 'base64url').subarray(0, 32);
    for (const form of [key, bytes.toString('base64url'), bytes.toString('base64'), bytes.toString('hex')])
      expect(sent.join('\n').includes(form)).toBe(false);
  });

  test('is the same to the client, and to the page for more than a hundred files', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 102 }, (_, index) => [
        `${index < 3 ? 'Bids/Führung/' : ''}${index}.txt`,
        Buffer.from(`${index}`),
      ]),
    );
    const { link, id } = await several(many);
    const opened = await openPackage(link);
    const last = opened.entries.find(({ name }) => name === '101.txt');
    expect(last && Buffer.from(await opened.read(last)).toString()).toBe('101');
    await page.goto(link);
    await all().waitFor();
    expect(await page.locator('#files li').count()).toBe(104);
    const find = page.getByRole('searchbox', { name: 'Find a file' });
    const found = async () => (await page.locator('#files .name').filter({ visible: true }).allInnerTexts()).join();
    await find.fill('FUHRUNG 2');
    await status().getByText('One file').waitFor();
    expect(await found()).toBe('Bids,Führung,2.txt');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.className')).toBe('fold');
    expect(await barriers(page)).toEqual([]);
    await find.fill('no such');
    await status().getByText('No files').waitFor();
    expect(await found()).toBe('');
    await find.fill('');
    expect((await found()).split(',').length).toBe(104);
    expect([inZip((await saved()).bytes), await countOf(id)]).toEqual([hex(many), 2]);
  });

  test.each([
    ['a limit of the service', { status: 429, headers: { 'Retry-After': '2' }, json: { error: { code: 'x' } } }],
    ['a login page in its place', { status: 200, contentType: 'text/html', body: '<html>Sign in</html>' }],
  ])('goes on after %s, says when, and keeps what arrived', async (_, answer) => {
    // Addresses are requested for 21 files at a time.
    const many = Object.fromEntries(Array.from({ length: 24 }, (_file, index) => [`${index}.txt`, randomBytes(10)]));
    const { link, id } = await several(many);
    let asked = 0;
    await page.route('**/shares/by-token/*/download', (route) =>
      [3, 4].includes(++asked) ? route.fulfill(answer) : route.continue(),
    );
    await page.goto(link);
    await all().waitFor();
    const saving = saved();
    await page.getByText('The download continues at').waitFor();
    expect([inZip((await saving).bytes), await countOf(id)]).toEqual([hex(many), 1]);
    expect(asked).toBe(5);
  });

  test('leaves out a file that was altered, and says which', async () => {
    const { link } = await several(BIDS);
    await page.goto(link);
    let contents = 0;
    await page.route(/\/blobs\//, async (route) => {
      const response = await route.fetch();
      const body = await response.body();
      await route.fulfill({ response, body: ++contents === 1 ? body.fill(0) : body });
    });
    const { bytes } = await saved();
    expect(Object.keys(inZip(bytes))).toEqual(['one.txt', 'three.txt']);
    expect(await page.getByRole('alert').textContent()).toContain(
      '“Angebot «2».txt” is left out: The file cannot be verified',
    );
  });

  test('leaves out files that are deleted, before and after the count', async () => {
    const { link, files } = await several(BIDS);
    await world.owner.delete(`/files/${files[0]}`);
    await page.goto(link);
    await all().waitFor();
    expect(await page.locator('#files li').count()).toBe(2);
    await saved(one('three.txt'));
    await world.owner.delete(`/files/${files[1]}`);
    await one('Angebot «2».txt').click();
    await page.getByText('The sender no longer shares this file').waitFor();
  });

  test('says that it was revoked, has expired or has no downloads left', async () => {
    const [revoked, used] = [await several(BIDS), await several(BIDS, { max_downloads: 1 })];
    await page.goto(revoked.link);
    await all().waitFor();
    await world.owner.delete(`/shares/${revoked.id}`);
    await all().click();
    await page.getByRole('heading', { name: 'This link was revoked' }).waitFor();
    expect(await all().isVisible()).toBe(false);
    expect((await world.owner.post(`/shares/by-token/${used.token}/download`, {})).status).toBe(200);
    await page.goto(used.link);
    await page.getByRole('heading', { name: 'This link is used up' }).waitFor();
    expect(await all().isVisible()).toBe(false);
  });

  test('says that it comes without the keys of its files', async () => {
    const { link, id } = await several(BIDS, {}, false);
    await page.goto(link);
    await page.getByText('This link comes without the keys of its files').waitFor();
    expect([await all().isVisible(), await countOf(id)]).toEqual([false, 0]);
  });

  test('says so after the download where the service does not say it before', async () => {
    const { link, id } = await several(BIDS, {}, false);
    await page.route(/by-token\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      const { data, ...rest } = (await response.json()) as Readonly<{ data: object }>;
      await route.fulfill({ response, json: { ...rest, data: { ...data, has_keys: undefined } } });
    });
    await page.goto(link);
    for (let times = 0; times < 2; times++) {
      await all().click();
      await page.getByText('This link comes without the keys of its files').waitFor();
    }
    expect(await countOf(id)).toBe(1);
  });

  test('opens with the key that was sent apart', async () => {
    const { token, key } = await several(BIDS);
    await page.goto(`${world.url}/open#token=${token}`);
    await page.getByLabel('Key of the link').fill(key);
    await all().waitFor();
    expect(inZip((await saved()).bytes)).toEqual(hex(BIDS));
  });

  test('fits a narrow screen and is accessible in the dark', async () => {
    const { link } = await several({ ...BIDS, [`${'long'.repeat(40)}.txt`]: randomBytes(10) });
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(link);
    await all().waitFor();
    expect([await fits(page), await barriers(page)]).toEqual([true, []]);
  });
});

/** In place of the dialog, which no program can steer: a file of the browser's own, or no place. */
const PICKER = `
  window.showSaveFilePicker = async ({ suggestedName }) => {
    if (window.choosesNone) throw new DOMException('none', 'AbortError');
    const root = await navigator.storage.getDirectory();
    return root.getFileHandle(suggestedName, { create: true });
  };`;
const CHOSEN = `
  navigator.storage.getDirectory()
    .then((root) => root.getFileHandle('Files.zip'))
    .then((handle) => handle.getFile())
    .then((file) => file.arrayBuffer())
    .then((bytes) => [...new Uint8Array(bytes)])`;

test('a zip goes to the place that a person chooses, and one who chooses none spends no download', async () => {
  const asked = await openTab(browser);
  try {
    await asked.page.addInitScript(PICKER);
    const { link, id } = await several(BIDS, { max_downloads: 1 });
    await asked.page.goto(link);
    const button = asked.page.getByRole('button', { name: 'Download all as a zip' });
    await asked.page.evaluate('window.choosesNone = true');
    await button.click();
    await asked.page.waitForFunction("document.querySelector('form').ariaBusy !== 'true'");
    expect([await countOf(id), await asked.page.locator('#problem').textContent()]).toEqual([0, '']);
    await asked.page.evaluate('window.choosesNone = false');
    await button.click();
    await asked.page.getByText('3 files saved as').waitFor();
    const bytes = Buffer.from(await asked.page.evaluate<readonly number[]>(CHOSEN));
    expect([inZip(bytes), await countOf(id)]).toEqual([hex(BIDS), 1]);
  } finally {
    await asked.clear();
    await asked.page.close();
  }
});
