import { parseVerifierKey, type Witnessed, withSignature, witness } from '@strongroom/audit-proof';
import { type DocumentStore, type Log, VersionConflict, type WitnessPeer } from '@strongroom/ports';
import { checkpointId, checkpoints, type SignedCheckpoint } from '../../store/checkpoints.ts';
import { documentOf, refTo, stateOf } from '../../store/collection.ts';
import { checkpointOf, type LogTree } from './log-tree.ts';
import { soundTiles } from './sound-tiles.ts';

type Deps = Readonly<{ documents: Pick<DocumentStore, 'read' | 'commit'>; log: LogTree; logger: Log }>;

/**
 * Asks a witness to sign a checkpoint and stores its signature. `seen`: the size that it signed last, 0 when not known. Returns
 * the outcome; its reasons are sentences of ours, never the witness's. Rejects with the error of the peer.
 */
export async function cosignCheckpoint(
  { documents, log, logger }: Deps,
  { origin, size, note }: SignedCheckpoint,
  peer: WitnessPeer,
  seen: number,
): Promise<Witnessed> {
  const key = parseVerifierKey(peer.vkey);
  const request = { checkpoint: note, seen, witness: key, read: soundTiles(log, checkpointOf(note), logger) };
  const outcome = await witness(request, (body) => peer.submit(body));
  if (outcome.kind === 'signed') await addLine(documents, checkpointId(origin, size), outcome.line);
  return outcome;
}

/** Several witnesses of several processes add their lines. */
async function addLine(documents: Deps['documents'], id: string, line: string): Promise<void> {
  for (;;) {
    const [document] = await documents.read([refTo(checkpoints, id)]);
    if (document === undefined) return;
    const stored = stateOf(checkpoints, document);
    const note = withSignature(stored.note, line);
    if (note === stored.note) return;
    try {
      const replace = documentOf(checkpoints, { ...stored, note }, document.version + 1);
      await documents.commit([{ collection: checkpoints.name, replace }]);
      return;
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
}
