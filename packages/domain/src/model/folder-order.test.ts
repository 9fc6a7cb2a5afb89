import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Folder } from './folder.ts';
import {
  isCrowded,
  MAX_FRACTION,
  orderOf,
  positionsOf,
  reorderFolders,
  shortened,
  sortSiblings,
} from './folder-order.ts';

const folder = (name: string): Folder => ({ id: `id-${name}`, path: `Deal/${name}` }) as unknown as Folder;
/** The folder at an index, which is there. */
const at = <T>(some: readonly T[], index: number): T => {
  const found = some[index];
  if (found === undefined) throw new TypeError('no such folder');
  return found;
};
const namesOf = (some: readonly Folder[]): readonly string[] =>
  sortSiblings(some).map(({ id }) => id.replace('id-', ''));

const after = (all: readonly Folder[], changed: readonly Folder[]): readonly Folder[] =>
  all.map((one) => changed.find(({ id }) => id === one.id) ?? one);

test('folders stand in natural order until one is ordered', () => {
  const all = ['10 Tax', '2 Legal', 'a', 'Ä', 'b'].map(folder);
  expect(namesOf(all)).toEqual(['2 Legal', '10 Tax', 'a', 'Ä', 'b']);
  const moved = after(all, reorderFolders(at(all, 4), all, 1));
  expect(namesOf(moved)).toEqual(['b', '2 Legal', '10 Tax', 'a', 'Ä']);
  expect(positionsOf(moved).get('id-b' as Folder['id'])).toBe(1);
});

test('a new folder is placed by its name, whatever others are hidden', () => {
  const all = ['a', 'c', 'd'].map(folder);
  const moved = after(all, reorderFolders(at(all, 2), all, 1));
  const hidden = after([...moved, folder('Bidder B')], reorderFolders(folder('Bidder B'), moved, 1));
  const seen = namesOf([...moved, folder('b')]);
  expect(namesOf([...hidden, folder('b')]).filter((name) => name !== 'Bidder B')).toEqual(seen);
});

test('a renamed folder keeps its place', () => {
  const all = ['a', 'b', 'c'].map(folder);
  const renamed = { ...all[0], order: orderOf(at(all, 0)), path: 'Deal/z' } as Folder;
  expect(namesOf([renamed, ...all.slice(1)])).toEqual(['a', 'b', 'c']);
});

const NAMES = ['1', '2', '10', 'e', 'é', 'E', 'f'];
const move = fc.record({
  one: fc.nat(NAMES.length - 1),
  position: fc.integer({ min: 1, max: NAMES.length + 2 }),
  hidden: fc.subarray(NAMES),
});

test('a folder gets the position that its caller names, and all others keep their order', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
      let all: readonly Folder[] = NAMES.map(folder);
      for (const { one, position, hidden } of moves) {
        const id = `id-${NAMES[one]}`;
        const moving = all.find((other) => other.id === id) as Folder;
        const seen = all.filter((other) => other.id === id || !hidden.includes(other.id.replace('id-', '')));
        const wanted = namesOf(seen).filter((name) => `id-${name}` !== id);
        wanted.splice(position - 1, 0, at(NAMES, one));
        all = after(all, reorderFolders(moving, seen, position));
        const ids = new Set(seen.map((other) => other.id));
        expect(namesOf(all.filter((other) => ids.has(other.id)))).toEqual(wanted);
      }
    }),
    { numRuns: 300 },
  );
});

/** Moves a folder among those that a caller sees, as an operation does. */
function reordered(all: readonly Folder[], one: Folder, seen: readonly Folder[], position: number): readonly Folder[] {
  const changed = reorderFolders(one, seen, position);
  return after(all, isCrowded(changed) ? shortened(changed, all) : changed);
}

const fractionOf = ({ order = '' }: Folder): string => order.split('\n')[1] ?? '';
const longest = (all: readonly Folder[]): number => Math.max(...all.map((one) => fractionOf(one).length));

test('ten thousand moves between two folders make no long text, and leave hidden ones in their places', () => {
  const hidden = ['x', 'y', 'z'].map(folder);
  let all: readonly Folder[] = ['a', 'b', 'c', 'd'].map(folder);
  for (const one of hidden) all = after([...all, one], reorderFolders(one, all, 2));
  const isHidden = ({ id }: Folder): boolean => hidden.some((one) => one.id === id);
  const placesOfHidden = () => namesOf(all).filter((name) => !['b', 'c'].includes(name));
  const before = placesOfHidden();
  for (let turn = 0; turn < 10_000; turn++) {
    const seen = all.filter((one) => !isHidden(one));
    all = reordered(all, at(sortSiblings(seen), 2), seen, 2);
    expect(longest(all)).toBeLessThanOrEqual(MAX_FRACTION);
  }
  expect(placesOfHidden()).toEqual(before);
});

test('short texts keep the order of all folders of the place, and equal ones equal', () => {
  const text = fc.string({ unit: fc.constantFrom('0', '1', 'h', 'z'), maxLength: 70 }).map((digits) => `${digits}1`);
  const fractions = fc.array(fc.option(text), { minLength: 2, maxLength: 120 });
  fc.assert(
    fc.property(fractions, fc.nat(), (given, which) => {
      const all = given.map((fraction, index) => ({
        ...folder(`f${index}`),
        ...(fraction !== null && { order: `1m\n${fraction}` }),
      }));
      const others = [
        { ...folder('before'), order: '1lz\nh' },
        { ...folder('behind'), order: `1ma\n${'h'.repeat(70)}` },
      ];
      const changed = [{ ...at(all, which % all.length), order: `1m\n${'h'.repeat(MAX_FRACTION + 1)}` }];
      const place = after([...all, ...others], changed);
      const short = shortened(changed, [...all, ...others]);
      const now = after(place, short);
      expect(namesOf(now)).toEqual(namesOf(place));
      expect(short.filter(({ id }) => others.some((one) => one.id === id))).toEqual([]);
      expect(longest(now.filter(({ id }) => id !== 'id-behind'))).toBeLessThan(5);
      const orders = new Map(now.map((one) => [one.id, orderOf(one)]));
      for (const one of place)
        for (const other of place)
          expect(orders.get(one.id) === orders.get(other.id)).toBe(orderOf(one) === orderOf(other));
    }),
    { numRuns: 100 },
  );
});
