import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { startBrowser, TEST_TIMEOUT_MS } from '../support/browser.ts';
import { KEEPS_PICTURES } from '../support/pictures.ts';
import { greyPng } from './corpus/images.ts';
import { offices, zip } from './corpus/offices.ts';
import { PdfWriter, pdfOf } from './corpus/pdf-writer.ts';
import { drawn, expectFine, savedBy } from './tab.ts';
import { type UploadedFile, ViewerPlace } from './viewer-place.ts';

const SHOTS = join(tmpdir(), 'strongroom-viewer');

/** A page that is one image, whose bytes are not an image. */
function damagedScan(): Buffer {
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const image = writer.stream(
    '/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /JPXDecode',
    Buffer.from('no image'),
  );
  const content = writer.stream('', Buffer.from('q 300 0 0 300 0 0 cm /I Do Q'));
  const page = writer.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 300 300] /Resources << /XObject << /I ${image} 0 R >> >> /Contents ${content} 0 R >>`,
  );
  writer.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** A mail with attachments, by their names. */
function mailWith(attached: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(attached).map(
    ([name, bytes]) =>
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes as string).toString('base64')}\r\n`,
  );
  return Buffer.from(
    `From: Ada <ada@example.org>\r\nSubject: The offer\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nBoth are attached.\r\n${parts.join('')}--x--\r\n`,
  );
}

/** A workbook with formats, frozen heads and hidden parts, of 400 rows and 17 columns. */
function model(): Buffer {
  const texts = (column: string, row: number, text: string): string =>
    `<c r="${column}${row}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const rows = Array.from({ length: 399 }, (_, at) => {
    const row = at + 2;
    const figures = `<c r="B${row}" s="1"><v>-1234.5</v></c>${texts('C', row, 'Hidden figure')}<c r="D${row}" s="2"><v>0.25</v></c>`;
    return `<row r="${row}">${texts('A', row, `Line ${row}`)}${figures}${row === 400 ? texts('Q', row, 'Last') : ''}</row>`;
  });
  const sheet = `<worksheet><sheetViews><sheetView><pane xSplit="1" ySplit="1" state="frozen"/></sheetView></sheetViews>
    <cols><col min="1" max="1" width="22"/><col min="3" max="3" width="9" hidden="1"/></cols>
    <sheetData><row r="1">${texts('A', 1, 'Falcon, EUR thousand')}</row>${rows.join('')}</sheetData></worksheet>`;
  return zip({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="P&amp;L" r:id="a"/><sheet name="Notes" state="hidden" r:id="b"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="worksheets/sheet2.xml"/></Relationships>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0;[Red](#,##0)"/></numFmts><cellXfs><xf/><xf numFmtId="170"/><xf numFmtId="9"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet,
    'xl/worksheets/sheet2.xml': `<worksheet><sheetData><row r="1">${texts('A', 1, 'A secret note')}</row></sheetData></worksheet>`,
  });
}

/** A document of Word with three pages, each with a heading. */
function contract(): Buffer {
  const paragraph = (text: string, style = ''): string =>
    `<w:p><w:pPr>${style}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = ['1 Parties', '2 Price', '3 Closing'].map(
    (title, at) =>
      `${at > 0 ? '<w:p><w:r><w:br w:type="page"/></w:r></w:p>' : ''}${paragraph(title, '<w:pStyle w:val="H"/>')}${paragraph('The seller warrants. '.repeat(30))}`,
  );
  return zip({
    'word/document.xml': `<w:document xmlns:w="w"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    'word/styles.xml':
      '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style></w:styles>',
  });
}

/** A presentation of PowerPoint with a title and a point on each of its slides. */
function deck(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const box = (y: number, height: number): string =>
    `<p:spPr><a:xfrm><a:off x="900000" y="${y}"/><a:ext cx="10000000" cy="${height}"/></a:xfrm></p:spPr>`;
  const shape = (kind: string, at: string, said: string): string =>
    `<p:sp><p:nvPr><p:ph type="${kind}"/></p:nvPr>${at}<p:txBody><a:p><a:r><a:t>${said}</a:t></a:r></a:p></p:txBody></p:sp>`;
  return zip({
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldSz cx="12192000" cy="6858000"/><p:sldIdLst>${numbers.map((one) => `<p:sldId id="${255 + one}" r:id="s${one}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${numbers.map((one) => `<Relationship Id="s${one}" Type="x/slide" Target="slides/slide${one}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      numbers.map((one) => [
        `ppt/slides/slide${one}.xml`,
        `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('title', box(500_000, 1_000_000), `Part ${one}`)}${shape('body', box(1_800_000, 4_000_000), `The buyer pays in part ${one}`)}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
  });
}

const REGIONS = ['North', 'South', 'Warehouses of the west and the far islands'];

/** Columns of two series for three regions, by the values that a program stored. */
function chart(): string {
  const points = (all: readonly (string | number)[]): string =>
    all.map((one, at) => `<c:pt idx="${at}"><c:v>${one}</c:v></c:pt>`).join('');
  const series = ['Revenue', 'Cost'].map(
    (name, at) =>
      `<c:ser><c:idx val="${at}"/><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(REGIONS)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>#,##0</c:formatCode>${points([4200, 3100, 1250].map((value) => value - at * 700))}</c:numCache></c:numRef></c:val></c:ser>`,
  );
  return `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Result by region</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series.join('')}<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/></c:catAx><c:valAx><c:axId val="2"/><c:majorGridlines/></c:valAx></c:plotArea><c:legend><c:legendPos val="b"/></c:legend></c:chart></c:chartSpace>`;
}

/** A presentation of one slide, a document of Word and a workbook with the same chart. */
const CHARTED = {
  'q charts.pptx': zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels':
      '<Relationships><Relationship Id="s" Target="slides/slide1.xml"/></Relationships>',
    'ppt/slides/slide1.xml':
      '<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r" xmlns:c="c"><p:cSld><p:spTree><p:graphicFrame><p:xfrm><a:off x="900000" y="700000"/><a:ext cx="10000000" cy="5400000"/></p:xfrm><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>',
    'ppt/slides/_rels/slide1.xml.rels':
      '<Relationships><Relationship Id="c" Target="../charts/chart1.xml"/></Relationships>',
    'ppt/charts/chart1.xml': chart(),
  }),
  'r charts.docx': zip({
    'word/document.xml':
      '<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r" xmlns:c="c"><w:body><w:p><w:r><w:drawing><extent cx="5486400" cy="3200400"/><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></w:drawing></w:r></w:p></w:body></w:document>',
    'word/_rels/document.xml.rels': '<Relationships><Relationship Id="c" Target="charts/chart1.xml"/></Relationships>',
    'word/charts/chart1.xml': chart(),
  }),
  's charts.xlsx': zip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Figures" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="30"><c r="B30"><v>2</v></c></row></sheetData></worksheet>',
    'xl/worksheets/_rels/sheet1.xml.rels':
      '<Relationships><Relationship Id="d" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
    'xl/drawings/drawing1.xml':
      '<d:wsDr xmlns:d="d" xmlns:a="a" xmlns:r="r" xmlns:c="c"><d:twoCellAnchor><d:from><d:col>1</d:col><d:row>2</d:row></d:from><d:to><d:col>8</d:col><d:row>18</d:row></d:to><d:graphicFrame><a:graphic><a:graphicData><c:chart r:id="c"/></a:graphicData></a:graphic></d:graphicFrame></d:twoCellAnchor></d:wsDr>',
    'xl/drawings/_rels/drawing1.xml.rels':
      '<Relationships><Relationship Id="c" Target="../charts/chart1.xml"/></Relationships>',
    'xl/charts/chart1.xml': chart(),
  }),
};

