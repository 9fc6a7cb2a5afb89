import { describe, expect, test } from '@jest/globals';
import { csv } from './csv.ts';

/** Cells of a line as a spreadsheet reads it whose separator is not a comma: quotes count only at the start of a cell. */
function cellsBy(separator: string, text: string): readonly string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; at < text.length; at += 1) {
        if (text[at] === '"' && text[at + 1] !== '"') break;
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    }
    while (at < text.length && !text.startsWith(separator, at) && text[at] !== '\n') {
      cell += text[at];
      at += 1;
    }
    cells.push(cell);
    at += 1;
  }
  return cells;
}

describe('A table for spreadsheets', () => {
  test('says that it is UTF-8 and quotes every cell', () => {
    expect(
      csv([
        ['Name', 'Bytes'],
        ['figures "2026", final', '12'],
      ]),
    ).toBe('\ufeff"Name","Bytes"\r\n"figures ""2026"", final","12"');
  });

  test.each([
    "x;=cmd|'/C calc'!A0",
    'x\t=1+1',
    'x,+1',
    'x\n@SUM(A1)',
    'x\r\n-1+1',
    'x;"=1+1"',
    'x; \t=1',
    'x|=1',
    '=1',
    ' =1',
    '"=1"',
    "'=1",
    '＝1',
    'x;＝1',
    '@x',
    '-2',
    ';=1;=2;;=3',
  ])('holds no formula for a reader of any country: %j', (cell) => {
    const table = csv([
      ['a', cell, 'b'],
      [cell, cell, cell],
    ]).slice(1);
    for (const separator of [',', ';', '\t', '|'])
      for (const read of cellsBy(separator, table)) expect(read).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });

  test.each(['2026-11-20T10:00:00Z', 'Contracts/2026', 'a - b', 'Smith, J', 'it’s', 'x=1', 'a+b@example.com'])(
    'leaves other texts as they are: %j',
    (cell) => {
      expect(csv([[cell]])).toBe(`\ufeff"${cell}"`);
    },
  );
});
