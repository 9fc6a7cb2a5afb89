import type { RoomId } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import { roomInSight, roomRefs } from '../../kernel/sight.ts';
import { roomSeen } from '../../kernel/views.ts';

/** One room. Throws ROOM_NOT_FOUND. */
export const getRoom =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: roomRefs(ctx, roomId),
      apply: (uow) => {
        const found = roomInSight(deps, uow, ctx, roomId);
        const seen = roomSeen(found, found.room, found.membership);
        notingOversight(uow, seen);
        return seen;
      },
    });
