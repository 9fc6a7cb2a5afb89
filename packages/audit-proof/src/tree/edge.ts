import { copyOf, emptyRoot, type Hash, joinHashes, nodeHash } from './hashes.ts';
import { partialTiles, rootWithin, TILE_HEIGHT, TILE_WIDTH, type Tile } from './tiles.ts';

/**
 * The right edge of a tree: enough to append to it and to compute its root. `peaks` are the roots of its perfect subtrees, the
 * largest first: one for each bit of `size` that is set.
 */
export type Edge = Readonly<{ size: number; peaks: readonly Hash[] }>;

/** Hashes to append to a stored tile: `hashes` are the bytes of the positions from `start` on. */
export type TilePart = Readonly<{ level: number; index: number; start: number; hashes: Uint8Array }>;

/** The edge of the tree without leaves. */
export const emptyEdge: Edge = { size: 0, peaks: [] };

/**
 * Appends leaves. `parts` are what the tiles gain, each tile at most once, lower levels first: appended to what the tile had,
 * they make the tiles of the new tree.
 */
export function appendLeaves(
  edge: Edge,
  leaves: readonly Hash[],
): Readonly<{ edge: Edge; parts: readonly TilePart[] }> {
  const peaks = [...edge.peaks];
  const gained: Hash[][] = [];
  let { size } = edge;
  for (const leaf of leaves) {
    let hash: Hash = copyOf(leaf);
    gain(gained, 0, hash);
    // Each set bit at the end of the size is a subtree that the new one completes.
    for (let height = 1, rest = size; rest % 2 === 1; height++, rest = Math.floor(rest / 2)) {
      const left = peaks.pop();
      if (left === undefined) throw new RangeError(`an edge of size ${edge.size} has more peaks than these`);
      hash = nodeHash(left, hash);
      if (height % TILE_HEIGHT === 0) gain(gained, height / TILE_HEIGHT, hash);
    }
    peaks.push(hash);
    size++;
  }
  const parts = gained.flatMap((hashes, level) => partsOf(level, Math.floor(edge.size / TILE_WIDTH ** level), hashes));
  return { edge: { size, peaks }, parts };
}

function gain(gained: Hash[][], level: number, hash: Hash): void {
  const hashes = gained[level];
  if (hashes === undefined) gained[level] = [hash];
  else hashes.push(hash);
}

/** Cuts the hashes of a level, the first of which has the number `first`, where a tile ends. */
function partsOf(level: number, first: number, hashes: readonly Hash[]): TilePart[] {
  const parts: TilePart[] = [];
  for (let done = 0; done < hashes.length; ) {
    const start = (first + done) % TILE_WIDTH;
    const part = hashes.slice(done, done + TILE_WIDTH - start);
    parts.push({ level, index: Math.floor((first + done) / TILE_WIDTH), start, hashes: joinHashes(part) });
    done += part.length;
  }
  return parts;
}

/** The root of the tree. */
export function rootOf({ peaks }: Edge): Hash {
  return peaks.length === 0 ? emptyRoot() : peaks.reduceRight((right, left) => nodeHash(left, right));
}

/**
 * The edge of a tree of `size` leaves, from its partial tiles (`partialTiles` names them); `read` returns at least `width` hashes.
 * Throws RangeError when a tile is too short.
 */
export function edgeFromTiles(size: number, read: (tile: Tile) => Uint8Array): Edge {
  const peaks = partialTiles(size)
    .toReversed()
    .flatMap((tile) => peaksWithin(read(tile), tile.width));
  return { size, peaks };
}

function peaksWithin(tile: Uint8Array, width: number): Hash[] {
  const peaks: Hash[] = [];
  for (let height = TILE_HEIGHT - 1, start = 0; height >= 0; height--) {
    if (((width >> height) & 1) === 0) continue;
    peaks.push(copyOf(rootWithin(tile, start, height)));
    start += 2 ** height;
  }
  return peaks;
}
