import { describe, expect, test } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { formatWithZone } from '../base/format.ts';
import { makePreview } from './make-preview.ts';
import type { OfficeBlock, OfficeKind, PreviewResult } from './model.ts';

const zip = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="r" xmlns:a="a" xmlns:mc="mc"';
const relations = (...all: readonly string[]): string => `<Relationships>${all.join('')}</Relationships>`;
const word = (body: string, more: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array<ArrayBuffer> =>
  zip({ 'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`, ...more });

const plainOf = (blocks: readonly OfficeBlock[]): readonly string[] =>
  blocks.flatMap((block) => {
    if (block.kind === 'table') return block.rows.map((row) => row.map((cell) => plainOf(cell).join('|')).join(' & '));
    if (block.kind === 'image') return [`image of ${block.bytes.length}`];
    if (block.kind === 'chart') return [`chart: ${block.chart.title}`];
    if (block.kind === 'code') return [`<${block.text}>`];
    if (block.kind === 'rule') return ['---'];
    if (block.kind === 'break') return ['==='];
    if (block.kind === 'slide') return [`[${block.title}]`, ...block.frames.flatMap((frame) => plainOf(frame.blocks))];
    return block.kind === 'part' ? [`[${block.title}]`] : [block.runs.map(({ text }) => text).join('')];
  });

async function texts(kind: OfficeKind, bytes: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const made = await makePreview(kind, bytes);
  return made.kind === 'text' ? plainOf(made.blocks) : [JSON.stringify(made)];
}
const notesOf = (made: PreviewResult): string => (made.kind === 'refused' ? made.reason : made.notes.join(' '));

describe('a document of Word', () => {
  test('is its headings, paragraphs, lists and tables', async () => {
    const made = await makePreview(
      'docx',
      word(
        `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>1 Sale</w:t></w:r></w:p>
         <w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">The </w:t></w:r><w:r><w:rPr><w:i w:val="0"/></w:rPr><w:t>seller</w:t></w:r></w:p>
         <w:p><w:pPr><w:numPr><w:ilvl w:val="1"/></w:numPr></w:pPr><w:r><w:t>item</w:t><w:tab/><w:t>x</w:t></w:r></w:p>
         <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`,
        {
          'word/styles.xml': `<w:styles ${W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>`,
        },
      ),
    );
    expect(made.kind === 'text' && made.blocks).toEqual([
      { kind: 'heading', level: 1, runs: [{ text: '1 Sale' }] },
      { kind: 'paragraph', runs: [{ text: 'The ', isBold: true }, { text: 'seller' }] },
      { kind: 'paragraph', runs: [{ text: 'item\tx' }], isItem: true, indent: 1 },
      {
        kind: 'table',
        rows: [[[{ kind: 'paragraph', runs: [{ text: 'a' }] }], [{ kind: 'paragraph', runs: [{ text: 'b' }] }]]],
      },
    ]);
  });

  test('has pages, by its own breaks, those of sections, and those that its program noted', async () => {
    const text = (said: string): string => `<w:r><w:t>${said}</w:t></w:r>`;
    const page = '<w:r><w:br w:type="page"/></w:r>';
    const noted = '<w:r><w:lastRenderedPageBreak/></w:r>';
    const section = (more: string): string => `<w:sectPr><w:pgSz w:w="11900" w:h="16840"/>${more}</w:sectPr>`;
    const made = await makePreview(
      'docx',
      word(
        `<w:p>${text('Title')}</w:p><w:p>${page}</w:p><w:p>${noted}${text('Second')}</w:p>
         <w:p>${text('goes')}${noted}${text('on')}</w:p>
         <w:p><w:pPr><w:pageBreakBefore/></w:pPr>${text('Fourth')}</w:p>
         <w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p>${noted}${text('cell')}</w:p></w:tc></w:tr></w:tbl>
         <w:p><w:pPr>${section('')}</w:pPr>${text('End')}</w:p>
         <w:p><w:pPr>${section('<w:type w:val="continuous"/>')}</w:pPr>${text('same page')}</w:p>
         <w:p>${text('Wide')}</w:p><w:p>${page}</w:p>
         <w:sectPr><w:pgSz w:w="16840" w:h="11900"/><w:pgMar w:left="720" w:top="1440"/></w:sectPr>`,
      ),
    );
    if (made.kind !== 'text') throw new TypeError('no text');
    expect(plainOf(made.blocks)).toEqual([
      'Title',
      '===',
      'Second',
      'goes',
      '===',
      'on',
      '===',
      'Fourth',
      'cell',
      'End',
      'same page',
      '===',
      'Wide',
    ]);
    expect(made.pages?.map(({ width }) => width)).toEqual([595, 595, 595, 595, 842]);
    expect(made.pages?.at(-1)).toEqual({ width: 842, height: 595, side: 36, top: 72 });
    expect(made.blocks.find(({ kind }) => kind === 'table')).toMatchObject({ spans: [[2]] });
  });

  test('has the letters, sizes and places of its styles, without colors that cannot be read on paper', async () => {
    const made = await makePreview(
      'docx',
      word(
        `<w:p><w:pPr><w:pStyle w:val="Q"/></w:pPr><w:r><w:t>quoted</w:t></w:r><w:r><w:rPr><w:i w:val="0"/><w:sz w:val="44"/><w:color w:val="FFFF00"/></w:rPr><w:t>large</w:t></w:r></w:p>
         <w:p><w:pPr><w:jc w:val="both"/></w:pPr><w:r><w:rPr><w:u w:val="single"/><w:rFonts w:ascii="Courier New"/></w:rPr><w:t>plain</w:t></w:r></w:p>`,
        {
          'word/styles.xml': `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman"/><w:sz w:val="22"/></w:rPr></w:rPrDefault></w:docDefaults>
            <w:style w:type="paragraph" w:default="1" w:styleId="N"/>
            <w:style w:styleId="B"><w:basedOn w:val="N"/><w:rPr><w:i/><w:color w:val="2F5496"/></w:rPr><w:pPr><w:ind w:left="440"/><w:jc w:val="right"/></w:pPr></w:style>
            <w:style w:styleId="Q"><w:basedOn w:val="B"/><w:rPr><w:sz w:val="33"/></w:rPr></w:style></w:styles>`,
        },
      ),
    );
    expect(made).toMatchObject({ base: { size: 11, family: 'serif' } });
    expect(made.kind === 'text' && made.blocks).toEqual([
      {
        kind: 'paragraph',
        align: 'right',
        size: 1.5,
        left: 2,
        runs: [
          { text: 'quoted', isItalic: true, ink: '#2f5496' },
          { text: 'large', size: 44 / 33 },
        ],
      },
      { kind: 'paragraph', align: 'justify', runs: [{ text: 'plain', isUnderlined: true, family: 'mono' }] },
    ]);
  });

  test('numbers its lists and headings as Word does, by their levels, starts and styles', async () => {
    const item = (id: number, level: number, style = ''): string =>
      `<w:p><w:pPr>${style}<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
    const heading = '<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>Sale</w:t></w:r></w:p>';
    const lvl = (level: number, format: string, text: string, start = 1): string =>
      `<w:lvl w:ilvl="${level}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
    const list = (id: number, ...levels: readonly string[]): string =>
      `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>`;
    const num = (id: number, of: number, more = ''): string =>
      `<w:num w:numId="${id}"><w:abstractNumId w:val="${of}"/>${more}</w:num>`;
    const made = await makePreview(
      'docx',
      word(
        [
          item(1, 0),
          item(1, 1),
          item(1, 1),
          item(1, 2),
          item(1, 0),
          item(1, 1),
          item(2, 0),
          item(2, 0),
          item(3, 0),
          item(1, 0),
          item(4, 0),
          item(5, 0),
          item(5, 0),
          item(6, 0),
          item(0, 0),
          item(9, 0),
          heading,
          heading,
        ].join(''),
        {
          'word/numbering.xml': `<w:numbering ${W}>${[
            list(1, lvl(0, 'decimal', '%1.'), lvl(1, 'lowerLetter', '(%2)'), lvl(2, 'lowerRoman', '%1.%2.%3')),
            list(2, lvl(0, 'upperRoman', '§ %1', 4)),
            list(4, lvl(0, 'bullet', '•')),
            list(5, lvl(0, 'upperLetter', '%1', 26)),
            list(6, lvl(0, 'decimalZero', '%1)')),
            list(7, lvl(0, 'decimal', 'Clause %1')),
            num(1, 1),
            num(2, 2),
            num(4, 4),
            num(5, 5),
            num(6, 6),
            num(7, 7),
            num(3, 1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'),
          ].join('')}</w:numbering>`,
          'word/styles.xml': `<w:styles ${W}><w:style w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style></w:styles>`,
        },
      ),
    );
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual([
      '1. x',
      '(a) x',
      '(b) x',
      '1.b.i x',
      '2. x',
      '(a) x',
      '§ IV x',
      '§ V x',
      '7. x',
      '8. x',
      'x',
      'Z x',
      'AA x',
      '01) x',
      'x',
      'x',
      'Clause 1 Sale',
      'Clause 2 Sale',
    ]);
    const items = made.kind === 'text' ? made.blocks.map((block) => block.kind === 'paragraph' && block.isItem) : [];
    expect(items.flatMap((isItem, index) => (isItem === true ? [index] : []))).toEqual([10, 15]);
  });

  test('cuts a sign before items that would be longer than the document', async () => {
    const level = `<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="${'§'.repeat(10_000)}"/></w:lvl>`;
    const made = await makePreview(
      'docx',
      word('<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>', {
        'word/numbering.xml': `<w:numbering ${W}><w:abstractNum w:abstractNumId="1">${level}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>`,
      }),
    );
    expect(made.kind === 'text' && plainOf(made.blocks).join('').trim()).toBe('§'.repeat(100));
  });

  test('shows tracked changes as accepted, and says what it leaves out', async () => {
    const made = await makePreview(
      'docx',
      word(
        `<w:p><w:ins><w:r><w:t>new</w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>
         <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>INCLUDEPICTURE "http://evil.example"</w:instrText></w:r></w:p>`,
        {
          'word/vbaProject.bin': 'macros',
          'word/header1.xml': '<x/>',
          'word/_rels/document.xml.rels': relations(
            '<Relationship Id="a" Type="x/image" Target="http://evil.example/x.png" TargetMode="External"/>',
          ),
        },
      ),
    );
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual(['new']);
    for (const part of ['macros', 'accepted', 'Hidden text', 'Heads and feet', 'other addresses'])
      expect(notesOf(made)).toContain(part);
    expect(JSON.stringify(made)).not.toContain('evil.example');
  });

  test('has its pictures, and none that is linked', async () => {
    const blip = (attribute: string): string => `<w:p><w:r><w:drawing><a:blip ${attribute}/></w:drawing></w:r></w:p>`;
    expect(
      await texts(
        'docx',
        word(`${blip('r:embed="p"')}${blip('r:link="q"')}`, {
          'word/media/image1.png': new Uint8Array(9),
          'word/_rels/document.xml.rels': relations(
            '<Relationship Id="p" Type="x/image" Target="media/image1.png"/>',
            '<Relationship Id="q" Type="x/image" Target="file:///etc/passwd" TargetMode="External"/>',
          ),
        }),
      ),
    ).toEqual(['', 'image of 9', '']);
  });

  test('shows each text once, also if the file repeats a part for older programs', async () => {
    expect(
      await texts(
        'docx',
        word(
          `<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p><w:r><w:t>box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
        ),
      ),
    ).toEqual(['box']);
  });
});

test('a workbook has the values of its cells, with dates as dates', async () => {
  const made = await makePreview(
    'xlsx',
    zip({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="Figures" r:id="a"/><sheet name="Old" state="hidden" r:id="b"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations(
        '<Relationship Id="a" Target="worksheets/sheet1.xml"/>',
        '<Relationship Id="b" Target="/xl/worksheets/sheet2.xml"/>',
      ),
      'xl/sharedStrings.xml':
        '<sst><si><t>Price</t></si><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>reading</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[Red]dd\\.mm\\.yyyy"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
        <row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>
        <row r="3"><c r="A3"><v>0.1</v></c><c r="B3" s="1"><v>45678</v></c><c r="C3" s="2"><v>45678.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="e"><v>#REF!</v></c><c r="F3"><f>HYPERLINK("http://evil.example")</f></c><c r="G3" t="inlineStr"><is><t>in</t></is></c></row>
      </sheetData></worksheet>`,
      'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
    }),
  );
  expect(made).toMatchObject({
    kind: 'sheets',
    sheets: [
      {
        name: 'Figures',
        rows: [['Price', '', 'two runs'], [], ['0.1', '2025-01-21', '21.01.2025', 'TRUE', '#REF!', '', 'in']],
      },
      { name: 'Old', isHidden: true, rows: [] },
    ],
  });
  expect(notesOf(made)).toContain('no stored value');
  expect(JSON.stringify(made)).not.toContain('evil.example');
});

test('a workbook has the looks, widths, merged and frozen cells of its sheets, and says what it hides', async () => {
  const made = await makePreview(
    'xlsx',
    zip({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Model" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relations('<Relationship Id="a" Target="worksheets/sheet1.xml"/>'),
      'xl/theme/theme1.xml':
        '<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:lt1><a:sysClr lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>',
      'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0;[Red](#,##0)"/></numFmts>
        <fonts><font/><font><b/><i val="0"/></font></fonts>
        <fills><fill/><fill><patternFill patternType="solid"><fgColor theme="4" tint="0.5"/></patternFill></fill></fills>
        <cellXfs><xf/><xf numFmtId="170"/><xf fontId="1" fillId="1"><alignment horizontal="center" indent="1"/></xf></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet>
        <sheetViews><sheetView><pane xSplit="1" ySplit="2" state="frozen"/></sheetView></sheetViews>
        <cols><col min="1" max="1" width="30.5"/><col min="3" max="4" hidden="1" width="9"/></cols>
        <sheetData><row r="1"><c r="A1" s="2" t="inlineStr"><is><t>Model</t></is></c></row>
        <row r="2" hidden="1"><c r="B2" s="1"><v>-1234.5</v></c><c r="C2" s="1"><v>1234.5</v></c></row></sheetData>
        <mergeCells><mergeCell ref="A1:D1"/><mergeCell ref="nonsense"/></mergeCells></worksheet>`,
    }),
  );
  if (made.kind !== 'sheets') throw new TypeError('no sheets');
  const [sheet] = made.sheets;
  expect(sheet).toMatchObject({
    rows: [['Model'], ['', '(1,235)', '1,235']],
    hiddenRows: [1],
    hiddenColumns: [2, 3],
    widths: [30.5],
    merged: [{ row: 0, column: 0, rows: 1, columns: 4 }],
    frozen: { rows: 2, columns: 1 },
  });
  expect(sheet?.looks?.map((row) => row?.map((look) => sheet.allLooks?.[look]))).toEqual([
    [{ align: 'center', indent: 1, isBold: true, fill: '#a2b9e2' }],
    [{}, { align: 'right', tone: 'red' }, { align: 'right' }],
  ]);
});

test('a presentation is its slides with titles, texts, tables and notes', async () => {
  const slide = (title: string, show = ''): string =>
    `<p:sld xmlns:p="p" xmlns:a="a" ${show}><p:cSld><p:spTree><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp><p:grpSp><p:sp><a:p><a:r><a:t>point</a:t></a:r><a:br/><a:r><a:t>more</a:t></a:r></a:p></p:sp></p:grpSp></p:spTree></p:cSld></p:sld>`;
  expect(
    await texts(
      'pptx',
      zip({
        'ppt/presentation.xml':
          '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="s2"/><p:sldId id="257" r:id="s1"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relations(
          '<Relationship Id="s1" Target="slides/slide1.xml"/>',
          '<Relationship Id="s2" Target="slides/slide2.xml"/>',
        ),
        'ppt/slides/slide1.xml': slide('One', 'show="0"'),
        'ppt/slides/slide2.xml': slide('Two'),
        'ppt/slides/_rels/slide2.xml.rels': relations(
          '<Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/notesSlide1.xml"/>',
        ),
        'ppt/notesSlides/notesSlide1.xml':
          '<p:notes xmlns:p="p" xmlns:a="a"><p:sp><p:ph type="body"/><a:p><a:r><a:t>say it</a:t></a:r></a:p></p:sp></p:notes>',
      }),
    ),
  ).toEqual([
    '[Slide 1]',
    'Two',
    'point\nmore',
    'Notes of the speaker',
    'say it',
    '===',
    '[Slide 2 (hidden)]',
    'One',
    'point\nmore',
  ]);
});

test('a slide has its shapes in the places of its layout and master, with their sizes and colors', async () => {
  const transform = (x: number, y: number, cx: number, cy: number): string =>
    `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
  const shape = (inner: string, text: string, body = ''): string =>
    `<p:sp>${inner}<p:txBody><a:bodyPr ${body}/><a:p><a:r><a:rPr sz="4000"><a:solidFill><a:schemeClr val="accent1"/></a:solidFill></a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const part = (root: string, tree: string, more = ''): string =>
    `<p:${root} xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld>${more.startsWith('<p:bg') ? more : ''}<p:spTree>${tree}</p:spTree></p:cSld>${more.startsWith('<p:bg') ? '' : more}</p:${root}>`;
  const made = await makePreview(
    'pptx',
    zip({
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldSz cx="10000000" cy="5000000"/><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations('<Relationship Id="s" Target="slides/slide1.xml"/>'),
      'ppt/slides/slide1.xml': part(
        'sld',
        `${shape('<p:nvPr><p:ph type="title"/></p:nvPr><p:spPr/>', 'Title')}
         ${shape('<p:nvPr><p:ph type="sldNum"/></p:nvPr>', '7')}
         <p:grpSp><p:grpSpPr><a:xfrm><a:off x="5000000" y="0"/><a:ext cx="5000000" cy="2500000"/><a:chOff x="0" y="0"/><a:chExt cx="1000" cy="500"/></a:xfrm></p:grpSpPr>
         ${shape(`<p:spPr>${transform(500, 250, 500, 250)}<a:solidFill><a:srgbClr val="1F3864"/></a:solidFill></p:spPr>`, 'Box', 'anchor="ctr"')}</p:grpSp>`,
        '<p:bg><p:bgPr><a:solidFill><a:schemeClr val="bg1"/></a:solidFill></p:bgPr></p:bg>',
      ),
      'ppt/slides/_rels/slide1.xml.rels': relations(
        '<Relationship Id="l" Type="x/slideLayout" Target="../slideLayouts/l.xml"/>',
      ),
      'ppt/slideLayouts/l.xml': part(
        'sldLayout',
        shape(
          `<p:nvPr><p:ph type="title"/></p:nvPr><p:spPr>${transform(1000000, 500000, 8000000, 1000000)}</p:spPr>`,
          '',
        ),
      ),
      'ppt/slideLayouts/_rels/l.xml.rels': relations(
        '<Relationship Id="m" Type="x/slideMaster" Target="../slideMasters/m.xml"/>',
      ),
      'ppt/slideMasters/m.xml': part(
        'sldMaster',
        '',
        '<p:txStyles><p:titleStyle><a:lvl1pPr algn="ctr"><a:defRPr sz="2000"/></a:lvl1pPr></p:titleStyle></p:txStyles>',
      ),
      'ppt/slideMasters/_rels/m.xml.rels': relations(
        '<Relationship Id="t" Type="x/theme" Target="../theme/theme1.xml"/>',
      ),
      'ppt/theme/theme1.xml':
        '<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:lt1><a:sysClr lastClr="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>',
    }),
  );
  if (made.kind !== 'text') throw new TypeError('no text');
  const run = { text: 'Box', size: 40 / 18, ink: '#4472c4' };
  expect(made.blocks).toEqual([
    {
      kind: 'slide',
      title: 'Slide 1',
      height: 0.5,
      fill: '#ffffff',
      frames: [
        {
          box: { left: 0.1, top: 0.1, width: 0.8, height: 0.2 },
          size: (20 * 12_700) / 10_000_000,
          blocks: [{ kind: 'heading', level: 1, size: 1, align: 'center', runs: [{ ...run, text: 'Title', size: 2 }] }],
        },
        {
          box: { left: 0.75, top: 0.25, width: 0.25, height: 0.25 },
          size: (18 * 12_700) / 10_000_000,
          fill: '#1f3864',
          anchor: 'middle',
          blocks: [{ kind: 'paragraph', indent: 0, runs: [run] }],
        },
      ],
    },
  ]);
  expect(made.pages).toEqual([{ width: 720, height: 360, side: 0, top: 0 }]);
});

describe('shapes of a slide', () => {
  const transform = (x: number, y: number, width: number, height: number, more = ''): string =>
    `<a:xfrm ${more}><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
  const styled = (line: number, fill: number): string =>
    `<p:style><a:lnRef idx="${line}"><a:schemeClr val="accent1"/></a:lnRef><a:fillRef idx="${fill}"><a:schemeClr val="accent1"/></a:fillRef><a:fontRef idx="minor"><a:schemeClr val="lt1"/></a:fontRef></p:style>`;
  const THEME =
    '<a:theme xmlns:a="a"><a:themeElements><a:clrScheme><a:lt1><a:srgbClr val="FFFFFF"/></a:lt1><a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:themeElements></a:theme>';
  const part = (kind: string, shapes: string, more = ''): string =>
    `<p:${kind} xmlns:p="p" xmlns:a="a" xmlns:dgm="d" ${more}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${kind}>`;
  const related = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
  const framesOf = async (shapes: string, more: Readonly<Record<string, string>> = {}, ofSlide = '') => {
    const made = await makePreview(
      'pptx',
      zip({
        'ppt/presentation.xml':
          '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldSz cx="12700000" cy="6350000"/><p:sldIdLst><p:sldId r:id="s"/></p:sldIdLst></p:presentation>',
        'ppt/_rels/presentation.xml.rels': relations(related('s', 'slide', 'slides/slide1.xml')),
        'ppt/slides/slide1.xml': part('sld', shapes, ofSlide),
        'ppt/slides/_rels/slide1.xml.rels': relations(
          related('l', 'slideLayout', '../l.xml'),
          related('d', 'diagramData', '../diagrams/data1.xml'),
          related('w', 'diagramDrawing', '../diagrams/drawing1.xml'),
        ),
        'ppt/l.xml': part(
          'sldLayout',
          '<p:sp><p:nvPr><p:ph type="title"/></p:nvPr><p:txBody><a:p><a:r><a:t>Click</a:t></a:r></a:p></p:txBody></p:sp>',
        ),
        'ppt/_rels/l.xml.rels': relations(related('m', 'slideMaster', 'm.xml')),
        'ppt/m.xml': part('sldMaster', ''),
        'ppt/_rels/m.xml.rels': relations(related('t', 'theme', 't.xml')),
        'ppt/t.xml': THEME,
        ...more,
      }),
    );
    const [slide] = made.kind === 'text' ? made.blocks : [];
    return slide?.kind === 'slide' ? slide.frames : [];
  };
  const text = '<p:txBody><a:p><a:r><a:t>Go</a:t></a:r></a:p></p:txBody>';

  test('have the fill, line and letters of their style, their form and their turn', async () => {
    const [round, arrow, plain] = await framesOf(
      `<p:sp><p:spPr>${transform(0, 0, 1270000, 635000, 'rot="5400000"')}<a:prstGeom prst="roundRect"/><a:ln w="25400"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></p:spPr>${styled(1, 1)}${text}</p:sp>
       <p:cxnSp><p:spPr>${transform(0, 0, 1270000, 0, 'flipH="1"')}<a:prstGeom prst="line"/><a:ln><a:tailEnd type="triangle"/></a:ln></p:spPr>${styled(1, 0)}</p:cxnSp>
       <p:sp><p:spPr>${transform(0, 0, 1270000, 635000)}<a:noFill/><a:ln><a:noFill/></a:ln></p:spPr>${styled(1, 1)}${text}</p:sp>`,
    );
    expect(round).toMatchObject({
      ink: '#ffffff',
      turn: 90,
      form: { width: 100, height: 50, fill: '#4472c4', line: '#ff0000', thick: 2 },
    });
    expect(round?.form?.d).toMatch(/^M0 8\.33A/);
    expect(arrow).toMatchObject({ form: { d: 'M100 0L0 0', line: '#4472c4' }, box: { width: 0.1, height: 1 / 500 } });
    expect(arrow?.form?.heads).toMatch(/^M0 0L/);
    expect([plain?.form, plain?.fill]).toEqual([undefined, undefined]);
  });

  test('are those of a diagram as its program drew it, in the place of its frame', async () => {
    const [box] = await framesOf(
      `<p:graphicFrame><p:xfrm><a:off x="1270000" y="635000"/><a:ext cx="5000000" cy="3000000"/></p:xfrm><a:graphicData><dgm:relIds dm="d"/></a:graphicData></p:graphicFrame>`,
      {
        'ppt/diagrams/data1.xml':
          '<dgm:dataModel xmlns:dgm="d" xmlns:dsp="s"><dsp:dataModelExt relId="w"/></dgm:dataModel>',
        'ppt/diagrams/drawing1.xml': `<dsp:drawing xmlns:dsp="s" xmlns:a="a" xmlns:p="p"><dsp:spTree><dsp:sp><dsp:spPr>${transform(1270000, 0, 1270000, 635000)}</dsp:spPr><dsp:txBody><a:p><a:r><a:t>Chief</a:t></a:r></a:p></dsp:txBody></dsp:sp></dsp:spTree></dsp:drawing>`,
      },
    );
    expect(box?.box).toEqual({ left: 0.2, top: 0.1, width: 0.1, height: 0.1 });
    expect(plainOf(box?.blocks ?? [])).toEqual(['Chief']);
  });

  test('lie over those of a master, unless the slide leaves these out', async () => {
    const master = part(
      'sldMaster',
      `<p:sp><p:spPr>${transform(0, 0, 1270000, 635000)}<a:solidFill><a:srgbClr val="102030"/></a:solidFill></p:spPr></p:sp>`,
    );
    const own = `<p:sp>${text}</p:sp>`;
    const fills = async (ofSlide: string) =>
      (await framesOf(own, { 'ppt/m.xml': master }, ofSlide)).map(({ fill }) => fill);
    expect(await fills('')).toEqual(['#102030', undefined]);
    expect(await fills('showMasterSp="0"')).toEqual([undefined]);
  });

  test('have forms of numbers that are finite, whatever a document says', async () => {
    const names = [
      'chevron',
      'leftRightArrow',
      'hexagon',
      'ellipse',
      'rightBrace',
      'bentConnector3',
      'round2SameRect',
      'unknown',
    ];
    const shapes = names.map(
      (name) =>
        `<p:sp><p:spPr>${transform(0, 0, 0, 1e9)}<a:prstGeom prst="${name}"><a:avLst><a:gd fmla="val -999999999"/></a:avLst></a:prstGeom><a:ln w="-5"/></p:spPr>${styled(9, 9)}</p:sp>`,
    );
    const custom = `<p:sp><p:spPr>${transform(0, 0, 1270000, 635000)}<a:custGeom><a:pathLst><a:path w="100" h="100"><a:moveTo><a:pt x="0" y="50"/></a:moveTo><a:arcTo wR="50" hR="50" stAng="10800000" swAng="10800000"/><a:lnTo><a:pt x="x" y="0"/></a:lnTo></a:path></a:pathLst></a:custGeom></p:spPr>${styled(1, 1)}</p:sp>`;
    const frames = await framesOf([...shapes, custom, custom.replace('x="x"', 'x="0"')].join(''));
    expect(frames).toHaveLength(10);
    expect(JSON.stringify(frames)).not.toMatch(/NaN|Infinity/);
    expect(frames.at(-1)?.form?.d).toBe('M0 25A50 25 0 0 1 100 25L0 0');
  });

  test('have tables with the widths of their columns, and the fills of their style and cells', async () => {
    const cell = (said: string, more = '', attributes = ''): string =>
      `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${said}</a:t></a:r></a:p></a:txBody><a:tcPr>${more}</a:tcPr></a:tc>`;
    const [frame] = await framesOf(
      `<p:graphicFrame><a:tbl><a:tblPr firstRow="1" bandRow="1"><a:tableStyleId>{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}</a:tableStyleId></a:tblPr><a:tblGrid><a:gridCol w="300"/><a:gridCol w="100"/></a:tblGrid>
       <a:tr>${cell('EUR', '', 'gridSpan="2"')}${cell('', '', 'hMerge="1"')}</a:tr>
       <a:tr>${cell('Revenue')}${cell('12', '<a:solidFill><a:srgbClr val="C6EFCE"/></a:solidFill>')}</a:tr></a:tbl></p:graphicFrame>`,
    );
    expect(frame?.blocks).toMatchObject([
      {
        kind: 'table',
        widths: [0.75, 0.25],
        spans: [[2], [1, 1]],
        looks: [[{ fill: '#4472c4', ink: '#ffffff', isBold: true }], [{ fill: '#b4c7e7' }, { fill: '#c6efce' }]],
      },
    ]);
  });
});

describe('OpenDocument', () => {
  const content = (body: string): string =>
    `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:xlink="x"><office:body>${body}</office:body></office:document-content>`;

  test('has headings, lists, spaces and no remote picture', async () => {
    const made = await makePreview(
      'odt',
      zip({
        'content.xml': content(
          '<text:h text:outline-level="2">Head</text:h><text:p>a<text:s text:c="3"/>b<text:tab/><text:span>c</text:span></text:p><text:list><text:list-item><text:p>item</text:p></text:list-item></text:list><text:p><draw:frame><draw:image xlink:href="http://evil.example/x.png"/></draw:frame></text:p>',
        ),
        'Basic/Standard/Module1.xml': '<x/>',
      }),
    );
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual(['Head', 'a   b\tc', 'item', '']);
    expect(notesOf(made)).toMatch(/macros.*other addresses/);
    expect(JSON.stringify(made)).not.toContain('evil.example');
  });

  const part = (root: string, inner: string): string =>
    `<office:${root} xmlns:office="o" xmlns:style="s" xmlns:fo="f" xmlns:text="t" xmlns:draw="d" xmlns:svg="v" xmlns:presentation="p">${inner}</office:${root}>`;
  const style = (name: string, family: string, inner: string, more = ''): string =>
    `<style:style style:name="${name}" style:family="${family}" ${more}>${inner}</style:style>`;
  const paper = (size: string): string =>
    `<style:page-layout style:name="L"><style:page-layout-properties ${size}/></style:page-layout><style:master-page style:name="Standard" style:page-layout-name="L" draw:style-name="dp"/>`;

  test('a document has its footnotes, comments, text boxes, numbered headings and tables in tables', async () => {
    const table = (cells: string): string =>
      `<table:table><table:table-header-rows><table:table-row>${cells}</table:table-row></table:table-header-rows></table:table>`;
    const cell = (inner: string): string => `<table:table-cell>${inner}</table:table-cell>`;
    const made = await makePreview(
      'odt',
      zip({
        'styles.xml': part(
          'document-styles',
          `<text:outline-style style:name="Outline"><text:outline-level-style text:level="1" style:num-format="1" style:num-suffix="."/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>
           ${style('Heading_1', 'paragraph', '')}${style('Plain', 'paragraph', '', 'style:parent-style-name="Heading_1" style:list-style-name=""')}`,
        ),
        'content.xml': content(
          `<draw:frame><draw:text-box><text:p>Heron LLP</text:p></draw:text-box></draw:frame>
           <text:h text:outline-level="1" text:style-name="Plain">Recitals</text:h>
           <text:h text:outline-level="1" text:style-name="Heading_1">Price</text:h>
           <text:h text:outline-level="2">Due</text:h>
           <text:p>Paid<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>In euros</text:p></text:note-body></text:note> at once<office:annotation><dc:creator>Ada</dc:creator><text:p>Really?</text:p></office:annotation>.<draw:frame><draw:text-box><text:p>Figure 1</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p/><text:p>Copy</text:p></draw:custom-shape></text:p>
           ${table(cell(`<text:p>a</text:p>${table(cell('<text:p>b</text:p>'))}`))}
           <text:h text:outline-level="1">Closing<text:note text:note-class="endnote"><text:note-citation>i</text:note-citation><text:note-body><text:p>In Bonn</text:p></text:note-body></text:note></text:h>`,
        ),
      }),
    );
    if (made.kind !== 'text') throw new TypeError('no text');
    expect(plainOf(made.blocks)).toEqual([
      'Heron LLP',
      'Recitals',
      '1. Price',
      '1.1 Due',
      'Paid[1] at once.',
      'Figure 1',
      'Copy',
      'a|b',
      '2. Closing[i]',
      '[Footnotes]',
      '[1] In euros',
      '[Endnotes]',
      '[i] In Bonn',
      '[Comments]',
      'Ada: Really?',
    ]);
  });

  test('a document has the heads and feet of its pages once, after the text', async () => {
    const edge = (name: string, said: string): string => `<style:${name}><text:p>${said}</text:p></style:${name}>`;
    const made = await makePreview(
      'odt',
      zip({
        'styles.xml': part(
          'document-styles',
          `<style:master-page style:name="Standard">${edge('header', 'Draft of 1 May')}${edge('header-first', 'Heron LLP')}${edge('footer', '')}</style:master-page>
           <style:master-page style:name="Landscape"><style:header style:display="false"><text:p>Off</text:p></style:header></style:master-page>`,
        ),
        'content.xml': content('<text:p>The text</text:p>'),
      }),
    );
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual([
      'The text',
      '[Heads of pages]',
      'Draft of 1 May',
      'Heron LLP',
    ]);
  });

  test('a document has its pages, the looks of its letters and the numbers of its clauses', async () => {
    const made = await makePreview(
      'odt',
      zip({
        'styles.xml': part(
          'document-styles',
          `${style('Standard', 'paragraph', '<style:text-properties fo:font-size="11pt" style:font-name="Times New Roman"/>')}
           ${style('Head', 'paragraph', '<style:paragraph-properties fo:break-before="page"/><style:text-properties fo:font-size="200%" fo:font-weight="bold"/>', 'style:parent-style-name="Standard"')}
           ${paper('fo:page-width="21cm" fo:page-height="29.7cm" fo:margin-left="2.54cm" fo:margin-top="1in"')}`,
        ),
        'content.xml': content(
          `<text:list text:style-name="C"><text:list-item><text:p text:style-name="P">Price</text:p><text:list><text:list-item><text:p>due</text:p></text:list-item><text:list-item><text:p>late</text:p></text:list-item></text:list></text:list-item></text:list>
           <text:p text:style-name="P">a<text:soft-page-break/>b</text:p>
           <text:h text:outline-level="1" text:style-name="Head">Closing <text:span text:style-name="T">now</text:span></text:h>
           <text:list text:continue-numbering="true" text:style-name="C"><text:list-item><text:p>Costs</text:p></text:list-item></text:list>`,
        ).replace(
          '<office:body>',
          `${part(
            'automatic-styles',
            `${style('P', 'paragraph', '<style:paragraph-properties fo:text-align="end"/>', 'style:parent-style-name="Standard"')}
             ${style('T', 'text', '<style:text-properties fo:color="#C00000" fo:font-size="11pt" style:text-underline-style="solid"/>')}
             <text:list-style style:name="C"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2" style:num-suffix=")"/></text:list-style>`,
          )}<office:body>`,
        ),
      }),
    );
    if (made.kind !== 'text') throw new TypeError('no text');
    expect(plainOf(made.blocks)).toEqual([
      '1. Price',
      '1.a) due',
      '1.b) late',
      'a',
      '===',
      'b',
      '===',
      'Closing now',
      '2. Costs',
    ]);
    expect(made.base).toEqual({ size: 11, family: 'serif' });
    expect(made.pages?.length).toBe(3);
    expect(made.pages?.[0]?.width).toBeCloseTo(595, 0);
    expect(made.pages?.[0]).toMatchObject({ side: expect.closeTo(72), top: 72 });
    expect(made.blocks[0]).toMatchObject({ align: 'right', indent: 1 });
    expect(made.blocks[7]).toEqual({
      kind: 'heading',
      level: 1,
      size: 2,
      runs: [
        { text: 'Closing ', isBold: true },
        { text: 'now', isBold: true, isUnderlined: true, ink: '#c00000', size: 0.5 },
      ],
    });
  });

  test('a presentation has its shapes in their places, with their sizes and colors, and the notes of its speaker', async () => {
    const frame = (kind: string, at: string, inner: string): string =>
      `<draw:frame ${kind} ${at}><draw:text-box>${inner}</draw:text-box></draw:frame>`;
    const at = 'svg:x="2cm" svg:y="1cm" svg:width="16cm" svg:height="2cm"';
    const made = await makePreview(
      'odp',
      zip({
        'styles.xml': part(
          'document-styles',
          `${style('T', 'presentation', '<style:graphic-properties draw:textarea-vertical-align="middle"/><style:text-properties fo:font-size="40pt"/>')}
           ${style('O-outline1', 'presentation', '<style:text-properties fo:font-size="20pt"/>')}
           ${style('O-outline2', 'presentation', '<style:text-properties fo:font-size="10pt"/>', 'style:parent-style-name="O-outline1"')}
           ${style('standard', 'graphic', '<style:graphic-properties draw:fill="solid" draw:fill-color="#1F3864"/>')}
           ${style('dp', 'drawing-page', '<style:drawing-page-properties draw:fill="solid" draw:fill-color="#FFFFEE"/>')}
           ${paper('fo:page-width="20cm" fo:page-height="10cm"')}`,
        ),
        'content.xml': content(
          `<draw:page draw:name="p1" draw:master-page-name="Standard" xmlns:svg="v" xmlns:presentation="p">
            ${frame('presentation:class="title" presentation:style-name="T"', at, '<text:p>Our offer</text:p>')}
            ${frame('presentation:class="outline" presentation:style-name="pr"', at, '<text:list><text:list-item><text:p>One</text:p><text:list><text:list-item><text:p>Two</text:p></text:list-item></text:list></text:list-item></text:list>')}
            <draw:g><draw:custom-shape draw:style-name="gr" ${at}><text:p text:style-name="white">Box</text:p></draw:custom-shape></draw:g>
            ${frame('presentation:class="page-number"', at, '<text:p>7</text:p>')}
            <presentation:notes>${frame('presentation:class="notes"', at, '<text:p>say it</text:p>')}</presentation:notes></draw:page>
           <draw:page draw:name="p2" draw:style-name="hidden"/>`,
        ).replace(
          '<office:body>',
          `${part(
            'automatic-styles',
            `${style('pr', 'presentation', '', 'style:parent-style-name="O-outline1"')}
             ${style('gr', 'graphic', '', 'style:parent-style-name="standard"')}
             ${style('white', 'paragraph', '<style:text-properties fo:color="#FFFFFF"/>')}
             ${style('hidden', 'drawing-page', '<style:drawing-page-properties presentation:visibility="hidden"/>')}`,
          )}<office:body>`,
        ),
      }),
    );
    if (made.kind !== 'text') throw new TypeError('no text');
    expect(plainOf(made.blocks)).toEqual([
      '[Slide 1]',
      'Our offer',
      'One',
      'Two',
      'Box',
      'Notes of the speaker',
      'say it',
      '===',
      '[Slide 2 (hidden)]',
    ]);
    expect(made.pages).toEqual([360, 360].map((height) => ({ width: 720, height, side: 0, top: 0 })));
    const [slide] = made.blocks;
    if (slide?.kind !== 'slide') throw new TypeError('no slide');
    expect([slide.height, slide.fill]).toEqual([0.5, '#ffffee']);
    const [title, outline, box] = slide.frames;
    expect(title).toMatchObject({ anchor: 'middle', blocks: [{ kind: 'heading', level: 1, size: 1 }] });
    expect(title?.box?.left).toBeCloseTo(0.1);
    expect(title?.size).toBeCloseTo(40 / ((20 * 72) / 2.54));
    expect(outline?.blocks).toEqual([
      { kind: 'paragraph', runs: [{ text: 'One' }], isItem: true, indent: 0 },
      { kind: 'paragraph', runs: [{ text: 'Two' }], isItem: true, indent: 1, size: 0.5 },
    ]);
    expect(box).toMatchObject({ fill: '#1f3864', blocks: [{ runs: [{ text: 'Box', ink: '#ffffff' }] }] });
  });

  test('a sheet ends where its values end', async () => {
    const made = await makePreview(
      'ods',
      zip({
        'content.xml': content(
          '<table:table table:name="S"><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>v</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell/></table:table-row></table:table>',
        ),
      }),
    );
    expect(made).toMatchObject({
      sheets: [
        {
          name: 'S',
          rows: [
            ['v', 'v'],
            ['v', 'v'],
          ],
        },
      ],
    });
  });

  test('a sheet has the shown texts, looks, widths, merged and frozen cells, and what it hides', async () => {
    const styles = `<office:automatic-styles xmlns:office="o" xmlns:style="s" xmlns:fo="f" xmlns:table="tb">
      <style:style style:name="ce1" style:family="table-cell"><style:table-cell-properties fo:background-color="#FFCC00"/><style:text-properties fo:font-weight="bold"/></style:style>
      <style:style style:name="co1" style:family="table-column"><style:table-column-properties style:column-width="2.05cm"/></style:style></office:automatic-styles>`;
    const settings = `<s:settings xmlns:s="s" xmlns:c="c"><c:config-item-map-entry c:name="S"><c:config-item c:name="VerticalSplitMode">2</c:config-item><c:config-item c:name="VerticalSplitPosition">1</c:config-item></c:config-item-map-entry></s:settings>`;
    const made = await makePreview(
      'ods',
      zip({
        'settings.xml': settings,
        'content.xml': content(
          '<table:table table:name="S"><table:table-column table:style-name="co1"/><table:table-column table:visibility="collapse"/><table:table-row><table:table-cell table:style-name="ce1" table:number-columns-spanned="2"><text:p>Head</text:p></table:table-cell><table:covered-table-cell/></table:table-row><table:table-row table:visibility="collapse"><table:table-cell office:value-type="currency" office:value="-5"><text:p>(5.00 €)</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="0.1"/></table:table-row></table:table>',
        ).replace('<office:body>', `${styles}<office:body>`),
      }),
    );
    if (made.kind !== 'sheets') throw new TypeError('no sheets');
    const [sheet] = made.sheets;
    expect(sheet).toMatchObject({
      rows: [['Head'], ['(5.00 €)', '0.1']],
      hiddenRows: [1],
      hiddenColumns: [1],
      merged: [{ row: 0, column: 0, rows: 1, columns: 2 }],
      frozen: { rows: 1, columns: 0 },
    });
    expect(sheet?.widths?.[0]).toBeCloseTo(10);
    expect(sheet?.allLooks?.[sheet.looks?.[0]?.[0] ?? 0]).toEqual({ isBold: true, fill: '#ffcc00' });
    expect(sheet?.allLooks?.[sheet.looks?.[1]?.[0] ?? 0]).toEqual({ align: 'right' });
  });

  test('that is encrypted says so', async () => {
    const bytes = zip({ 'META-INF/manifest.xml': '<m:encryption-data/>', 'content.xml': 'noise' });
    expect(notesOf(await makePreview('odt', bytes))).toContain('password');
  });
});

describe('a mail', () => {
  const mail = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(strToU8(text.replaceAll('\n', '\r\n')));

  test('has its head, its text, and its attachments', async () => {
    const made = await makePreview(
      'eml',
      mail(`From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>
To: Ada <ada@example.org>, Ben <ben@example.org>
Subject: Offer
Date: Thu, 26 Nov 2026 10:00:00 +0000
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
--x
Content-Type: application/pdf
Content-Disposition: attachment; filename="offer.pdf"
Content-Transfer-Encoding: base64

AAAA
--x--
`),
    );
    expect(made).toMatchObject({
      head: [
        ['Subject', 'Offer'],
        ['From', 'Jürgen <j@example.org>'],
        ['To', 'Ada <ada@example.org>, Ben <ben@example.org>'],
        ['Date', formatWithZone('2026-11-26T10:00:00.000Z')],
      ],
    });
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual(['Grüße']);
    expect(made).toMatchObject({ attached: [{ name: 'offer.pdf', bytes: new Uint8Array(3) }] });
  });

  test('gives a name to an attachment that has none, and keeps a mail in it whole', async () => {
    const made = await makePreview(
      'eml',
      mail(`Subject: Forwarded
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: message/rfc822
Content-Disposition: attachment

Subject: The first one

Dear Ada
--x
Content-Type: application/pdf
Content-Disposition: attachment
Content-Transfer-Encoding: base64

AAAA
--x--
`),
    );
    const attached = made.kind === 'text' ? (made.attached ?? []) : [];
    expect(attached.map(({ name }) => name)).toEqual(['Attachment.eml', 'Attachment.pdf']);
    expect(new TextDecoder().decode(attached[0]?.bytes)).toContain('Subject: The first one');
  });

  test('without head and text is refused', async () => {
    expect(await makePreview('eml', new TextEncoder().encode('\r\n \r\n'))).toMatchObject({ kind: 'refused' });
  });

  test('is shown as text without its markup if it is HTML', async () => {
    const found = await texts(
      'eml',
      mail(`Content-Type: text/html; charset=utf-8

<html><head><style>p{}</style><script>alert(1)</script></head><body><p>Dear&nbsp;Ada,</p><img src="http://evil.example/x.png"><p>a &lt; b</p></body></html>
`),
    );
    expect(found.join('\n')).toContain('a < b');
    expect(found.join('\n')).not.toMatch(/alert|<img|<p>|p\{\}/);
  });
});

describe('in hostile documents', () => {
  test('a zip bomb is refused before it is decompressed', async () => {
    const bytes = word('', { 'word/styles.xml': new Uint8Array(400_000_000) });
    expect(await makePreview('docx', bytes)).toEqual({
      kind: 'refused',
      reason: 'This document is too large when it is decompressed. Download it.',
    });
  });

  test('a part that is larger than it claims is damaged', async () => {
    const bytes = word(`<w:p><w:r><w:t>${'x'.repeat(100_000)}</w:t></w:r></w:p>`);
    const view = new DataView(bytes.buffer);
    const end = bytes.length - 22;
    const directory = view.getUint32(end + 16, true);
    view.setUint32(directory + 24, 10, true);
    expect((await makePreview('docx', bytes)).kind).toBe('refused');
  });

  test.each([
    [
      'entities that hold themselves',
      '<!DOCTYPE d [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>',
    ],
    [
      'a file of this machine',
      '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>',
    ],
    ['no end', '<w:document xmlns:w="w"><w:body>'],
    ['endless depth', '<a>'.repeat(100_000)],
    ['nothing', ''],
  ])('%s is refused', async (_, document) => {
    expect((await makePreview('docx', zip({ 'word/document.xml': document }))).kind).toBe('refused');
  });

  test.each<OfficeKind>(['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'msg'])(
    'noise as .%s is refused with a reason',
    async (kind) => {
      for (const bytes of [new Uint8Array(0), new Uint8Array(5000).fill(7), zip({ x: 'y' }), zip({}).slice(0, 10)])
        expect(await makePreview(kind, bytes)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\.$/) });
    },
  );

  test('an encrypted document of Office is not a damaged one', async () => {
    const bytes = new Uint8Array(2000);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    expect(notesOf(await makePreview('xlsx', bytes))).toContain('password');
  });

  test('distant cells take no memory for those between them', async () => {
    const rows = Array.from(
      { length: 2000 },
      (_, row) => `<row r="${row + 1}"><c r="XFD${row + 1}"><v>1</v></c></row>`,
    );
    const made = await makePreview(
      'xlsx',
      zip({
        'xl/workbook.xml': '<workbook><sheets><sheet name="S" id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': relations('<Relationship Id="a" Target="s.xml"/>'),
        'xl/s.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
      }),
    );
    expect(notesOf(made)).toContain('first 4000000 cells');
  });
});

describe('a text in Markdown', () => {
  const markdown = (text: string) => makePreview('md', new TextEncoder().encode(text));

  test('is its headings, lists, tables, quotes and code', async () => {
    const made = await markdown(
      '# Sale\n\nThe **seller** & `a<b`\n\n- one\n  1. two\n  2. ~~three~~\n- [x] done\n\n> quoted\n\n```\nx < y\n```\n\n---\n\n|A|B|\n|-|-|\n|1|2|\n',
    );
    expect(made.kind === 'text' && made.blocks).toEqual([
      { kind: 'heading', level: 1, runs: [{ text: 'Sale' }] },
      {
        kind: 'paragraph',
        runs: [{ text: 'The ' }, { text: 'seller', isBold: true }, { text: ' & ' }, { text: 'a<b', isCode: true }],
      },
      { kind: 'paragraph', runs: [{ text: 'one' }], isItem: true },
      { kind: 'paragraph', runs: [{ text: '1. ' }, { text: 'two' }], indent: 2 },
      { kind: 'paragraph', runs: [{ text: '2. ' }, { text: 'three', isStruck: true }], indent: 2 },
      { kind: 'paragraph', runs: [{ text: '☑ ' }, { text: 'done' }], indent: 1 },
      { kind: 'paragraph', runs: [{ text: 'quoted' }], isQuote: true },
      { kind: 'code', text: 'x < y' },
      { kind: 'rule' },
      {
        kind: 'table',
        rows: [
          [
            [{ kind: 'paragraph', runs: [{ text: 'A', isBold: true }] }],
            [{ kind: 'paragraph', runs: [{ text: 'B', isBold: true }] }],
          ],
          [[{ kind: 'paragraph', runs: [{ text: '1' }] }], [{ kind: 'paragraph', runs: [{ text: '2' }] }]],
        ],
      },
    ]);
    expect(notesOf(made)).toBe('');
  });

  test('names pictures and addresses, and shows HTML as text', async () => {
    const made = await markdown(
      '![Plan](https://evil.example/x.png) [the terms](https://evil.example/t) <https://a.example> \\* &amp;&lt;\n\n<script>run()</script>\n\n<!-- hidden -->\n\na<b>c\nd  \ne',
    );
    expect(made.kind === 'text' && plainOf(made.blocks)).toEqual([
      '[Picture: Plan] the terms (https://evil.example/t) https://a.example * &<',
      '<script>run()</script>',
      'a<b>c d\ne',
    ]);
    expect(notesOf(made)).toMatch(/nothing is fetched.* HTML in it is shown as text/);
  });

  test('without an end is refused', async () => {
    expect((await markdown('> '.repeat(5000))).kind).toBe('refused');
  });
});
