import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MAX_FILE_BYTES } from '@strongroom/client';
import { chromiumPath } from '../support/browser.ts';
import { type BrowserBuild, buildForBrowser } from './browser-build.ts';
import { aRoomOf, type Served, serve } from './service.ts';
import { openSite, type Site } from './site.ts';

type Report = Readonly<{ error?: string; size?: number; sent?: string; back?: string }>;

/** Sends the largest file, fetches it again and reports both hashes. */
const script = (service: string, token: string, room: string): string => `
  import { Strongroom } from '/index.js';
  const tell = (path, what) => fetch(path, { method: 'POST', body: JSON.stringify(what) });
  const unwrap = async ({ wrappedDek, kmsKeyId }) =>
    Uint8Array.from(atob(await (await tell('/unwrap', [wrappedDek, kmsKeyId])).text()), (letter) => letter.charCodeAt(0));
  const hashOf = async (content) =>
    Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) => byte.toString(16)).join();
  try {
    const strongroom = new Strongroom({ url: '${service}', token: '${token}', unwrap: { unwrap } });
    const content = new Uint8Array(${MAX_FILE_BYTES});
    for (let at = 0; at < content.length; at += 65536) crypto.getRandomValues(content.subarray(at, at + 65536));
    const file = await strongroom.upload('${room}', { name: 'a', content_type: 'application/octet-stream' }, content);
    const back = await strongroom.download(file.id);
    await tell('/report', { size: back.length, sent: await hashOf(content), back: await hashOf(back) });
  } catch (error) {
    await tell('/report', { error: String(error) });
  }`;

let build: BrowserBuild;
let served: Served;
let site: Site;
let report: Promise<Report>;
beforeAll(async () => {
  let tell: (report: Report) => void = () => undefined;
  report = new Promise((resolve) => {
    tell = resolve;
  });
  build = await buildForBrowser();
  // The address of the service is known only when the page is requested.
  let page = '';
  site = await openSite(
    build.folder,
    {
      get '/'() {
        return page;
      },
    },
    {
      '/unwrap': async (text) => {
        const [wrappedDek = '', kmsKeyId = ''] = JSON.parse(text) as string[];
        const dek = await served.unwrap.unwrap({ wrappedDek, kmsKeyId, aad: null });
        return Buffer.from(dek).toString('base64');
      },
      '/report': async (text) => {
        tell(JSON.parse(text) as Report);
        return '';
      },
    },
  );
  served = await serve({ STRONGROOM_CORS_ORIGINS: site.url });
  const room = await aRoomOf(served.owner);
  const head = '<!doctype html><title>a</title><link rel="icon" href="data:,">';
  page = `${head}<script type="module">${script(served.url, served.token, room)}</script>`;
});
afterAll(async () => {
  await site?.end();
  await served?.stop();
  await build?.remove();
});

// No driver controls this browser: a driver reads every body as one text, and crashes on one of this length.
test('uploads and downloads the largest file unchanged in a browser', async () => {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'));
  const flags = ['--headless', '--no-sandbox', '--no-first-run', '--disable-gpu', `--user-data-dir=${profile}`];
  const browser = spawn(chromiumPath(), [...flags, site.url], { stdio: 'ignore' });
  const ended = once(browser, 'close');
  try {
    const result = await Promise.race([report, ended.then(() => ({ error: 'the browser has ended' }))]);
    expect(result).toEqual({ size: MAX_FILE_BYTES, sent: expect.any(String), back: expect.any(String) });
    expect(result).toMatchObject({ back: (result as Report).sent });
  } finally {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  }
});
