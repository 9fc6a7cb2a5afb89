import { formatEventProof, inclusionProof } from '@strongroom/audit-proof';
import { Unavailable } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import type { SignedCheckpoint } from '../../store/checkpoints.ts';
import { checkpointOf } from './log-tree.ts';
import { soundTiles } from './sound-tiles.ts';

type ProveEventDeps = Pick<Deps, 'documents' | 'checkpointer' | 'log'>;

/** An event of the log: its number and its text. */
export type ProvableEvent = Readonly<{ seq: number; text: string }>;

/**
 * The proof that the log holds an event, with the event as extra data (C2SP tlog-proof). Its checkpoint is the latest one, or
 * is signed now for an event that it does not cover. Throws Unavailable where none can be signed.
 */
export async function proveEvent(deps: ProveEventDeps, { seq, text }: ProvableEvent): Promise<string> {
  const { size, note } = await checkpointOver(deps, seq);
  const hashes = await inclusionProof(seq, size, soundTiles(deps.documents.audit, checkpointOf(note), deps.log));
  return formatEventProof({ index: seq, hashes, checkpoint: note, text });
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
