import { expect, test } from '@jest/globals';
import { gatherPieces } from './gathering.ts';

test('small chunks of a stream are joined into larger ones, with the same bytes', async () => {
  const lengths = [1, 2, 9, 30, 3, 3, 3, 1];
  const pieces = lengths.map((length, index) => new Uint8Array(length).fill(index));
  const { readable, writable } = gatherPieces(10);
  const writer = writable.getWriter();
  const written = (async () => {
    for (const piece of pieces) await writer.write(piece);
    await writer.close();
  })();
  const gathered: Uint8Array[] = [];
  const reader = readable.getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) gathered.push(step.value);
  await written;
  expect(gathered.map(({ length }) => length)).toEqual([12, 30, 10]);
  expect(gathered.flatMap((piece) => [...piece])).toEqual(pieces.flatMap((piece) => [...piece]));
});
