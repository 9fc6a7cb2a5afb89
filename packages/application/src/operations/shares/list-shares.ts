import { type FileId, isPackage, labelsUpTo } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { seesEveryMember } from '../../kernel/views.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { linksOfFile, linksOfFileBy, pinnedLinks, pinnedLinksBy, shareLinks } from '../../store/share-links.ts';

/**
 * The links of a file, newest first, without their secrets; only the caller's own for one who does not see every member.
 * Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listShares =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { fileId, ...page }: PageRequest & Readonly<{ fileId: FileId }>,
  ): Promise<Listed<ShareSeen>> => {
    deps.lists.check('shares', page);
    const place = { roomId: placeOf(ctx, fileId), fileId };
    const found = await inFile(deps, ctx, place, { action: 'share.list', apply: (_, seen) => seen });
    const { subject, user } = found;
    const seesAll = seesEveryMember(found, found.room, found.membership);
    // A link may lead to a version of a higher label than that of the file.
    const anyOf = [
      seesAll ? linksOfFile(fileId) : linksOfFileBy(fileId, user.id),
      ...labelsUpTo(deps.labelRules.scheme, subject.clearance).map((label) =>
        seesAll ? pinnedLinks(fileId, label) : pinnedLinksBy(fileId, label, user.id),
      ),
    ];
    const { items, meta } = await deps.lists.page(
      {
        name: `shares:${fileId}:${subject.clearance}${seesAll ? '' : `:${user.id}`}`,
        collection: shareLinks,
        selection: { anyOf },
      },
      page,
    );
    return {
      items: await sharesSeen(
        deps,
        found,
        items.filter((link) => !isPackage(link)),
        page,
      ),
      meta,
    };
  };
