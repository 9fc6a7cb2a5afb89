import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { Folder } from './folder.ts';
import { inOrder, ordered, orderOf, positionsOf } from './folder-order.ts';

const folder = (name: string): Folder => ({ id: `id-${name}`, path: `Deal/${name}` }) as unknown as Folder;
/** The folder at an index, which is there. */
const at = <T>(some: readonly T[], index: number): T => {
  const found = some[index];
  if (found === undefined) throw new TypeError('no such folder');
  return found;
};
const namesOf = (some: readonly Folder[]): readonly string[] => inOrder(some).map(({ id }) => id.replace('id-', ''));

const after = (all: readonly Folder[], changed: readonly Folder[]): readonly Folder[] =>
  all.map((one) => changed.find(({ id }) => id === one.id) ?? one);

test('folders stand in natural order until one is ordered', () => {
  const all = ['10 Tax', '2 Legal', 'a', 'Ä', 'b'].map(folder);
  expect(namesOf(all)).toEqual(['2 Legal', '10 Tax', 'a', 'Ä', 'b']);
  const moved = after(all, ordered(at(all, 4), all, 1));
  expect(namesOf(moved)).toEqual(['b', '2 Legal', '10 Tax', 'a', 'Ä']);
  expect(positionsOf(moved).get('id-b' as Folder['id'])).toBe(1);
});

test('a new folder is placed by its name, whatever others are hidden', () => {
  const all = ['a', 'c', 'd'].map(folder);
  const moved = after(all, ordered(at(all, 2), all, 1));
  const hidden = after([...moved, folder('Bidder B')], ordered(folder('Bidder B'), moved, 1));
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
        all = after(all, ordered(moving, seen, position));
        const ids = new Set(seen.map((other) => other.id));
        expect(namesOf(all.filter((other) => ids.has(other.id)))).toEqual(wanted);
      }
    }),
    { numRuns: 300 },
  );
});

test('a thousand moves to one place make no long text', () => {
  let all: readonly Folder[] = ['a', 'b', 'c'].map(folder);
  for (let turn = 0; turn < 1000; turn++) {
    const last = all.find(({ id }) => id === `id-${namesOf(all)[2]}`) as Folder;
    all = after(all, ordered(last, all, 2));
  }
  expect(Math.max(...all.map(({ order = '' }) => order.length))).toBeLessThan(500);
});