const ROWS = 20_000;
const PAGES = Array.from({ length: 12 }, (_, index) => ({ text: `Clause ${index + 1} of the contract` }));
/** A page of a picture. */
const SCAN = { text: '', contents: '0 0 1 rg 72 72 200 200 re f' };
const file = (name: string, buffer: Buffer): UploadedFile => ({ name, mimeType: 'application/octet-stream', buffer });
/** Names here, and in the corpus. */
const OFFICE = [
  ['letter.docx', 'a remote picture.docx'],
  ['figures.xlsx', 'fifty thousand rows.xlsx'],
  ['offer.eml', 'HTML with scripts and pictures.eml'],
] as const;
/** Each call makes archives of hundreds of megabytes. */
const MADE = offices();
const FILES = [
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
];

let browser: Browser;
let place: ViewerPlace;
let page: Page;

jest.setTimeout(2 * TEST_TIMEOUT_MS);

beforeAll(async () => {
  browser = await startBrowser();
  place = await ViewerPlace.start(browser);
  ({ page } = place);
  await place.upload(FILES);
});
afterEach(() => place.tab.clear());
afterAll(async () => {
  await browser.close();
  await place.end();
});

/** Keeps pictures of the page when PICTURES is set: a desk in the light, a phone in the dark. A PDF is drawn again for each. */
async function picture(name: string): Promise<void> {
  if (!KEEPS_PICTURES) return;
  await mkdir(SHOTS, { recursive: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.screenshot({ path: join(SHOTS, `${name}-1280-light.png`) });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(SHOTS, `${name}-390-dark.png`) });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** The sheets that the open file gives to a printer, by its button. */
async function printed(): Promise<Readonly<{ text: string; pictures: number; tables: number }>> {
  const sheets = page.evaluate(`new Promise((resolve) => {
    window.print = () => {
      const place = document.querySelector('.print-sheets');
      const count = (selector) => place.querySelectorAll(selector).length;
      resolve({ text: place.textContent, pictures: count('canvas'), tables: count(':scope > table') });
      dispatchEvent(new Event('afterprint'));
    };
  })`);
  await page.getByRole('button', { name: 'Print' }).click();
  const found = (await sheets) as Awaited<ReturnType<typeof printed>>;
  expect(await page.locator('.print-sheets').count()).toBe(0);
  return found;
}

const current = () => page.getByRole('textbox', { name: 'Page', exact: true }).inputValue();

describe('a PDF', () => {
  test('fills the window, and the back button closes it and shows the list', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    const box = await page.getByRole('dialog').boundingBox();
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 0, 1280, 720]);
    expect(new URL(page.url()).searchParams.get('file')).not.toBeNull();
    expect(await page.title()).toBe('a contract.pdf · Strongroom');
    expect(await page.getByText(`File 1 of ${FILES.length}`, { exact: true }).isVisible()).toBe(true);
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(place.url);
    await page.goForward();
    await page.getByRole('dialog', { name: 'a contract.pdf' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(place.url);
    expect(await page.title()).toBe('Falcon · Strongroom');
  });

  test('is read by keys, by its page field, and by its contents', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    // As wide as the window, but not above real size: 8.5 inches.
    expect((await page.locator('.page').first().boundingBox())?.width).toBeLessThan(820);
    expect(await page.getByRole('button', { name: 'Automatic' }).count()).toBe(1);
    await page.keyboard.press('End');
    await page.getByText('Clause 12 of the contract').waitFor();
    expect(await current()).toBe('12');
    await page.keyboard.press('ArrowLeft');
    await expectPage('11');
    await page.keyboard.press('Home');
    await expectPage('1');
    await page.keyboard.press('Control+Shift+N');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expectPage('7');
    await page.getByRole('button', { name: 'Pages and contents' }).click();
    await page.getByRole('button', { name: 'Chapter 3' }).click();
    await expectPage('3');
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
    await page.getByRole('button', { name: 'Page 4', exact: true }).click();
    await expectPage('4');
    await picture('pdf-side');
  });

  test('is printed whole, leafed through by a finger, and fills the screen', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    expect(await printed()).toMatchObject({ pictures: 12 });
    await page.evaluate(`(() => {
      const box = document.querySelector('.pdf-place');
      const at = (x) => new Touch({ identifier: 1, target: box, clientX: x, clientY: 400 });
      const options = { bubbles: true };
      box.dispatchEvent(new TouchEvent('touchstart', { ...options, touches: [at(600)], changedTouches: [at(600)] }));
      box.dispatchEvent(new TouchEvent('touchend', { ...options, touches: [], changedTouches: [at(400)] }));
    })()`);
    await expectPage('2');
    await page.getByRole('button', { name: 'Full screen', exact: true }).click();
    await page.getByRole('button', { name: 'Leave full screen' }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    await picture('pdf-tools');
  });

  test('stays on its page when it is turned, with its thumbnails', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.getByRole('button', { name: 'Pages and contents' }).click();
    await page.getByRole('button', { name: 'Pages', exact: true }).click();
    await page.getByRole('button', { name: 'Page 5', exact: true }).click();
    await expectPage('5');
    for (const zoom of ['Control+2', 'Control+0', 'Control+1'])
      for (const isWide of [true, false]) {
        await page.keyboard.press(zoom);
        await page.keyboard.press('r');
        await page.evaluate(`new Promise((resolve) => {
          const look = () => {
            const { width, height } = document.querySelector('[aria-label="Page 5"] canvas');
            return (width > height) === ${isWide} ? resolve() : requestAnimationFrame(look);
          };
          look();
        })`);
        await settled();
        expect(await current()).toBe('5');
      }
  });

  test('keeps a step that a change of size follows at once', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.evaluate(`for (const key of ['ArrowRight', '+'])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`);
    await page.getByRole('button', { name: '%' }).waitFor();
    await settled();
    expect(await current()).toBe('2');
  });

  test('is searched, and enlarged', async () => {
    await place.open('a contract.pdf');
    await page.getByText('Clause 1 of the contract').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('clause');
    await page.getByText('1 of 12', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('2 of 12', { exact: true }).waitFor();
    expect(await endOfFind()).toBeLessThanOrEqual(await topOfPages());
    await page.keyboard.press('Shift+Enter');
    await page.getByText('1 of 12', { exact: true }).waitFor();
    await picture('pdf-find');
    await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
    await page.getByText('Not found').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    const width = async () => {
      await drawn(page);
      return (await page.locator('.page').first().boundingBox())?.width ?? 0;
    };
    await page.keyboard.press('Control+1');
    await page.getByRole('button', { name: '100 %' }).waitFor();
    const before = await width();
    await page.keyboard.press('Control++');
    await page.getByRole('button', { name: '110 %' }).waitFor();
    expect(await width()).toBeGreaterThan(before * 1.05);
  });

  test('is read once by a search, and no more after its file was closed', async () => {
    await page.goto(place.url);
    await page.evaluate(`(() => {
      const post = Worker.prototype.postMessage;
      globalThis.reads = 0;
      Worker.prototype.postMessage = function (message, ...rest) {
        // Pages that are drawn read their text with marks.
        if (message?.action === 'GetTextContent' && !message.data.includeMarkedContent) globalThis.reads++;
        return post.call(this, message, ...rest);
      };
    })()`);
    await place.openById('m partly scanned.pdf');
    await page.getByText('The deed').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('deed');
    await page.getByText('Without text').waitFor();
    expect(await page.evaluate('globalThis.reads')).toBe(3);
    await place.openById('h long.pdf');
    await page.locator('.page canvas').first().waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('Page 2');
    await page.getByText(/^1 of /).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const read = await page.evaluate('globalThis.reads');
    await place.openById('i index.md');
    await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
    expect(await page.evaluate('globalThis.reads')).toBe(read);
  });

  test('asks for its password', async () => {
    await place.open('b locked.pdf');
    await page.getByLabel('Password of the document').fill('wrong');
    await page.getByRole('button', { name: 'Show password of the document' }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('This is not the password of the document.').waitFor();
    await picture('pdf-password');
    await page.getByLabel('Password of the document').fill('sesam');
    await page.keyboard.press('Enter');
    await page.getByText('Opened by its password').waitFor();
    expect(await page.getByLabel('Password of the document').count()).toBe(0);
  });

  test('leaves no error behind when it is left before all of its pages were read', async () => {
    for (const way of ['Escape', 'n', 'search']) {
      await place.open('h long.pdf');
      await page.locator('.page canvas').first().waitFor();
      if (way === 'search') {
        await page.keyboard.press('Control+F');
        await page.keyboard.type('Page 1');
        await page.getByText(/^1 of /).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.keyboard.press(way === 'n' ? way : 'Escape');
      await page.getByRole('dialog', { name: 'h long.pdf' }).waitFor({ state: 'detached' });
    }
    await place.open('i index.md');
    // Answers of the documents before have arrived by then.
    await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
    expect(place.asked).toEqual([]);
  });

  test('says so if nothing of it can be drawn', async () => {
    await place.open('f damaged scan.pdf');
    await page.getByText('looks empty').waitFor();
    expect(await page.locator('.page canvas').count()).toBe(1);
    await page.keyboard.press('Control+F');
    await page.keyboard.type('lessee');
    await page.getByText('This document is a scan without text: it cannot be searched.').waitFor();
    expect(await page.getByText('Not found').count()).toBe(0);
  });

  test('says which of its pages a search does not read', async () => {
    await place.open('m partly scanned.pdf');
    await page.getByText('The deed').waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('deed');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.getByText('Without text, like scans, and so not searched: pages 2 to 3.').waitFor();
    await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
    await page.getByText('Not found').waitFor();
    expect(await page.getByText('1 of 1', { exact: true }).count()).toBe(0);
  });
});

const topOfPages = async () => (await page.locator('.pdf-place').boundingBox())?.y ?? 0;

async function endOfFind(): Promise<number> {
  const box = await page.getByRole('search').boundingBox();
  return (box?.y ?? 0) + (box?.height ?? Number.NaN);
}

/** Waits until the page has drawn what it had to: pages of a PDF are counted a frame after they were scrolled. */
const settled = () =>
  page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))',
  );

