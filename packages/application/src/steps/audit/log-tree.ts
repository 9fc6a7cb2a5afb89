import {
  append,
  type Checkpoint,
  type Edge,
  emptyEdge,
  leafHash,
  parseCheckpoint,
  parseNote,
  type ReadTile,
  rootFromTiles,
  rootOf,
  sameHash,
} from '@strongroom/audit-proof';
import type { AuditLog, TreeHead } from '@strongroom/ports';
import { LogDiffers, LogFault } from '../../kernel/log-fault.ts';

/** The Merkle tree of an audit log. */
export type LogTree = Pick<AuditLog, 'head' | 'tile' | 'entries'>;

/** Tiles for proofs. Rejects with RangeError for a tile that the log does not reach. */
export const tilesOf =
  (log: Pick<LogTree, 'tile'>): ReadTile =>
  async ({ level, index, width }) => {
    const tile = await log.tile(level, index, width);
    if (tile === undefined) throw new RangeError(`the log has no tile ${level}/${index} of width ${width}`);
    return tile;
  };

export const checkpointOf = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text);

/** The head of a log. Throws LogFault where a tile of its right edge is missing. */
export async function headOf(log: LogTree): Promise<TreeHead> {
  try {
    return await log.head();
  } catch (error) {
    throw error instanceof RangeError ? damagedEdge() : error;
  }
}

/** Throws LogFault unless the log continues the checkpoint. `where`: where the checkpoint is, for the operator. */
export async function requireContinued(log: LogTree, earlier: Checkpoint, where: string): Promise<void> {
  const { size } = await headOf(log);
  if (earlier.size > size) {
    throw new LogFault(
      'log_is_shorter',
      `the audit log has ${size} events; the checkpoint ${where} covers ${earlier.size}: the database was restored from a backup, or cut back`,
    );
  }
  if (earlier.size === 0 || (await hasRoot(log, earlier))) return;
  throw new LogDiffers(
    `the first ${earlier.size} events of the audit log are not those of the checkpoint ${where}: the database was restored from a backup, or changed`,
    earlier,
  );
}

async function hasRoot(log: LogTree, { size, root }: Checkpoint): Promise<boolean> {
  try {
    return sameHash(await rootFromTiles(size, tilesOf(log)), root);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The entries tell damaged tiles from another log. Reads all entries of the checkpoint. */
export async function causeOf(log: LogTree, differs: LogDiffers): Promise<LogFault> {
  const { size, root } = differs.checkpoint;
  return sameHash(rootOf(await edgeOfEntries(log, size)), root) ? damagedEdge() : differs;
}

const damagedEdge = (): LogFault =>
  new LogFault('edge_is_damaged', 'tiles at the right edge of the audit log are damaged; its entries are not');

const ENTRIES_AT_ONCE = 1000;

/** The right edge of the tree of the first `size` entries, computed from them alone. Reads them all. */
export async function edgeOfEntries(log: Pick<LogTree, 'entries'>, size: number): Promise<Edge> {
  let edge = emptyEdge;
  while (edge.size < size) {
    const entries = await log.entries(edge.size, Math.min(ENTRIES_AT_ONCE, size - edge.size));
    if (entries.length === 0) break;
    ({ edge } = append(edge, entries.map(leafHash)));
  }
  return edge;
}
