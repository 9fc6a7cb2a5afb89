import { appendLeaves, type Edge, emptyEdge, HASH_BYTES, rootOf, type Tile } from '../src/index.ts';
import { someLeaves } from './reference-tree.ts';

/** A tree with its tiles in memory. */
export type Tree = Readonly<{
  leaves: readonly Uint8Array[];
  read: (tile: Tile) => Uint8Array;
  rootAt: (size: number) => Uint8Array;
}>;

export function treeOf(size: number): Tree {
  const leaves = someLeaves(size);
  const roots: Uint8Array[] = [rootOf(emptyEdge)];
  const rows = new Map<string, Uint8Array>();
  let edge: Edge = emptyEdge;
  for (const leaf of leaves) {
    const grown = appendLeaves(edge, [leaf]);
    edge = grown.edge;
    roots.push(rootOf(edge));
    for (const { level, index, hashes } of grown.parts) {
      const name = `${level}/${index}`;
      rows.set(name, Buffer.concat([rows.get(name) ?? new Uint8Array(0), hashes]));
    }
  }
  return {
    leaves,
    read: ({ level, index, width }) =>
      (rows.get(`${level}/${index}`) ?? new Uint8Array(0)).subarray(0, width * HASH_BYTES),
    rootAt: (at) => roots[at] ?? new Uint8Array(0),
  };
}
