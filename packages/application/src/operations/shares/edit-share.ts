import {
  changedFields,
  changeLink,
  creatorHasLeft,
  DomainError,
  decide,
  type EventData,
  FileId,
  formatInstant,
  type LinkChange,
  linkHasEnded,
  makeRoomForLink,
  type ShareLink,
  type ShareLinkId,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { absentId } from '../../kernel/ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { atLink } from '../../steps/links/at-link.ts';
import { type InLink, inLink } from '../../steps/links/in-link.ts';
import { linksToAddTo } from '../../steps/links/links-to-add-to.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships, rooms } from '../../store/rooms.ts';
import { shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';

type EditShareInput = Readonly<{ shareId: ShareLinkId; change: LinkChange }>;

/**
 * Changes name, recipient, message, end or cap of a link. The cap stays exact, because a redemption and a change replace the
 * same link. Throws SHARE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, SHARE_NOT_ALLOWED, ROOM_ARCHIVED, SHARE_REVOKED,
 * SHARE_ALREADY_USED, VALIDATION_ERROR, LIMIT_REACHED.
 */
export const editShare =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  (ctx: SignedIn, { shareId, change }: EditShareInput): Promise<ShareSeen> => {
    const place = { roomId: placeOf(ctx, shareId), fileId: ctx.located.fileId ?? absentId(FileId, shareId), shareId };
    const others = linksToAddTo(deps, place.fileId, (snapshot) => {
      const found = atLink(deps, snapshot, ctx, place);
      return (
        decide('share.edit', found).effect === 'allow' &&
        found.link !== undefined &&
        linkHasEnded(found.link, found.now)
      );
    });
    return inLink(
      deps,
      ctx,
      shareId,
      'share.edit',
      (uow, link, seen) => {
        if (hasLeft(uow, link)) throw new DomainError('SHARE_REVOKED');
        const changed = changeLink(link, change, seen.now);
        if (changed === link) return link;
        // Every end of a membership or a file, archival or deletion replaces the room.
        uow.expect(rooms, link.roomId);
        const isRevived = linkHasEnded(link, seen.now) && !linkHasEnded(changed, seen.now);
        if (isRevived) checkLimit(uow, seen, others);
        uow.put(shareLinks, changed);
        uow.record({ type: 'share.edited', target: shareTarget(link), data: dataOf(link, changed) });
        return changed;
      },
      others.loadMore,
    );
  };

/** A creator who was deactivated or left ended the link for good, without a revocation. */
const hasLeft = (uow: UnitOfWork, link: ShareLink): boolean =>
  creatorHasLeft(
    link,
    uow.find(users, link.createdBy),
    uow.find(memberships, membershipId(link.roomId, link.createdBy)),
  );

/** A link that works again counts like a new one of its creator. Throws LIMIT_REACHED. */
function checkLimit(uow: UnitOfWork, seen: InLink, others: ReturnType<typeof linksToAddTo>): void {
  const { link, room } = seen;
  const file = uow.find(files, link.fileId);
  if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
  const isOver = (one: ShareLink): boolean => linkHasEnded(one, seen.now) || others.isAbandoned(one);
  makeRoomForLink(others.of(uow), isOver, { userId: link.createdBy, owners: room.owners });
  // Links that are made at the same time replace the file, too.
  uow.put(files, file);
}

/** The names of the changed texts, never the texts. */
function dataOf(before: ShareLink, after: ShareLink): EventData {
  const fields = changedFields(before, after);
  const has = (field: (typeof fields)[number]): boolean => fields.includes(field);
  return {
    file_id: after.fileId,
    changed: {
      ...(has('name') && { name: true }),
      ...(has('recipient') && { recipient: true }),
      ...(has('message') && { message: true }),
      ...(has('expiresAt') && { expires_at: formatInstant(after.expiresAt) }),
      ...(has('maxDownloads') && { max_downloads: after.maxDownloads }),
    },
  };
}
