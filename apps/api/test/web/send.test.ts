import { hash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type RecordingWay, recordingWay } from '../client/recording-way.ts';
import { aRoomOf, type Served, serve } from '../client/service.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { expectFine, savedBy } from './tab.ts';

const logged: string[] = [];
const note = (...said: readonly unknown[]) => void logged.push(JSON.stringify(said));
/** Keeps what a page draws with 32 bytes: the keys of its files. */
const RECORD_KEYS = `{
  const draw = crypto.getRandomValues.bind(crypto);
  window.drawn = [];
  crypto.getRandomValues = (array) => {
    draw(array);
    if (array.length === 32) window.drawn.push(Array.from(array));
    return array;
  };
}`;

let browser: Browser | undefined;
let way: RecordingWay;
let served: Served;
let room: string;
let tab: Tab | undefined;
let page: Page;

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  way = await recordingWay();
  [browser, served] = await Promise.all([
    startBrowser(),
    serve({ STRONGROOM_PUBLIC_URL: way.url }, { info: note, warn: note, error: note }),
  ]);
  way.leadTo(served.url);
  room = await aRoomOf(served.owner);
  tab = await openTab(browser);
  page = tab.page;
  await page.addInitScript(RECORD_KEYS);
});
afterEach(async () => {
  // The next test must not see this link.
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  await page.unrouteAll();
  await tab?.clear();
});
afterAll(async () => {
  await browser?.close();
  await served.stop();
  way.end();
});

const asked = (terms: object = {}) =>
  served
    .as({ url: way.url })
    .askForFiles(room, { expires_in: 3600, message: 'The last three years, please.', ...terms });
const inbox = () => served.owner.inbox.list(room, {}).all();
const named = async (name: string) => (await inbox()).filter((item) => item.name === name);
const contentOf = async (name: string): Promise<string> => {
  const [item] = await named(name);
  return Buffer.from(await served.owner.openItem(room, item?.id ?? '')).toString();
};

const chooser = () => page.getByRole('button', { name: 'Choose files' });
const sender = (name: string) => page.getByRole('button', { name, exact: true });
const receipt = () => page.getByRole('region', { name: 'Receipt' });
const alert = () => page.getByRole('alert');
const about = (name: string, content: string | Uint8Array, mimeType = 'text/plain') => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});
const choose = (...files: readonly ReturnType<typeof about>[]) => page.locator('#input').setInputFiles([...files]);

