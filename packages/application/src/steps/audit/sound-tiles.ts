import {
  type Checkpoint,
  HASH_BYTES,
  hashAt,
  inclusionProof,
  joinHashes,
  leafHash,
  type ReadTile,
  rootWithin,
  sameHash,
  TILE_HEIGHT,
  TILE_WIDTH,
  verifyInclusion,
} from '@strongroom/audit-proof';
import { type Log, Unavailable } from '@strongroom/ports';
import { nameOfTile } from './examine-tree.ts';
import { type LogTree, tilesOf } from './log-tree.ts';

type TilePosition = Readonly<{ level: number; index: number }>;

/**
 * Tiles of the tree of a checkpoint. A full tile that does not have the root that the tile above it says is rebuilt from what is
 * below it, and stored again if it then fits the checkpoint. Rejects with Unavailable for one that does not. The tiles that are not
 * full are the right edge, which is compared with the checkpoint before anything is signed.
 */
export function soundTiles(log: LogTree, head: Pick<Checkpoint, 'size' | 'root'>, logger: Log): ReadTile {
  const tiles = new SoundTiles(log, head, logger);
  return ({ level, index, width }) => tiles.read({ level, index }, width);
}

class SoundTiles {
  readonly #log: LogTree;
  readonly #head: Pick<Checkpoint, 'size' | 'root'>;
  readonly #logger: Log;

  constructor(log: LogTree, head: Pick<Checkpoint, 'size' | 'root'>, logger: Log) {
    this.#log = log;
    this.#head = head;
    this.#logger = logger;
  }

  async read(place: TilePosition, width: number): Promise<Uint8Array> {
    const stored = await this.#stored(place);
    const tile = (await this.#fits(place, stored)) ? stored : await this.#mended(place);
    return tile.subarray(0, width * HASH_BYTES);
  }

  #reach({ level, index }: TilePosition): number {
    return Math.min(TILE_WIDTH, Math.floor(this.#head.size / TILE_WIDTH ** level) - index * TILE_WIDTH);
  }

  async #stored(place: TilePosition): Promise<Uint8Array> {
    const reach = this.#reach(place);
    const tile = await this.#log.tile(place.level, place.index, reach);
    if (tile === undefined) throw new Unavailable('audit');
    return tile;
  }

  async #fits(place: TilePosition, tile: Uint8Array): Promise<boolean> {
    if (tile.length < this.#reach(place) * HASH_BYTES) return false;
    if (this.#reach(place) < TILE_WIDTH) return true;
    const above = await this.#stored(aboveOf(place));
    return isRootIn(above, place, tile);
  }

  async #mended(place: TilePosition): Promise<Uint8Array> {
    if (this.#reach(place) < TILE_WIDTH) throw new Unavailable('audit');
    // The tile above may be the damaged one.
    const above = await this.read(aboveOf(place), TILE_WIDTH);
    const stored = await this.#stored(place);
    if (isRootIn(above, place, stored)) return stored;
    const hashes = await this.#ofCheckpoint(place).catch((error: unknown) => {
      // A tile that the rebuilding needs is damaged too.
      if (error instanceof RangeError) return undefined;
      throw error;
    });
    if (hashes === undefined) throw new Unavailable('audit');
    await this.#log.mendTile(place.level, place.index, hashes);
    this.#logger.warn('audit.tile_mended', { tile: nameOfTile({ ...place, hashes }) });
    return hashes;
  }

  /** From the entries, or from the stored tiles below. */
  async #rebuilt({ level, index }: TilePosition): Promise<Uint8Array> {
    const first = index * TILE_WIDTH;
    if (level === 0) return joinHashes((await this.#log.entries(first, TILE_WIDTH)).map(leafHash));
    const roots: Uint8Array[] = [];
    for (let below = first; below < first + TILE_WIDTH; below++)
      roots.push(rootWithin(await this.#stored({ level: level - 1, index: below }), 0, TILE_HEIGHT));
    return joinHashes(roots);
  }

  /** The rebuilt tile, undefined unless the checkpoint covers it. The proof of one leaf passes through every hash of its tile. */
  async #ofCheckpoint(place: TilePosition): Promise<Uint8Array | undefined> {
    const { level, index } = place;
    const { size, root } = this.#head;
    const hashes = await this.#rebuilt(place);
    const stored = tilesOf(this.#log);
    const read: ReadTile = (tile) => (tile.level === level && tile.index === index ? hashes : stored(tile));
    const leaf = index * TILE_WIDTH * TILE_WIDTH ** level;
    const tile = await read({ level: 0, index: Math.floor(leaf / TILE_WIDTH), width: TILE_WIDTH });
    const proof = await inclusionProof(leaf, size, read);
    const isCovered = verifyInclusion({ leaf: hashAt(tile, leaf % TILE_WIDTH), index: leaf, size, root }, proof);
    return isCovered ? hashes : undefined;
  }
}

const aboveOf = ({ level, index }: TilePosition): TilePosition => ({
  level: level + 1,
  index: Math.floor(index / TILE_WIDTH),
});

const isRootIn = (above: Uint8Array, { index }: TilePosition, tile: Uint8Array): boolean =>
  tile.length === TILE_WIDTH * HASH_BYTES &&
  above.length > (index % TILE_WIDTH) * HASH_BYTES &&
  sameHash(rootWithin(tile, 0, TILE_HEIGHT), hashAt(above, index % TILE_WIDTH));
