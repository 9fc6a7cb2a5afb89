const AT_ONCE = 6;
/** Bytes that are read ahead at most: a phone keeps them in memory. */
const AHEAD_BYTES = 64 * 2 ** 20;

export type ReadInOrder = Readonly<{ input: ArrayBuffer } | { error: unknown }>;

/** Reads files ahead of their turn, several at a time, and gives them in order. */
export async function* readInOrder<F extends Readonly<{ size: number }>>(
  files: readonly F[],
  read: (file: F) => Promise<ArrayBuffer>,
): AsyncGenerator<Readonly<{ file: F; result: ReadInOrder }>, void> {
  const ahead: Readonly<{ file: F; result: Promise<ReadInOrder> }>[] = [];
  let next = 0;
  for (;;) {
    let bytes = ahead.reduce((sum, { file }) => sum + file.size, 0);
    for (let file = files[next]; file !== undefined && ahead.length < AT_ONCE; file = files[++next]) {
      bytes += file.size;
      if (ahead.length > 0 && bytes > AHEAD_BYTES) break;
      const result = read(file).then(
        (input): ReadInOrder => ({ input }),
        (error: unknown): ReadInOrder => ({ error }),
      );
      ahead.push({ file, result });
    }
    const first = ahead.shift();
    if (first === undefined) return;
    yield { file: first.file, result: await first.result };
  }
}
