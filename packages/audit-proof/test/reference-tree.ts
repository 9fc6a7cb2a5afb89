import { createHash } from 'node:crypto';

/** RFC 6962 §2.1 word for word, with Node's SHA-256. The package is compared with it. */

const hashOf = (...parts: readonly Uint8Array[]): Uint8Array => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

export const referenceLeaf = (entry: Uint8Array): Uint8Array => hashOf(Uint8Array.of(0), entry);

/** The Merkle tree hash of leaf hashes. */
export function referenceRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return hashOf();
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return hashOf(Uint8Array.of(1), referenceRoot(leaves.slice(0, split)), referenceRoot(leaves.slice(split)));
}

/** Leaf hashes of the entries `entry 0`, `entry 1`, and so on. */
export const someLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => referenceLeaf(new TextEncoder().encode(`entry ${index}`)));
