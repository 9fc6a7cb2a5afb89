import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { startBrowser, TEST_TIMEOUT_MS } from '../../support/browser.ts';
import { greyPng } from '../corpus/images.ts';
import { offices, zip } from '../corpus/offices.ts';
import { pdfOf } from '../corpus/pdf-writer.ts';
import { type UploadedFile, ViewerPlace } from '../viewer-place.ts';
import { CHARTED, contract, damagedScan, deck, fontSheet, mailWith, model } from './documents.ts';

export const ROWS = 20_000;
const PAGES = Array.from({ length: 12 }, (_, index) => ({ text: `Clause ${index + 1} of the contract` }));
/** A page of a picture. */
const SCAN = { text: '', contents: '0 0 1 rg 72 72 200 200 re f' };
const file = (name: string, buffer: Buffer): UploadedFile => ({ name, mimeType: 'application/octet-stream', buffer });
/** Names here, and in the corpus. */
export const OFFICE = [
  ['letter.docx', 'a remote picture.docx'],
  ['figures.xlsx', 'fifty thousand rows.xlsx'],
  ['offer.eml', 'HTML with scripts and pictures.eml'],
] as const;
/** Each call makes archives of hundreds of megabytes. */
const MADE = offices();
/** It takes more than two lines of a phone. */
export const LONG_NAME = `q Shareholder agreement with ${'all amendments, '.repeat(6)}certified (2).pdf`;
export const FILES = [
  file('a contract.pdf', pdfOf({ pages: PAGES, outline: true })),
  file('b locked.pdf', pdfOf({ pages: [{ text: 'Opened by its password' }], password: 'sesam' })),
  file('c photo.png', greyPng(6000, 9000)),
  file('d letter.txt', Buffer.from('Die Gr\xf6\xdfe der Stra\xdfe\n'.repeat(2000), 'latin1')),
  file(
    'e table.csv',
    Buffer.from(
      `No;Name;Note\n${Array.from({ length: ROWS }, (_, row) => `${row + 1};Name ${row + 1};"a;b"`).join('\n')}\n`,
    ),
  ),
  file('f damaged scan.pdf', damagedScan()),
  ...OFFICE.map(([name, from], index) =>
    file(`g${index} ${name}`, MADE.find((one) => one.name === from)?.bytes ?? Buffer.alloc(0)),
  ),
  file('h long.pdf', pdfOf({ pages: Array.from({ length: 1500 }, (_, page) => ({ text: `Page ${page + 1}` })) })),
  file(
    'i index.md',
    Buffer.from(
      `# Index of the room\n\nThe **terms** at [our site](https://evil.example/t).\n\n- [ ] signed\n\n* Phase 1\n\n1. First\n2. Second\n\n![Plan](https://evil.example/x.png)\n\n<script>globalThis.wasRun = true</script>\n\n| Lot | Price |\n|---|---|\n| 1 | 47 |\n`,
    ),
  ),
  file(
    'j papers.zip',
    zip({
      'Contract/Offer.pdf': pdfOf({ pages: [{ text: 'The offer inside' }, { text: 'Its second page' }] }),
      'Contract/Terms of the sale.txt': 'The terms\n'.repeat(50),
      'Contract/Drafts/': '',
      'Photo.png': greyPng(40, 30),
      'Setup.exe': 'MZ',
      'Older papers.zip': zip({ 'deep.md': '# Deep inside' }),
      '../../etc/passwd': 'root',
      ...Object.fromEntries(Array.from({ length: 500 }, (_, row) => [`Scans/Scan ${row + 1}.txt`, `Scan ${row + 1}`])),
    }),
  ),
  file('l setup.exe', Buffer.from('MZ')),
  file('n model.xlsx', model()),
  file('o contract.docx', contract()),
  file('p deck.pptx', deck(30)),
  ...Object.entries(CHARTED).map(([name, bytes]) => file(name, bytes)),
  file('m partly scanned.pdf', pdfOf({ pages: [{ text: 'The deed' }, SCAN, SCAN] })),
  file('k mail.eml', mailWith({ 'Offer.pdf': pdfOf({ pages: [{ text: 'The offer inside' }] }), 'Setup.exe': 'MZ' })),
  file(LONG_NAME, fontSheet()),
];

export let place: ViewerPlace;
export let page: Page;

/** A room with these files, in a browser of its own, for the tests of a file. */
export function viewerOfFiles(): void {
  jest.setTimeout(2 * TEST_TIMEOUT_MS);
  beforeAll(async () => {
    place = await ViewerPlace.start(await startBrowser());
    ({ page } = place);
    await place.upload(FILES);
  });
  afterEach(() => place.tab.clear());
  afterAll(async () => {
    await page.context().browser()?.close();
    await place.end();
  });
}
