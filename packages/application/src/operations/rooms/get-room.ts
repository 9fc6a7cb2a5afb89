import { type RoomId, roomRolesToInvite } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { factsOfRoom, type RoomMayDeps, roomMay } from '../../kernel/may.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomSeen } from '../../kernel/views.ts';
import { inPlaceOf, type ViewAs, viewAsRefs } from '../../steps/groups/view-as.ts';
import { countOfMates } from '../../steps/rooms/members-in-sight.ts';

type GetRoomInput = Readonly<{
  roomId: RoomId;
  /** For owners of the room: in the place of a group or a member. */
  viewAs?: ViewAs | undefined;
}>;

/** One room. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, GROUP_NOT_FOUND, MEMBER_NOT_FOUND. */
export const getRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  async (ctx: SignedIn, { roomId, viewAs }: GetRoomInput): Promise<RoomSeen> => {
    const { seen, found } = await inRoom(deps, ctx, roomId, {
      action: 'room.get',
      refs: viewAsRefs(roomId, viewAs),
      apply: (uow, caller) => {
        const at = inPlaceOf(uow, caller, viewAs);
        return { seen: notingOversight(uow, roomSeen(at, at.room, at.membership)), found: at };
      },
    });
    const inSight = await countOfMates(deps, found, found.room, found.membership);
    return {
      ...seen,
      // Of a person alone: others learn neither.
      ...(viewAs !== undefined && { isFavourite: false, visit: null }),
      memberCount: inSight ?? seen.memberCount,
      may: await roomMay(deps, found),
      rolesToInvite: roomRolesToInvite(factsOfRoom(deps, found)),
    };
  };