async function stored(): Promise<string> {
  const entries = await readdir(served.data, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

describe('a person without an account', () => {
  test('sends files that no service can read, and gets a receipt', async () => {
    const { url, request } = await asked({ max_files: 3 });
    const text = 'Only the room reads these accounts.';
    await page.goto(url);
    await page.getByText('The last three years, please.').waitFor();
    expect([page.url(), await page.locator('#left').textContent()]).toEqual([
      `${way.url}/send`,
      '3 files of up to 100 MiB each, 1.0 GiB in all',
    ]);
    await expectFine(page);
    await choose(about('accounts.txt', text), about('empty.txt', ''));
    await expectFine(page);
    await sender('Send 2 files').click();
    await receipt().getByText('2 files').waitFor();
    expect(await receipt().locator('#sent').textContent()).toContain(hash('sha256', text));
    expect(await receipt().textContent()).toContain(request.id);
    await page.locator('#left', { hasText: 'one file' }).waitFor();
    await expectFine(page);
    expect([await contentOf('accounts.txt'), await contentOf('empty.txt')]).toEqual([text, '']);
    const drawn = await page.evaluate<number[][]>('window.drawn');
    expect(drawn.length).toBe(2);
    const everything = [way.sent().toString('latin1'), logged.join('\n'), await stored()].join('\n');
    expect(everything).toContain(request.id);
    const keys = drawn.flatMap((key) =>
      (['base64', 'base64url', 'hex', 'latin1'] as const).map((form) => Buffer.from(key).toString(form)),
    );
    expect([text, ...keys].filter((secret) => everything.includes(secret))).toEqual([]);
    await sender('Done').click();
    await page.getByRole('dialog', { name: 'Leave without the receipt?' }).waitFor();
    await expectFine(page);
    await sender('Stay').click();
    await receipt().getByText('accounts.txt').waitFor();
    await sender('Done').click();
    await sender('Leave without it').click();
    await page.getByText('keeps nothing of the link').waitFor();
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).toBe(
      '[{},{},""]',
    );
  });

  test('uses the keyboard alone', async () => {
    const { url } = await asked();
    await page.goto(url);
    // A button that is not shown yet takes no focus.
    await chooser().waitFor();
    const [choosing] = await Promise.all([page.waitForEvent('filechooser'), chooser().press('Enter')]);
    await choosing.setFiles([about('keys.txt', 'k'), about('other.txt', 'o')]);
    await sender('Remove other.txt').focus();
    await page.keyboard.press('Enter');
    await sender('Remove keys.txt').waitFor();
    await sender('Send one file').focus();
    await page.keyboard.press('Enter');
    await receipt().getByText('One file').waitFor();
    expect([(await named('keys.txt')).length, (await named('other.txt')).length]).toEqual([1, 0]);
    expect(await page.evaluate('document.activeElement.id')).toBe('receipt-title');
  });

  test('sends each file of a folder by itself', async () => {
    const { url } = await asked({ max_files: 3 });
    const folder = await mkdtemp(join(tmpdir(), 'folder-'));
    await mkdir(join(folder, 'Board'));
    await writeFile(join(folder, 'Board', 'inner.txt'), 'i');
    await writeFile(join(folder, 'outer.txt'), 'out');
    await page.goto(url);
    await page.getByRole('button', { name: 'Choose a folder' }).waitFor();
    await page.locator('#folder').setInputFiles(folder);
    await sender('Send 2 files').click();
    await receipt().getByText('inner.txt').waitFor();
    await receipt().getByText('outer.txt').waitFor();
    expect([await contentOf('inner.txt'), await contentOf('outer.txt')]).toEqual(['i', 'out']);
    await rm(folder, { recursive: true });
  });

  test('drops files onto the page', async () => {
    const { url } = await asked();
    await page.goto(url);
    await chooser().waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await sender('Send one file').click();
    await receipt().waitFor();
    expect(await contentOf('dropped.txt')).toBe('dropped');
  });

  test('opens the address of the service with the key in its fragment', async () => {
    const { url, request } = await asked();
    const thumbprint = url.split('&k=')[1];
    await page.goto(`${way.url}/api/v1/upload-requests/by-token/${request.token}#k=${thumbprint}`);
    await chooser().waitFor();
    expect(page.url()).toBe(`${way.url}/send`);
  });

  test('copies or saves the receipt, sends more files, and leaves without a question', async () => {
    const { url, request } = await asked({ max_files: 2 });
    await page.goto(url);
    await choose(about('kept.txt', 'kept'));
    await page.getByLabel('Your name').fill('Nora West');
    await page.getByLabel('Note').fill('One more follows.');
    await sender('Send one file').click();
    await receipt().waitFor();
    expect(await named('kept.txt')).toMatchObject([{ sender_name: 'Nora West', note: 'One more follows.' }]);
    const lines = [
      'Receipt for files that were sent',
      `Request ${request.id}, at`,
      'Sent by Nora West',
      'kept.txt',
      hash('sha256', 'kept'),
    ];
    await sender('Copy').click();
    await receipt().getByText('The receipt is copied.').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    const { bytes } = await savedBy(sender('Save'));
    await receipt().getByText('The receipt is saved as').waitFor();
    expect(bytes.toString()).toBe(copied);
    expect(lines.filter((line) => !copied.includes(line))).toEqual([]);
    await expectFine(page);
    const [choosing] = await Promise.all([page.waitForEvent('filechooser'), sender('Send more files').click()]);
    await choosing.setFiles([about('later.txt', 'later')]);
    await sender('Send one file').click();
    await receipt().getByText('later.txt').waitFor();
    // The link has taken all its files.
    await sender('Send more files').waitFor({ state: 'hidden' });
    await sender('Done').click();
    await page.getByRole('dialog', { name: 'Leave without the receipt?' }).waitFor();
    await sender('Stay').click();
    const again = await savedBy(sender('Save'));
    expect(again.bytes.toString()).toContain('later.txt');
    await sender('Done').click();
    await page.getByRole('heading', { name: 'You can close this page' }).waitFor();
    await page.getByText('keeps nothing of the link').waitFor();
  });

  test('prints the receipt without the form', async () => {
    const { url } = await asked();
    await page.goto(url);
    await choose(about('printed.txt', 'p'));
    await sender('Send one file').click();
    await receipt().waitFor();
    await page.emulateMedia({ media: 'print' });
    expect([await receipt().isVisible(), await page.locator('#send').isVisible()]).toEqual([true, false]);
    expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: 'screen' });
  });
});

