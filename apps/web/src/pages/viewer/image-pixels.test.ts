import { expect, test } from '@jest/globals';
import { sizeOfImage } from './image-pixels.ts';

const bytesOf = (...parts: readonly (string | readonly number[])[]): ArrayBuffer =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
    .buffer;

test.each<readonly [string, ArrayBuffer, number, number]>([
  [
    'PNG',
    bytesOf(
      [0x89],
      'PNG\r\n',
      [0x1a],
      '\n',
      [0, 0, 0, 13],
      'IHDR',
      [0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30, 8, 0, 0, 0, 0],
    ),
    30_000,
    30_000,
  ],
  ['GIF', bytesOf('GIF89a', [16, 0, 8, 0, 0, 0, 0]), 16, 8],
  ['WebP', bytesOf('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0], [0, 0, 0, 0], [99, 0, 0, 9, 0, 0]), 100, 10],
])('the size of a %s is read from its header', (_, bytes, width, height) => {
  expect(sizeOfImage(bytes)).toEqual({ width, height });
});

test.each<readonly [string, ArrayBuffer]>([
  ['nothing', bytesOf('')],
  ['a text', bytesOf('no image')],
  ['an SVG', bytesOf('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>')],
  ['a PNG that is cut off', bytesOf([0x89], 'PNG\r\n', [0x1a], '\n')],
])('%s has no size', (_, bytes) => {
  expect(sizeOfImage(bytes)).toBeUndefined();
});
