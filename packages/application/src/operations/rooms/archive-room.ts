import { archiveRoom as archive, type RoomId } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

/**
 * Makes the room read-only. Archiving an archived room changes nothing. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * INSUFFICIENT_ROLE.
 */
export const archiveRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, {
      action: 'room.archive',
      event: 'room.archived',
      apply: (room) => archive(room, deps.clock.now()),
    });
