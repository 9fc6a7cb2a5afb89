import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openLink } from '@strongroom/client';
import type { Browser, Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { Traces } from '../pages/traces.ts';
import { openTab, startBrowser, type Tab, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { buildPages } from '../support/built.ts';
import { holdRequests } from '../support/hold-requests.ts';
import { aRoom } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';
import { pdfOf } from './corpus/pdf-writer.ts';

let browser: Browser | undefined;
let world: World;
let tab: Tab | undefined;
let page: Page;
const traces = new Traces();

jest.setTimeout(TEST_TIMEOUT_MS);

beforeAll(async () => {
  await buildPages();
  browser = await startBrowser();
  world = await startService({ log: traces.log });
  tab = await openTab(browser);
  page = tab.page;
});
afterEach(async () => {
  // The next test must not see this link; a blank page has no storage.
  await page.evaluate('sessionStorage.clear()').catch(() => undefined);
  await tab?.clear();
});
afterAll(async () => {
  traces.stop();
  if (browser === undefined) return;
  await Promise.all([browser.close(), world.stop()]);
});

type Shared = Readonly<{ link: string; key: string; token: string; id: string }>;

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** A file encrypted as by any client, and a link with its key. `change` alters the ciphertext. */
async function shared(
  content: Uint8Array,
  terms: object = {},
  { change = (bytes: Buffer) => bytes, name = 'Bericht «Q3».txt' } = {},
): Promise<Shared> {
  const { owner } = world;
  const room = await aRoom(owner);
  const dek = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', dek, iv);
  const sealed = change(Buffer.concat([cipher.update(content), cipher.final()]));
  const announced = await owner.post(`/rooms/${room}/files/upload-url`, {
    name,
    size: sealed.length,
    content_type: 'text/html',
  });
  const { upload_url, file_id } = announced.body.data;
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(sealed) });
  const proof = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
  expect((await owner.post(`/rooms/${room}/files/${file_id}/confirm`, proof)).status).toBe(200);
  const { body } = await owner.post(`/files/${file_id}/share`, { expires_in: 3600, ...terms });
  const { token, id } = body.data;
  return { ...linkOf(token, dek), token, id };
}

function linkOf(token: string, dek: Uint8Array): Pick<Shared, 'link' | 'key'> {
  const check = createHash('sha256').update(`strongroom link ${token} `).update(dek).digest().subarray(0, 4);
  const key = base64url(Buffer.concat([dek, check]));
  return { link: `${world.url}/open#token=${token}&k=${key}`, key };
}

const alert = () => page.getByRole('alert').textContent();
const button = () => page.getByRole('button', { name: 'Download' });
const done = () => page.getByRole('button', { name: 'I have the file' });
const countOf = async (id: string): Promise<unknown> =>
  (await world.owner.get(`/shares/${id}`)).body.data.download_count;

