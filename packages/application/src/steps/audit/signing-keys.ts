import { Malformed, parseVerifierKey } from '@strongroom/audit-proof';
import type { Instant } from '@strongroom/domain';
import { type AuditKey, type AuditKeys, systemErrorCode } from '@strongroom/ports';
import { LogFault } from '../../kernel/log-fault.ts';
import type { LogIdentity } from '../../store/log-identity.ts';

/** `lacks`: the present key of the log, where this machine has only an earlier one that still signs. */
export type SigningKeys = Readonly<{ keys: readonly AuditKey[]; lacks: string | undefined }>;

/** The private keys that sign a log now, the present one first. Throws LogFault. */
export async function signingKeys(
  auditKeys: Pick<AuditKeys, 'read'>,
  identity: LogIdentity,
  now: Instant,
): Promise<SigningKeys> {
  const there = await readKeys(auditKeys);
  if (there.length === 0)
    throw new LogFault('key_missing', `the key of the audit log ${identity.origin} is missing: bring it back`);
  const signing = identity.keys.filter(({ until }) => until === null || until > now);
  const keys = signing.flatMap(({ vkey }) => keyFor(vkey, there) ?? []);
  const [present] = signing;
  if (present === undefined || keys.length === 0)
    throw new LogFault(
      'key_is_another',
      `the key is not that of the audit log ${identity.origin}: bring back the key with which it was signed`,
    );
  return { keys, lacks: keyFor(present.vkey, there) === undefined ? present.vkey : undefined };
}

/** The private half of a key. A log that was begun again may be signed by the same key under its new name. */
function keyFor(vkey: string, there: readonly AuditKey[]): AuditKey | undefined {
  const { name } = parseVerifierKey(vkey);
  return there.find((key) => key.vkey === vkey) ?? there.map((key) => key.under(name)).find((key) => key.vkey === vkey);
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
