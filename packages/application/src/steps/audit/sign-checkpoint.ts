import { formatCheckpoint, type VerifierKey } from '@strongroom/audit-proof';
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
import { genuineCheckpoint, keysOfLog } from './genuine-checkpoint.ts';
import { type FoundCheckpoint, keptCheckpoint } from './kept-checkpoint.ts';
import { checkpointOf, headOf, type LogTree, requireContinued } from './log-tree.ts';
import { requireSameStore } from './recognise-store.ts';
import { readKeys, type SigningKeys, signingKeys } from './signing-keys.ts';

export type SigningDeps = Readonly<{
  documents: Pick<DocumentStore, 'read' | 'list' | 'commit' | 'place'>;
  log: LogTree;
  auditKeys: AuditKeys;
  clock: Pick<Clock, 'now'>;
  keepers?: readonly CheckpointKeeper[];
  /** Called for a checkpoint of another place that no key of the log signed. It counts for nothing. */
  onUnsigned?: (where: string) => void;
  onTimeline?: (timeline: string) => void;
}>;

/** A signed head, and the public half of the present key where this machine lacks it. Then nothing new was signed. */
export type SignedHead = Readonly<{ latest: SignedCheckpoint | undefined; lacks: string | undefined }>;

/** The place of the last checkpoint, for operators: `at /srv/room/audit.checkpoint`. */
export const whereNoted = ({ noted }: Pick<AuditKeys, 'noted'>): string =>
  noted === undefined ? 'beside the key' : `at ${noted}`;

/** The checkpoint of a log with the most events, undefined before the first. */
export async function latestCheckpoint(
  documents: Pick<DocumentStore, 'list'>,
  origin: string,
): Promise<SignedCheckpoint | undefined> {
  const [document] = await documents.list(checkpoints.name, { anyOf: [checkpointsOf(origin)] }, { limit: 1 });
  return document && stateOf(checkpoints, document);
}

/**
 * Signs the head of the log unless that is done. Throws LogFault when the store is a restored copy, when a key is missing, or
 * when the log does not continue the last checkpoint, that of the store or that which is noted.
 *
 * INVARIANT: a checkpoint is noted before anyone can read it, so that a restored store is recognised.
 */
export async function signCheckpoint(deps: SigningDeps): Promise<SignedHead> {
  const { documents, log, auditKeys } = deps;
  await requireSameStore(deps);
  const { identity, keys, lacks, latest, notedSize } = await requireSound(deps);
  const { origin } = identity;
  const { size, root } = await headOf(log);
  if (size === 0 || size === latest?.size || lacks !== undefined) {
    // Another machine signed it. This one may be the only one that outlives the database.
    if (latest !== undefined && latest.size > notedSize) await noteLatest(deps, identity);
    return { latest, lacks };
  }
  const text = formatCheckpoint({ origin, size, root, extensions: [] });
  const lines = await Promise.all(keys.map((key) => key.sign(text)));
  const signed: SignedCheckpoint = { origin, size, note: `${text}\n${lines.map((line) => `${line}\n`).join('')}` };
  if (size > notedSize) await auditKeys.noteSigned(signed.note);
  await store(documents, signed);
  await noteLatest(deps, identity);
  return { latest: signed, lacks };
}

type Sound = SigningKeys & Readonly<{ identity: LogIdentity; latest: SignedCheckpoint | undefined; notedSize: number }>;

/**
 * Throws LogFault unless a key is there, and the log continues the last checkpoint, that of the store and that which is noted.
 * Does not ask whether the store is a copy.
 */
export async function requireSound(deps: SigningDeps): Promise<Sound> {
  const { documents, log, auditKeys, clock } = deps;
  const identity = await identityOf(deps);
  const signing = await signingKeys(auditKeys, identity, clock.now());
  const latest = await latestCheckpoint(documents, identity.origin);
  if (latest !== undefined) await requireContinued(log, checkpointOf(latest.note), 'in the store');
  return { ...signing, identity, latest, notedSize: (await requireNoted(deps, identity)) ?? 0 };
}

/**
 * Another process may have noted a shorter checkpoint beside the key after this one noted its own. Both look again once theirs is
 * stored, so the longest one lies there in the end.
 */
async function noteLatest({ documents, auditKeys }: SigningDeps, identity: LogIdentity): Promise<void> {
  const keys = await keysOfLog(identity, auditKeys);
  for (;;) {
    const latest = await latestCheckpoint(documents, identity.origin);
    const noted = await auditKeys.lastSigned();
    const checkpoint = noted === undefined ? undefined : await genuineCheckpoint(noted, keys);
    const isOurs = checkpoint?.origin === identity.origin;
    if (latest === undefined || (isOurs && checkpoint.size >= latest.size)) return;
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
        : `the store names no audit log, and the checkpoint ${whereNoted(auditKeys)} shows that one was signed`;
    throw new LogFault('log_is_another', reason);
  }
  return found.identity;
}

type Noting = Pick<SigningDeps, 'log' | 'onUnsigned'> &
  Readonly<{ auditKeys: Pick<AuditKeys, 'read' | 'lastSigned' | 'noted'> }>;

/**
 * The size of the noted checkpoint; undefined without one that a key of the log signed. Throws LogFault unless the log
 * continues it.
 */
export async function requireNoted(
  { log, auditKeys, onUnsigned }: Omit<Noting, 'log'> & Readonly<{ log: Pick<LogTree, 'head' | 'tile'> }>,
  identity: LogIdentity,
): Promise<number | undefined> {
  const noted = await auditKeys.lastSigned();
  if (noted === undefined) return undefined;
  const checkpoint = await genuineCheckpoint(noted, await keysOfLog(identity, auditKeys));
  const where = whereNoted(auditKeys);
  if (checkpoint === undefined) {
    onUnsigned?.(auditKeys.noted ?? where);
    return undefined;
  }
  const { origin, replaces } = identity;
  // Between the start of a log in place of another one and its first checkpoint.
  if (checkpoint.origin === replaces) return 0;
  if (checkpoint.origin !== origin)
    throw new LogFault(
      'log_is_another',
      `the checkpoint ${where} is of the audit log ${checkpoint.origin}, the store has ${origin}: the database was restored from a backup`,
    );
  await requireContinued(log, checkpoint, where);
  return checkpoint.size;
}

/** Stores the checkpoint unless another process has stored the same text. */
async function store(documents: SigningDeps['documents'], signed: SignedCheckpoint): Promise<void> {
  try {
    await documents.commit([{ collection: checkpoints.name, insert: documentOf(checkpoints, signed, 1) }]);
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
}

/**
 * Throws LogFault unless the log continues the longest checkpoint of every keeper that can tell it. A keeper that fails is
 * skipped, and so is a checkpoint that no key of the log signed.
 */
export async function requireKept({ documents, log, auditKeys, keepers = [], onUnsigned }: SigningDeps): Promise<void> {
  const identity = (await logIdentityIn(documents))?.identity;
  if (identity === undefined || keepers.length === 0) return;
  const keys: readonly VerifierKey[] = await keysOfLog(identity, auditKeys);
  for (const keeper of keepers) {
    const kept: FoundCheckpoint | undefined = await unlessSilent(keptCheckpoint(keeper, identity.origin, keys));
    if (kept?.hasOthers) onUnsigned?.(keeper.name);
    if (kept?.checkpoint !== undefined) await requireContinued(log, kept.checkpoint, `at ${keeper.name}`);
  }
}

/** Undefined for a keeper that cannot be asked. */
async function unlessSilent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Unavailable) && systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
