import { Problem } from '../errors/problem.ts';

/** The lines of standard input as they arrive. Throws Problem for one of more than `most` characters. */
export async function* linesOf(input: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of input) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of [...lines, rest])
      if (line.length > most) throw new Problem(`standard input has a line of more than ${most} characters.`);
    yield* lines;
  }
  if (rest !== '') yield rest;
}
