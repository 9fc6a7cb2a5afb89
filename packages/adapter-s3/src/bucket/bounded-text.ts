import { Unavailable } from '@strongroom/ports';
import * as kit from '@strongroom/store-kit';

/** The bytes of a body, which the server may make as long as it likes. Rejects with Unavailable beyond that number of bytes. */
export async function bytesUpTo(body: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  try {
    return Buffer.from(await kit.bytesUpTo(body, most));
  } catch (error) {
    throw error instanceof kit.AnswerTooLong ? new Unavailable('blobs', { cause: error }) : error;
  }
}

/** Reads a bounded body as text. */
export const textUpTo = async (body: AsyncIterable<Uint8Array>, most: number): Promise<string> =>
  (await bytesUpTo(body, most)).toString('utf8');