async function expectPage(number: string): Promise<void> {
  await page.getByRole('status', { name: `Page ${number} of 12`, exact: true }).waitFor();
  expect(await current()).toBe(number);
}

describe('a key that is pressed while a file is fetched', () => {
  /** Opens a file whose content comes only when the returned function is called. */
  async function openHeld(name: string): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto(place.url);
    await page.getByRole('table', { name: 'Files' }).waitFor();
    await page.route(/download-url/, (route) => released.then(() => route.continue()), { times: 1 });
    await place.openById(name);
    await page.getByText('Fetching and decrypting').first().waitFor();
    return release;
  }

  test('opens the search at once, which finds when the file is there, and in the next one', async () => {
    const release = await openHeld('d letter.txt');
    await page.keyboard.press('/');
    await page.keyboard.type('lot');
    await page.getByText('Waiting for the file…').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
    await page.keyboard.press('Control+F');
    await page.keyboard.type('straße');
    await picture('find-waits');
    release();
    await page.getByText('1 of 2 000', { exact: true }).waitFor();
    await page.locator('mark[data-now]').waitFor();
    await page.getByRole('textbox', { name: 'Find' }).fill('name 7');
    await page.getByText('Not found').waitFor();
    await page.getByRole('button', { name: 'Next file' }).click();
    await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
    await page.getByText(/^1 of \d/).waitFor();
    // The focus is on a button of the bar.
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
    expect(await page.locator('mark').count()).toBe(0);
    await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
  });

  test('searches a PDF that is opened then', async () => {
    const release = await openHeld('a contract.pdf');
    await page.keyboard.press('Control+F');
    await page.keyboard.type('clause');
    expect(await page.getByText('1 of 12', { exact: true }).count()).toBe(0);
    release();
    await page.getByText('1 of 12', { exact: true }).waitFor();
  });

  test('turns and enlarges the pages that come, and leads to the next file at once', async () => {
    const release = await openHeld('a contract.pdf');
    for (const key of ['Control+1', 'Control++', 'End', 'ArrowLeft']) await page.keyboard.press(key);
    release();
    await expectPage('11');
    await page.getByRole('button', { name: '110 %' }).waitFor();
    const releaseWord = await openHeld('o contract.docx');
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    releaseWord();
    await page.getByRole('status', { name: 'Page 3 of 3', exact: true }).waitFor();
    const releaseImage = await openHeld('c photo.png');
    await page.keyboard.press('r');
    releaseImage();
    await page.locator('canvas.image-view').waitFor();
    await drawn(page);
    const box = await page.locator('canvas.image-view').boundingBox();
    expect((box?.width ?? 0) > (box?.height ?? 0)).toBe(true);
    const releaseNext = await openHeld('a contract.pdf');
    await page.keyboard.press('End');
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name: 'b locked.pdf' }).waitFor();
    releaseNext();
  });
});

