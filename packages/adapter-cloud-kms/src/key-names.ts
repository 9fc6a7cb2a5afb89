import type { KmsKeyId, RoomId } from '@strongroom/domain';
import type { KeyBinding } from '@strongroom/ports';

const ROOM = /^room-[0-9a-f-]{36}-[0-9a-f]{16}$/;
const ORGANISATION = 'organisation';

/** The kind of key with this name; undefined for a name that this adapter does not assign. */
export function kindOf(keyRing: string, name: string): 'room' | 'organisation' | undefined {
  const prefix = `${keyRing}/cryptoKeys/`;
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  if (id === ORGANISATION) return 'organisation';
  return ROOM.test(id) ? 'room' : undefined;
}

/** Random, so that a retried creation of a room never gets the key of the failed one. */
export const idOfRoomKey = (roomId: RoomId, random: Uint8Array): string =>
  `room-${roomId}-${Buffer.from(random).toString('hex')}`;

export const idOfOrganisationKey = (): string => ORGANISATION;

/** The full name of the key, which unwrapping requires. Throws TypeError for an id that this adapter does not assign. */
export function keyNameOf(keyRing: string, id: string): KmsKeyId {
  const name = `${keyRing}/cryptoKeys/${id}`;
  if (!isOurs(keyRing, name)) throw new TypeError('this is not the id of a key');
  return name;
}

const isOurs = (keyRing: string, name: string): name is KmsKeyId => kindOf(keyRing, name) !== undefined;

/** Whether a name is the name of a version of this key. */
export function isVersionOf(key: KmsKeyId, name: unknown): name is string {
  const prefix = `${key}/cryptoKeyVersions/`;
  return typeof name === 'string' && name.startsWith(prefix) && /^[1-9]\d{0,9}$/.test(name.slice(prefix.length));
}

/** Additional authenticated data that binds a wrapped key to its file. */
export const aadOf = ({ orgId, roomId, fileId }: KeyBinding): Buffer =>
  Buffer.from(`strongroom-data-key:${orgId}/${roomId}/${fileId}`);
