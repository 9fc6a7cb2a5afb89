import type { KmsKeyId } from '@strongroom/domain';
import type { Clock } from '@strongroom/ports';
import { makeFolder } from '../disk/durable.ts';
import { errorCode } from '../disk/error-code.ts';
import { FolderShelf } from './folder-shelf.ts';
import { uuidOf } from './key-id.ts';
import type { Shelved } from './shelf.ts';

type KeyState = Shelved<unknown>['state'];

/** Is this the name of a key that a keyring of this machine has made? */
export const isLocalKey = (id: string): boolean => uuidOf(id) !== undefined;

/**
 * What a folder of keys has of a key: the key, a note that it is destroyed, or nothing, as one that is not there has of
 * every key. Throws TypeError for a key of another service, and what the file system throws.
 */
export async function stateOfKey(folder: string, id: KmsKeyId): Promise<KeyState> {
  try {
    return await new FolderShelf(folder).state(ownUuid(id));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 'unknown';
    throw error;
  }
}

/**
 * Notes a key that was lost for good as destroyed now, so that the destruction of its room can end. Makes the folder where
 * it is missing. False, and nothing is noted, where something of the key is here. Throws as `stateOfKey`.
 */
export async function noteLostKey(
  { folder, clock }: Readonly<{ folder: string; clock: Pick<Clock, 'now'> }>,
  id: KmsKeyId,
): Promise<boolean> {
  const uuid = ownUuid(id);
  await makeFolder(folder);
  return new FolderShelf(folder).noteLost(uuid, () => clock.now());
}

function ownUuid(id: KmsKeyId): string {
  const uuid = uuidOf(id);
  if (uuid === undefined) throw new TypeError('this is not the name of a local key');
  return uuid;
}