test('an image of many pixels is shown smaller, enlarged by a button and by two taps of a finger', async () => {
  await place.open('c photo.png');
  await page.getByText('6 000 × 9 000 pixels').waitFor();
  const canvas = page.locator('canvas.image-view');
  await canvas.waitFor();
  const pixels = await page.evaluate(`(() => {
    const { width, height } = document.querySelector('canvas.image-view');
    return width * height;
  })()`);
  expect(pixels).toBeLessThanOrEqual(50_000_000);
  expect(pixels).toBeGreaterThan(40_000_000);
  const width = async () => {
    await drawn(page);
    return (await canvas.boundingBox())?.width ?? 0;
  };
  const before = await width();
  expect(before).toBeLessThan(800);
  await picture('image');
  await page.getByRole('button', { name: 'Real size' }).click();
  expect(await width()).toBeGreaterThan(4000);
  await page.getByRole('button', { name: 'Whole image' }).click();
  expect(await width()).toBe(before);
  await page.evaluate(`(() => {
    const box = document.querySelector('.image-place');
    const touch = new Touch({ identifier: 1, target: box, clientX: 600, clientY: 400 });
    for (let taps = 0; taps < 2; taps++) {
      box.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], changedTouches: [touch] }));
      box.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch] }));
    }
  })()`);
  expect(await width()).toBeGreaterThan(2 * before - 1);
});

test('an image is turned by a button and a key', async () => {
  await place.open('c photo.png');
  const canvas = page.locator('canvas.image-view');
  await canvas.waitFor();
  const isWide = async () => {
    await drawn(page);
    const box = await canvas.boundingBox();
    return box !== null && box.width > box.height;
  };
  expect(await isWide()).toBe(false);
  await page.getByRole('button', { name: 'Turn the image' }).click();
  expect(await isWide()).toBe(true);
  await page.keyboard.press('r');
  expect(await isWide()).toBe(false);
});

