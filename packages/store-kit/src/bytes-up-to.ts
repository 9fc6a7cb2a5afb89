/** An answer that is longer than its reader allows. The server may make it as long as it likes. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
  readonly code = 'ANSWER_TOO_LONG';
  constructor(most: number) {
    super(`the answer is longer than ${most} bytes`);
  }
}

/**
 * The bytes of a body of `fetch`, or of a stream of Node. Beyond `most` bytes it ends the connection and rejects with
 * AnswerTooLong. The time is the caller's: a body that drips takes as long as the signal of its call allows.
 */
export async function bytesUpTo(
  body: AsyncIterable<Uint8Array> | null,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body.
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > most) throw new AnswerTooLong(most);
    pieces.push(piece);
  }
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.byteLength;
  }
  return bytes;
}

/** The text of a body, as `bytesUpTo` reads it. */
export const textUpTo = async (body: AsyncIterable<Uint8Array> | null, most: number): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesUpTo(body, most));
