import {
  type Checkpoint,
  parseCheckpoint,
  parseNote,
  type ReadTile,
  rootFromTiles,
  sameHash,
} from '@strongroom/audit-proof';
import type { AuditLog } from '@strongroom/ports';
import { LogFork } from '../../kernel/log-fork.ts';

/** The Merkle tree of an audit log. */
export type LogTree = Pick<AuditLog, 'head' | 'tile'>;

/** Tiles for proofs. Rejects with RangeError for a tile that the log does not reach. */
export const tilesOf =
  (log: Pick<LogTree, 'tile'>): ReadTile =>
  async ({ level, index, width }) => {
    const tile = await log.tile(level, index, width);
    if (tile === undefined) throw new RangeError(`the log has no tile ${level}/${index} of width ${width}`);
    return tile;
  };

export const checkpointOf = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text);

/** Throws LogFork unless the log continues the checkpoint. `where`: where the checkpoint is, for the operator. */
export async function requireContinued(log: LogTree, earlier: Checkpoint, where: string): Promise<void> {
  const { size } = await log.head();
  if (earlier.size > size) {
    throw new LogFork(`the audit log has ${size} events; the checkpoint ${where} covers ${earlier.size}`);
  }
  if (earlier.size > 0 && !sameHash(await rootFromTiles(earlier.size, tilesOf(log)), earlier.root)) {
    throw new LogFork(`the first ${earlier.size} events of the audit log are not those of the checkpoint ${where}`);
  }
}
