import { type Collection, refTo, stateOf } from '../../src/store/collection.ts';
import { files, filesHeldBy } from '../../src/store/files.ts';
import { labelsOfStore } from '../../src/store/organisation.ts';
import { membershipId, memberships, membersOfRoom, rooms } from '../../src/store/rooms.ts';
import { linksOfRoom, shareLinks } from '../../src/store/share-links.ts';
import { users } from '../../src/store/users.ts';
import type { World } from './world.ts';

type At = Pick<World, 'ports'>;

/** Reads a stored state by id, without any permission check. */
export async function stored<S>(world: At, collection: Collection<S>, id: string): Promise<S | undefined> {
  const [document] = await world.ports.documents.read([refTo(collection, id)]);
  return document && stateOf(collection, document);
}

/** Lists the stored states of any of these keys, oldest first. */
export const listed = async <S>(
  world: At,
  collection: Collection<S>,
  ...anyOf: readonly string[]
): Promise<readonly S[]> =>
  (await world.ports.documents.list(collection.name, { anyOf }, { limit: 10_000, order: 'oldest' })).map((document) =>
    stateOf(collection, document),
  );

type RoomId = Parameters<typeof filesHeldBy>[0];
type UserId = Parameters<typeof membershipId>[1];

export const storedRoom = (world: At, id: string) => stored(world, rooms, id);
export const storedUser = (world: At, id: string) => stored(world, users, id);
export const storedFile = (world: At, id: string) => stored(world, files, id);
export const storedMembership = (world: At, roomId: RoomId, userId: UserId) =>
  stored(world, memberships, membershipId(roomId, userId));
export const membershipsIn = (world: At, roomId: string) => listed(world, memberships, membersOfRoom(roomId));
export const filesIn = async (world: At, roomId: RoomId) =>
  listed(world, files, ...filesHeldBy(roomId, await labelsOfStore(world.ports.documents)));
export const linksIn = async (world: At, roomId: string) =>
  listed(world, shareLinks, ...linksOfRoom(roomId, await labelsOfStore(world.ports.documents)));
