import {
  DomainError,
  FileId,
  type LinkChange,
  type LinkMaker,
  type LiveRoom,
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
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { changeInCommit } from '../../steps/links/change-in-commit.ts';
import { type InLink, inLink } from '../../steps/links/in-link.ts';
import { linksToAddTo } from '../../steps/links/links-to-add-to.ts';
import { isAtPackage } from '../../steps/packages/in-package.ts';
import { files } from '../../store/files.ts';
import { editPackage } from './edit-package.ts';

type EditShareInput = Readonly<{ shareId: ShareLinkId; change: LinkChange }>;

/**
 * Changes name, recipient, message, end or cap of a link. The cap stays exact, because a redemption and a change replace the
 * same link. Throws SHARE_NOT_FOUND, INSUFFICIENT_ROOM_ROLE, SHARE_NOT_ALLOWED, ROOM_ARCHIVED, SHARE_REVOKED,
 * SHARE_ALREADY_USED, VALIDATION_ERROR, LIMIT_REACHED.
 */
export const editShare =
  (deps: OperationDeps & Pick<Deps, 'documents'>) =>
  (ctx: SignedIn, { shareId, change }: EditShareInput): Promise<ShareSeen> => {
    if (isAtPackage(ctx)) return editPackage(deps)(ctx, { shareId, change });
    const others = linksToAddTo(deps, ctx.located.fileId ?? absentId(FileId, shareId));
    return inLink(
      deps,
      ctx,
      shareId,
      'share.edit',
      (uow, link, seen) => changeInCommit(uow, link, { change, now: seen.now }, () => checkLimit(uow, seen, others)),
      (_, { link, room, now }) => others.load(linkHasEnded(link, now) ? makerOf(link, room) : undefined),
    );
  };

const makerOf = ({ createdBy }: ShareLink, { owners }: LiveRoom): LinkMaker => ({ userId: createdBy, owners });

/** A link that works again counts like a new one of its creator. Throws LIMIT_REACHED. */
function checkLimit(uow: UnitOfWork, seen: InLink, others: ReturnType<typeof linksToAddTo>): void {
  const { link, room } = seen;
  const file = uow.find(files, link.fileId);
  if (file?.status !== 'available') throw new DomainError('SHARE_NOT_FOUND');
  const isOver = (one: ShareLink): boolean => linkHasEnded(one, seen.now) || others.isAbandoned(one);
  makeRoomForLink(others.of(uow), isOver, makerOf(link, room));
  // Links that are made at the same time replace the file, too.
  uow.put(files, file);
}
