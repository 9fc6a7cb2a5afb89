import { isThere, labelsUpTo } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { memberships, rooms, roomsOfUser } from '../../store/rooms.ts';

/** The rooms the caller is a member of and cleared for, newest first. Throws INVALID_CURSOR. */
export const listRooms =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<RoomSeen>> => {
    deps.lists.check('rooms', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'room.list',
      apply: (_, caller) => caller,
    });
    const anyOf = labelsUpTo(deps.labelRules.scheme, who.subject.clearance).map((label) =>
      roomsOfUser(who.user.id, who.user.epoch, label),
    );
    const { items, meta } = await deps.lists.page(
      { name: `rooms:${who.user.id}:${who.subject.clearance}`, collection: memberships, selection: { anyOf } },
      page,
    );
    const found = await deps.documents.read(items.map((membership) => refTo(rooms, membership.roomId)));
    const seen = items.flatMap((membership, index) => {
      const document = found[index];
      const room = document && stateOf(rooms, document);
      return isThere(room) ? [roomSeen(who, room, membership)] : [];
    });
    return { items: seen, meta };
  };
