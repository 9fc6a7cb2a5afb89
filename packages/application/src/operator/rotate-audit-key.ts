import { parseVerifierKey } from '@strongroom/audit-proof';
import { DAY, plus } from '@strongroom/domain';
import type { AuditKey, AuditKeys } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { logEvent } from '../steps/audit/log-event.ts';
import { signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { readKeys } from '../steps/audit/signing-keys.ts';
import { documentOf } from '../store/collection.ts';
import { type LogIdentity, logIdentities, logIdentityIn } from '../store/log-identity.ts';
import { organisationOf } from './organisation-of.ts';

type RotateAuditKeyDeps = Pick<Ports, 'documents' | 'clock' | 'ids'> & Readonly<{ auditKeys: AuditKeys }>;

/** The earlier key signs together with the new one for this time, so that verifiers learn of the new one. */
const BOTH_SIGN = 90 * DAY;

export type RotatedKey = Readonly<{ vkey: string; earlier: string }>;

/**
 * Gives the log a new key: one that was staged in the file of keys. The event names it, and the checkpoint that covers the event
 * is signed by both. `mayMake`: makes one where none is staged, for a service whose processes all read that file. Throws
 * LogFault, SettingsUnfit and VersionConflict.
 */
export async function rotateAuditKey(
  ports: RotateAuditKeyDeps,
  { mayMake }: Readonly<{ mayMake: boolean }>,
): Promise<RotatedKey> {
  const { documents, auditKeys, clock } = ports;
  const signing = { documents, log: documents.audit, auditKeys, clock };
  const { id: orgId } = await organisationOf(documents);
  await signCheckpoint(signing);
  const found = await logIdentityIn(documents);
  const [present, ...older] = found?.identity.keys ?? [];
  if (found === undefined || present === undefined) throw new SettingsUnfit('The audit log has no key yet.');
  const { identity, version } = found;
  const staged = await stagedKey(ports, identity);
  if (staged === undefined && !mayMake)
    throw new SettingsUnfit(
      'The file of the audit key holds no next key of this log. Stage one first, give the file to every machine, and run this again.',
    );
  const { vkey } = staged ?? (await auditKeys.add(identity.origin));
  const until = plus(clock.now(), BOTH_SIGN);
  const next = { ...identity, keys: [{ vkey, until: null }, { ...present, until }, ...older] };
  await documents.commit(
    [{ collection: logIdentities.name, replace: documentOf(logIdentities, next, version + 1) }],
    [logEvent(ports, orgId, 'log.key_changed', { vkey })],
  );
  await signCheckpoint(signing);
  return { vkey, earlier: present.vkey };
}

/** The next key of a log, where one is in the file of keys, and the name for one. Throws LogFault, SettingsUnfit. */
export async function nextAuditKey({
  documents,
  auditKeys,
}: Pick<RotateAuditKeyDeps, 'documents' | 'auditKeys'>): Promise<
  Readonly<{ origin: string; staged: string | undefined }>
> {
  const found = await logIdentityIn(documents);
  if (found === undefined) throw new SettingsUnfit('The audit log has no key yet.');
  const staged = await stagedKey({ auditKeys }, found.identity);
  return { origin: found.identity.origin, staged: staged?.vkey };
}

const stagedKey = async (
  { auditKeys }: Pick<RotateAuditKeyDeps, 'auditKeys'>,
  { origin, keys }: LogIdentity,
): Promise<AuditKey | undefined> =>
  (await readKeys(auditKeys)).find(
    ({ vkey }) => parseVerifierKey(vkey).name === origin && keys.every((key) => key.vkey !== vkey),
  );
