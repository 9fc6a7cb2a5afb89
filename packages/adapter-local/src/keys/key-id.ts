import { isUuid, type KmsKeyId } from '@strongroom/domain';

const PREFIX = 'local:';

const isOurs = (id: string): id is KmsKeyId => uuidOf(id) !== undefined;

/** How the key is named to callers: `local:<uuid>`. Throws TypeError for anything but a UUID. */
export function kmsKeyIdOf(uuid: string): KmsKeyId {
  const id = PREFIX + uuid;
  if (!isOurs(id)) throw new TypeError('a key is named by a UUID');
  return id;
}

/** The UUID in a name of ours, undefined for any other name. */
export function uuidOf(id: string): string | undefined {
  const uuid = id.slice(PREFIX.length);
  return id.startsWith(PREFIX) && isUuid(uuid) ? uuid : undefined;
}
