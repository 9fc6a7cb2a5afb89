import {
  type Checkpoint,
  parseCheckpoint,
  parseNote,
  type ReadTile,
  rootFromTiles,
  sameHash,
} from '@strongroom/audit-proof';
import type { AuditLog, TreeHead } from '@strongroom/ports';
import { LogDiffers, LogFault } from '../../kernel/log-fault.ts';
import { type DamagedTile, examineTree, nameOfTile } from './examine-tree.ts';

/** The Merkle tree of an audit log. */
export type LogTree = Pick<AuditLog, 'head' | 'tile' | 'entries' | 'mendTile'>;

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
export async function headOf(log: Pick<LogTree, 'head'>): Promise<TreeHead> {
  try {
    return await log.head();
  } catch (error) {
    throw error instanceof RangeError ? damagedEdge([]) : error;
  }
}

/** Throws LogFault unless the log continues the checkpoint. `where`: where the checkpoint is, for the operator. */
export async function requireContinued(
  log: Pick<LogTree, 'head' | 'tile'>,
  earlier: Checkpoint,
  where: string,
): Promise<void> {
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

async function hasRoot(log: Pick<LogTree, 'tile'>, { size, root }: Checkpoint): Promise<boolean> {
  try {
    return sameHash(await rootFromTiles(size, tilesOf(log)), root);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * The fault of a log that differs from a checkpoint. Its entries tell damaged tiles from another log. Returns undefined where only
 * tiles were damaged that no new event depends on: they are mended, and the log can be signed. Reads all entries.
 */
export async function causeOf(
  log: LogTree,
  differs: LogDiffers,
  onMended: (tile: string) => void,
): Promise<LogFault | undefined> {
  const { fault, damaged } = await examined(log, differs);
  if (fault === undefined) for (const tile of damaged) await mend(log, tile, onMended);
  return fault;
}

/** Finds the fault of a log without changing anything. */
export const faultOf = async (
  log: Pick<LogTree, 'entries' | 'tile'>,
  differs: LogDiffers,
): Promise<LogFault | undefined> => (await examined(log, differs)).fault;

type Examined = Readonly<{ fault: LogFault | undefined; damaged: readonly DamagedTile[] }>;

async function examined(log: Pick<LogTree, 'entries' | 'tile'>, differs: LogDiffers): Promise<Examined> {
  const { size, root } = differs.checkpoint;
  const { roots, damaged } = await examineTree(log, [size]);
  if (!sameHash(roots.get(size) ?? new Uint8Array(), root)) return { fault: differs, damaged };
  const atEdge = damaged.filter(({ isAtEdge }) => isAtEdge);
  return { fault: atEdge.length === 0 ? undefined : damagedEdge(atEdge.map(nameOfTile)), damaged };
}

export async function mend(
  log: Pick<LogTree, 'mendTile'>,
  tile: DamagedTile,
  onMended: (tile: string) => void,
): Promise<void> {
  await log.mendTile(tile.level, tile.index, tile.hashes);
  onMended(nameOfTile(tile));
}

const damagedEdge = (names: readonly string[]): LogFault =>
  new LogFault(
    'edge_is_damaged',
    `the audit log has damaged tiles at its right edge${names.length === 0 ? '' : ` (${names.join(', ')})`}, but its entries are not damaged: \`strongroom-admin audit repair\` rebuilds them`,
  );
