import {
  type AnyLink,
  type File,
  type FileId,
  isPackage,
  labelsUpTo,
  leadsTo,
  type PackageLink,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { inFile } from '../../kernel/in-file.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { seesEveryMember } from '../../kernel/views.ts';
import { sharesSeen } from '../../steps/links/shares-seen.ts';
import { type LinkKind, packagesListed } from '../../steps/packages/packages-listed.ts';
import { packagesAmong, packagesSeen } from '../../steps/packages/packages-seen.ts';
import { everyListed } from '../../store/every-listed.ts';
import { linksOfFile, linksOfFileBy, pinnedLinks, pinnedLinksBy, shareLinks } from '../../store/share-links.ts';

/**
 * The links of a file, newest first, without their secrets; only the caller's own for one who does not see every member.
 * With `kind` also packages that have the file, or these alone: those of the caller, and all for owners of the room.
 * Throws FILE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR.
 */
export const listShares =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (
    ctx: SignedIn,
    { fileId, kind = 'file', ...page }: PageRequest & Readonly<{ fileId: FileId; kind?: LinkKind | undefined }>,
  ): Promise<ListedPage<ShareSeen>> => {
    deps.lists.check('shares', page);
    const place = { roomId: roomIdOfFile(ctx, fileId), fileId };
    const found = await inFile(deps, ctx, place, { action: 'share.list', apply: (_, seen) => seen });
    const { file, subject, user } = found;
    const seesAll = seesEveryMember(found, found.room, found.membership);
    // A link may lead to a version of a higher label than that of the file.
    const anyOf = [
      seesAll ? linksOfFile(fileId) : linksOfFileBy(fileId, user.id),
      ...labelsUpTo(deps.labelRules.scheme, subject.clearance).map((label) =>
        seesAll ? pinnedLinks(fileId, label) : pinnedLinksBy(fileId, label, user.id),
      ),
    ];
    const name = `shares:${fileId}:${subject.clearance}${seesAll ? '' : `:${user.id}`}`;
    if (kind === 'file') {
      const { items, meta } = await deps.lists.page({ name, collection: shareLinks, selection: { anyOf } }, page);
      const links = items.filter((link) => !isPackage(link));
      return { items: await sharesSeen(deps, found, links, page), meta };
    }
    const key = packagesListed(found);
    const links: AnyLink[] = [];
    // A room keeps some hundred packages, and each of them may have the file.
    for await (const link of everyListed(deps.documents, shareLinks, [key, ...(kind === 'all' ? anyOf : [])]))
      if (!isPackage(link) || has(link, file)) links.push(link);
    const { items, meta } = deps.lists.cut(`${name}:${kind}:${key}`, links, NEWEST_FIRST, page);
    const ofOneFile = items.filter((link) => !isPackage(link));
    const seen = await Promise.all([
      sharesSeen(deps, found, ofOneFile, page),
      packagesSeen(deps, found, packagesAmong(items), page),
    ]);
    const byId = new Map(seen.flat().map((share) => [share.link.id, share]));
    return { items: items.flatMap(({ id }) => byId.get(id) ?? []), meta };
  };

const has = (link: PackageLink, file: File): boolean =>
  file.status === 'available' && link.items.some((item) => item.fileId === file.id && leadsTo(item, file));

const NEWEST_FIRST = { id: ({ id }: AnyLink) => id, order: ({ createdAt }: AnyLink) => 0 - createdAt } as const;
