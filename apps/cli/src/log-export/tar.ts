import type { FileHandle } from 'node:fs/promises';
import { type ExportSource, NotJudged } from '@strongroom/audit-proof';

const BLOCK = 512;

/** Bounds the memory for names. An export of 100 million events has fewer files. */
const MAX_FILES = 3_000_000;

type EntryRange = Readonly<{ offset: number; size: number }>;

/**
 * An export in a tar archive, which is read where its files lie. Throws NotJudged for a file that is not a tar archive, is cut off or
 * holds a file twice.
 */
export async function tarExport(file: FileHandle): Promise<ExportSource> {
  const places = await placesIn(file);
  return {
    read: async (name, most) => {
      const place = places.get(name);
      if (place === undefined) return undefined;
      if (place.size > most) throw new NotJudged(`${name} has ${place.size} bytes, more than such a file can have.`);
      return readAt(file, place.offset, place.size);
    },
    names: async function* () {
      yield* places.keys();
    },
  };
}

async function placesIn(file: FileHandle): Promise<ReadonlyMap<string, EntryRange>> {
  const { size: end } = await file.stat();
  const places = new Map<string, EntryRange>();
  let offset = 0;
  for (;;) {
    const block = await readAt(file, offset, BLOCK).catch(() => undefined);
    if (block === undefined) throw new NotJudged('the archive is cut off: its end is missing.');
    if (block.every((byte) => byte === 0)) return withoutTopFolder(places);
    const { name, size, isFile } = parseHeader(block, offset);
    if (offset + BLOCK + size > end) throw new NotJudged(`the archive is cut off in ${name}.`);
    if (isFile && places.has(name)) throw new NotJudged(`the archive holds ${name} twice.`);
    if (isFile) places.set(name, { offset: offset + BLOCK, size });
    if (places.size > MAX_FILES) throw new NotJudged('the archive holds more files than an export has.');
    offset += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** An archive of a folder has its name before every other. */
function withoutTopFolder(places: ReadonlyMap<string, EntryRange>): ReadonlyMap<string, EntryRange> {
  if (places.has('checkpoint')) return places;
  const top = [...places.keys()].find((name) => /^[^/]+\/checkpoint$/u.test(name))?.replace(/checkpoint$/u, '');
  if (top === undefined) return places;
  return new Map([...places].map(([name, place]) => [name.startsWith(top) ? name.slice(top.length) : name, place]));
}

type Header = Readonly<{ name: string; size: number; isFile: boolean }>;

/** POSIX ustar, as `tar` and the service write it. */
function parseHeader(block: Buffer, offset: number): Header {
  const field = (start: number, length: number): string =>
    block
      .toString('utf8', start, start + length)
      .replace(/\0.*$/su, '')
      .trim();
  const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const [checksum, size, type] = [field(148, 8), field(124, 12), field(156, 1)];
  if (!/^[0-7]+$/u.test(checksum) || Number.parseInt(checksum, 8) !== sum || !/^[0-7]+$/u.test(size)) {
    throw new NotJudged(
      offset === 0 ? 'not a tar archive.' : 'the archive is damaged: a header does not fit its checksum.',
    );
  }
  const prefix = field(345, 155);
  const name = `${prefix === '' ? '' : `${prefix}/`}${field(0, 100)}`.replace(/^\.\//u, '');
  return { name, size: Number.parseInt(size, 8), isFile: type === '0' || type === '' };
}

/** Exactly `length` bytes. Throws RangeError at the end of the file. */
async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new RangeError('the file is too short');
    done += bytesRead;
  }
  return bytes;
}
