import type { EventType, LiveRoom, RoomId, Target } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { authorOf } from '../../kernel/entry.ts';
import { type Keep, once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { atRoom, type InRoom, roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { rooms } from '../../repositories/rooms.ts';
import { notingOversight } from './noting-oversight.ts';

/** Replaces a room in sight by what `apply` makes of it. What stays the same is neither written nor recorded. */
export const changeRoom = (
  deps: Pick<Deps, 'journal' | 'secrets' | 'clock' | 'classification'>,
  ctx: SignedIn,
  roomId: RoomId,
  apply: (found: InRoom, target: Target) => Readonly<{ room: LiveRoom; type: EventType }>,
): Promise<RoomSeen> =>
  deps.journal.run(
    once(deps, ownerOf(ctx), asSeenNow(deps, ctx), {
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      hot: roomId,
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        const target = roomTarget(roomId, found.room);
        const { room, type } = apply(found, target);
        const seen = roomSeen(found, room, found.membership);
        if (room !== found.room) {
          at.put(rooms, room);
          at.record({ type, target });
        } else notingOversight(at, seen);
        return seen;
      },
    }),
  );

/** A repetition tells of the room as it was then, and counts what the caller may see of it now. */
const asSeenNow = (deps: Pick<Deps, 'clock' | 'classification'>, ctx: SignedIn): Keep<RoomSeen> => ({
  kept: (seen) => seen,
  restored: ({ room }: RoomSeen, at) => {
    const asking = atRoom(deps, at, ctx, room.id);
    return roomSeen(asking, room, asking.membership);
  },
});
