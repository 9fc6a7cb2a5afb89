import type { RoomId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { authorOf } from '../../kernel/entry.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { roomInSight, roomRefs } from '../../kernel/sight.ts';
import { notingOversight } from './noting-oversight.ts';

/** One room. Throws ROOM_NOT_FOUND. */
export const getRoom =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      decide: (at) => {
        const found = roomInSight(deps, at, ctx, roomId);
        const seen = roomSeen(found, found.room, found.membership);
        notingOversight(at, seen);
        return seen;
      },
    });
