import type { Readable } from 'node:stream';
import { Unavailable } from '@strongroom/ports';

/** The bytes of a body, which the server may make as long as it likes. Rejects with Unavailable beyond that number of bytes. */
export async function bytesUpTo(body: Readable, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  const chunks: AsyncIterable<Uint8Array> = body;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new Unavailable('blobs', { cause: new RangeError('the object is too long') });
    pieces.push(Buffer.from(chunk));
  }
  return Buffer.concat(pieces);
}

/** The same as a text. */
export const textUpTo = async (body: Readable, most: number): Promise<string> =>
  (await bytesUpTo(body, most)).toString('utf8');
