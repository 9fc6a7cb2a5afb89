import { isLive, type LiveRoom, type RoomId, type UserId } from '@strongroom/domain';
import type { Ref } from '@strongroom/ports';
import { refTo } from '../store/collection.ts';
import { users } from '../store/users.ts';
import { authorOf } from './audit-entry.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import type { Snapshot } from './identity-map.ts';
import { roomInSight, roomRefs } from './sight.ts';

/** What to read besides to know which owners of a room are active, and the room with those alone. */
export type ActiveOwners = Readonly<{ refs: readonly Ref[]; of: (uow: Snapshot, room: LiveRoom) => LiveRoom }>;

/**
 * A room is orphaned where no active owner is left (interface section 2, "Oversight"): one who was invited and never came
 * is none, and neither does one count who is deactivated, once the room has noted by whom. Who they are is looked up only for a caller who sees the room, and does not own it. Throws ROOM_NOT_FOUND.
 */
export async function activeOwnersOf(
  deps: Pick<Deps, 'runner' | 'clock' | 'classification'>,
  ctx: SignedIn,
  roomId: RoomId,
): Promise<ActiveOwners> {
  const owners = await deps.runner.run({
    author: authorOf(ctx),
    refs: roomRefs(ctx, roomId),
    apply: (uow) => {
      const { room, membership, subject } = roomInSight(deps, uow, ctx, roomId);
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
    of: (uow, room) => ({
      ...room,
      owners: room.owners.filter((id) => !known.has(id) || uow.find(users, id)?.status !== 'invited'),
    }),
  };
}