describe('sending', () => {
  test('waits for a line that was lost', async () => {
    const { url } = await asked();
    await page.goto(url);
    await choose(about('line.txt', 'line'));
    await page.route('**/blobs/**', (route) => route.abort(), { times: 2 });
    await sender('Send one file').click();
    await receipt().waitFor();
    expect(await contentOf('line.txt')).toBe('line');
  });

  test('keeps the receipt over a reload, and sends no file twice', async () => {
    const { url } = await asked();
    await page.goto(url);
    const first = { ...about('first.txt', 'one') };
    await choose(first);
    await sender('Send one file').click();
    await receipt().waitFor();
    await page.reload();
    await receipt().getByText('first.txt').waitFor();
    await page.evaluate(`{
      const { sent, ...kept } = JSON.parse(sessionStorage.getItem('strongroom-send'));
      const file = new File(['one'], 'first.txt', { lastModified: Number(sent[0].file.split(' ')[1]) });
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(file);
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.getByText('One file was chosen or sent before.').waitFor();
    expect((await named('first.txt')).length).toBe(1);
  });

  test('takes no second place after its sender stopped it', async () => {
    const { url } = await asked({ max_files: 1 });
    await page.goto(url);
    await choose(about('stopped.txt', 'stopped'));
    const held = page.waitForRequest('**/blobs/**');
    await page.route('**/blobs/**', () => undefined);
    await sender('Send one file').click();
    await held;
    await sender('Stop').click();
    await page.getByText('Stopped.', { exact: true }).waitFor();
    await page.unrouteAll();
    await sender('Send one file').click();
    await receipt().waitFor();
    expect((await named('stopped.txt')).length).toBe(1);
  });
});

describe('the page of senders', () => {
  test('says what to do about a link that is cut, withdrawn or unknown', async () => {
    const { url, request } = await asked();
    const last = request.token?.at(-2) === 'A' ? 'B' : 'A';
    const unknown = url.replace(`${request.token}`, `${request.token?.slice(0, -2)}${last}${request.token?.slice(-1)}`);
    for (const [link, says] of [
      [`${way.url}/send`, 'Open this page with the link'],
      [url.slice(0, -1), 'The link is incomplete.'],
      [url.split('&k=')[0] ?? '', 'The link is incomplete.'],
      [unknown, 'The service does not know this link.'],
    ] as const) {
      await page.goto('about:blank');
      await page.goto(link);
      await alert().getByText(says).waitFor();
      expect(await chooser().isVisible()).toBe(false);
      await page.evaluate('sessionStorage.clear()');
    }
    await served.owner.uploadRequests.revoke(request.id);
    await page.goto('about:blank');
    await page.goto(url);
    await alert().getByText('The request was withdrawn.').waitFor();
    await expectFine(page);
  });

  test('sends nothing to a service that shows another key', async () => {
    const [one, other] = [await asked(), await asked()];
    await page.goto(`${one.url.split('&k=')[0]}&k=${other.url.split('&k=')[1]}`);
    await alert().getByText('shows another key than the link names: nothing was sent').waitFor();
    expect(await chooser().isVisible()).toBe(false);
  });

  /** A second link in the same tab changes only the fragment. */
  const openSecond = (url: string) => page.evaluate(`location.assign('${url}')`);

  test('offers files that were chosen for one link to no other', async () => {
    const [first, second] = [await asked(), await asked({ message: 'The second asks.' })];
    await page.goto(first.url);
    await choose(about('for-the-first.txt', 'first'));
    await sender('Send one file').waitFor();
    await openSecond(second.url);
    await page.getByText('The second asks.').waitFor();
    expect([await page.getByText('for-the-first.txt').count(), await page.locator('#submit').isVisible()]).toEqual([
      0,
      false,
    ]);
  });

  test('shows nothing of an earlier link when its answer comes late', async () => {
    const [first, second] = [await asked({ message: 'The first asks.' }), await asked({ message: 'The second asks.' })];
    const path = `**/by-token/${first.request.token}`;
    const late = await holdRequests(page, path);
    await page.goto(first.url);
    await late.arrived;
    await openSecond(second.url);
    await page.getByText('The second asks.').waitFor();
    const answered = page.waitForResponse(path);
    late.release();
    await (await answered).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.locator('#message').textContent()).toBe('The second asks.');
  });

  test('finishes sending by one link before it takes another, and keeps no secret in its address', async () => {
    const [first, second] = [await asked({ max_files: 2 }), await asked()];
    await page.goto(first.url);
    await choose(about('before.txt', 'sent before'));
    await sender('Send one file').click();
    await receipt().waitFor();
    await choose(about('under-way.txt', 'sent'));
    const free = await holdRequests(page, '**/blobs/**');
    await sender('Send one file').click();
    await free.arrived;
    expect(await sender('Done').isVisible()).toBe(false);
    await openSecond(second.url);
    await alert().getByText('Open the new link in another tab.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    free.release();
    await receipt().getByText('under-way.txt').waitFor();
    expect((await named('under-way.txt')).map((item) => item.request_id)).toEqual([first.request.id]);
  });

  test('names files that do not fit before anything is sent, and sends the others', async () => {
    const { url } = await asked({ max_files: 2, max_bytes: 100 });
    await page.goto(url);
    await choose(
      about('fits.txt', 'f'),
      about('large.bin', randomBytes(200)),
      about('also.txt', 'a'),
      about('more.txt', 'm'),
    );
    await page.getByText('Only 99 bytes are left for it.').waitFor();
    await page.getByText('This link takes 2 files; remove 1.').waitFor();
    await expectFine(page);
    await sender('Send 2 files').click();
    await receipt().getByText('2 files').waitFor();
    await page.getByText('This link takes no more files.').waitFor();
    expect([(await named('large.bin')).length, (await named('also.txt')).length]).toEqual([0, 1]);
    await page.reload();
    await receipt().getByText('also.txt').waitFor();
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('heading', { name: '2 files arrived' }).waitFor();
    await receipt().getByText('also.txt').waitFor();
    await sender('Done').click();
    await sender('Leave without it').click();
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('heading', { name: 'This link has taken all its files' }).waitFor();
    expect(await alert().count()).toBe(0);
    await expectFine(page);
  });

  test('names a file that the service refuses, and sends the others', async () => {
    const { url } = await asked();
    await page.goto(url);
    await choose(about('bad.txt', 'b'), about('good.txt', 'g'));
    await page.route('**/upload-url', (route) =>
      route.request().postData()?.includes('bad.txt')
        ? route.fulfill({ status: 422, json: { error: { code: 'VALIDATION_ERROR', message: 'x', details: [] } } })
        : route.continue(),
    );
    await sender('Send 2 files').click();
    await page.getByText('The service does not accept the name of this file.').waitFor();
    await alert().getByText('Some files were not sent.').waitFor();
    await receipt().getByText('good.txt').waitFor();
    expect([(await named('bad.txt')).length, (await named('good.txt')).length]).toEqual([0, 1]);
    await page.getByRole('heading', { name: '1 of 2 files arrived' }).waitFor();
    await receipt().getByText('One file (1 byte) arrived, encrypted, and waits to be looked at.').waitFor();
    await expectFine(page);
  });
});

test('the page has a policy of its own, and loads one script and one style', async () => {
  const loaded: string[] = [];
  page.on('response', (response) => void loaded.push(new URL(response.url()).pathname));
  await page.goto(`${way.url}/send`);
  await alert().getByText('Open this page with the link').waitFor();
  expect([...new Set(loaded.map((path) => path.replace(/-[\w-]+\./, '.')))].toSorted()).toEqual([
    '/assets/send.css',
    '/assets/send.js',
    '/icon.svg',
    '/send',
  ]);
});
