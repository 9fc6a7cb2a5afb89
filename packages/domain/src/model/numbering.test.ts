import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type { AvailableFile } from './file.ts';
import type { Folder } from './folder.ts';
import { type IndexNumber, indexOf, isNumberedIn, type NumberRow, numberIn } from './index-number.ts';
import { numberAll } from './numbering.ts';

const folder = (path: string, more: Partial<Folder> = {}): Folder => ({ id: path, path, ...more }) as unknown as Folder;
const file = (folderPath: string, name: string, at = 0): AvailableFile =>
  ({ id: `${folderPath}/${name}@${at}`, folder: folderPath, name, confirmedAt: at }) as unknown as AvailableFile;

let rows = 0;
const newId = (): NumberRow['id'] => {
  rows += 1;
  return `row-${rows}` as NumberRow['id'];
};

/** The index of everything in a room, by id. */
function indexes(folders: readonly Folder[], files: readonly AvailableFile[]): Readonly<Record<string, string | null>> {
  const byPath = new Map<string, Folder>(folders.map((one) => [one.path, one]));
  const wayTo = (path: string) => [
    byPath.get(''),
    ...path
      .split('/')
      .filter((name) => name !== '')
      .map((_, at, names) => byPath.get(names.slice(0, at + 1).join('/'))),
  ];
  return Object.fromEntries([
    ...folders.filter(({ path }) => path !== '').map((one) => [one.id, indexOf(wayTo(one.path).slice(0, -1), one)]),
    ...files.map((one) => [one.id, indexOf(wayTo(one.folder), one)]),
  ]);
}

test('everything is numbered in its present order, folders first', () => {
  const folders = ['', '10 Tax', '2 Legal', '2 Legal/a'].map((path) => folder(path));
  const ordered = folders.map((one) => (one.path === '10 Tax' ? { ...one, order: '2\nA' } : one));
  const files = [file('', 'b 10.pdf'), file('', 'b 2.pdf', 7), file('', 'b 2.pdf', 3), file('2 Legal/a', 'x')];
  const numbered = numberAll(ordered, files, newId);
  expect(indexes(numbered.folders, numbered.files)).toEqual({
    '2 Legal': '1',
    '2 Legal/a': '1.1',
    '10 Tax': '2',
    '/b 2.pdf@3': '3',
    '/b 2.pdf@7': '4',
    '/b 10.pdf@0': '5',
    '2 Legal/a/x@0': '1.1.1',
  });
  expect(numbered.folders.map(({ indexRow }) => indexRow?.last)).toEqual([5, 0, 1, 1]);
});

test('a number of another place is none', () => {
  const row = { id: newId(), last: 0 };
  const { thing } = numberIn(row, file('', 'a'));
  expect(indexOf([folder('', { indexRow: row })], thing)).toBe('1');
  expect(indexOf([folder('', { indexRow: { ...row, id: newId() } })], thing)).toBeNull();
  expect(indexOf([folder('')], thing)).toBeNull();
  expect(indexOf([undefined], thing)).toBeNull();
  expect(indexOf([folder('', { indexRow: row }), folder('b')], thing)).toBeNull();
});

const step = fc.oneof(
  { arbitrary: fc.record({ does: fc.constant('come' as const), one: fc.nat(7), place: fc.nat(2) }), weight: 5 },
  { arbitrary: fc.record({ does: fc.constant('go' as const), one: fc.nat(7), place: fc.constant(0) }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('renumber' as const), one: fc.nat(7), place: fc.nat(2) }), weight: 1 },
);

test('numbers are what a list of all that ever came to a place says', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const places = [0, 1, 2].map((): NumberRow => ({ id: newId(), last: 0 }));
      const rowOf = (place: number): NumberRow => places[place] ?? { id: newId(), last: 0 };
      const things = Array.from({ length: 8 }, (): { indexNumber?: IndexNumber } => ({}));
      const inPlace = new Map<number, number>();
      // The oracle: in each place the things that came since it was numbered; null where one left for another place.
      const everIn: (number | null)[][] = [[], [], []];
      for (const { does, one, place } of steps) {
        if (does === 'go') inPlace.delete(one);
        else if (does === 'renumber') {
          places[place] = { id: newId(), last: 0 };
          everIn[place] = [];
          for (const [thing, at] of inPlace) if (at === place) come(thing, place);
        } else come(one, place);
        for (const [thing, at] of inPlace) {
          expect(things[thing]?.indexNumber?.number).toBe((everIn[at]?.indexOf(thing) ?? -1) + 1);
          expect(isNumberedIn(things[thing] ?? {}, rowOf(at))).toBe(true);
        }
      }
      function come(thing: number, place: number): void {
        const numbered = numberIn(rowOf(place), things[thing] ?? {});
        [places[place], things[thing]] = [numbered.row, numbered.thing];
        inPlace.set(thing, place);
        for (const [at, ever] of everIn.entries())
          if (at !== place && ever.includes(thing)) ever[ever.indexOf(thing)] = null;
        if (everIn[place]?.includes(thing) === false) everIn[place].push(thing);
      }
    }),
    { numRuns: 300 },
  );
});

test('numbering again gives each place its numbers from 1 without gaps, whatever was there', () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', '10', '9', 'B c'), { minLength: 1 });
  fc.assert(
    fc.property(names, names, fc.nat(9), (inTop, inFirst, last) => {
      const first = inTop[0] ?? '';
      const old = { id: newId(), last };
      const folders = [folder('', { indexRow: old }), ...inTop.map((name) => folder(name, { indexRow: old }))];
      const files = [...inFirst.map((name) => file(first, name)), ...inFirst.map((name) => file('', name))];
      const numbered = numberAll(folders, files, newId);
      const found = indexes(numbered.folders, numbered.files);
      const numbers = Object.values(found).map((index) => (index ?? '').split('.').map(Number));
      const top = numbers.filter(({ length }) => length === 1).map(([number]) => number ?? 0);
      expect(top.toSorted((one, other) => one - other)).toEqual(
        Array.from({ length: inTop.length + inFirst.length }, (_, index) => index + 1),
      );
      const inside = numbers.filter(({ length }) => length === 2).map(([, number]) => number ?? 0);
      expect(new Set(inside).size).toBe(inFirst.length);
      expect(Math.max(...inside)).toBe(inFirst.length);
    }),
  );
});