async function saved(by = button()): Promise<Readonly<{ name: string; bytes: Buffer }>> {
  const [download] = await Promise.all([page.waitForEvent('download'), by.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

describe('in a browser inside of an app', () => {
  test('the page warns before the download is counted, and copies the whole link', async () => {
    if (browser === undefined) throw new Error('no browser');
    const { link, id } = await shared(randomBytes(10), { max_downloads: 1 });
    const app = await openTab(browser, { userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Instagram 350.0' });
    await app.page.goto(link);
    await app.page.getByText('This is the browser of an app').waitFor();
    expect([await barriers(app.page), await fits(app.page), await countOf(id)]).toEqual([[], true, 0]);
    await app.page.getByRole('button', { name: 'Copy the link' }).click();
    await app.page.getByText('The link is copied').waitFor();
    expect(await app.page.evaluate('navigator.clipboard.readText()')).toBe(link);
    await app.page.context().close();
    await page.goto(link);
    await button().waitFor();
    expect(await page.getByText('This is the browser of an app').isVisible()).toBe(false);
  });
});

describe('a link with its key', () => {
  test('shows its file, and saves it decrypted', async () => {
    const content = randomBytes(100_000);
    const { link } = await shared(content, { max_downloads: 2 });
    await page.goto(link);
    await button().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    expect(await page.locator('#name').textContent()).toBe('Bericht «Q3».txt');
    expect(await page.locator('#size').textContent()).toBe('98 KiB');
    expect(await page.locator('#left').textContent()).toBe('2');
    const { name, bytes } = await saved();
    expect(bytes.equals(content)).toBe(true);
    expect(name).toBe('Bericht «Q3».txt');
    expect(await page.getByRole('status').textContent()).toContain('given to your browser');
    await done().click();
    await page.locator('#left', { hasText: '1' }).waitFor();
  });

  test('opens with a slash before its fragment too', async () => {
    const content = randomBytes(1000);
    const { link } = await shared(content);
    await page.goto(link.replace('/open#', '/open/#'));
    await button().waitFor();
    expect(page.url()).toBe(`${world.url}/open`);
    expect((await saved()).bytes.equals(content)).toBe(true);
    await done().click();
  });

  test('is the same to the client', async () => {
    const content = randomBytes(1000);
    const { link } = await shared(content);
    expect(Buffer.from((await openLink(link)).content).equals(content)).toBe(true);
    await page.goto(link);
    await button().waitFor();
    expect((await saved()).bytes.equals(content)).toBe(true);
  });

  test('decrypts an empty file', async () => {
    const { link } = await shared(new Uint8Array());
    await page.goto(link);
    await button().waitFor();
    expect(await page.locator('#left').textContent()).toBe('unlimited');
    expect((await saved()).bytes.length).toBe(0);
  });

  test('leaves no trace of its key in the address bar, requests, logs or stored data', async () => {
    const { link, key } = await shared(randomBytes(10));
    const before = traces.requests.length;
    await page.goto(link);
    await button().waitFor();
    await saved();
    await done().click();
    await button().waitFor();
    expect(page.url()).toBe(`${world.url}/open`);
    expect(traces.requests.length - before).toBeGreaterThanOrEqual(5);
    const dek = Buffer.from(key, 'base64url').subarray(0, 32);
    for (const form of [key, dek.toString('base64'), dek.toString('base64url'), dek.toString('hex')])
      expect(traces.of(form)).toEqual([]);
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).toBe(
      '[{},{},""]',
    );
  });

  test('says that its last download is used up, and offers none', async () => {
    const { link } = await shared(randomBytes(10), { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await saved();
    await button().waitFor({ state: 'hidden' });
    await done().click();
    await page.getByText('keeps nothing of the link').waitFor();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('has no downloads left. Ask the sender for a new one.').waitFor();
    expect(await button().isVisible()).toBe(false);
  });
});

describe('a download that is not safe yet', () => {
  test('is saved again without another count', async () => {
    const content = randomBytes(50_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await saved();
    const again = page.getByRole('button', { name: 'Save again' });
    const [download] = await Promise.all([page.waitForEvent('download'), again.click()]);
    expect((await readFile(await download.path())).equals(content)).toBe(true);
    expect(await barriers(page)).toEqual([]);
    expect(await countOf(id)).toBe(1);
  });

  test('is finished after a reload, and after the link is opened again in the tab', async () => {
    const content = randomBytes(50_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    const held = page.waitForRequest('**/blobs/**');
    await page.route('**/blobs/**', () => undefined);
    await button().click();
    await held;
    await page.unroute('**/blobs/**');
    await page.reload();
    await button().waitFor();
    expect(await page.locator('#left').textContent()).toBe('this one is counted, and can be finished');
    expect((await saved()).bytes.equals(content)).toBe(true);
    await page.reload();
    expect((await saved()).bytes.equals(content)).toBe(true);
    await page.goto('about:blank');
    await page.goto(link);
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(await countOf(id)).toBe(1);
  });

  test('continues where it ended when the line breaks, with another address', async () => {
    const content = randomBytes(200_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    const ranges: (string | undefined)[] = [];
    await page.route('**/blobs/**', async (route) => {
      ranges.push(route.request().headers()['range']);
      if (ranges.length === 2) return route.fulfill({ status: 403, body: '{}' });
      if (ranges.length === 3)
        return route.fulfill({ status: 200, contentType: 'text/html', body: 'Sign in to the Wi-Fi of the hotel' });
      if (ranges.length > 1) return route.continue();
      const whole = await route.fetch();
      return route.fulfill({ status: 200, body: (await whole.body()).subarray(0, 120_000) });
    });
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(ranges).toEqual([undefined, ...Array<string>(3).fill('bytes=120000-')]);
    expect(await countOf(id)).toBe(1);
  });

  test('cannot be finished once its link is revoked', async () => {
    const { link, id } = await shared(randomBytes(10), { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await saved();
    await world.owner.delete(`/shares/${id}`);
    await page.reload();
    await button().click();
    await page.getByText('The share link was revoked. Ask the sender for a new one.').waitFor();
    expect(await countOf(id)).toBe(1);
  });
});

describe('the viewer', () => {
  const viewing = () => page.getByRole('button', { name: 'View' });
  const close = () => page.getByRole('button', { name: 'Close' });
  const card = () => page.locator('.card').boundingBox();

  test('shows the file for one download, which covers saving it and a reload', async () => {
    const content = Buffer.from('Fees: 4 200 000');
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await viewing().waitFor();
    const before = await card();
    await viewing().click();
    await page.getByText('Fees: 4 200 000').waitFor();
    expect([await countOf(id), await barriers(page), await fits(page)]).toEqual([1, [], true]);
    expect(
      (await saved(page.getByRole('dialog').getByRole('button', { name: 'Download' }))).bytes.equals(content),
    ).toBe(true);
    await close().click();
    expect(await viewing().evaluate('document.activeElement.id')).toBe('view');
    expect(await page.locator('#left').textContent()).toBe('this one is counted, and can be finished');
    expect((await card())?.width).toBe(before?.width);
    await page.reload();
    await viewing().click();
    await page.getByText('Fees: 4 200 000').waitFor();
    await close().click();
    expect((await saved()).bytes.equals(content)).toBe(true);
    expect(await countOf(id)).toBe(1);
    await done().click();
    await page.getByText('keeps nothing of the link').waitFor();
    expect(await viewing().isVisible()).toBe(false);
  });

  test('shows a PDF and a mail on a phone, and the way back leads to the link', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const mail = Buffer.from('From: ada@example.org\r\nSubject: Terms\r\n\r\nAs agreed on Monday.');
    for (const [content, name, says] of [
      [pdfOf({ pages: [{ text: 'Share purchase agreement' }] }), 'spa.pdf', 'Share purchase agreement'],
      [mail, 'terms.eml', 'As agreed on Monday.'],
    ] as const) {
      const { link, id } = await shared(content, { max_downloads: 2 }, { name });
      await page.goto(link);
      await viewing().click();
      await page.getByText(says).first().waitFor();
      expect([await fits(page), await barriers(page), await countOf(id)]).toEqual([true, [], 1]);
      await page.goBack();
      await viewing().waitFor();
      expect([page.url(), await fits(page)]).toEqual([`${world.url}/open`, true]);
      await page.evaluate('sessionStorage.clear()');
    }
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  test('that does not arrive counts nothing, and one of a used-up link says so', async () => {
    const { link, id } = await shared(Buffer.from('text'), { max_downloads: 1 });
    await page.goto(link);
    await viewing().waitFor();
    await page.route('**/assets/viewer-*.js', (route) => route.fulfill({ status: 404 }), { times: 1 });
    await viewing().click();
    await page.getByText('Nothing was counted').waitFor();
    expect(await countOf(id)).toBe(0);
    await page.reload();
    await viewing().waitFor();
    await fetch(`${world.url}/api/v1/shares/by-token/${link.split(/[=&]/)[1]}/download`, { method: 'POST' });
    await viewing().click();
    await page.getByText('has no downloads left. Ask the sender for a new one.').waitFor();
    await close().click();
    expect(await countOf(id)).toBe(1);
  });

  test('is not offered for a file that it cannot show', async () => {
    const { link } = await shared(Buffer.from('MZ'), {}, { name: 'setup.exe' });
    await page.goto(link);
    await button().waitFor();
    expect(await viewing().isVisible()).toBe(false);
  });
});

describe('a refusal', () => {
  test('a truncated or mistyped link, before it uses up a download', async () => {
    const { link, id } = await shared(randomBytes(10), { max_downloads: 1 });
    const wrong = link.endsWith('A') ? 'B' : 'A';
    for (const broken of [
      link.slice(0, -1),
      link.slice(0, -1) + wrong,
      link.replace('&k=', '&k=A'),
      `${world.url}/open#x`,
    ]) {
      await page.goto('about:blank');
      await page.goto(broken);
      await page.getByText('The link is incomplete.').waitFor();
    }
    await page.goto('about:blank');
    await page.goto(`${world.url}/open`);
    expect(await alert()).toBe('Open this page with the link that you were given.');
    expect((await world.owner.get(`/shares/${id}`)).body.data.download_count).toBe(0);
  });

  test('shows nothing of an earlier link when its answer comes late', async () => {
    const [first, second] = [await shared(randomBytes(10)), await shared(randomBytes(1000))];
    const path = `**/by-token/${first.token}`;
    const late = await holdRequests(page, path);
    await page.goto(first.link);
    await late.arrived;
    await page.evaluate(`location.assign('${second.link}')`);
    await button().waitFor();
    const answered = page.waitForResponse(path);
    late.release();
    await (await answered).finished();
    await page.evaluate('new Promise(requestAnimationFrame)');
    expect(await page.locator('#size').textContent()).toBe('1000 bytes');
  });

  test('finishes a download before it takes another link, and keeps no secret in its address', async () => {
    const [first, second] = [await shared(randomBytes(10), { max_downloads: 1 }), await shared(randomBytes(1000))];
    await page.goto(first.link);
    await button().waitFor();
    const free = await holdRequests(page, '**/download');
    const download = saved();
    await free.arrived;
    await page.evaluate(`location.assign('${second.link}')`);
    await page.getByText('Open the new link in another tab.').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    free.release();
    expect((await download).bytes.length).toBe(10);
    expect([await countOf(first.id), await countOf(second.id)]).toEqual([1, 0]);
  });

  test('altered content is not saved', async () => {
    const flip = (bytes: Buffer): Buffer => {
      bytes[5] = (bytes[5] ?? 0) ^ 1;
      return bytes;
    };
    const { link } = await shared(randomBytes(1000), {}, { change: flip });
    const downloads: unknown[] = [];
    page.on('download', (download) => downloads.push(download));
    await page.goto(link);
    await button().click();
    await page.getByText('Nothing was saved.').waitFor();
    expect(downloads).toEqual([]);
  });

  test('an interrupted download uses up only one, and says that it waits', async () => {
    const content = randomBytes(50_000);
    const { link, id } = await shared(content, { max_downloads: 1 });
    await page.goto(link);
    await button().waitFor();
    await page.route('**/blobs/**', (route) => route.abort(), { times: 1 });
    const download = saved();
    await page.getByText('The connection broke. The download continues at').waitFor();
    expect((await download).bytes.equals(content)).toBe(true);
    expect((await world.owner.get(`/shares/${id}`)).body.data.download_count).toBe(1);
  });
});

test('the page names another server in place of the service, at the link and when a download continues', async () => {
  const content = randomBytes(50_000);
  const { link, id } = await shared(content, { max_downloads: 1 });
  const signIn = { contentType: 'text/html', body: '<!doctype html><form>Sign in</form>' };
  await page.route('**/shares/by-token/**', (route) => route.fulfill(signIn), { times: 1 });
  await page.goto(link);
  await page.getByText('Another server answered in place of the service').waitFor();
  await page.reload();
  await button().waitFor();
  await page.route('**/blobs/**', (route) => route.fulfill({ status: 403 }), { times: 1 });
  await page.route('**/resume', (route) => route.fulfill({ ...signIn, status: 502 }), { times: 1 });
  const download = saved();
  await page.getByText('The connection broke. The download continues at').waitFor();
  expect((await download).bytes.equals(content)).toBe(true);
  expect((await world.owner.get(`/shares/${id}`)).body.data.download_count).toBe(1);
});

describe('a link without its key', () => {
  test('that a browser opens leads to the page, which says what to do and uses up nothing', async () => {
    const { token, id } = await shared(randomBytes(10), { max_downloads: 1 });
    await page.goto(`${world.url}/api/v1/shares/by-token/${token}`);
    await page.getByText('The sender gives you the key apart').waitFor();
    expect(page.url()).toBe(`${world.url}/open`);
    expect(await page.locator('#name').textContent()).toBe('Bericht «Q3».txt');
    expect(await button().isVisible()).toBe(false);
    expect(await barriers(page)).toEqual([]);
    expect((await world.owner.get(`/shares/${id}`)).body.data.download_count).toBe(0);
  });

  test('opens with the key that was sent apart, and shows the sender and the message', async () => {
    const { id } = (await world.owner.get('/me')).body.data;
    expect((await world.owner.patch(`/users/${id}`, { name: 'Ada King' })).status).toBe(200);
    const content = randomBytes(100);
    const { token, key } = await shared(content, { message: 'As we said.' });
    await page.goto(`${world.url}/open#token=${token}`);
    await page.getByText('As we said.').waitFor();
    await page.getByText(/^From Ada King/).waitFor();
    await page.getByLabel('Key of the link').fill(key);
    await button().waitFor();
    expect(page.url()).toBe(`${world.url}/open`);
    expect((await saved()).bytes.equals(content)).toBe(true);
  });

  test('that a program reads is JSON', async () => {
    const { token } = await shared(randomBytes(10));
    for (const accept of ['*/*', 'application/json']) {
      const answer = await fetch(`${world.url}/api/v1/shares/by-token/${token}`, { headers: { accept } });
      expect([answer.status, answer.url]).toEqual([200, `${world.url}/api/v1/shares/by-token/${token}`]);
    }
    const answer = await fetch(`${world.url}/api/v1/shares/by-token/srl_x`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
  });
});

describe('the page', () => {
  test('loads one script and one style, of less than 16 kB', async () => {
    const loaded: string[] = [];
    let bytes = 0;
    page.on('response', (response) => {
      loaded.push(new URL(response.url()).pathname);
      bytes += Number(response.headers()['content-length']);
    });
    await page.goto(`${world.url}/open`);
    await page.getByText('Open this page with the link').waitFor();
    expect([...new Set(loaded.map((path) => path.replace(/-[\w-]+\./, '.')))].toSorted()).toEqual([
      '/assets/open.css',
      '/assets/open.js',
      '/icon.svg',
      '/open',
    ]);
    expect(bytes).toBeLessThan(16_000);
  });

  test('fits a narrow screen and is accessible in the dark', async () => {
    const { link } = await shared(randomBytes(10));
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(link);
    await button().waitFor();
    expect([await fits(page), await barriers(page)]).toEqual([true, []]);
  });
});

describe('over plain HTTP from another host', () => {
  test.each([
    ['/open#token=x', 'This page needs HTTPS'],
    ['/sign-in', 'This page needs HTTPS'],
  ])('%s says that it needs HTTPS', async (path, says) => {
    const elsewhere = await startBrowser(['--host-resolver-rules=MAP rooms.example.org 127.0.0.1']);
    try {
      const other = await elsewhere.newPage();
      await other.goto(`http://rooms.example.org:${new URL(world.url).port}${path}`);
      await other.getByText(says).first().waitFor();
      expect(await other.getByRole('button').count()).toBe(0);
    } finally {
      await elsewhere.close();
    }
  });
});
