import { copyOf, HASH_BYTES, type Hash, nodeHash, sameHash } from './hashes.ts';
import { rootWithin, TILE_HEIGHT, TILE_WIDTH, type Tile } from './tiles.ts';

/** Reads a tile: at least `width` hashes. */
export type ReadTile = (tile: Tile) => Promise<Uint8Array> | Uint8Array;

/** The leaves from `start` to before `end`. */
type Range = Readonly<{ start: number; end: number }>;

/**
 * The hashes that lead from leaf `index` to the root of a tree of `size` leaves: the leaf's sibling first. RFC 6962 §2.1.1.
 * Throws RangeError for an index outside the tree and for a tile that is too short.
 */
export async function inclusionProof(index: number, size: number, read: ReadTile): Promise<Hash[]> {
  if (!isCount(index) || !isCount(size) || index >= size) throw new RangeError(`no leaf ${index} in ${size} leaves`);
  return rangeRoots(inclusionRanges(index, { start: 0, end: size }), size, read);
}

/**
 * The hashes that show that the tree of `older` leaves is a prefix of the tree of `size` leaves. RFC 6962 §2.1.2. Empty when the
 * sizes are equal or `older` is 0. Throws RangeError for an older size above `size` and for a tile that is too short.
 */
export async function consistencyProof(older: number, size: number, read: ReadTile): Promise<Hash[]> {
  if (!isCount(older) || !isCount(size) || older > size) throw new RangeError(`no ${older} leaves in ${size} leaves`);
  if (older === 0) return [];
  return rangeRoots(consistencyRanges(older, { start: 0, end: size }, true), size, read);
}

/** The root of the first `size` leaves of a tree. Throws RangeError for a tile that is too short. */
export async function rootFromTiles(size: number, read: ReadTile): Promise<Hash> {
  if (!isCount(size) || size === 0) throw new RangeError(`no root of ${size} leaves`);
  const [root] = await rangeRoots([{ start: 0, end: size }], size, read);
  if (root === undefined) throw new RangeError('a range has a root');
  return root;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** The greatest power of two below `count`, which is at least 2. */
function splitOf(count: number): number {
  let split = 1;
  while (split * 2 < count) split *= 2;
  return split;
}

function inclusionRanges(index: number, { start, end }: Range): Range[] {
  if (end - start === 1) return [];
  const middle = start + splitOf(end - start);
  return index < middle
    ? [...inclusionRanges(index, { start, end: middle }), { start: middle, end }]
    : [...inclusionRanges(index, { start: middle, end }), { start, end: middle }];
}

function consistencyRanges(older: number, { start, end }: Range, known: boolean): Range[] {
  if (older === end) return known ? [] : [{ start, end }];
  const middle = start + splitOf(end - start);
  return older <= middle
    ? [...consistencyRanges(older, { start, end: middle }, known), { start: middle, end }]
    : [...consistencyRanges(older, { start: middle, end }, false), { start, end: middle }];
}

async function rangeRoots(ranges: readonly Range[], size: number, read: ReadTile): Promise<Hash[]> {
  const tiles = new Map<string, Promise<Uint8Array>>();
  const readOnce = (tile: Tile): Promise<Uint8Array> => {
    const name = `${tile.level}/${tile.index}`;
    const reading = tiles.get(name) ?? Promise.resolve(read(tile));
    tiles.set(name, reading);
    return reading;
  };
  return Promise.all(ranges.map((range) => rangeRoot(range, size, readOnce)));
}

/** The root of the leaves of a range. Its start must be aligned to its length, as the start of every range of a proof is. */
async function rangeRoot(
  { start, end }: Range,
  size: number,
  read: (tile: Tile) => Promise<Uint8Array>,
): Promise<Hash> {
  const count = end - start;
  const split = count === 1 ? 1 : splitOf(count);
  if (count === 1 || split * 2 === count) return subtreeRoot(start, Math.round(Math.log2(count)), size, read);
  const middle = start + split;
  const [left, right] = await Promise.all([
    rangeRoot({ start, end: middle }, size, read),
    rangeRoot({ start: middle, end }, size, read),
  ]);
  return nodeHash(left, right);
}

/** The root of the 2^height leaves from `start`. */
async function subtreeRoot(
  start: number,
  height: number,
  size: number,
  read: (tile: Tile) => Promise<Uint8Array>,
): Promise<Hash> {
  const level = Math.floor(height / TILE_HEIGHT);
  const span = TILE_WIDTH ** level;
  const position = start / span;
  const index = Math.floor(position / TILE_WIDTH);
  const width = Math.min(TILE_WIDTH, Math.floor(size / span) - index * TILE_WIDTH);
  const tile = await read({ level, index, width });
  return copyOf(rootWithin(tile, position % TILE_WIDTH, height % TILE_HEIGHT));
}

/** Whether `proof` shows that `leaf` is the leaf `index` of the tree with `size` leaves and this root. */
export function verifyInclusion(
  { leaf, index, size, root }: Readonly<{ leaf: Hash; index: number; size: number; root: Hash }>,
  proof: readonly Hash[],
): boolean {
  if (!isCount(index) || !isCount(size) || index >= size || leaf.length !== HASH_BYTES) return false;
  const path = inclusionRanges(index, { start: 0, end: size });
  if (proof.length !== path.length || !proof.every(isHash)) return false;
  const computed = path.reduce((hash, { start }, step) => {
    const sibling = proof[step] ?? hash;
    return start > index ? nodeHash(hash, sibling) : nodeHash(sibling, hash);
  }, leaf);
  return sameHash(computed, root);
}

type Head = Readonly<{ size: number; root: Hash }>;

/**
 * Whether `proof` shows that the tree of `older` is a prefix of the tree of `newer`. A tree without leaves is a prefix of
 * every tree, which proves nothing: it is refused.
 */
export function verifyConsistency(older: Head, newer: Head, proof: readonly Hash[]): boolean {
  if (!isCount(older.size) || !isCount(newer.size) || older.size > newer.size || !proof.every(isHash)) return false;
  if (older.size === 0) return false;
  if (older.size === newer.size) return proof.length === 0 && sameHash(older.root, newer.root);
  const range = { start: 0, end: newer.size };
  if (proof.length !== consistencyRanges(older.size, range, true).length) return false;
  const [oldRoot, newRoot] = rootsOf(older, range, [...proof]);
  return sameHash(oldRoot, older.root) && sameHash(newRoot, newer.root);
}

/** The roots of both trees, by a proof whose hashes are taken from the front. The proof is as long as the sizes demand. */
function rootsOf(older: Head, { start, end }: Range, proof: Hash[], known = true): readonly [older: Hash, newer: Hash] {
  if (older.size === end) {
    const root = known ? older.root : next(proof);
    return [root, root];
  }
  const middle = start + splitOf(end - start);
  if (older.size <= middle) {
    const [oldLeft, newLeft] = rootsOf(older, { start, end: middle }, proof, known);
    return [oldLeft, nodeHash(newLeft, next(proof))];
  }
  const [oldRight, newRight] = rootsOf(older, { start: middle, end }, proof, false);
  const left = next(proof);
  return [nodeHash(left, oldRight), nodeHash(left, newRight)];
}

function next(proof: Hash[]): Hash {
  const hash = proof.shift();
  if (hash === undefined) throw new RangeError('the proof is too short');
  return hash;
}

const isHash = (hash: Hash): boolean => hash.length === HASH_BYTES;
