import type { EventType, LiveRoom, RoomId, Target } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { authorOf } from '../../kernel/entry.ts';
import { asItIs } from '../../kernel/keeping.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { type InRoom, roomInSight, roomRefs, roomTarget } from '../../kernel/sight.ts';
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
    once(deps, ownerOf(ctx), asItIs<RoomSeen>(), {
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
