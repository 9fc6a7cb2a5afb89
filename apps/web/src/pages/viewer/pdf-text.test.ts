import { expect, test } from '@jest/globals';
import { blocksOfPage } from './pdf-text.ts';

const piece = (str: string, x: number, y: number, width: number, size = 10) => ({
  str,
  transform: [size, 0, 0, size, x, y],
  width,
  height: size,
});

test('lines of a page are paragraphs, with larger letters as headings', () => {
  const blocks = blocksOfPage([
    piece('Clause 1', 70, 700, 90, 18),
    piece('The Seller warrants to the Pur-', 70, 670, 450),
    piece('chaser that the', 70, 658, 200),
    piece('accounts are', 275, 658, 230),
    piece(' ', 505, 658, 5),
    piece('true.', 70, 646, 40),
    piece('A line after a short one that is long enough for its column', 70, 634, 450),
    piece('and goes on.', 70, 622, 80),
    piece('(a)', 70, 610, 15),
    piece('first', 100, 610, 40),
    piece('(b) second', 70, 598, 70),
    piece('After a space', 70, 560, 90),
  ]);
  expect(blocks.map((block) => [block.kind, 'runs' in block && block.runs[0]?.text])).toEqual([
    ['heading', 'Clause 1'],
    ['paragraph', 'The Seller warrants to the Purchaser that the accounts are true.'],
    ['paragraph', 'A line after a short one that is long enough for its column and goes on.'],
    ['paragraph', '(a) first'],
    ['paragraph', '(b) second'],
    ['paragraph', 'After a space'],
  ]);
});

test('a page of a scan has no paragraphs', () => {
  expect(blocksOfPage([])).toEqual([]);
  expect(blocksOfPage([piece(' ', 0, 0, 5)])).toEqual([]);
});
