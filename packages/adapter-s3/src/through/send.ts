import type { Readable } from 'node:stream';
import { Unavailable } from '@strongroom/ports';
import { Deadline } from '@strongroom/store-kit';

/** Milliseconds to wait for more bytes of a body. */
const SILENCE_MS = 10_000;

/** The bytes of a reply. Throws Unavailable if they stop or the connection breaks. Closes it when the reader stops. */
export async function* replyChunks(reply: Readable): AsyncGenerator<Uint8Array> {
  const pieces = reply[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    new Deadline(SILENCE_MS).bound(pieces.next()).catch((error: unknown) => {
      throw new Unavailable('blobs', { cause: error });
    });
  try {
    for (let piece = await next(); piece.done !== true; piece = await next()) yield piece.value;
  } finally {
    reply.destroy();
  }
}