test('a text in Markdown is shown as meant, as written, and fetches and runs nothing', async () => {
  await place.open('i index.md');
  await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
  await page.getByText('our site (https://evil.example/t)').waitFor();
  await page.getByText('[Picture: Plan]').waitFor();
  await page.getByText('<script>').waitFor();
  await page.getByRole('cell', { name: '47', exact: true }).waitFor();
  expect(await page.locator('.viewer :is(img, script, a)').count()).toBe(0);
  // Each part of a paper is drawn within its box alone, so the box has room for the bullet.
  const [item, text] = [page.locator('.paper-item'), page.getByText('Phase 1', { exact: true })];
  const lefts = await Promise.all([item, text].map(async (one) => (await one.boundingBox())?.x ?? 0));
  expect((lefts[1] ?? 0) - (lefts[0] ?? 0)).toBeGreaterThan(12);
  const beside = async (one: Locator) => {
    const box = await one.boundingBox();
    return page.screenshot({ clip: { x: (box?.x ?? 0) - 16, y: box?.y ?? 0, width: 14, height: 16 } });
  };
  const blank = await beside(page.getByRole('heading', { name: 'Index of the room' }));
  expect((await beside(text)).equals(blank)).toBe(false);
  expect((await beside(page.getByText('1. First'))).equals(blank)).toBe(true);
  expect((await printed()).text).toContain('Index of the room');
  await expectFine(page);
  await picture('markdown');
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByText('# Index of the room').waitFor();
  await page.getByRole('button', { name: 'Source' }).click();
  await page.getByRole('heading', { name: 'Index of the room' }).waitFor();
  expect([await page.evaluate('globalThis.wasRun'), place.asked]).toEqual([undefined, []]);
});

test('a text is read in its own encoding, whole, and searched', async () => {
  await place.open('d letter.txt');
  await page.getByText('Die Größe der Straße').first().waitFor();
  const row = page.locator('.text-row').nth(1);
  const height = async () => (await row.boundingBox())?.height ?? 0;
  expect([await row.getAttribute('data-line'), await height()]).toEqual([null, 21]);
  await page.getByRole('button', { name: 'Line numbers' }).click();
  expect((await row.getAttribute('data-line'))?.trim()).toBe('2');
  await page.keyboard.press('+');
  expect(await height()).toBe(24);
  await page.getByRole('button', { name: 'Smaller' }).click();
  expect(await height()).toBe(21);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('straße');
  await page.getByText('1 of 2 000', { exact: true }).waitFor();
  await page.keyboard.press('Shift+F3');
  await page.getByText('2 000 of 2 000', { exact: true }).waitFor();
  await page.locator('mark[data-now]').waitFor();
  expect(await page.locator('.text-row').count()).toBeLessThan(100);
  expect(await page.locator('.text-row mark').count()).toBeGreaterThan(5);
  await picture('text');
});

test('a table has all of its rows, of which only those in sight exist', async () => {
  await place.open('e table.csv');
  const table = page.getByRole('table', { name: 'Table' });
  await table.getByRole('cell', { name: 'Name 1', exact: true }).waitFor();
  expect(await table.getByRole('cell', { name: 'a;b' }).first().isVisible()).toBe(true);
  expect(await table.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
  expect(await table.getByRole('row').count()).toBeLessThan(100);
  await page.evaluate("document.querySelector('.csv-place').scrollTo(0, 1e9)");
  await table.getByRole('cell', { name: `Name ${ROWS}`, exact: true }).waitFor();
  await page.getByText('20 000 rows').waitFor();
  const name = table.getByRole('columnheader', { name: 'Name' });
  const wide = async () => (await name.boundingBox())?.width ?? 0;
  const before = await wide();
  const edge = await name.locator('.column-edge').boundingBox();
  await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((edge?.x ?? 0) + 104, (edge?.y ?? 0) + 8);
  await page.mouse.up();
  expect(await wide()).toBe(before + 100);
  await name.locator('.column-edge').dblclick();
  expect(await wide()).toBeLessThan(before + 50);
  await page.getByRole('button', { name: 'Larger' }).click();
  await table.getByRole('cell', { name: `Name ${ROWS}`, exact: true }).waitFor();
  expect((await page.locator('.csv-line').first().boundingBox())?.height).toBe(35);
  await picture('csv');
  await page.keyboard.press('Control+F');
  await page.keyboard.type(`name ${ROWS}`);
  await page.getByText('1 of 1', { exact: true }).waitFor();
  // The place of the last row is clear of the line below it.
  await page.locator('.csv-line mark[data-now]').waitFor();
  const found = await page.locator('.csv-line mark').boundingBox();
  const foot = await page.locator('.viewer-foot').boundingBox();
  expect((found?.y ?? 0) + (found?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0);
});

test('a document of Office is its text, says what is left out, and fetches nothing', async () => {
  await place.open('g0 letter.docx');
  await page.getByText('The purchase price').waitFor();
  await page.getByText('A simplified view: no headers, frames or columns').click();
  await page.getByText('are not fetched').waitFor();
  expect((await printed()).text).toContain('The purchase price');
  await page.keyboard.press('Control+F');
  await page.keyboard.type('PURCHASE p');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  expect(await page.evaluate("[...CSS.highlights.get('found-now')].map(String)")).toEqual(['purchase p']);
  await page.getByRole('textbox', { name: 'Find' }).fill('nowhere');
  await page.getByText('Not found').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });
  await expectFine(page);
  await picture('docx');
  await place.open('g2 offer.eml');
  await page.getByText('Dear Ben').waitFor();
  await expectFine(page);
  await picture('eml');
  expect(place.asked).toEqual([]);
});

