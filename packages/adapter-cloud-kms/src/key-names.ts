import type { KmsKeyId, RoomId } from '@strongroom/domain';

const ROOM = /^room-[0-9a-f-]{36}-[0-9a-f]{16}$/;
const ORGANISATION = 'organisation';

/** What a name in a key ring is the key of; undefined for any name that this adapter would not give. */
export function kindOf(keyRing: string, name: string): 'room' | 'organisation' | undefined {
  const prefix = `${keyRing}/cryptoKeys/`;
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  if (id === ORGANISATION) return 'organisation';
  return ROOM.test(id) ? 'room' : undefined;
}

/** Another one each time: who makes a room again after a broken-off try must not get the key of the first. */
export const idOfRoomKey = (roomId: RoomId, random: Uint8Array): string =>
  `room-${roomId}-${Buffer.from(random).toString('hex')}`;

export const idOfOrganisationKey = (): string => ORGANISATION;

/** The key's full name, which is what Cloud KMS wants for unwrapping. Throws TypeError for an id that is none of ours. */
export function keyNameOf(keyRing: string, id: string): KmsKeyId {
  const name = `${keyRing}/cryptoKeys/${id}`;
  if (!isOurs(keyRing, name)) throw new TypeError('this is no id of a key');
  return name;
}

const isOurs = (keyRing: string, name: string): name is KmsKeyId => kindOf(keyRing, name) !== undefined;

/** Whether a name is that of a version of this very key. */
export function isVersionOf(key: KmsKeyId, name: unknown): name is string {
  const prefix = `${key}/cryptoKeyVersions/`;
  return typeof name === 'string' && name.startsWith(prefix) && /^[1-9]\d{0,9}$/.test(name.slice(prefix.length));
}
