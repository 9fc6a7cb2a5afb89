import type { ExportFile } from './files.ts';

const BLOCK = 512;

/** Longest name that a header has room for. */
const MAX_NAME_BYTES = 100;

/** A tar archive (POSIX ustar) of files, in pieces. All files have the time `seconds` since 1970. */
export async function* tarOf(files: AsyncIterable<ExportFile>, seconds: number): AsyncGenerator<Uint8Array> {
  for await (const { name, bytes } of files) {
    yield header(name, bytes.length, seconds);
    yield bytes;
    yield new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  }
  yield new Uint8Array(2 * BLOCK);
}

function header(name: string, size: number, seconds: number): Uint8Array {
  const block = new Uint8Array(BLOCK);
  const encoded = new TextEncoder().encode(name);
  if (encoded.length > MAX_NAME_BYTES) throw new RangeError(`too long a name for a tar archive: ${name}`);
  const put = (offset: number, text: string): void => block.set(new TextEncoder().encode(text), offset);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  block.set(encoded);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(seconds, 11));
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\u000000');
  put(
    148,
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
  );
  return block;
}
