import { describe, expect, test } from '@jest/globals';
import { assert, asyncProperty, integer, nat } from 'fast-check';
import {
  consistencyProof,
  HASH_BYTES,
  inclusionProof,
  rootFromTiles,
  verifyConsistency,
  verifyInclusion,
} from '../src/index.ts';
import { treeOf } from './tree.ts';

const SIZE = 66_000;
const tree = treeOf(SIZE);
const size = integer({ min: 1, max: SIZE });

/** Proofs of a tree of `size` leaves read only tiles of that tree. */
const readerOf =
  (limit: number) =>
  (tile: { level: number; index: number; width: number }): Uint8Array => {
    const exists = Math.min(256, Math.floor(limit / 256 ** tile.level) - tile.index * 256);
    if (tile.width !== exists) throw new Error(`a tree of ${limit} leaves has no tile ${JSON.stringify(tile)}`);
    return tree.read(tile);
  };

const flipped = (hash: Uint8Array, bit: number): Uint8Array => {
  const copy = hash.slice();
  copy[Math.floor(bit / 8)] = (copy[Math.floor(bit / 8)] ?? 0) ^ (1 << (bit % 8));
  return copy;
};

/** A proof without one of its hashes, and with a changed one. */
const changesOf = (proof: readonly Uint8Array[], draw: number, bit: number): readonly Uint8Array[][] =>
  proof.length === 0
    ? []
    : [
        proof.toSpliced(draw % proof.length, 1),
        proof.with(draw % proof.length, flipped(proof[draw % proof.length] as Uint8Array, bit)),
      ];

describe('a proof of inclusion', () => {
  test('is valid for its leaf, and for no other leaf, index or root', async () => {
    await assert(
      asyncProperty(size, nat(), nat(255), async (at, draw, bit) => {
        const index = draw % at;
        const leaf = tree.leaves[index] as Uint8Array;
        const proof = await inclusionProof(index, at, readerOf(at));
        const claim = { leaf, index, size: at, root: tree.rootAt(at) };
        expect(verifyInclusion(claim, proof)).toBe(true);
        expect(verifyInclusion({ ...claim, leaf: flipped(leaf, bit) }, proof)).toBe(false);
        expect(verifyInclusion({ ...claim, root: flipped(claim.root, bit) }, proof)).toBe(false);
        expect(verifyInclusion({ ...claim, index: index + 1 }, proof)).toBe(false);
        expect(verifyInclusion(claim, [...proof, leaf])).toBe(false);
        for (const changed of changesOf(proof, draw, bit)) expect(verifyInclusion(claim, changed)).toBe(false);
      }),
    );
  });

  test('is made for every leaf of a small tree', async () => {
    for (let at = 1; at <= 40; at++) {
      for (let index = 0; index < at; index++) {
        const claim = { leaf: tree.leaves[index] as Uint8Array, index, size: at, root: tree.rootAt(at) };
        expect(verifyInclusion(claim, await inclusionProof(index, at, readerOf(at)))).toBe(true);
      }
    }
  });

  test.each([
    [5, 5],
    [-1, 5],
    [0.5, 5],
    [0, 0],
  ])('is refused for leaf %d of %d leaves', async (index, at) => {
    await expect(inclusionProof(index, at, tree.read)).rejects.toThrow(RangeError);
  });
});

describe('a proof of consistency', () => {
  test('is valid for its sizes and roots, and for no others', async () => {
    await assert(
      asyncProperty(size, size, nat(255), async (one, other, bit) => {
        const [older, newer] = [Math.min(one, other), Math.max(one, other)];
        const proof = await consistencyProof(older, newer, readerOf(newer));
        const [before, after] = [older, newer].map((at) => ({ size: at, root: tree.rootAt(at) })) as [Head, Head];
        expect(verifyConsistency(before, after, proof)).toBe(true);
        expect(verifyConsistency({ ...before, root: flipped(before.root, bit) }, after, proof)).toBe(false);
        expect(verifyConsistency(before, { ...after, root: flipped(after.root, bit) }, proof)).toBe(false);
        expect(verifyConsistency(before, after, [...proof, before.root])).toBe(false);
        for (const changed of changesOf(proof, one, bit)) expect(verifyConsistency(before, after, changed)).toBe(false);
      }),
    );
  });

  test('is refused for a tree that shrinks', async () => {
    await expect(consistencyProof(6, 5, tree.read)).rejects.toThrow(RangeError);
    expect(verifyConsistency({ size: 6, root: tree.rootAt(6) }, { size: 5, root: tree.rootAt(5) }, [])).toBe(false);
  });
});

type Head = Readonly<{ size: number; root: Uint8Array }>;

test('the root of a prefix is computed from the tiles', async () => {
  await assert(
    asyncProperty(size, async (at) => {
      expect(await rootFromTiles(at, readerOf(at))).toEqual(tree.rootAt(at));
    }),
  );
});

test('a proof stays the same when the tiles that it was made from change', async () => {
  const rows = new Map<string, Buffer>();
  const read = (tile: Parameters<typeof tree.read>[0]): Buffer => {
    const row = Buffer.from(tree.read(tile));
    rows.set(`${tile.level}/${tile.index}`, row);
    return row;
  };
  const proof = await inclusionProof(2, 3, read);
  const copies = proof.map((hash) => new Uint8Array(hash));
  for (const row of rows.values()) row.fill(0);
  expect(proof).toEqual(copies);
});

test('no proof is made from a tile that is cut off', async () => {
  const cut = (tile: Parameters<typeof tree.read>[0]): Uint8Array => tree.read(tile).subarray(0, HASH_BYTES - 1);
  await expect(inclusionProof(1, 300, cut)).rejects.toThrow(RangeError);
});
