import { Malformed } from '@strongroom/audit-proof';
import type { Instant } from '@strongroom/domain';
import { type AuditKey, type AuditKeys, systemErrorCode } from '@strongroom/ports';
import { LogFault } from '../../kernel/log-fault.ts';
import type { LogIdentity } from '../../store/log-identity.ts';

/** The private keys that sign a log now, the present one first. Throws LogFault. */
export async function signingKeys(
  auditKeys: Pick<AuditKeys, 'read'>,
  identity: LogIdentity,
  now: Instant,
): Promise<readonly AuditKey[]> {
  const there = await readKeys(auditKeys);
  if (there.length === 0)
    throw new LogFault('key_missing', `the key of the audit log ${identity.origin} is missing: bring it back`);
  const signing = identity.keys
    .filter(({ until }) => until === null || until > now)
    .map(({ vkey }) => there.find((key) => key.vkey === vkey));
  if (signing[0] === undefined)
    throw new LogFault(
      'key_is_another',
      `the key is not that of the audit log ${identity.origin}: bring back the key with which it was signed`,
    );
  return signing.filter((key) => key !== undefined);
}

/** The keys that are there. Throws LogFault when they cannot be read. */
export async function readKeys(auditKeys: Pick<AuditKeys, 'read'>): Promise<readonly AuditKey[]> {
  try {
    return await auditKeys.read();
  } catch (error) {
    const reason = error instanceof Malformed ? error.message : systemErrorCode(error);
    if (reason === undefined) throw error;
    throw new LogFault('key_unusable', `the key of the audit log cannot be read: ${reason}`);
  }
}
