import { type Checkpoint, formatCheckpoint, Malformed } from '@strongroom/audit-proof';
import {
  type AuditKeys,
  type CheckpointKeeper,
  type Clock,
  type DocumentStore,
  DuplicateKey,
  systemErrorCode,
  Unavailable,
} from '@strongroom/ports';
import { LogFault } from '../../kernel/log-fault.ts';
import { checkpoints, checkpointsOf, type SignedCheckpoint } from '../../store/checkpoints.ts';
import { documentOf, stateOf } from '../../store/collection.ts';
import { type LogIdentity, logIdentityIn } from '../../store/log-identity.ts';
import { checkpointOf, headOf, type LogTree, requireContinued } from './log-tree.ts';
import { readKeys, signingKeys } from './signing-keys.ts';

export type SigningDeps = Readonly<{
  documents: Pick<DocumentStore, 'read' | 'list' | 'commit'>;
  log: LogTree;
  auditKeys: AuditKeys;
  clock: Pick<Clock, 'now'>;
  keepers?: readonly CheckpointKeeper[];
}>;

/** The checkpoint of a log with the most events, undefined before the first. */
export async function latestCheckpoint(
  documents: Pick<DocumentStore, 'list'>,
  origin: string,
): Promise<SignedCheckpoint | undefined> {
  const [document] = await documents.list(checkpoints.name, { anyOf: [checkpointsOf(origin)] }, { limit: 1 });
  return document && stateOf(checkpoints, document);
}

/**
 * Signs the head of the log unless that is done, and returns the latest checkpoint; undefined for an empty log. Throws LogFault
 * when a key is missing, or the log does not continue the last checkpoint, that of the store or that beside the key.
 *
 * INVARIANT: a checkpoint is noted beside the key before anyone can read it, so that a restored store is recognised.
 */
export async function signCheckpoint(deps: SigningDeps): Promise<SignedCheckpoint | undefined> {
  const { documents, log, auditKeys, clock } = deps;
  const identity = await identityOf(deps);
  const keys = await signingKeys(auditKeys, identity, clock.now());
  const { origin } = identity;
  const latest = await latestCheckpoint(documents, origin);
  if (latest !== undefined) await requireContinued(log, checkpointOf(latest.note), 'in the store');
  const noted = await auditKeys.lastSigned();
  const notedSize = noted === undefined ? 0 : await requireNoted(log, identity, noted);
  const { size, root } = await headOf(log);
  if (size === 0 || size === latest?.size) return latest;
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const lines = await Promise.all(keys.map((key) => key.sign(text)));
  const signed: SignedCheckpoint = { origin, size, note: `${text}\n${lines.map((line) => `${line}\n`).join('')}` };
  if (size > notedSize) await auditKeys.noteSigned(signed.note);
  await store(documents, signed);
  await noteLatest(deps, origin);
  return signed;
}

/**
 * Another process may have noted a shorter checkpoint beside the key after this one noted its own. Both look again once theirs is
 * stored, so the longest one lies there in the end.
 */
async function noteLatest({ documents, auditKeys }: SigningDeps, origin: string): Promise<void> {
  for (;;) {
    const latest = await latestCheckpoint(documents, origin);
    const noted = await auditKeys.lastSigned();
    if (latest === undefined || noted === undefined) return;
    const checkpoint = readNoted(noted);
    if (checkpoint.origin !== origin || checkpoint.size >= latest.size) return;
    await auditKeys.noteSigned(latest.note);
  }
}

async function identityOf({ documents, auditKeys }: SigningDeps): Promise<LogIdentity> {
  const found = await logIdentityIn(documents);
  if (found === undefined) {
    await readKeys(auditKeys);
    const reason =
      (await auditKeys.lastSigned()) === undefined
        ? 'the store names no audit log yet: start the service once'
        : 'the store names no audit log, and a checkpoint beside the key shows that one was signed';
    throw new LogFault('log_is_another', reason);
  }
  return found.identity;
}

/** The size of the checkpoint beside the key. Throws LogFault unless the log continues it. */
export async function requireNoted(
  log: Pick<LogTree, 'head' | 'tile'>,
  { origin, replaces }: LogIdentity,
  noted: string,
): Promise<number> {
  const checkpoint = readNoted(noted);
  // Between the start of a log in place of another one and its first checkpoint.
  if (checkpoint.origin === replaces) return 0;
  if (checkpoint.origin !== origin)
    throw new LogFault(
      'log_is_another',
      `the checkpoint beside the key is of the audit log ${checkpoint.origin}, the store has ${origin}: the database was restored from a backup`,
    );
  await requireContinued(log, checkpoint, 'beside the key');
  return checkpoint.size;
}

function readNoted(noted: string): Checkpoint {
  try {
    return checkpointOf(noted);
  } catch (error) {
    if (error instanceof Malformed)
      throw new LogFault('key_unusable', `the checkpoint beside the key cannot be read: ${error.message}`);
    throw error;
  }
}

/** Of two processes that sign the same head, one stores it; the texts are the same. */
async function store(documents: SigningDeps['documents'], signed: SignedCheckpoint): Promise<void> {
  try {
    await documents.commit([{ collection: checkpoints.name, insert: documentOf(checkpoints, signed, 1) }]);
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
}

/** Throws LogFault unless the log continues the longest checkpoint of every keeper that can tell it. A keeper that fails is skipped. */
export async function requireKept({ documents, log, keepers = [] }: SigningDeps): Promise<void> {
  const origin = (await logIdentityIn(documents))?.identity.origin;
  if (origin === undefined) return;
  for (const keeper of keepers) {
    const note: string | undefined = await latestAt(keeper, origin);
    const checkpoint = note === undefined ? undefined : readKept(note);
    if (checkpoint?.origin === origin) await requireContinued(log, checkpoint, `at ${keeper.name}`);
  }
}

async function latestAt(keeper: CheckpointKeeper, origin: string): Promise<string | undefined> {
  try {
    return await keeper.latest?.(origin);
  } catch (error) {
    if (!(error instanceof Unavailable) && systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

function readKept(note: string): Checkpoint | undefined {
  try {
    return checkpointOf(note);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
