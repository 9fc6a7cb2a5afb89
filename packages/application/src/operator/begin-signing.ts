import { Malformed, parseVerifierKey } from '@strongroom/audit-proof';
import { type AuditKeys, DuplicateKey, systemErrorCode } from '@strongroom/ports';
import type { Configuration, Home, Ports } from '../kernel/deps.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { logEvent } from '../steps/audit/log-event.ts';
import { documentOf } from '../store/collection.ts';
import { type LogIdentity, logIdentities, logIdentityIn } from '../store/log-identity.ts';
import { newOrigin } from './new-origin.ts';

type BeginSigningDeps = Pick<Ports, 'secrets'> & Readonly<{ auditKeys: AuditKeys }>;

type FirstLog = Readonly<{ identity: LogIdentity; named: Readonly<{ origin: string; vkey: string }> }>;

/** The identity of the log for a store without one, from its key, which is created if it is missing. Throws SettingsUnfit. */
export async function firstLog({ auditKeys, secrets }: BeginSigningDeps, address: string): Promise<FirstLog> {
  const { vkey } = await auditKeys.first(newOrigin(secrets, address)).catch((error: unknown) => {
    const reason = error instanceof Malformed ? error.message : systemErrorCode(error);
    if (reason === undefined) throw error;
    throw new SettingsUnfit(`The key of the audit log cannot be used: ${reason}.`);
  });
  const { name: origin } = parseVerifierKey(vkey);
  return { identity: { origin, keys: [{ vkey, until: null }], replaces: null }, named: { origin, vkey } };
}

/** Names the log of a store without an organisation, once, by its key, which is created if missing. Throws SettingsUnfit. */
export async function nameLog(ports: BeginSigningDeps & Pick<Ports, 'documents'>, address: string): Promise<void> {
  const { documents, auditKeys } = ports;
  if ((await logIdentityIn(documents)) !== undefined || (await auditKeys.lastSigned()) !== undefined) return;
  const { identity } = await firstLog(ports, address);
  await documents
    .commit([{ collection: logIdentities.name, insert: documentOf(logIdentities, identity, 1) }])
    .catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
}

/**
 * Names the key of a log that an earlier version began without one, in an event. Does nothing for a log that has a key, and none
 * where a checkpoint beside the key shows that the store had another log: the first look at the log reports that.
 */
export async function beginSigning(
  ports: Pick<Ports, 'documents' | 'clock' | 'ids' | 'secrets'> & Readonly<{ auditKeys: AuditKeys }>,
  { publicUrl }: Pick<Configuration, 'publicUrl'>,
  { orgId }: Pick<Home, 'orgId'>,
): Promise<void> {
  const { documents, auditKeys } = ports;
  if ((await logIdentityIn(documents)) !== undefined || (await auditKeys.lastSigned()) !== undefined) return;
  const { identity, named } = await firstLog(ports, publicUrl());
  try {
    await documents.commit(
      [{ collection: logIdentities.name, insert: documentOf(logIdentities, identity, 1) }],
      [logEvent(ports, orgId, 'log.key_changed', named)],
    );
  } catch (error) {
    if (!(error instanceof DuplicateKey)) throw error;
  }
}
