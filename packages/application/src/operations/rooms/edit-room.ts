import {
  editRoom as edit,
  type MemberVisibility,
  type RoomDescription,
  type RoomId,
  type RoomName,
} from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

type Input = Readonly<{
  roomId: RoomId;
  name?: RoomName | undefined;
  description?: RoomDescription | undefined;
  memberVisibility?: MemberVisibility | undefined;
}>;

/** Changes name, description and whether members see each other. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const editRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  (ctx: SignedIn, { roomId, ...change }: Input): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, {
      action: 'room.edit',
      event: 'room.edited',
      apply: (room) => edit(room, change),
    });
