import { PdfWriter } from './corpus/pdf-writer.ts';

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
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const pages: number[] = [];
  const page = (resources: string, content: string): void => {
    const drawn = writer.stream('', Buffer.from(content));
    pages.push(
      writer.add(
        `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 64 64] /Resources << ${resources} >> /Contents ${drawn} 0 R >>`,
      ),
    );
  };
  for (const [filter, colors, bits, content] of IMAGES) {
    const image = writer.stream(
      `/Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace ${colors} /BitsPerComponent ${bits} /Filter ${filter}`,
      Buffer.from(content, 'base64'),
    );
    page(`/XObject << /I ${image} 0 R >>`, 'q 64 0 0 64 0 0 cm /I Do Q');
  }
  const described = writer.add(
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  );
  const characters = writer.add(
    `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor ${described} 0 R >>`,
  );
  const font = writer.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${characters} 0 R] >>`,
  );
  page(`/Font << /F ${font} 0 R >>`, TEXT);
  writer.set(
    tree,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((number) => `${number} 0 R`).join(' ')}] >>`,
  );
  return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}
