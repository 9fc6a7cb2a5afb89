import { decide, isThere, labelsUpTo } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { organisationTarget } from '../../kernel/organisation-target.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { memberships, rooms, roomsOfUser } from '../../store/rooms.ts';

/** The rooms the caller is a member of and cleared for, newest first. Throws INVALID_CURSOR. */
export const listRooms =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<RoomSeen>> => {
    deps.lists.check('rooms', page);
    const who = await deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => {
        const asking = whoAsks(deps, uow, ctx);
        permit(decide('room.list', asking), organisationTarget(deps.orgId));
        return asking;
      },
    });
    const anyOf = labelsUpTo(deps.classification.scheme, who.subject.clearance).map((label) =>
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