test('a document of Word has its pages and its contents, and keys lead through them', async () => {
  await place.open('o contract.docx');
  const status = (number: number) => page.getByRole('status', { name: `Page ${number} of 3`, exact: true });
  await status(1).waitFor();
  const paper = page.getByRole('article', { name: 'Page 1', exact: true });
  // A4 at its real size, white in each theme.
  expect((await paper.boundingBox())?.width).toBeCloseTo(794, -1);
  await page.keyboard.press('ArrowRight');
  await status(2).waitFor();
  await page.keyboard.press('End');
  await status(3).waitFor();
  await page.keyboard.press('Home');
  await status(1).waitFor();
  await page.keyboard.press('Control+Shift+N');
  await page.keyboard.type('2');
  await page.keyboard.press('Enter');
  await status(2).waitFor();
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('button', { name: '3 Closing' }).click();
  await status(3).waitFor();
  await expectFine(page);
  await picture('pages');
  expect((await printed()).text).toContain('The seller warrants');
});

test('slides have small ones beside them, and keys lead from one to the next', async () => {
  await place.open('p deck.pptx');
  const status = (number: number) => page.getByRole('status', { name: `Page ${number} of 30`, exact: true });
  await status(1).waitFor();
  const rail = page.getByRole('complementary', { name: 'Slides' });
  const small = (number: number) => rail.getByRole('button', { name: `Slide ${number}: Part ${number}`, exact: true });
  await rail.getByText('Part 2', { exact: true }).waitFor();
  // Those far below are not drawn yet.
  expect(await rail.getByText('Part 30', { exact: true }).count()).toBe(0);
  await page.keyboard.press('PageDown');
  await status(2).waitFor();
  await page.keyboard.press('ArrowRight');
  await status(3).waitFor();
  await page.keyboard.press('PageUp');
  await status(2).waitFor();
  expect(await small(2).getAttribute('aria-current')).toBe('true');
  await page.keyboard.press('End');
  await status(30).waitFor();
  await rail.getByText('Part 30', { exact: true }).waitFor();
  await small(28).click();
  await status(28).waitFor();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('pays in part 7');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await settled();
  await expectInSight(page.getByRole('article').getByText('The buyer pays in part 7', { exact: true }));
  await page.keyboard.press('Escape');
  await expectFine(page);
  // The check had a narrow window, which has no place for it.
  await rail.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Slides' }).click();
  await rail.waitFor();
  await picture('slides');
});

test.each(Object.keys(CHARTED))('a chart of %s is drawn, has its values, and is searched', async (name) => {
  await place.open(name);
  const figure = page.getByRole('dialog').locator('figure');
  const drawing = figure.getByRole('img', { name: 'Column chart: Result by region. Series: Revenue, Cost.' });
  await drawing.waitFor();
  // The first one is in the legend.
  const high = async (fill: string): Promise<number> =>
    (await drawing.locator(`path[fill="${fill}"]`).nth(1).boundingBox())?.height ?? 0;
  expect((await high('#ed7d31')) / (await high('#4472c4'))).toBeCloseTo(3500 / 4200, 1);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('far islands');
  await page.getByText(/^1 of 1$/).waitFor();
  await page.keyboard.press('Escape');
  const values = figure.getByText('Values', { exact: true });
  await figure.hover();
  await values.click();
  await figure.getByRole('cell', { name: '4,200' }).waitFor();
  await values.click();
  await expectFine(page);
  await picture(`chart-${name.slice(-4)}`);
});

