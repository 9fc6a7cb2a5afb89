import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, open, openSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { type BlobStat, systemErrorCode, Unavailable } from '@strongroom/ports';

/**
 * A file begins with a marker and the 16 bytes of its generation; the object follows. Content and generation are thus
 * replaced, moved, linked and backed up together and cannot disagree.
 */
const MARK = Buffer.from('strongroom-blob\x01', 'latin1');
const GENERATION = 16;
const HEADER = MARK.length + GENERATION;
const CHUNK = 256 * 1024;

/** The header of a new file, and its generation. */
export function newHeader(): Readonly<{ header: Uint8Array; generation: string }> {
  const generation = randomBytes(GENERATION);
  return { header: Buffer.concat([MARK, generation]), generation: generation.toString('hex') };
}

/** Bytes of the object that are read together with its header. */
const FIRST = 64 * 1024;

/** An open object, which can be read to its end even if it is replaced or deleted meanwhile. */
export type OpenObject = BlobStat &
  Readonly<{
    descriptor: number;
    /** Its first bytes. */
    begin: Uint8Array;
  }>;

const opened = promisify(open);
const readAt = promisify(read);

/** Opens the object at a path; undefined if missing. The caller closes it. With `isWhole`, a small one is read already. */
export async function openObject(path: string, isWhole: boolean): Promise<OpenObject | undefined> {
  const descriptor = await opened(path, 'r').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (descriptor === undefined) return undefined;
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafeSlow(Math.min(size, HEADER + (isWhole ? FIRST : 0)));
    const { bytesRead } = await readAt(descriptor, bytes, 0, bytes.length, 0);
    const head = headOf(bytes.subarray(0, Math.min(bytesRead, HEADER)), size);
    return { descriptor, ...head, begin: bytes.subarray(HEADER, bytesRead) };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** Closes an object that is not read. */
export const closeObject = ({ descriptor }: OpenObject): void => closeSync(descriptor);

/**
 * Size and generation of the object at a path; undefined if missing. Synchronous: the first bytes of a file that was just
 * written are in memory, and a confirmation asks several times.
 */
export function statObject(path: string): BlobStat | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const header = Buffer.alloc(HEADER);
    const bytesRead = readSync(descriptor, header, 0, HEADER, 0);
    return headOf(header.subarray(0, bytesRead), fstatSync(descriptor).size);
  } finally {
    closeSync(descriptor);
  }
}

/** Throws Unavailable for a file that is not an object. */
function headOf(header: Buffer, fileSize: number): BlobStat {
  if (header.length < HEADER || !header.subarray(0, MARK.length).equals(MARK))
    throw new Unavailable('blobs', { cause: new Error('an object file does not begin as one') });
  return { size: fileSize - HEADER, generation: header.toString('hex', MARK.length) };
}

/**
 * The bytes `first` to `last` of an open object; each chunk reuses the memory of the previous one. The file is closed when
 * the iteration ends, so the caller must start it.
 */
export async function* readObject(
  { descriptor, begin }: OpenObject,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void> {
  try {
    const there = begin.subarray(first, last + 1);
    if (there.length > 0) yield there;
    const rest = first + there.length;
    if (rest > last) return;
    const piece = Buffer.allocUnsafeSlow(Math.min(CHUNK, last - rest + 1));
    for (let at = rest; at <= last; ) {
      const wanted = Math.min(piece.length, last - at + 1);
      const { bytesRead } = await readAt(descriptor, piece, 0, wanted, HEADER + at);
      if (bytesRead === 0) throw new Unavailable('blobs', { cause: new Error('an object file was cut') });
      at += bytesRead;
      yield piece.subarray(0, bytesRead);
    }
  } finally {
    closeSync(descriptor);
  }
}
