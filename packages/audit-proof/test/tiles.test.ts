import { describe, expect, test } from '@jest/globals';
import { assert, integer, oneof, property, record } from 'fast-check';
import { allTiles, entriesPath, parseTilePath, partialTiles, tilePath } from '../src/index.ts';

describe('tile paths', () => {
  test('are those of C2SP tlog-tiles', () => {
    expect(tilePath({ level: 0, index: 0, width: 256 })).toBe('tile/0/000');
    expect(tilePath({ level: 3, index: 1_234_067, width: 256 })).toBe('tile/3/x001/x234/067');
    expect(tilePath({ level: 1, index: 999, width: 17 })).toBe('tile/1/999.p/17');
    expect(entriesPath({ index: 1000, width: 256 })).toBe('tile/entries/x001/000');
  });

  test('are read as they were written', () => {
    const tile = record({
      level: integer({ min: 0, max: 5 }),
      index: oneof(integer({ min: 0, max: 3000 }), integer({ min: 0, max: 2 ** 40 })),
      width: integer({ min: 1, max: 256 }),
    });
    assert(
      property(tile, (one) => {
        expect(parseTilePath(tilePath(one))).toEqual(one);
        expect(parseTilePath(entriesPath(one))).toEqual({ ...one, level: 'entries' });
      }),
    );
  });

  test.each([
    'tile/0/1',
    'tile/6/000',
    'tile/0/x000/001',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/00/000',
    'tile/0/000/',
    '/tile/0/000',
    'tile/0/../000',
    'tile/0/x001/1',
    'tile/data/000',
    'tile/0/000\n',
  ])('%j is not a tile path', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

describe('tiles of a tree', () => {
  test('70 000 leaves have 274 tiles at the first level, two at the second and one at the third', () => {
    const tiles = [...allTiles(70_000)];
    expect(tiles.filter(({ level }) => level === 0)).toHaveLength(274);
    expect(tiles.filter(({ level }) => level > 0)).toEqual([
      { level: 1, index: 0, width: 256 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
    expect(partialTiles(70_000)).toEqual([
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ]);
  });

  test('a tree without leaves has no tiles', () => {
    expect([...allTiles(0)]).toEqual([]);
    expect(partialTiles(0)).toEqual([]);
  });
});
