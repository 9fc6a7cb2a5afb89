import {
  changedOptions,
  type EventData,
  editRoom as edit,
  hasAnonymousLinks,
  type LiveRoom,
  type MemberVisibility,
  type RoomDescription,
  type RoomId,
  type RoomName,
  visibilityOf,
} from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { RoomMayDeps } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { changeRoom } from '../../steps/rooms/change-room.ts';

type EditRoomInput = Readonly<{
  roomId: RoomId;
  name?: RoomName | undefined;
  description?: RoomDescription | undefined;
  memberVisibility?: MemberVisibility | undefined;
  anonymousLinks?: boolean | undefined;
}>;

/** Changes name, description, whether members see each other, and whether holders of links learn who shares. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, ROOM_ARCHIVED. */
export const editRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  (ctx: SignedIn, { roomId, ...change }: EditRoomInput): Promise<RoomSeen> =>
    changeRoom(deps, ctx, roomId, {
      action: 'room.edit',
      event: 'room.edited',
      apply: (room) => edit(room, change),
      data: optionsIn,
    });

/** The changed options, and no text. */
function optionsIn(before: LiveRoom, after: LiveRoom): EventData {
  const changed = changedOptions(before, after);
  return {
    ...(changed.includes('memberVisibility') && { member_visibility: visibilityOf(after) }),
    ...(changed.includes('anonymousLinks') && { anonymous_links: hasAnonymousLinks(after) }),
  };
}
