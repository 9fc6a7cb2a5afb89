/** A black square in a white page of 64 by 64 pixels, by each method that scanners use. Made by libtiff and OpenJPEG. */
const GROUP_4 = 'JqB4b/////yC43////////////////////+P////8AEAEA==';
/** JBIG2: the page, and a region with the lines above. */
const JBIG2 =
  'AAAAADAAAQAAABMAAABAAAAAQAAAAAAAAAAAAAAAAAAAAScAAQAAADQAAABAAAAAQAAAAAAAAAAAAAEmoHhv/////ILjf////////////////////4/////wAQAQ';
const JPEG_2000 =
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAQAAAAEAAAQcHAAAAAAAPY29scgEAAAAAABEAAAL+anAyY/9P/1EAKQAAAAAAQAAAAEAAAAAAAAAAAAAAAEAAAABAAAAAAAAAAAAAAQcBAf9SAAwAAAABAAAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAACjAAB/5Pfh09A5KVwNKycY1xUq/evMUzfUaPIVVbMX7NCdJe1Sv1BdYMSTdqInkAOx+AAAAAAAwkJf/dd8eQAAAAAAGEhL/2UKAAAAAAMJCXcMoADCQl4JNgABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJf/hJ4AAAAAAAAwkJdrqQAMJCXgk2AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl/3CTwAAAAAAABhIS7XUgAYSEvBJsAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhL/8EngAAAAAAADCQl2upAAwkJeCTYAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCX/4SeAAAAAAAAMJCXa6kADCQl4JNgABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJeALQAAYSEvAFoAAMJCXgC0AAGEhLwBaAADCQl4AtAABhIS8AWgAAwkJf/f//Z';

const IMAGES = [
  ['/CCITTFaxDecode /DecodeParms << /K -1 /Columns 64 /Rows 64 >>', '/DeviceGray', 1, GROUP_4],
  ['/JBIG2Decode', '/DeviceGray', 1, JBIG2],
  ['/JPXDecode', '/DeviceGray', 8, JPEG_2000],
] as const;

/** Chinese text in a font that is not in the document, whose characters only a table of the reader finds. */
const TEXT = 'BT /F 24 Tf 4 20 Td <5408540C> Tj ET';

/** A PDF with a page for each method, and one with text. */
export function scannedPdf(): Buffer {
  const objects: Buffer[] = [];
  const add = (...parts: readonly (string | Buffer)[]): number =>
    objects.push(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))));
  const stream = (dictionary: string, content: Buffer): number =>
    add(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, content, '\nendstream');
  const PAGES = 1;
  add('');
  const pages: number[] = [];
  const page = (resources: string, content: string): void => {
    const drawn = stream('', Buffer.from(content));
    pages.push(
      add(
        `<< /Type /Page /Parent ${PAGES} 0 R /MediaBox [0 0 64 64] /Resources << ${resources} >> /Contents ${drawn} 0 R >>`,
      ),
    );
  };
  for (const [filter, colors, bits, content] of IMAGES) {
    const image = stream(
      `/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace ${colors} /BitsPerComponent ${bits} /Filter ${filter}`,
      Buffer.from(content, 'base64'),
    );
    page(`/XObject << /I ${image} 0 R >>`, 'q 64 0 0 64 0 0 cm /I Do Q');
  }
  const described = add(
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  const characters = add(
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor ${described} 0 R >>`,
  );
  const font = add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${characters} 0 R] >>`,
  );
  page(`/Font << /F ${font} 0 R >>`, TEXT);
  objects[PAGES - 1] = Buffer.from(
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] >>`,
  );
  const catalog = add(`<< /Type /Catalog /Pages ${PAGES} 0 R >>`);
  return written(objects, catalog);
}

/** The file of these objects, with the table of their places. */
function written(objects: readonly Buffer[], catalog: number): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    places.push(length);
    length += part.length;
    parts.push(part);
  }
  const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root ${catalog} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
