import type { KmsKeyId } from '@strongroom/domain';

const PREFIX = 'local:';
// Spelled out, so that a command line that unwraps does not load the whole domain for it.
const OURS = /^local:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const isOurs = (id: string): id is KmsKeyId => uuidOf(id) !== undefined;

/** How the key is named to callers: `local:<uuid>`. Throws TypeError for anything but a UUID. */
export function kmsKeyIdOf(uuid: string): KmsKeyId {
  const id = PREFIX + uuid;
  if (!isOurs(id)) throw new TypeError('a key is named by a UUID');
  return id;
}

/** The UUID in a name of ours, undefined for any other name. */
export const uuidOf = (id: string): string | undefined => OURS.exec(id)?.[1];
