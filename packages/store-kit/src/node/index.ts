/** Hashes and random bytes for stores that run on Node. The rest of the package runs anywhere. */
export { hexSha256, newSalts, sha256 } from './hashes.ts';
export { RandomPool } from './random-pool.ts';
