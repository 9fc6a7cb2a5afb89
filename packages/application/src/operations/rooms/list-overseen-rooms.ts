import { isThere, labelsUpTo, type UserId } from '@strongroom/domain';
import type { RoomSeen } from '../../kernel/answers.ts';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { type RoomMayDeps, roomsMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { organisationTarget } from '../../kernel/targets.ts';
import { roomSeen } from '../../kernel/views.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships, rooms, roomsOfLabel } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';

/** Every room up to the overseer's clearance, newest first. Throws INSUFFICIENT_ROLE. */
export const listOverseenRooms =
  (deps: OperationDeps & RoomMayDeps & Pick<Deps, 'documents' | 'lists' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<RoomSeen>> => {
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
    const active = await activeAmong(deps, new Set(there.flatMap(({ owners }) => owners)));
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

const REFS_IN_ONE_READ = 200;

async function activeAmong(
  { documents }: Pick<Deps, 'documents'>,
  ids: ReadonlySet<UserId>,
): Promise<ReadonlySet<UserId>> {
  const refs = [...ids].map((id) => refTo(users, id));
  const active = new Set<UserId>();
  for (let start = 0; start < refs.length; start += REFS_IN_ONE_READ)
    for (const document of await documents.read(refs.slice(start, start + REFS_IN_ONE_READ))) {
      const user = document && stateOf(users, document);
      if (user?.status === 'active') active.add(user.id);
    }
  return active;
}
