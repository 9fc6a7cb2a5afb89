import type { Target } from '@strongroom/domain';
import type { AuditKeys, CheckpointKeeper } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { LogFault } from '../kernel/log-fault.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { logEventAbout } from '../steps/audit/log-event.ts';
import { headOf } from '../steps/audit/log-tree.ts';
import { placeChange, requireSameStore } from '../steps/audit/recognise-store.ts';
import { requireKept, requireSound, type SigningDeps, signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { logIdentityIn } from '../store/log-identity.ts';
import { logTarget } from './organisation-of.ts';

type ContinueLogDeps = Pick<Ports, 'documents' | 'clock' | 'ids'> &
  Readonly<{ auditKeys: AuditKeys; keepers?: readonly CheckpointKeeper[] }>;

export type ContinuedLog = Readonly<{ origin: string /** Number of events that the store had. */; size: number }>;

/**
 * Lets a store that was restored or moved here continue its log: an operator says that no later log exists elsewhere, and an
 * event holds their reason. Every other check stays: a log that does not continue a known checkpoint is refused. Throws
 * LogFault, SettingsUnfit for a store that is not a copy, VersionConflict.
 */
export async function continueLog(
  ports: ContinueLogDeps,
  { reason, about }: Readonly<{ reason: string; about?: Target }>,
): Promise<ContinuedLog> {
  const { documents, auditKeys, clock, keepers = [] } = ports;
  const found = await logIdentityIn(documents);
  if (found === undefined) throw new SettingsUnfit('The store names no audit log.');
  const target = about ?? (await logTarget(documents));
  const signing = { documents, log: documents.audit, auditKeys, clock, keepers };
  if (await isAtHome(signing))
    throw new SettingsUnfit('The service continues this audit log already: the store is no restored copy.');
  await requireKept(signing);
  await requireSound(signing);
  const { size } = await headOf(documents.audit);
  await documents.commit(await placeChange(ports), [logEventAbout(ports, target, 'log.continued', { reason, size })]);
  await signCheckpoint(signing);
  return { origin: found.identity.origin, size };
}

const isAtHome = (signing: SigningDeps): Promise<boolean> =>
  requireSameStore(signing).then(
    () => true,
    (error: unknown) => {
      if (error instanceof LogFault) return false;
      throw error;
    },
  );
