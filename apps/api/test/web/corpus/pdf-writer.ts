import { createHash } from 'node:crypto';

/** Writes PDF files object by object (ISO 32000-1). */
export class PdfWriter {
  readonly #objects: Buffer[] = [];

  /** Returns the number of the new object. */
  add(...parts: readonly (string | Buffer)[]): number {
    return this.#objects.push(bytesOf(parts));
  }

  stream(dictionary: string, content: Buffer): number {
    return this.add(`<< ${dictionary} /Length ${content.length} >>\nstream\n`, content, '\nendstream');
  }

  /** Gives a number for an object that follows. */
  reserve(): number {
    return this.#objects.push(Buffer.alloc(0));
  }

  set(number: number, ...parts: readonly (string | Buffer)[]): void {
    this.#objects[number - 1] = bytesOf(parts);
  }

  /** The file of these objects, with the table of their places. `trailer`: more of its entries. */
  written(catalog: number, trailer = ''): Buffer {
    const parts = [Buffer.from('%PDF-1.7\n')];
    const places: number[] = [];
    let length = parts[0]?.length ?? 0;
    for (const [index, object] of this.#objects.entries()) {
      const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
      places.push(length);
      length += part.length;
      parts.push(part);
    }
    const lines = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    const size = this.#objects.length + 1;
    parts.push(
      Buffer.from(
        `xref\n0 ${size}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${size} /Root ${catalog} 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(parts);
  }
}

const bytesOf = (parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const padded = (password: string): Buffer => Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);

function rc4(key: Buffer, content: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let index = 0, other = 0; index < 256; index++) {
    other = (other + (state[index] ?? 0) + (key[index % key.length] ?? 0)) & 255;
    swap(index, other);
  }
  let [one, other] = [0, 0];
  return Buffer.from(
    content.map((byte) => {
      one = (one + 1) & 255;
      other = (other + (state[one] ?? 0)) & 255;
      swap(one, other);
      return byte ^ (state[((state[one] ?? 0) + (state[other] ?? 0)) & 255] ?? 0);
    }),
  );
}

const ID = Buffer.alloc(16, 7);
const NO_RIGHTS = -4;

type Page = Readonly<{ text: string; contents?: string }>;

type Document = Readonly<{
  pages: readonly Page[];
  outline?: boolean;
  /** Encrypts the document by the standard handler, revision 2 (40 bits), which every reader knows. */
  password?: string;
  /** More entries of the catalog. */
  catalog?: string;
}>;

/** A document of pages with a line of text each, and a table of contents if asked for. */
export function pdfOf({ pages, outline = false, password, catalog = '' }: Document): Buffer {
  const writer = new PdfWriter();
  const tree = writer.reserve();
  const font = writer.add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  let key: Buffer | undefined;
  let trailer = '';
  if (password !== undefined) {
    const owner = rc4(md5(padded(password)).subarray(0, 5), padded(password));
    const rights = Buffer.alloc(4);
    rights.writeInt32LE(NO_RIGHTS);
    key = md5(padded(password), owner, rights, ID).subarray(0, 5);
    const user = rc4(key, PADDING);
    const encrypt = writer.add(
      `<< /Filter /Standard /V 1 /R 2 /P ${NO_RIGHTS} /O <${owner.toString('hex')}> /U <${user.toString('hex')}> >>`,
    );
    trailer = `/Encrypt ${encrypt} 0 R /ID [<${ID.toString('hex')}> <${ID.toString('hex')}>]`;
  }
  const numbers = pages.map(({ text, contents }) => {
    const number = writer.reserve();
    const plain = Buffer.from(
      contents ?? `BT /F 24 Tf 72 720 Td (${text.replaceAll(/[()\\]/g, '\\$&')}) Tj ET`,
      'latin1',
    );
    const salt = Buffer.from([number & 255, number >> 8, 0, 0, 0]);
    const content = key === undefined ? plain : rc4(md5(key, salt).subarray(0, 10), plain);
    writer.set(number, `<< /Length ${content.length} >>\nstream\n`, content, '\nendstream');
    return writer.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F ${font} 0 R >> >> /Contents ${number} 0 R >>`,
    );
  });
  writer.set(
    tree,
    `<< /Type /Pages /Count ${numbers.length} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
  );
  let contents = '';
  if (outline) {
    const root = writer.reserve();
    const items = numbers.map(() => writer.reserve());
    for (const [index, item] of items.entries())
      writer.set(
        item,
        `<< /Title (Chapter ${index + 1}) /Parent ${root} 0 R /Dest [${numbers[index]} 0 R /Fit]`,
        index > 0 ? ` /Prev ${items[index - 1]} 0 R` : '',
        index + 1 < items.length ? ` /Next ${items[index + 1]} 0 R` : '',
        ' >>',
      );
    writer.set(root, `<< /Type /Outlines /Count ${items.length} /First ${items[0]} 0 R /Last ${items.at(-1)} 0 R >>`);
    contents = `/Outlines ${root} 0 R`;
  }
  return writer.written(writer.add(`<< /Type /Catalog /Pages ${tree} 0 R ${contents} ${catalog} >>`), trailer);
}
