import type { EventType, LiveRoom, RoomId, Target } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent, type Replay } from '../../kernel/idempotent.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { atRoom, type InRoom, roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
import { roomSeen } from '../../kernel/views.ts';
import { rooms } from '../../store/rooms.ts';

/** Replaces a room in sight by what `apply` makes of it. What stays the same is neither written nor recorded. */
export const changeRoom = (
  deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>,
  ctx: SignedIn,
  roomId: RoomId,
  apply: (found: InRoom, target: Target) => Readonly<{ room: LiveRoom; type: EventType }>,
): Promise<RoomSeen> =>
  deps.runner.run(
    idempotent(deps, ownerOf(ctx), asSeenNow(deps, ctx), {
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      serializeOn: roomId,
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        const target = roomTarget(roomId, found.room);
        const { room, type } = apply(found, target);
        const seen = roomSeen(found, room, found.membership);
        if (room !== found.room) {
          uow.put(rooms, room);
          uow.record({ type, target });
        } else notingOversight(uow, seen);
        return seen;
      },
    }),
  );

/** A repetition tells of the room as it was then, and counts what the caller may see of it now. */
const asSeenNow = (deps: Pick<Deps, 'clock' | 'classification'>, ctx: SignedIn): Replay<RoomSeen> => ({
  store: (seen) => seen,
  restore: ({ room }: RoomSeen, uow) => {
    const asking = atRoom(deps, uow, ctx, room.id);
    return roomSeen(asking, room, asking.membership);
  },
});
