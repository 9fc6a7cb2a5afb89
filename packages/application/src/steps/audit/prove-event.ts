import { formatEventProof, inclusionProof, type ReadTile } from '@strongroom/audit-proof';
import { Unavailable } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { SignedCheckpoint } from '../../store/checkpoints.ts';
import { checkpointOf } from './log-tree.ts';
import { soundTiles } from './sound-tiles.ts';

/** Tiles of 8 KiB each. A proof reads one of each level. */
const KEPT_TILES = 16;

type ProveEventDeps = Pick<Deps, 'documents' | 'checkpointer' | 'log'>;

/** An event of the log: its number and its text. */
export type ProvableEvent = Readonly<{ seq: number; text: string }>;

/**
 * The proof that the log holds an event, with the event as extra data (C2SP tlog-proof). Its checkpoint is the latest one, or
 * is signed now for an event that it does not cover. Throws Unavailable where none can be signed.
 */
export async function proveEvent(deps: ProveEventDeps, event: ProvableEvent): Promise<string> {
  return (await proverOver(deps, event.seq))(event);
}

/**
 * Proves events up to `last`, all with the same checkpoint. Throws Unavailable where none can be signed. A tile is read once,
 * so a prover is for one answer.
 */
export async function proverOver(
  deps: ProveEventDeps,
  last: number,
): Promise<(event: ProvableEvent) => Promise<string>> {
  const { size, note } = await checkpointOver(deps, last);
  const tiles = readOnce(soundTiles(deps.documents.audit, checkpointOf(note), deps.log));
  return async ({ seq, text }) =>
    formatEventProof({ index: seq, hashes: await inclusionProof(seq, size, tiles), checkpoint: note, text });
}

/** Keeps the tiles that were read last: neighbouring events have them in common. */
function readOnce(read: ReadTile): ReadTile {
  const known = new Map<string, ReturnType<ReadTile>>();
  return (tile) => {
    const name = `${tile.level} ${tile.index} ${tile.width}`;
    const found = known.get(name) ?? read(tile);
    known.delete(name);
    known.set(name, found);
    const [oldest] = known.keys();
    if (known.size > KEPT_TILES && oldest !== undefined) known.delete(oldest);
    return found;
  };
}

async function checkpointOver(
  { checkpointer }: Pick<ProveEventDeps, 'checkpointer'>,
  seq: number,
): Promise<SignedCheckpoint> {
  const latest = await checkpointer?.latest();
  if (latest !== undefined && latest.size > seq) return latest;
  const signed = await checkpointer?.signNow();
  if (signed === undefined || signed.size <= seq) throw new Unavailable('audit');
  return signed;
}
