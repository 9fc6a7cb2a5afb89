import { HASH_BYTES, type Hash, nodeHash } from './hashes.ts';

/** Levels of the tree that one tile spans, and the hashes of a full tile. C2SP tlog-tiles. */
export const TILE_HEIGHT = 8;
export const TILE_WIDTH = 256;

/**
 * Hashes of one tile. `level` 0 holds leaves; a hash of `level` L is the root of 256^L leaves. `index` counts tiles of the level
 * from the left. `width` is the number of hashes, 1 to 256; fewer than 256 are a partial tile: a prefix of the full one.
 */
export type Tile = Readonly<{ level: number; index: number; width: number }>;

/** Highest level of a tile: 2^48 leaves, which is more than an index can count exactly. */
const MAX_LEVEL = 5;

/** Number of leaves below one hash of a tile of `level`. */
const leavesPerHash = (level: number): number => TILE_WIDTH ** level;

/** The tiles of a tree of `size` leaves that are not full, from level 0 up: its right edge. */
export function partialTiles(size: number): Tile[] {
  return levels(size)
    .map((level) => {
      const hashes = Math.floor(size / leavesPerHash(level));
      return { level, index: Math.floor(hashes / TILE_WIDTH), width: hashes % TILE_WIDTH };
    })
    .filter(({ width }) => width > 0);
}

/** Every tile of a tree of `size` leaves, level by level and from left to right. */
export function* allTiles(size: number): Generator<Tile> {
  for (const level of levels(size)) {
    const hashes = Math.floor(size / leavesPerHash(level));
    for (let index = 0; index * TILE_WIDTH < hashes; index++) {
      yield { level, index, width: Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH) };
    }
  }
}

function levels(size: number): number[] {
  return Array.from({ length: MAX_LEVEL + 1 }, (_, level) => level).filter((level) => leavesPerHash(level) <= size);
}

/** The path of a tile below the address of its log, such as `tile/0/x001/234.p/7`. */
export function tilePath({ level, index, width }: Tile): string {
  return `tile/${level}/${numberPath(index)}${partialSuffix(width)}`;
}

/** The path of the bundle with the entries below a tile of level 0. */
export function entriesPath({ index, width }: Omit<Tile, 'level'>): string {
  return `tile/entries/${numberPath(index)}${partialSuffix(width)}`;
}

const partialSuffix = (width: number): string => (width === TILE_WIDTH ? '' : `.p/${width}`);

/** Groups of three digits, all but the last with an `x` before them: 1234067 is `x001/x234/067`. */
export function numberPath(index: number): string {
  const digits = String(index);
  return digits.padStart(Math.ceil(digits.length / 3) * 3, '0').replaceAll(/\d{3}(?=\d)/gu, 'x$&/');
}

const PATH = /^tile\/(?<level>entries|[0-5])\/(?<number>(?:x\d{3}\/){0,5}\d{3})(?:\.p\/(?<width>[1-9]\d{0,2}))?$/u;

/** The tile of a path, or undefined for a path that `tilePath` and `entriesPath` do not write. Entries have level `entries`. */
export function parseTilePath(
  path: string,
): Readonly<{ level: number | 'entries'; index: number; width: number }> | undefined {
  const { level, number, width } = PATH.exec(path)?.groups ?? {};
  if (level === undefined || number === undefined) return undefined;
  const index = Number(number.replaceAll(/[x/]/gu, ''));
  const tile = {
    level: level === 'entries' ? level : Number(level),
    index,
    width: Number(width ?? TILE_WIDTH),
  } as const;
  const written = tile.level === 'entries' ? entriesPath(tile) : tilePath({ ...tile, level: tile.level });
  return written === path ? tile : undefined;
}

/** The hash at a position of a tile. Throws RangeError when the tile is too short. */
export function hashAt(tile: Uint8Array, position: number): Hash {
  const end = (position + 1) * HASH_BYTES;
  if (end > tile.length) throw new RangeError(`the tile has no hash ${position}`);
  return tile.subarray(end - HASH_BYTES, end);
}

/** The root of the 2^height hashes from `start`, all of one tile. */
export function rootWithin(tile: Uint8Array, start: number, height: number): Hash {
  if (height === 0) return hashAt(tile, start);
  const half = 2 ** (height - 1);
  return nodeHash(rootWithin(tile, start, height - 1), rootWithin(tile, start + half, height - 1));
}
