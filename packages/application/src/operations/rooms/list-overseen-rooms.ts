import { isThere, labelsUpTo } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { type RoomMayDeps, roomsMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { usersByStatus } from '../../kernel/users-by-status.ts';
import { roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships, rooms, roomsOfLabel } from '../../store/rooms.ts';

/** Every room up to the overseer's clearance, newest first. Throws INSUFFICIENT_ROLE. */
export const listOverseenRooms =
  (deps: OperationDeps & RoomMayDeps & Pick<Deps, 'documents' | 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<RoomSeen>> => {
    deps.lists.check('overseen', page);
    const who = await asCaller(deps, ctx, organisationTarget(deps.orgId), {
      action: 'room.oversee',
      apply: (uow, caller, target) => {
        uow.record({ type: 'room.overseen', target });
        return caller;
      },
    });
    const anyOf = labelsUpTo(deps.labelRules.scheme, who.subject.clearance).map(roomsOfLabel);
    const { items, meta } = await deps.lists.page(
      { name: `overseen:${who.user.id}:${who.subject.clearance}`, collection: rooms, selection: { anyOf } },
      page,
    );
    const mine = await deps.documents.read(items.map((room) => refTo(memberships, membershipId(room.id, who.user.id))));
    const there = items.filter(isThere);
    const active = await usersByStatus(deps, new Set(there.flatMap(({ owners }) => owners)), 'active');
    const places = items.flatMap((room, index) => {
      const document = mine[index];
      return isThere(room) ? [{ ...who, room, membership: document && stateOf(memberships, document) }] : [];
    });
    const may = page.may === true ? await roomsMay(deps, places) : undefined;
    const seen = places.map(({ room, membership }, index) => {
      // An owner who was only invited is not active.
      const owned = { ...room, owners: room.owners.filter((id) => active.has(id)) };
      return { ...roomSeen(who, owned, membership), ...(may && { may: may[index] ?? [] }) };
    });
    return { items: seen, meta };
  };
