import { zip } from '../corpus/offices.ts';
import { PdfWriter } from '../corpus/pdf-writer.ts';

/** A page that is one image, whose bytes are not an image. */
export function damagedScan(): Buffer {
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
export function mailWith(attached: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const parts = Object.entries(attached).map(
    ([name, bytes]) =>
      `--x\r\nContent-Type: application/octet-stream\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(bytes as string).toString('base64')}\r\n`,
  );
  return Buffer.from(
    `From: Ada <ada@example.org>\r\nSubject: The offer\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nBoth are attached.\r\n${parts.join('')}--x--\r\n`,
  );
}

/** A workbook with formats, frozen heads and hidden parts, of 400 rows and 17 columns. */
export function model(): Buffer {
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
export function contract(): Buffer {
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
export function deck(count: number): Buffer {
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
export const CHARTED = {
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

/** Fonts that every reader has to have (ISO 32000-1, 9.6.2.2). */
export const STANDARD_FONTS = ['Helvetica', 'Times-Roman', 'Courier', 'Symbol', 'ZapfDingbats'] as const;

/** A page with a line in each of these fonts, none of which is in the document. */
export function fontSheet(): Buffer {
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const fonts = STANDARD_FONTS.map((name) => writer.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`));
  const lines = STANDARD_FONTS.map((name, at) => `BT /F${at} 24 Tf 72 ${720 - 40 * at} Td (abc ${name} 123) Tj ET`);
  const content = writer.stream('', Buffer.from(lines.join('\n')));
  const named = fonts.map((number, at) => `/F${at} ${number} 0 R`).join(' ');
  const page = writer.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Resources << /Font << ${named} >> >> /Contents ${content} 0 R >>`,
  );
  writer.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}
