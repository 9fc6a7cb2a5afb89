import {
  appendLeaves,
  type Edge,
  emptyEdge,
  HASH_BYTES,
  type Hash,
  joinHashes,
  leafHash,
  rootOf,
  sameHash,
  TILE_WIDTH,
  type TilePart,
  tilePath,
} from '@strongroom/audit-proof';
import type { AuditLog } from '@strongroom/ports';

/** A stored tile that is not the one of the entries, and the correct hashes. `isAtEdge`: new events depend on it. */
export type DamagedTile = Readonly<{ level: number; index: number; hashes: Uint8Array; isAtEdge: boolean }>;

/** `roots`: those of the sizes that were asked for and that the log reaches. */
export type ExaminedTree = Readonly<{
  size: number;
  roots: ReadonlyMap<number, Hash>;
  damaged: readonly DamagedTile[];
  /** Whether `damaged` lists every damaged tile. */
  isWhole: boolean;
}>;

const ENTRIES_AT_ONCE = 1024;
/** Damaged tiles that are held in memory: 64 MB. */
const MAX_DAMAGED = 8192;

/** Computes the tree from the entries alone, and compares the stored tiles with it. Reads all entries and tiles. */
export async function examineTree(
  log: Pick<AuditLog, 'entries' | 'tile'>,
  sizes: readonly number[],
): Promise<ExaminedTree> {
  const roots = new Map<number, Hash>();
  const comparison = new Comparison(log);
  let edge: Edge = emptyEdge;
  for (;;) {
    const next = Math.min(...sizes.filter((size) => size > edge.size));
    const entries = await log.entries(edge.size, Math.min(ENTRIES_AT_ONCE, next - edge.size));
    if (entries.length === 0) break;
    const grown = appendLeaves(edge, entries.map(leafHash));
    edge = grown.edge;
    for (const part of grown.parts) await comparison.add(part);
    if (sizes.includes(edge.size)) roots.set(edge.size, rootOf(edge));
  }
  await comparison.end();
  return { size: edge.size, roots, damaged: comparison.damaged, isWhole: comparison.isWhole };
}

/** The name of a tile, for operators. */
export const nameOfTile = ({ level, index, hashes }: Pick<DamagedTile, 'level' | 'index' | 'hashes'>): string =>
  tilePath({ level, index, width: hashes.length / HASH_BYTES });

/** Compares tiles with stored ones as soon as they are full, and the others at the end. */
class Comparison {
  readonly #log: Pick<AuditLog, 'tile'>;
  readonly #open = new Map<number, Readonly<{ index: number; hashes: Uint8Array }>>();
  readonly damaged: DamagedTile[] = [];
  isWhole = true;

  constructor(log: Pick<AuditLog, 'tile'>) {
    this.#log = log;
  }

  async add({ level, index, start, hashes }: TilePart): Promise<void> {
    const before = start === 0 ? new Uint8Array() : (this.#open.get(level)?.hashes ?? new Uint8Array());
    const tile = { index, hashes: joinHashes([before, hashes]) };
    this.#open.set(level, tile);
    if (tile.hashes.length < TILE_WIDTH * HASH_BYTES) return;
    this.#open.delete(level);
    await this.#compare(level, tile, false);
  }

  /** The tile of level 0 that is not full is stored nowhere. */
  async end(): Promise<void> {
    for (const [level, tile] of this.#open) if (level > 0) await this.#compare(level, tile, true);
  }

  async #compare(
    level: number,
    { index, hashes }: Readonly<{ index: number; hashes: Uint8Array }>,
    isAtEdge: boolean,
  ): Promise<void> {
    const stored = await this.#log.tile(level, index, hashes.length / HASH_BYTES);
    if (stored !== undefined && sameHash(stored, hashes)) return;
    if (this.damaged.length < MAX_DAMAGED) this.damaged.push({ level, index, hashes, isAtEdge });
    else this.isWhole = false;
  }
}
