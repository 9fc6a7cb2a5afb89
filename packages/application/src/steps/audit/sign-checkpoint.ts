import { formatCheckpoint, parseVerifierKey } from '@strongroom/audit-proof';
import { type AuditKey, type DocumentStore, DuplicateKey } from '@strongroom/ports';
import { checkpoints, EVERY_CHECKPOINT, type SignedCheckpoint } from '../../store/checkpoints.ts';
import { documentOf, stateOf } from '../../store/collection.ts';
import { checkpointOf, type LogTree, requireContinued } from './log-tree.ts';

export type SigningDeps = Readonly<{
  documents: Pick<DocumentStore, 'read' | 'list' | 'commit'>;
  log: LogTree;
  auditKey: AuditKey;
}>;

/** The checkpoint with the most events, undefined before the first. */
export async function latestCheckpoint(documents: Pick<DocumentStore, 'list'>): Promise<SignedCheckpoint | undefined> {
  const [document] = await documents.list(checkpoints.name, { anyOf: [EVERY_CHECKPOINT] }, { limit: 1 });
  return document && stateOf(checkpoints, document);
}

/**
 * Signs the head of the log unless that is done, and returns the latest checkpoint; undefined for an empty log. Throws LogFork
 * when the log does not continue the last checkpoint, that of the store or that beside the key.
 *
 * INVARIANT: a checkpoint is noted beside the key before anyone can read it, so that a restored store is recognised.
 */
export async function signCheckpoint({ documents, log, auditKey }: SigningDeps): Promise<SignedCheckpoint | undefined> {
  const latest = await latestCheckpoint(documents);
  if (latest !== undefined) await requireContinued(log, checkpointOf(latest.note), 'in the store');
  const noted = await auditKey.lastSigned();
  if (noted !== undefined && noted !== latest?.note) {
    await requireContinued(log, checkpointOf(noted), 'beside the key');
  }
  const { size, root } = await log.head();
  if (size === 0 || size === latest?.size) return latest;
  const text = formatCheckpoint({ origin: parseVerifierKey(auditKey.vkey).name, size, root, extensions: [] });
  const signed: SignedCheckpoint = { size, note: `${text}\n${await auditKey.sign(text)}\n` };
  await auditKey.noteSigned(signed.note);
  await store(documents, signed);
  return signed;
}

/** Of two processes that sign the same head, one stores it; the texts are the same. */
async function store(documents: SigningDeps['documents'], signed: SignedCheckpoint): Promise<void> {
  try {
    await documents.commit([{ collection: checkpoints.name, insert: documentOf(checkpoints, signed, 1) }]);
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
}
