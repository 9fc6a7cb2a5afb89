import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { BothServices } from '../support/both-services.ts';
import { startBrowser, type Tab } from '../support/browser.ts';
import { Caller } from '../support/caller.ts';
import { loaded, PASSWORD, savedBy, signedIn } from './tab.ts';

const RUN = "globalThis.wasRun = true; alert('run'); fetch('/api/v1/me');";

/** A PDF of one page that runs a script when it is opened. */
function hostilePdf(): Buffer {
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\); ${RUN.replaceAll(/[()]/g, '\\$&')}) >> /AA << /WC << /S /JavaScript /JS (app.alert\\(2\\)) >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Annots [4 0 R] /Contents 5 0 R >>',
    '<< /Type /Annot /Subtype /Link /Rect [0 0 200 100] /A << /S /URI /URI (javascript:alert\\(1\\)) >> >>',
    '<< /Length 31 >>\nstream\n0 0 1 rg 20 20 100 50 re f      \nendstream',
  ];
  let text = '%PDF-1.7\n';
  const at = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  );
}

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crcOf = (bytes: Buffer): number =>
  (bytes.reduce((crc, byte) => (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

/** A PNG of a few kilobytes that claims 30 000 by 30 000 pixels. */
function imageBomb(): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crcOf(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(30_000, 0);
  head.writeUInt32BE(30_000, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(30_000 * (1 + 30_000 / 8)), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

const FILES = [
  { name: 'offer.pdf', mimeType: 'application/pdf', buffer: hostilePdf() },
  {
    name: 'logo.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script></svg>`),
  },
  { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(`<script>${RUN}</script>`) },
  { name: 'note.txt', mimeType: 'text/html', buffer: Buffer.from(`<img src=x onerror="${RUN}">`) },
  {
    name: 'table.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`name,note\n=cmd|'/C calc'!A0,<script>${RUN}</script>\n`),
  },
  { name: 'bomb.png', mimeType: 'image/png', buffer: imageBomb() },
  { name: '=HYPERLINK("evil").txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
];

let browser: Browser;
let both: BothServices;
let tab: Tab;
let page: Page;
let room: string;
const asked: string[] = [];

jest.setTimeout(240_000);

beforeAll(async () => {
  [browser, both] = await Promise.all([startBrowser(), BothServices.start()]);
  const owner = new Caller(`${both.url}/api/v1`, await both.ownerToken());
  await owner.post('/me/password', { new_password: PASSWORD });
  room = (await owner.post('/rooms', { name: 'Falcon', classification: 'C2' })).body.data.id;
  tab = await signedIn(browser, both.url, 'owner@strongroom.local');
  page = tab.page;
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  page.context().on('request', (request) => {
    if (![both.url, both.keysUrl].includes(new URL(request.url()).origin) && !/^(blob|data):/.test(request.url()))
      asked.push(request.url());
  });
  await page.goto(`${both.url}/rooms/${room}`);
  await loaded(page);
  await page.getByTestId('files').setInputFiles(FILES);
  await page.getByText(`${FILES.length} files in the room`).waitFor();
  await page.getByRole('button', { name: 'Close uploads' }).click();
});
afterAll(async () => {
  await tab.clear();
  await browser.close();
  await both.end();
});

async function expectNothingRan(): Promise<void> {
  expect([await page.evaluate('globalThis.wasRun'), asked]).toEqual([undefined, []]);
}

const open = async (name: string): Promise<void> => {
  await page.goto(`${both.url}/rooms/${room}`);
  await page.getByRole('table', { name: 'Files' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('dialog').waitFor();
};

test('a PDF with scripts is drawn, and none of them runs', async () => {
  await open('offer.pdf');
  await page.getByRole('dialog').locator('canvas').first().waitFor();
  expect(await page.getByRole('dialog').locator('a[href^="javascript"]').count()).toBe(0);
  await expectNothingRan();
});

test.each(['logo.svg', 'page.html'])('%s is not shown, and can be downloaded', async (name) => {
  await open(name);
  await page.getByText('Download only').waitFor();
  const download = await savedBy(page.getByRole('dialog').getByRole('button', { name: 'Download', exact: true }));
  const original = FILES.find((file) => file.name === name)?.buffer;
  expect(download.bytes.equals(original ?? Buffer.alloc(0))).toBe(true);
  await expectNothingRan();
});

test('markup in a text or a table is text', async () => {
  await open('table.csv');
  await page.getByRole('cell', { name: `<script>${RUN}</script>` }).waitFor();
  expect(await page.getByRole('dialog').locator('script').count()).toBe(0);
  await expectNothingRan();
});

test('an image of 900 million pixels is refused before it is decoded', async () => {
  await page.addInitScript(`{
    const decode = createImageBitmap;
    globalThis.decoded = 0;
    globalThis.createImageBitmap = (of) => (decoded++, decode(of));
  }`);
  await open('bomb.png');
  await page.getByText('too many pixels').waitFor();
  expect(await page.evaluate('globalThis.decoded')).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByRole('heading', { name: 'Falcon' }).isVisible()).toBe(true);
  await expectNothingRan();
});

test('the list escapes names that are formulas', async () => {
  await page.goto(`${both.url}/rooms/${room}`);
  const index = await savedBy(page.getByRole('button', { name: 'List as CSV', exact: true }));
  const text = index.bytes.toString();
  expect(text).toContain(`"'=HYPERLINK(""evil"").txt"`);
  expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  await expectNothingRan();
});
