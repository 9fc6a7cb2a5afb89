import { describe, expect, test } from '@jest/globals';
import { cellAfter } from './grid-keys.ts';

const SIZE = { row: 30, column: 4 };
const after = (key: string, row: number, column: number): readonly number[] | undefined => {
  const cell = cellAfter(key, { row, column }, SIZE);
  return cell && [cell.row, cell.column];
};

describe('a key in a table of rights', () => {
  test.each([
    ['ArrowDown', 3, 1, [4, 1]],
    ['ArrowUp', 3, 1, [2, 1]],
    ['ArrowRight', 3, 1, [3, 2]],
    ['ArrowLeft', 3, 1, [3, 0]],
    ['PageDown', 3, 1, [13, 1]],
    ['PageUp', 13, 1, [3, 1]],
    ['Home', 3, 2, [3, 0]],
    ['End', 3, 1, [3, 3]],
    ['Ctrl+Home', 3, 2, [0, 0]],
    ['Ctrl+End', 3, 2, [29, 3]],
  ])('%s leads from one cell to another', (key, row, column, expected) => {
    expect(after(key, row, column)).toEqual(expected);
  });

  test.each([
    ['ArrowDown', 29, 1, [29, 1]],
    ['ArrowUp', 0, 1, [0, 1]],
    ['ArrowRight', 3, 3, [3, 3]],
    ['ArrowLeft', 3, 0, [3, 0]],
    ['PageDown', 25, 1, [29, 1]],
  ])('%s stays within the table', (key, row, column, expected) => {
    expect(after(key, row, column)).toEqual(expected);
  });

  test('leads nowhere where it is another one', () => {
    expect([after('a', 3, 1), after('Tab', 3, 1), after('Shift+ArrowDown', 3, 1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
