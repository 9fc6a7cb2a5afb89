/** A write costs as much as a megabyte of it. */
const PIECE_BYTES = 2 ** 20;

/** Joins the small pieces of a stream. */
export function gatherPieces(most = PIECE_BYTES): TransformStream<Uint8Array, Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const joined = (): Uint8Array => {
    const whole = new Uint8Array(bytes);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    [pieces, bytes] = [[], 0];
    return whole;
  };
  return new TransformStream({
    transform: (piece, controller) => {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes >= most) controller.enqueue(joined());
    },
    flush: (controller) => {
      if (bytes > 0) controller.enqueue(joined());
    },
  });
}
