import { isLive, type LiveRoom, type RoomId, type UserId } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import type { Deps } from '../deps.ts';
import { users } from '../repositories/users.ts';
import { refTo } from './collection.ts';
import type { SignedIn } from './context.ts';
import type { Snapshot } from './draft.ts';
import { authorOf } from './entry.ts';
import { roomInSight, roomRefs } from './sight.ts';

/** What to read besides to know which owners of a room are active, and the room with those alone. */
export type ActiveOwners = Readonly<{ refs: readonly Ref[]; of: (at: Snapshot, room: LiveRoom) => LiveRoom }>;

/**
 * A room is orphaned where no active owner is left (interface section 2, "Oversight"): one who was invited and never came
 * is none, and neither does one count who is deactivated, once the room has noted by whom. Who they are is looked up only for a caller who sees the room, and does not own it. Throws ROOM_NOT_FOUND.
 */
export async function activeOwnersOf(
  deps: Pick<Deps, 'journal' | 'clock' | 'classification'>,
  ctx: SignedIn,
  roomId: RoomId,
): Promise<ActiveOwners> {
  const owners = await deps.journal.run({
    author: authorOf(ctx),
    refs: roomRefs(ctx, roomId),
    decide: (at) => {
      const { room, membership, subject } = roomInSight(deps, at, ctx, roomId);
      return isLive(membership, subject) && membership.role === 'owner' ? [] : room.owners;
    },
  });
  return activeAmong(owners);
}

/** Which of these owners count, decided at the commit: all but those who were only invited. Somebody who became an owner since is not known here, and counts as active. */
export function activeAmong(owners: readonly UserId[]): ActiveOwners {
  const known = new Set(owners);
  return {
    refs: owners.map((id) => refTo(users, id)),
    of: (at, room) => ({
      ...room,
      owners: room.owners.filter((id) => !known.has(id) || at.find(users, id)?.status !== 'invited'),
    }),
  };
}
