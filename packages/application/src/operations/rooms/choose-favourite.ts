import { chooseFavourite as favourite, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { memberships } from '../../store/rooms.ts';

type ChooseFavouriteInput = Readonly<{ roomId: RoomId; favourite: boolean }>;

/** Makes a room a favourite of the caller, or takes it out. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE. */
export const chooseFavourite =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { roomId, favourite: isChosen }: ChooseFavouriteInput): Promise<boolean> =>
    inRoom(deps, ctx, roomId, {
      action: 'room.favourite',
      apply: (uow, { membership }) => {
        if (membership === undefined) throw new TypeError('a member was allowed to choose without a membership');
        if ((membership.isFavourite ?? false) !== isChosen) uow.put(memberships, favourite(membership, isChosen));
        return isChosen;
      },
    });
