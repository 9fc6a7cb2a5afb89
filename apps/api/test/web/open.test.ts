import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openLink } from '@strongroom/client';
import type { Browser, Page } from 'playwright-core';
import { barriers, fits } from '../pages/accessible.ts';
import { Traces } from '../pages/traces.ts';
import { openTab, startBrowser } from '../support/browser.ts';
import { holdRequests } from '../support/hold-requests.ts';
import type { World } from '../support/service-in-memory.ts';
import { visitorInBrowser } from './in-browser.ts';
import { downloadsOf, shareFile } from './shared-file.ts';
import { savedBy } from './tab.ts';

let browser: Browser;
let world: World;
let page: Page;
const traces = new Traces();

visitorInBrowser({ log: traces.log }, async (given) => {
  ({ browser, world, page } = given);
});
afterAll(() => traces.stop());

const shared = (content: Uint8Array, terms?: object, more?: Parameters<typeof shareFile>[3]) =>
  shareFile(world, content, terms, more);

const WRONG_KEY = 'This key does not open the link. Copy all of it, or ask the sender for it again.';
const alert = () => page.getByRole('alert').textContent();
const button = () => page.getByRole('button', { name: 'Download' });
const done = () => page.getByRole('button', { name: 'Forget this link in this browser' });
const countOf = (id: string) => downloadsOf(world, id);
const saved = (by = button()) => savedBy(by);

describe('in a browser inside of an app', () => {
  test('the page warns before the download is counted, and copies the whole link', async () => {
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
    expect(await page.getByRole('status').textContent()).toBe('Downloaded.');
    expect([await page.locator('#size').isVisible(), await page.locator('#left').textContent()]).toEqual([
      true,
      '1 after this one',
    ]);
    expect(await page.getByRole('button').filter({ visible: true }).allTextContents()).toEqual([
      'View',
      'Save again',
      'Forget this link in this browser',
    ]);
    await done().click();
    await page.getByRole('heading', { name: 'You can close this page' }).waitFor();
    expect([await page.getByRole('button').count(), await page.evaluate('document.activeElement.id')]).toEqual([
      0,
      'status',
    ]);
    expect(await page.locator('.card').innerText()).toMatch(
      /^You can close this page\s+This page keeps nothing of the link any more\.$/,
    );
    await page.reload();
    await page.getByText('Open this page with the link').waitFor();
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
    expect([await page.locator('#downloads').isVisible(), await page.locator('#counts').isVisible()]).toEqual([
      false,
      false,
    ]);
    expect((await saved()).bytes.length).toBe(0);
  });

  test('leaves no trace of its key in the address bar, requests, logs or stored data', async () => {
    const { link, key } = await shared(randomBytes(10));
    const before = traces.requests.length;
    await page.goto(link);
    await button().waitFor();
    await saved();
    await done().click();
    await page.getByText('keeps nothing of the link').waitFor();
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
    await page.getByRole('heading', { name: 'This link is used up' }).waitFor();
    expect([await page.getByRole('button').count(), await page.evaluate('sessionStorage.length')]).toEqual([0, 0]);
  });
});

describe('a refusal', () => {
  test('a truncated or mistyped link, before it uses up a download', async () => {
    const { link, id } = await shared(randomBytes(10), { max_downloads: 1 });
    const wrong = link.endsWith('A') ? 'B' : 'A';
    for (const broken of [link.slice(0, -1), link.replace('&k=', '&k=A'), `${world.url}/open#x`]) {
      await page.goto('about:blank');
      await page.goto(broken);
      await page.getByText('The link is incomplete.').waitFor();
    }
    await page.goto('about:blank');
    await page.goto(link.slice(0, -1) + wrong);
    await page.getByText(WRONG_KEY).waitFor();
    await page.getByRole('heading', { name: 'The key is wrong' }).waitFor();
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

test('the page asks a service again that was not reached', async () => {
  const { link } = await shared(randomBytes(10));
  await page.route('**/shares/by-token/**', (route) => route.abort(), { times: 1 });
  await page.goto(link);
  await page.getByRole('heading', { name: 'The link cannot be opened now' }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await button().waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(false);
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

  test('that gets a wrong key says so and uses up nothing, and the right one opens it then', async () => {
    const content = randomBytes(100);
    const { token, key, id } = await shared(content, { max_downloads: 1 });
    await page.goto(`${world.url}/open#token=${token}`);
    const field = page.getByLabel('Key of the link');
    await field.press('Enter');
    expect(await alert()).toBe('Paste the key of the link.');
    const wrong = key.endsWith('A') ? 'B' : 'A';
    for (const [text, press] of [
      [key.slice(0, -1) + wrong, undefined],
      [key.slice(0, -1), 'Enter'],
      ['open sesame', 'Enter'],
    ] as const) {
      await field.fill('x');
      expect(await page.locator('#problem').textContent()).toBe('');
      await field.fill(text);
      if (press !== undefined) await field.press(press);
      await page.getByText(WRONG_KEY).waitFor();
    }
    expect(await field.evaluate('document.activeElement.id')).toBe('key');
    expect([await barriers(page), await countOf(id)]).toEqual([[], 0]);
    await field.fill(key);
    await button().waitFor();
    expect([
      await page.locator('#problem').textContent(),
      (await saved()).bytes.equals(content),
      await countOf(id),
    ]).toEqual(['', true, 1]);
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
  test('loads one script and one style, of less than 20 kB', async () => {
    const loaded: string[] = [];
    let bytes = 0;
    // A browser that has nothing of the page yet.
    const fresh = await openTab(browser);
    fresh.page.on('response', (response) => {
      loaded.push(new URL(response.url()).pathname);
      bytes += Number(response.headers()['content-length']);
    });
    await fresh.page.goto(`${world.url}/open`);
    await fresh.page.getByText('Open this page with the link').waitFor();
    expect([...new Set(loaded.map((path) => path.replace(/-[\w-]+\./, '.')))].toSorted()).toEqual([
      '/assets/open.css',
      '/assets/open.js',
      '/icon.svg',
      '/open',
    ]);
    await fresh.page.context().close();
    expect(bytes).toBeLessThan(20_000);
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
