import {
  BadSignature,
  type Checkpoint,
  Malformed,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signersOf,
  type VerifierKey,
  verifierKey,
} from '@strongroom/audit-proof';
import type { AuditKeys } from '@strongroom/ports';
import { LogFault } from '../../kernel/log-fault.ts';
import type { LogIdentity } from '../../store/log-identity.ts';
import { readKeys } from './signing-keys.ts';

/** The keys that verify a checkpoint from elsewhere: those that the store names, and those of this machine. */
export async function keysOfLog(
  identity: LogIdentity | undefined,
  auditKeys: Pick<AuditKeys, 'read'>,
): Promise<readonly VerifierKey[]> {
  // A restored store may not know the newest key. Without its own keys a machine believes those of the store.
  const here = await readKeys(auditKeys).catch((error: unknown) => {
    if (error instanceof LogFault) return [];
    throw error;
  });
  return [...(identity?.keys ?? []), ...here].map(({ vkey }) => parseVerifierKey(vkey));
}

/**
 * The checkpoint of a note that one of the keys signed, for this log or for another one of the same key. Undefined for
 * everything else: the holder of the place of the note may put anything there.
 */
export async function genuineCheckpoint(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint | undefined> {
  try {
    const parsed = parseNote(note);
    const checkpoint = parseCheckpoint(parsed.text);
    const named = keys.map(({ publicKey }) => verifierKey(checkpoint.origin, publicKey));
    return (await signersOf(parsed, named)).length > 0 ? checkpoint : undefined;
  } catch (error) {
    if (error instanceof Malformed || error instanceof BadSignature) return undefined;
    throw error;
  }
}
