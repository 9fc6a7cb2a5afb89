import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { openTab, startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { ROOT } from '../support/built.ts';

/** The programs in examples/, each as a newcomer runs it. */

const EXAMPLES = join(ROOT, 'examples');
const TYPES: Readonly<Record<string, string>> = { html: 'text/html; charset=utf-8', js: 'text/javascript' };

/** A server that knows nothing of Strongroom, with the page and the client library. */
const site = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname.replace(/\/$/u, '/index.html');
  const folder = path.startsWith('/client/') ? join(ROOT, 'packages/client/dist') : join(EXAMPLES, 'open-a-link');
  response.setHeader('Content-Type', TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
  createReadStream(join(folder, path.replace('/client/', '/')))
    .on('error', () => response.writeHead(404).end())
    .pipe(response);
});

let both: BothServices;
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    site.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  both = await BothServices.start({ STRONGROOM_CORS_ORIGINS: origin });
});
afterAll(async () => {
  await both.end();
  site.close();
});

const node = async (...args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(process.execPath, args, { cwd: ROOT })).stdout;

test(
  'a script shares a file, and a page of another server decrypts it in the browser',
  async () => {
    const file = join(both.place.folder, 'offer.txt');
    await writeFile(file, 'Forty million.');
    const tokenFile = join(both.place.data, 'owner.token');
    const link = (await node(join(EXAMPLES, 'share-a-file/share.mjs'), both.url, tokenFile, file)).trim();
    expect(link).toMatch(/#token=srl_\w+&k=/);
    const browser = await startBrowser();
    try {
      const { page } = await openTab(browser);
      await page.goto(`${origin}/`);
      await page.getByLabel('Link').fill(link);
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByText('Forty million.').waitFor();
      expect(await page.getByRole('status').textContent()).toBe('offer.txt, 14 bytes');
      await page.getByLabel('Link').fill(link.slice(0, -1));
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('status').filter({ hasText: 'not a complete link' }).waitFor();
    } finally {
      await browser.close();
    }
  },
  2 * TEST_TIMEOUT_MS,
);

test('the rules decide by themselves', async () => {
  const said = await node(join(EXAMPLES, 'embed-the-rules/decide.mjs'));
  expect(said).toMatch(
    /^A room of C2: allow\n[\s\S]*\nA room of C3: deny\n[\s\S]* {2}no {3}The caller's clearance reaches/,
  );
});
