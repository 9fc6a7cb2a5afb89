import { sha256 } from '../sha256.ts';

/** A SHA-256 hash: 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** The hash of a leaf: SHA-256(0x00 ‖ entry). RFC 6962 §2.1. */
export function leafHash(entry: Uint8Array): Hash {
  const input = new Uint8Array(1 + entry.length);
  input.set(entry, 1);
  return sha256(input);
}

const pair = new Uint8Array(1 + 2 * HASH_BYTES);
pair[0] = 1;

/** The hash of an inner node: SHA-256(0x01 ‖ left ‖ right). RFC 6962 §2.1. */
export function nodeHash(left: Hash, right: Hash): Hash {
  pair.set(left, 1);
  pair.set(right, 1 + HASH_BYTES);
  return sha256(pair);
}

/** The root of a tree without leaves: SHA-256 of nothing. */
export const emptyRoot = (): Hash => sha256(new Uint8Array(0));

/** Whether two hashes are the same bytes. Not constant in time: hashes of a log are public. */
export function sameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Bytes of their own. `slice` of Node's Buffer would be a view, which changes with what it was cut from. */
export const copyOf = (hash: Hash): Uint8Array<ArrayBuffer> => new Uint8Array(hash);

/** The bytes of several hashes, or of several rows of them. */
export function joinHashes(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hashes.reduce((length, hash) => length + hash.length, 0));
  let end = 0;
  for (const hash of hashes) {
    bytes.set(hash, end);
    end += hash.length;
  }
  return bytes;
}
