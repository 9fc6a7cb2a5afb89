import { createReadStream } from 'node:fs';

/** Bytes of a file of keys, secrets or settings; a larger one holds something else. */
const MAX_BYTES = 65_536;

/** Has the code of the system, so that the file is reported like any other that cannot be read. */
class FileTooLarge extends Error {
  readonly code = 'EFBIG';
  readonly syscall = 'read';
}

/** The text of a file that is small. Rejects with the error of the system, EFBIG beyond `most` bytes. */
export async function textOfFile(path: string, most = MAX_BYTES): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of createReadStream(path, { end: most }) as AsyncIterable<Buffer>) {
      pieces.push(piece);
      size += piece.length;
    }
  } catch (error) {
    // Reading a folder fails without its name.
    throw typeof error === 'object' && error !== null ? Object.assign(error, { path }) : error;
  }
  if (size > most) throw new FileTooLarge(`EFBIG: ${path} is longer than ${most} bytes`);
  return Buffer.concat(pieces).toString('utf8');
}
