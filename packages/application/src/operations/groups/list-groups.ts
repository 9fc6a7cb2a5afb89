import { allows, type Group, type RoomId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { groupsOf } from '../../kernel/in-group.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { type GroupSeen, groupsSeen, withGroupMay } from '../../steps/groups/groups-seen.ts';
import { refTo } from '../../store/collection.ts';
import { roomGroups } from '../../store/groups.ts';

/**
 * The groups of a room, the newest first: all of them for its owners, for other members the names of those that they are in.
 * Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listGroups =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { roomId, ...page }: PageRequest & Readonly<{ roomId: RoomId }>,
  ): Promise<ListedPage<GroupSeen>> => {
    deps.lists.check('groups', page);
    const found = await inRoom(deps, ctx, roomId, {
      action: 'group.list',
      refs: [refTo(roomGroups, roomId)],
      apply: (uow, seen) => ({ ...seen, groups: groupsOf(uow, roomId).groups }),
    });
    const seesAll = allows('group.see_all', withoutScopes(found));
    const mine = found.membership?.groups ?? [];
    const seen = found.groups.filter(({ id }) => seesAll || mine.includes(id));
    const whose = seesAll ? 'all' : found.user.id;
    const { items, meta } = deps.lists.cut(`groups:${roomId}:${whose}`, seen, NEWEST_FIRST, page);
    const shown = seesAll ? await groupsSeen(deps, found, items) : items.map((group) => ({ roomId, group }));
    return { items: page.may === true ? shown.map((group) => withGroupMay(found, group)) : shown, meta };
  };

const NEWEST_FIRST = { id: ({ id }: Group) => id, order: ({ createdAt }: Group) => 0 - createdAt } as const;
