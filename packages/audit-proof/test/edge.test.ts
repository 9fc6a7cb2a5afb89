import { describe, expect, test } from '@jest/globals';
import { array, assert, integer, property } from 'fast-check';
import {
  allTiles,
  appendLeaves,
  type Edge,
  edgeFromTiles,
  emptyEdge,
  emptyRoot,
  HASH_BYTES,
  leafHash,
  rootOf,
  TILE_WIDTH,
  type Tile,
} from '../src/index.ts';
import { referenceLeaf, referenceRoot, someLeaves } from './reference-tree.ts';

/** Stores parts as a store does: one row for each tile, appended to. */
class Rows {
  readonly #rows = new Map<string, Uint8Array>();

  add(parts: ReturnType<typeof appendLeaves>['parts']): void {
    for (const { level, index, start, hashes } of parts) {
      const before = this.#rows.get(`${level}/${index}`) ?? new Uint8Array(0);
      if (before.length !== start * HASH_BYTES) throw new Error(`tile ${level}/${index} is not appended to`);
      this.#rows.set(`${level}/${index}`, Buffer.concat([before, hashes]));
    }
  }

  readonly read = ({ level, index, width }: Tile): Uint8Array =>
    (this.#rows.get(`${level}/${index}`) as Uint8Array).subarray(0, width * HASH_BYTES);

  get count(): number {
    return this.#rows.size;
  }
}

const batches = array(integer({ min: 0, max: 400 }), { maxLength: 12 });

describe('append', () => {
  test('gives the root of RFC 6962 at every size', () => {
    const leaves = someLeaves(520);
    let edge: Edge = emptyEdge;
    expect(rootOf(edge)).toEqual(referenceRoot([]));
    for (const [index, leaf] of leaves.entries()) {
      edge = appendLeaves(edge, [leaf]).edge;
      expect(edge.size).toBe(index + 1);
      expect(rootOf(edge)).toEqual(referenceRoot(leaves.slice(0, index + 1)));
    }
  });

  test('gives the same tiles and root for any batches of the leaves', () => {
    assert(
      property(batches, (sizes) => {
        const leaves = someLeaves(sizes.reduce((sum, size) => sum + size, 0));
        const rows = new Rows();
        let edge: Edge = emptyEdge;
        for (const size of sizes) {
          const grown = appendLeaves(edge, leaves.slice(edge.size, edge.size + size));
          rows.add(grown.parts);
          edge = grown.edge;
        }
        expect(rootOf(edge)).toEqual(referenceRoot(leaves));
        expect(edgeFromTiles(edge.size, rows.read)).toEqual(edge);
        const tiles = [...allTiles(edge.size)];
        expect(tiles).toHaveLength(rows.count);
        for (const tile of tiles) expect(rows.read(tile)).toEqual(tileOf(leaves, tile));
      }),
      { numRuns: 30 },
    );
  });

  test('does not change the edge that it is given', () => {
    const { edge } = appendLeaves(emptyEdge, someLeaves(3));
    const root = rootOf(edge);
    appendLeaves(edge, someLeaves(5));
    expect(rootOf(edge)).toEqual(root);
  });
});

/** The tile by its definition: roots of 256^level leaves. */
function tileOf(leaves: readonly Uint8Array[], { level, index, width }: Tile): Uint8Array {
  const span = TILE_WIDTH ** level;
  const roots = Array.from({ length: width }, (_, position) => {
    const first = (index * TILE_WIDTH + position) * span;
    return referenceRoot(leaves.slice(first, first + span));
  });
  return Buffer.concat(roots);
}

test('a tile that is too short is refused', () => {
  const { parts } = appendLeaves(emptyEdge, someLeaves(7));
  const hashes = (parts[0] as { hashes: Uint8Array }).hashes;
  expect(() => edgeFromTiles(7, () => hashes.subarray(0, 6 * HASH_BYTES))).toThrow(RangeError);
});

test('a leaf is hashed with a zero byte before the entry, and the root of an empty tree is the hash of no bytes', () => {
  const entry = new TextEncoder().encode('entry');
  expect(leafHash(entry)).toEqual(referenceLeaf(entry));
  expect(emptyRoot()).toEqual(referenceRoot([]));
});
