import type { KmsKeyId } from '@strongroom/domain';

/** A PKCS#11 URI (RFC 7512): the label of the key in its token is a UUID. */
const OURS = /^pkcs11:object=([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12});type=secret-key$/;

const isOurs = (id: string): id is KmsKeyId => uuidOf(id) !== undefined;

/** The id that callers see. Throws TypeError for anything but a UUID. */
export function kmsKeyIdOf(uuid: string): KmsKeyId {
  const id = `pkcs11:object=${uuid};type=secret-key`;
  if (!isOurs(id)) throw new TypeError('the label of a key is not a UUID');
  return id;
}

/** The UUID of a key that this adapter made; undefined for any other id. */
export const uuidOf = (id: string): string | undefined => OURS.exec(id)?.[1];
