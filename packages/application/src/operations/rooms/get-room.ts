import type { RoomId } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomSeen } from '../../kernel/views.ts';

/** One room. Throws ROOM_NOT_FOUND. */
export const getRoom =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.get',
      apply: (uow, found) => notingOversight(uow, roomSeen(found, found.room, found.membership)),
    });
