import { describe, expect, test } from '@jest/globals';
import { areAllTicked, extendTicks, NO_TICKS, tickAll, withoutRows } from './ticks.ts';

const idOf = (row: string): string => row;
const rows = ['a', 'b', 'c', 'd'];

describe('ticks', () => {
  test('go over a range from the row that was ticked last, and back', () => {
    const some = extendTicks({ rows: new Map([['b', 'b']]), anchor: 'b' }, { to: 'd', listed: rows, idOf });
    expect([...some.rows.keys()]).toEqual(['b', 'c', 'd']);
    expect([...extendTicks(some, { to: 'a', listed: rows, idOf }).rows.keys()].toSorted()).toEqual(['a', 'b']);
  });

  test('leave out rows that may not be ticked, whatever ticked them', () => {
    const mayTick = (row: string): boolean => row !== 'b';
    const all = withoutRows(tickAll(NO_TICKS, rows, idOf), mayTick);
    expect([...all.rows.keys()]).toEqual(['a', 'c', 'd']);
    expect(areAllTicked(all, rows.filter(mayTick), idOf)).toBe(true);
    const range = extendTicks({ rows: new Map([['a', 'a']]), anchor: 'a' }, { to: 'c', listed: rows, idOf });
    expect(withoutRows(range, mayTick)).toMatchObject({
      anchor: 'a',
      end: 'c',
      rows: new Map([
        ['a', 'a'],
        ['c', 'c'],
      ]),
    });
  });
});