test('a workbook has its rows, and is searched', async () => {
  await place.open('g1 figures.xlsx');
  await page.getByRole('cell', { name: 'Revenue' }).waitFor();
  await page.keyboard.press('Control+F');
  await page.keyboard.type('49999');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.getByRole('cell', { name: '49999' }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await page.getByRole('textbox', { name: 'Find' }).fill('a');
  await page.getByText('Not found').waitFor();
  expect(await page.locator('.sheet-row mark').count()).toBe(0);
  // Fifty thousand rows are printed from the downloaded file.
  expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(0);
  await expectFine(page);
  await picture('xlsx');
});

test('a model has its formats and frozen heads, goes to the cell that is found, and shows what is hidden', async () => {
  await place.open('n model.xlsx');
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  await cell('(1,235)').first().waitFor();
  expect(await cell('(1,235)').first().getAttribute('data-tone')).toBe('red');
  expect(await cell('Hidden figure').count()).toBe(0);
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(1e5, 1e5)");
  await cell('Last').waitFor();
  const [head, number] = [page.getByText('Falcon, EUR thousand'), page.getByRole('rowheader', { name: '400' })];
  for (const one of [head, number]) await expectInSight(one);
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(0, 0)");
  await page.keyboard.press('Control+F');
  await page.keyboard.type('last');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.locator('[data-found]').waitFor();
  await settled();
  expect(await page.evaluate("getComputedStyle(document.querySelector('[data-found] mark')).backgroundColor")).toBe(
    'rgb(255, 158, 44)',
  );
  await expectInSight(cell('Last'));
  await cell('Last').click();
  await page.getByText('Q400 Last', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Close the search' }).click();
  const numbers = page.getByRole('columnheader', { name: 'B', exact: true });
  await numbers.locator('.column-edge').dblclick();
  const fitted = (await numbers.boundingBox())?.width;
  await page.getByRole('button', { name: 'Show hidden: 1 sheet, 1 column' }).click();
  await page.getByRole('button', { name: 'Notes (hidden)' }).click();
  await cell('A secret note').waitFor();
  await page.getByRole('button', { name: 'Hide again' }).click();
  await page.evaluate("document.querySelector('.sheet-place').scrollTo(0, 0)");
  await cell('(1,235)').first().waitFor();
  // A sheet keeps its widths while another one is shown.
  expect((await numbers.boundingBox())?.width).toBe(fitted);
  const high = async () => (await page.locator('.sheet-line').first().boundingBox())?.height ?? 0;
  expect(await high()).toBe(26);
  // As two fingers on a touchpad do.
  await cell('(1,235)').first().hover();
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -20);
  await page.keyboard.up('Control');
  await drawn(page);
  expect(await high()).toBeGreaterThan(28);
  await expectFine(page);
  await picture('model');
});

async function expectInSight(one: Locator): Promise<void> {
  const box = await one.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect(box).not.toBeNull();
  if (box === null) return;
  expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
}

test('an archive is its list of files, which open in it, and are saved', async () => {
  await place.open('j papers.zip');
  const list = page.getByRole('treegrid', { name: 'Content of the archive' });
  await list.getByRole('row', { name: 'Contract' }).first().waitFor();
  await page.getByText('506 files').waitFor();
  await page.getByText('26 Nov 2026').first().waitFor();
  expect(await list.getByRole('row').count()).toBeLessThan(60);
  await expectFine(page);
  await picture('zip');
  const row = (name: string) => list.getByRole('row', { name });
  await row('Contract').first().focus();
  await page.keyboard.press('ArrowLeft');
  expect(await row('Contract').first().getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('ArrowRight');
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await page.getByText('The offer inside').waitFor();
  await picture('zip-pdf');
  await page.getByRole('status', { name: 'Page 1 of 2', exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('status', { name: 'Page 2 of 2', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.zip-line:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  expect(await row('Older papers.zip').count()).toBe(0);
  await page.keyboard.press('End');
  await row('Older papers.zip').getByRole('button', { name: 'Older papers.zip', exact: true }).click();
  await page.getByRole('button', { name: 'deep.md', exact: true }).click();
  await page.getByRole('heading', { name: 'Deep inside' }).waitFor();
  await expectFine(page);
  await picture('zip-in-zip');
  expect(await page.getByRole('button', { name: 'Back to the archive' }).count()).toBe(1);
  await page.goBack();
  await page.getByRole('button', { name: 'deep.md', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Back to the archive' }).click();
  const saved = await savedBy(row('Setup.exe').getByRole('button', { name: 'Save Setup.exe' }));
  expect([saved.name, saved.bytes.toString()]).toEqual(['Setup.exe', 'MZ']);
  await page.keyboard.press('Control+F');
  await page.keyboard.type('PASSWD');
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await row('passwd').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'i index.md' }).waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(place.asked).toEqual([]);
});

test('an attachment of a mail opens in its place, and is saved', async () => {
  await place.open('k mail.eml');
  await page.getByText('Both are attached').waitFor();
  await expectFine(page);
  await picture('attachments');
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The offer inside').waitFor();
  await expectFine(page);
  await picture('attachment');
  await page.keyboard.press('Escape');
  await page.locator('button:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  expect(await page.getByRole('button', { name: 'Setup.exe', exact: true }).count()).toBe(0);
  const saved = await savedBy(page.getByRole('button', { name: 'Save Setup.exe' }));
  expect([saved.name, saved.bytes.toString()]).toEqual(['Setup.exe', 'MZ']);
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).click();
  await page.getByRole('button', { name: 'Back to the mail' }).click();
  await page.getByText('Both are attached').waitFor();
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'j papers.zip' }).waitFor();
  expect(place.asked).toEqual([]);
});

/** Scrolls the part of the viewer that does so farthest. */
const SCROLL = `[...document.querySelectorAll('.viewer-all *')]
  .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowY))
  .toSorted((one, other) => other.scrollHeight - other.clientHeight - one.scrollHeight + one.clientHeight)[0].scrollBy(0, 900)`;

test('an attachment that was left keeps no focus from what a reader goes to next', async () => {
  await place.open('k mail.eml');
  await page.setViewportSize({ width: 1280, height: 240 });
  await page.getByRole('button', { name: 'Offer.pdf', exact: true }).press('Enter');
  await page.getByText('The offer inside').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button:focus').filter({ hasText: 'Offer.pdf' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.evaluate(SCROLL);
  await page.locator('.viewer-all[data-reading]').waitFor();
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Close');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone the way back from a file of an archive is in sight, also after a scroll', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('j papers.zip');
  await page.getByRole('treegrid').getByRole('row', { name: 'Contract' }).first().waitFor();
  await page.evaluate(SCROLL);
  await page.locator('.viewer-all[data-reading]').waitFor();
  await page
    .getByRole('button', { name: /^Scan \d+\.txt$/ })
    .nth(12)
    .click();
  const back = page.getByRole('button', { name: 'Back to the archive' });
  await back.waitFor();
  await page.locator('.viewer-all:not([data-reading])').waitFor();
  expect((await back.boundingBox())?.height).toBeGreaterThan(20);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('a file of another kind is downloaded by a button in the middle', async () => {
  await place.open('l setup.exe');
  await page.getByText(/^EXE, 2 bytes\. Added by you on \d+ \w+ \d{4}\.$/).waitFor();
  const saved = await savedBy(page.getByRole('button', { name: 'Download the file' }));
  expect(saved.name).toBe('l setup.exe');
});

test('an open file has the menu of its row, and its dialogs lie over it', async () => {
  await place.open('d letter.txt');
  const menu = page.getByRole('button', { name: 'More for d letter.txt' });
  await menu.click();
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    'Who can open it?',
    'Activity',
    'Make a link',
    'Versions',
    'Rename',
    'Label',
    'Move',
    'Delete',
  ]);
  await page.getByRole('menuitem', { name: 'Who can open it?' }).click();
  const dialog = page.getByRole('dialog', { name: /open/ });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  await menu.and(page.locator(':focus')).waitFor();
  expect(new URL(page.url()).searchParams.get('file')).not.toBeNull();
});

test('on a phone the bars are two rows, and leave while a person reads on', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('a contract.pdf');
  await page.getByText('Clause 1 of the contract').waitFor();
  expect(await topOfPages()).toBeLessThan(100);
  // From edge to edge.
  expect((await page.locator('.pdfViewer .page').first().boundingBox())?.width).toBeGreaterThan(385);
  await page.getByText(`File 1 of ${FILES.length}`, { exact: true }).waitFor();
  const actions = 'More for a contract.pdf';
  for (const name of ['Close', 'Previous file', 'Next file', actions, 'Smaller', 'Larger', 'Find in the document']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect([name, (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 390]).toEqual([name, true]);
  }
  const scroll = (by: number) => page.evaluate(`document.querySelector('.pdf-place').scrollBy(0, ${by})`);
  await scroll(900);
  await page.locator('.viewer-all[data-reading]').waitFor();
  expect(await topOfPages()).toBe(0);
  await settled();
  await scroll(-100);
  await page.locator('.viewer-all:not([data-reading])').waitFor();
  expect(await topOfPages()).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Find in the document' }).click();
  expect((await page.getByRole('search').boundingBox())?.y).toBeLessThan(60);
  expect(await endOfFind()).toBeLessThanOrEqual(await topOfPages());
  await page.getByRole('button', { name: 'Close the search' }).click();
  await page.getByRole('button', { name: actions }).click();
  expect((await page.getByRole('menuitem').allInnerTexts()).slice(0, 3)).toEqual([
    'Download',
    'Print',
    'Who can open it?',
  ]);
  expect((await savedBy(page.getByRole('menuitem', { name: 'Download' }))).name).toBe('a contract.pdf');
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('on a phone a PDF is read as text, and two taps make its column as wide as the window', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await place.open('a contract.pdf');
  const text = page.getByText('Clause 1 of the contract');
  await text.waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expectPage('3');
  await page.getByRole('button', { name: 'Read as text' }).click();
  const read = page.getByRole('article', { name: 'Page 3', exact: true }).getByText('Clause 3 of the contract');
  await read.waitFor();
  const size = await page.evaluate(
    `parseFloat(getComputedStyle(document.querySelector('[data-page="3"] p:last-child')).fontSize)`,
  );
  expect(size).toBeGreaterThanOrEqual(16);
  await expectPage('3');
  await page.keyboard.press('End');
  await page.getByRole('article', { name: 'Page 12', exact: true }).getByText('Clause 12 of the contract').waitFor();
  await expectPage('12');
  await page.getByRole('button', { name: 'Show pages' }).click();
  await expectPage('12');
  await page.keyboard.press('Home');
  await expectPage('1');
  await settled();
  await page.evaluate(`(() => {
    const box = document.querySelector('.pdf-place');
    const at = [...document.querySelectorAll('.textLayer span')].find((span) => span.textContent.startsWith('Clause 1 '));
    const { x, y, height } = at.getBoundingClientRect();
    const touch = new Touch({ identifier: 1, target: box, clientX: x + 5, clientY: y + height / 2 });
    for (let taps = 0; taps < 2; taps++) {
      box.dispatchEvent(new TouchEvent('touchstart', { touches: [touch], changedTouches: [touch] }));
      box.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [touch] }));
    }
  })()`);
  // The texts of a page are drawn again a moment after its pixels.
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const texts = [...document.querySelectorAll('.textLayer span')];
      const box = texts.find(({ textContent }) => textContent.startsWith('Clause 1 '))?.getBoundingClientRect();
      return box && Math.abs(box.x - 8) < 5 && box.width > 300 ? resolve() : requestAnimationFrame(look);
    };
    look();
  })`);
  await page.setViewportSize({ width: 1280, height: 720 });
});

test('the file that was seen last has the focus in the list, and no button of the viewer does', async () => {
  await page.goto(place.url);
  await page.getByRole('link', { name: 'd letter.txt' }).press('Enter');
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  for (const name of ['e table.csv', 'f damaged scan.pdf', 'g0 letter.docx']) {
    // A focused button goes with its file.
    await page.locator('.viewer-tools button').first().focus();
    await page.keyboard.press('n');
    await page.getByRole('dialog', { name }).waitFor();
    expect(await page.locator('button:focus').count()).toBe(0);
  }
  await page.keyboard.press('Escape');
  await page.locator('a:focus').filter({ hasText: 'g0 letter.docx' }).waitFor();
});

test('keys lead from file to file, and every kind is accessible at each size and theme', async () => {
  await place.open('d letter.txt');
  await page.getByText('Größe').first().waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'e table.csv' }).waitFor();
  await expectFine(page);
  await page.keyboard.press('p');
  await page.getByRole('dialog', { name: 'd letter.txt' }).waitFor();
  await expectFine(page);
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('dialog', { name: 'c photo.png' }).waitFor();
  await page.getByText('6 000 × 9 000 pixels').waitFor();
  await expectFine(page);
  await page.keyboard.press('p');
  await page.getByLabel('Password of the document').waitFor();
  await expectFine(page);
  await page.getByRole('button', { name: 'Previous file' }).click();
  await page.getByText('Clause 1 of the contract').waitFor();
  await expectFine(page);
  expect(place.asked).toEqual([]);
});

test('the viewer of a file that is deleted in it closes, and the way back does not lead to it', async () => {
  await place.open('l setup.exe');
  await page.getByText('Download only').waitFor();
  await page.getByRole('button', { name: 'More for l setup.exe' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: /^(Delete|Move to the bin)$/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('table', { name: 'Files' }).waitFor();
  expect(page.url()).toBe(place.url);
  await page.getByRole('link', { name: 'l setup.exe' }).waitFor({ state: 'detached' });
});
