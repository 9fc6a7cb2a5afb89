import type { KmsKeyId } from '@strongroom/domain';

const PREFIX = 'local:';
// Not the domain's UUID, so that unwrapping on the command line does not load the domain.
const OURS = /^local:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

const isOurs = (id: string): id is KmsKeyId => uuidOf(id) !== undefined;

/** The id that callers see: `local:<uuid>`. Throws TypeError for anything but a UUID. */
export function kmsKeyIdOf(uuid: string): KmsKeyId {
  const id = PREFIX + uuid;
  if (!isOurs(id)) throw new TypeError('the id of a key is not a UUID');
  return id;
}

/** The UUID of a local key id; undefined for any other id. */
export const uuidOf = (id: string): string | undefined => OURS.exec(id)?.[1];
