import { isPackage, marksIn, nameOfReach, type RoomId, reachIn } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inRoom } from '../../kernel/in-room.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutScopes } from '../../kernel/sight.ts';
import { seesEveryMember } from '../../kernel/views.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { type LinkKind, packagesListed } from '../../steps/packages/packages-listed.ts';
import { packagesAmong, packagesSeen } from '../../steps/packages/packages-seen.ts';
import { linksOfRoomBy, linksOfRoomByMark, shareLinks } from '../../store/share-links.ts';

type ListSharesOfRoomInput = PageRequest & Readonly<{ roomId: RoomId; kind?: LinkKind | undefined }>;

/**
 * The links to the files of a room up to the caller's clearance, newest first, without their secrets; only the
 * caller's own for one who does not see every member. Packages are those of the caller, and all of the room for
 * its owners. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listSharesOfRoom =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (ctx: SignedIn, { roomId, kind = 'file', ...page }: ListSharesOfRoomInput): Promise<ListedPage<ShareSeen>> => {
    deps.lists.check('room-shares', page);
    const found = await inRoom(deps, ctx, roomId, { action: 'room.shares.list', apply: (_, seen) => seen });
    const { subject, user } = found;
    const seesAll = seesEveryMember(found, found.room, found.membership);
    // Members see no links in a restricted folder that only shows them its files.
    const reach = reachIn(withoutScopes(found), true);
    const ofFiles = marksIn(reach).map((mark) =>
      seesAll ? linksOfRoomByMark(roomId, mark) : linksOfRoomBy(roomId, mark, user.id),
    );
    const ofPackages = packagesListed(found);
    const anyOf = [...(kind === 'package' ? [] : ofFiles), ...(kind === 'file' ? [] : [ofPackages])];
    const { items, meta } = await deps.lists.page(
      {
        name: `room-shares:${roomId}:${subject.clearance}${nameOfReach(reach)}${seesAll ? '' : `:${user.id}`}${kind === 'file' ? '' : `:${kind}:${ofPackages}`}`,
        collection: shareLinks,
        selection: { anyOf },
      },
      page,
    );
    const ofOneFile = items.filter((link) => !isPackage(link));
    const seen = await Promise.all([
      sharesSeen(deps, found, ofOneFile, page),
      packagesSeen(deps, found, packagesAmong(items), page),
    ]);
    const byId = new Map(seen.flat().map((share) => [share.link.id, share]));
    return { items: items.flatMap(({ id }) => byId.get(id) ?? []), meta };
  };
