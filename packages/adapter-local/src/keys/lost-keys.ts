import type { KmsKeyId } from '@strongroom/domain';
import { type Clock, systemErrorCode } from '@strongroom/ports';
import { makeFolder } from '../disk/durable.ts';
import { DiskKeyFolder } from './disk-key-folder.ts';
import type { KeyUseOutcome } from './key-folder.ts';
import { uuidOf } from './key-id.ts';

type KeyState = KeyUseOutcome<unknown>['state'];

/** Whether an id is that of a key in a local keyring. */
export const isLocalKey = (id: string): boolean => uuidOf(id) !== undefined;

/**
 * The state of a key in a key folder; `unknown` if the folder is missing. Throws TypeError for a key of another key service,
 * and errors of the file system.
 */
export async function stateOfKey(folder: string, id: KmsKeyId): Promise<KeyState> {
  try {
    return await new DiskKeyFolder(folder).state(ownUuid(id));
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'unknown';
    throw error;
  }
}

/**
 * Records a lost key as destroyed now, so that the destruction of its room can complete. Creates the folder if it is missing.
 * Returns false, and records nothing, if the folder knows the key. Throws as `stateOfKey`.
 */
export async function noteLostKey(
  { folder, clock }: Readonly<{ folder: string; clock: Pick<Clock, 'now'> }>,
  id: KmsKeyId,
): Promise<boolean> {
  const uuid = ownUuid(id);
  await makeFolder(folder);
  return new DiskKeyFolder(folder).noteLost(uuid, () => clock.now());
}

function ownUuid(id: KmsKeyId): string {
  const uuid = uuidOf(id);
  if (uuid === undefined) throw new TypeError('this is not the id of a local key');
  return uuid;
}
