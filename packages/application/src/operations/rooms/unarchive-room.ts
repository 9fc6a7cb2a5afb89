import { type RoomId, unarchiveRoom as unarchive } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

/**
 * Reopens an archived room. Repeating it changes nothing. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * INSUFFICIENT_ROLE.
 */
export const unarchiveRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, { action: 'room.unarchive', event: 'room.unarchived', apply: unarchive });
