import { decide, isThere, labelsUpTo } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { RoomSeen } from '../../kernel/answers.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { roomSeen } from '../../kernel/seen.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { membershipId, memberships, rooms, roomsOfLabel } from '../../repositories/rooms.ts';

/** Every room up to the overseer's clearance, newest first, so that rooms can be administered and orphans found. Throws INSUFFICIENT_ROLE. */
export const listOverseenRooms =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification' | 'orgId'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<RoomSeen>> => {
    const who = await deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const asking = whoAsks(deps, at, ctx);
        const target = { type: 'organisation', id: deps.orgId, roomId: null, label: null } as const;
        permit(decide('room.oversee', asking), target);
        if (ctx.showsNothing !== true) at.record({ type: 'room.overseen', target });
        return asking;
      },
    });
    const anyOf = labelsUpTo(deps.classification.scheme, who.subject.clearance).map(roomsOfLabel);
    const { items, meta } = await deps.lists.page(
      { name: `overseen:${who.user.id}:${who.subject.clearance}`, collection: rooms, selection: { anyOf } },
      page,
    );
    const mine = await deps.documents.read(items.map((room) => refTo(memberships, membershipId(room.id, who.user.id))));
    const seen = items.flatMap((room, index) => {
      const document = mine[index];
      return isThere(room) ? [roomSeen(who, room, document && stateOf(memberships, document))] : [];
    });
    return { items: seen, meta };
  };
