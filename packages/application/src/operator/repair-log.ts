import {
  BadSignature,
  type Checkpoint,
  Malformed,
  parseNote,
  parseVerifierKey,
  sameHash,
  signersOf,
} from '@strongroom/audit-proof';
import type { AuditKeys, AuditLog, CheckpointKeeper, IndexFault } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { LogFault } from '../kernel/log-fault.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { examineTree } from '../steps/audit/examine-tree.ts';
import { genuineCheckpoint } from '../steps/audit/genuine-checkpoint.ts';
import { keptCheckpoint } from '../steps/audit/kept-checkpoint.ts';
import { checkpointOf, mend, requireContinued } from '../steps/audit/log-tree.ts';
import { latestCheckpoint, whereNoted } from '../steps/audit/sign-checkpoint.ts';
import { type LogIdentity, logIdentityIn } from '../store/log-identity.ts';

type RepairLogDeps = Pick<Ports, 'documents'> &
  Readonly<{ auditKeys: Pick<AuditKeys, 'lastSigned' | 'noted'>; keepers?: readonly CheckpointKeeper[] }>;

/** A checkpoint, word for word, and where it is. */
export type KnownCheckpoint = Readonly<{ where: string; note: string }>;

/**
 * `mended`: names of the tiles. `reindexed`: parts of the index. `agrees`: the places and sizes of the checkpoints that the
 * entries agree with.
 */
export type RepairedLog = Readonly<{
  size: number;
  mended: readonly string[];
  reindexed: readonly IndexFault[];
  agrees: readonly Readonly<{ where: string; size: number }>[];
  /** Places with a checkpoint that no key of the log signed. It counts for nothing. */
  unsigned: readonly string[];
}>;

type Held = Readonly<{ where: string; checkpoint: Checkpoint }>;

/**
 * Rebuilds the damaged tiles of a log from its entries, and the damaged index of its lists from its events. INVARIANT: it
 * changes nothing unless the entries have the root of every checkpoint that is known: the latest of the store, the last one,
 * those of keepers and those given. A forged one at a place of others counts for nothing; of the store or given, it is
 * refused. Harmless to interrupt and repeat, and while the service runs. Throws LogFault, SettingsUnfit; the error of a keeper that fails.
 */
export async function repairLog(
  { documents, auditKeys, keepers = [] }: RepairLogDeps,
  given: readonly KnownCheckpoint[],
): Promise<RepairedLog> {
  const found = await logIdentityIn(documents);
  if (found === undefined) throw new SettingsUnfit('The store names no audit log.');
  const { identity } = found;
  const stored = await latestCheckpoint(documents, identity.origin);
  const { known: elsewhere, unsigned } = await fromElsewhere({ auditKeys, keepers }, identity);
  const known: Held[] = [];
  if (stored !== undefined)
    known.push({ where: 'in the store', checkpoint: await signedBy(identity, 'in the store', stored.note) });
  known.push(...elsewhere);
  for (const { where, note } of given) known.push({ where, checkpoint: await signedBy(identity, where, note) });
  if (known.length === 0) throw new SettingsUnfit('No signed checkpoint of the audit log is known.');
  const { audit } = documents;
  const mended: string[] = [];
  for (;;) {
    const { size, roots, damaged, isWhole } = await examineTree(
      audit,
      known.map(({ checkpoint }) => checkpoint.size),
    );
    for (const one of known) refuseOther(one, size, roots);
    for (const tile of damaged) await mend(audit, tile, (name) => mended.push(name));
    if (!isWhole) continue;
    for (const { checkpoint, where } of known) await requireContinued(audit, checkpoint, where);
    const reindexed = await reindex(audit);
    return {
      size,
      mended,
      reindexed,
      agrees: known.map(({ where, checkpoint }) => ({ where, size: checkpoint.size })),
      unsigned,
    };
  }
}

async function reindex(audit: AuditLog): Promise<readonly IndexFault[]> {
  const { faults } = await audit.examineIndex(Number.MAX_SAFE_INTEGER);
  for (const { block } of faults) await audit.mendIndex(block);
  return faults;
}

/** The last checkpoint and those of keepers, and the places that have one which no key of the log signed. */
async function fromElsewhere(
  { auditKeys, keepers }: Readonly<{ auditKeys: RepairLogDeps['auditKeys']; keepers: readonly CheckpointKeeper[] }>,
  { origin, keys, replaces }: LogIdentity,
): Promise<Readonly<{ known: readonly Held[]; unsigned: readonly string[] }>> {
  const verifiers = keys.map(({ vkey }) => parseVerifierKey(vkey));
  const known: Held[] = [];
  const unsigned: string[] = [];
  const noted = await auditKeys.lastSigned();
  const last = noted === undefined ? undefined : await genuineCheckpoint(noted, verifiers);
  if (last?.origin === origin) known.push({ where: whereNoted(auditKeys), checkpoint: last });
  // Between the start of a log in place of another one and its first checkpoint the earlier one is noted.
  else if (noted !== undefined && originIn(noted) !== replaces) unsigned.push(whereNoted(auditKeys));
  for (const keeper of keepers) {
    const { checkpoint, hasOthers } = await keptCheckpoint(keeper, origin, verifiers);
    if (hasOthers) unsigned.push(`at ${keeper.name}`);
    if (checkpoint !== undefined) known.push({ where: `at ${keeper.name}`, checkpoint });
  }
  return { known, unsigned };
}

function originIn(note: string): string | undefined {
  try {
    return checkpointOf(note).origin;
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

/** Throws LogFault for a checkpoint that is not of this log, or not signed by a key of it. */
async function signedBy({ origin, keys }: LogIdentity, where: string, note: string): Promise<Checkpoint> {
  try {
    const checkpoint = checkpointOf(note);
    if (checkpoint.origin !== origin)
      throw new LogFault('log_is_another', `the checkpoint ${where} is of the audit log ${checkpoint.origin}`);
    const signers = await signersOf(
      parseNote(note),
      keys.map(({ vkey }) => parseVerifierKey(vkey)),
    );
    if (signers.length === 0) throw new BadSignature('no key of the log signed it');
    return checkpoint;
  } catch (error) {
    if (error instanceof Malformed || error instanceof BadSignature)
      throw new LogFault('log_differs', `the checkpoint ${where} cannot be used: ${error.message}`);
    throw error;
  }
}

function refuseOther({ where, checkpoint }: Held, size: number, roots: ReadonlyMap<number, Uint8Array>): void {
  if (checkpoint.size > size)
    throw new LogFault(
      'log_is_shorter',
      `the audit log has ${size} events; the checkpoint ${where} covers ${checkpoint.size}: nothing was rebuilt`,
    );
  const root = roots.get(checkpoint.size);
  if (checkpoint.size > 0 && (root === undefined || !sameHash(root, checkpoint.root)))
    throw new LogFault(
      'log_differs',
      `the entries of the audit log are not those of the checkpoint ${where}: nothing was rebuilt`,
    );
}
