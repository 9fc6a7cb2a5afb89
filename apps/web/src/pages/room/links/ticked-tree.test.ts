import { describe, expect, test } from '@jest/globals';
import {
  foldersToRead,
  isTicked,
  keyOfFile,
  NO_TREE_TICKS,
  onlyFolder,
  stateOf,
  type TreeTicks,
  toggled,
} from './ticked-tree.ts';

const press = (...keys: readonly string[]): TreeTicks => keys.reduce(toggled, NO_TREE_TICKS);
const file = (folder: string, id: string): string => keyOfFile({ folder, id });

describe('the ticks of a tree', () => {
  test('a ticked folder holds all below it, and no folder whose name begins alike', () => {
    const ticks = press('Legal');
    expect([
      isTicked(ticks, 'Legal/Claims'),
      isTicked(ticks, file('Legal/Claims', '1')),
      isTicked(ticks, 'Legal 2'),
    ]).toEqual([true, true, false]);
    expect([stateOf(ticks, ''), stateOf(ticks, 'Legal'), onlyFolder(ticks)]).toEqual(['some', 'ticked', 'Legal']);
  });

  test('a file taken out of a ticked folder leaves the others, and comes back without a trace', () => {
    const one = file('Legal/Claims', '1');
    const without = press('Legal', one);
    expect([isTicked(without, one), isTicked(without, file('Legal/Claims', '2'))]).toEqual([false, true]);
    expect([stateOf(without, 'Legal'), stateOf(without, 'Legal/Claims')]).toEqual(['some', 'some']);
    expect(foldersToRead(without)).toEqual(['Legal']);
    expect([...toggled(without, one)]).toEqual([['Legal', true]]);
  });

  test('a folder in which some is ticked becomes ticked as a whole, then empty', () => {
    const some = press(file('Legal', '1'), 'Legal/Claims');
    expect(stateOf(some, 'Legal')).toBe('some');
    expect([...toggled(some, 'Legal')]).toEqual([['Legal', true]]);
    expect([...toggled(toggled(some, 'Legal'), 'Legal')]).toEqual([]);
  });

  test('the whole room without a folder, and a folder of that one again', () => {
    const ticks = press('', 'Legal', 'Legal/Claims');
    expect([isTicked(ticks, 'Tax'), isTicked(ticks, 'Legal'), isTicked(ticks, 'Legal/Claims')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(foldersToRead(ticks)).toEqual(['']);
    expect(onlyFolder(ticks)).toBeUndefined();
    expect(onlyFolder(press(file('', '1')))).toBeUndefined();
  });
});
