import { type RoomId, roomRolesToInvite } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { factsOfRoom, type RoomMayDeps, roomMay } from '../../kernel/may.ts';
import { notingOversight } from '../../kernel/noting-oversight.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomSeen } from '../../kernel/views.ts';
import { countOfMates } from '../../steps/rooms/members-in-sight.ts';

/** One room. Throws ROOM_NOT_FOUND. */
export const getRoom =
  (deps: OperationDeps & RoomMayDeps) =>
  async (ctx: SignedIn, { roomId }: Readonly<{ roomId: RoomId }>): Promise<RoomSeen> => {
    const { seen, found } = await inRoom(deps, ctx, roomId, {
      action: 'room.get',
      apply: (uow, at) => ({ seen: notingOversight(uow, roomSeen(at, at.room, at.membership)), found: at }),
    });
    const inSight = await countOfMates(deps, found, found.room, found.membership);
    return {
      ...seen,
      memberCount: inSight ?? seen.memberCount,
      may: await roomMay(deps, found),
      rolesToInvite: roomRolesToInvite(factsOfRoom(deps, found)),
    };
  };
