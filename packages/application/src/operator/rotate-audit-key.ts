import { parseVerifierKey } from '@strongroom/audit-proof';
import { DAY, plus } from '@strongroom/domain';
import type { AuditKeys } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { SettingsDoNotFit } from '../kernel/settings-do-not-fit.ts';
import { logEvent } from '../steps/audit/log-event.ts';
import { signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { readKeys } from '../steps/audit/signing-keys.ts';
import { documentOf } from '../store/collection.ts';
import { logIdentities, logIdentityIn } from '../store/log-identity.ts';
import { organisationOf } from './organisation-of.ts';

type Needs = Pick<Ports, 'documents' | 'clock' | 'ids'> & Readonly<{ auditKeys: AuditKeys }>;

/** The earlier key signs together with the new one for this time, so that verifiers learn of the new one. */
const BOTH_SIGN = 90 * DAY;

export type RotatedKey = Readonly<{ vkey: string; earlier: string }>;

/**
 * Gives the log a new key: one that was added to the keys and is not in use, or one that is made now. The event names it, and
 * the checkpoint that covers the event is signed by both. Throws LogFault, SettingsDoNotFit and VersionConflict.
 */
export async function rotateAuditKey(ports: Needs): Promise<RotatedKey> {
  const { documents, auditKeys, clock } = ports;
  const signing = { documents, log: documents.audit, auditKeys, clock };
  const { id: orgId } = await organisationOf(documents);
  await signCheckpoint(signing);
  const found = await logIdentityIn(documents);
  const [present, ...older] = found?.identity.keys ?? [];
  if (found === undefined || present === undefined) throw new SettingsDoNotFit('The audit log has no key yet.');
  const { identity, version } = found;
  const isNew = (vkey: string): boolean =>
    parseVerifierKey(vkey).name === identity.origin && identity.keys.every((key) => key.vkey !== vkey);
  const { vkey } = (await readKeys(auditKeys)).find((key) => isNew(key.vkey)) ?? (await auditKeys.add(identity.origin));
  const until = plus(clock.now(), BOTH_SIGN);
  const next = { ...identity, keys: [{ vkey, until: null }, { ...present, until }, ...older] };
  await documents.commit(
    [{ collection: logIdentities.name, replace: documentOf(logIdentities, next, version + 1) }],
    [logEvent(ports, orgId, 'log.key_changed', { vkey })],
  );
  await signCheckpoint(signing);
  return { vkey, earlier: present.vkey };
}
