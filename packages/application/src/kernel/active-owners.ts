import { decide, isThere, type LiveRoom, type Room, type UserId } from '@strongroom/domain';
import { refTo } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { Deps } from './deps.ts';
import type { ListedDocument, Snapshot } from './identity-map.ts';
import type { AtRoom } from './sight.ts';

type ActiveOwners = Readonly<{
  loadMore: (snapshot: Snapshot) => Promise<readonly ListedDocument[]>;
  /** The room without owners who are only invited. A user who became an owner since, or was removed, counts as active. */
  of: <R extends Room | undefined>(snapshot: Snapshot, room: R) => R | LiveRoom;
}>;

/**
 * Loads the owners of a room, to find out whether an active one is left: invited owners do not count. Reads only if the
 * caller sees the room, so that hidden and absent rooms cost the same, and only for a user who is not an owner.
 */
export function activeOwners(
  deps: Pick<Deps, 'documents'>,
  find: (snapshot: Snapshot) => AtRoom,
  userIdOf = ({ user }: AtRoom): UserId => user.id,
): ActiveOwners {
  let known: ReadonlySet<UserId> = new Set();
  return {
    loadMore: async (snapshot) => {
      const found = find(snapshot);
      const { room } = found;
      // Decided for an absent room too: it must not be answered sooner than a hidden one.
      const isSeen = decide('room.see', found).effect === 'allow';
      const isNeeded = isThere(room) && isSeen && !room.owners.includes(userIdOf(found));
      known = new Set(isNeeded ? room.owners : []);
      const documents = known.size === 0 ? [] : await deps.documents.read([...known].map((id) => refTo(users, id)));
      return documents.flatMap((document) => (document ? [{ collection: users.name, document }] : []));
    },
    of: (snapshot, room) =>
      isThere(room)
        ? {
            ...room,
            owners: room.owners.filter((id) => !known.has(id) || snapshot.find(users, id)?.status !== 'invited'),
          }
        : room,
  };
}
