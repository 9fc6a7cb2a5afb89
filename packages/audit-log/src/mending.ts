import { refuseInexactNumbers } from '@strongroom/store-kit';

const HASH_BYTES = 32;
const TILE_WIDTH = 256;

/** Throws RangeError unless a log of `size` events stores that many hashes of a tile. */
export function refuseUnstored(size: number, level: number, index: number, hashes: Uint8Array): void {
  refuseInexactNumbers([level, index]);
  const width = hashes.length / HASH_BYTES;
  const reached = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
  const isWhole = Number.isInteger(width) && width > 0 && (level > 0 || width === TILE_WIDTH);
  if (!isWhole || width > reached)
    throw new RangeError(`the log does not store ${width} hashes of tile ${level}/${index}`);
}
