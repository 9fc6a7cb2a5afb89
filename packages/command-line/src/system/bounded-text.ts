/** The text of an answer; undefined for one with more bytes, of which the rest is not read. */
export async function boundedText({ body }: Response, maxBytes: number): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (;;) {
    const piece: unknown = (await reader?.read())?.value;
    if (!(piece instanceof Uint8Array)) return Buffer.concat(pieces).toString('utf8');
    size += piece.length;
    if (size > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    pieces.push(piece);
  }
}
