/** Hashes and random bytes for stores that run on Node, and the version of a build. The rest of the package runs anywhere. */
export { buildVersion, packageVersion } from './build-version.ts';
export { hexSha256, newSalts, sha256 } from './hashes.ts';
export { RandomPool } from './random-pool.ts';
export { textOfFile } from './text-of-file.ts';
