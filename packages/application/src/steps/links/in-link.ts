import {
  type Action,
  FileId,
  isThere,
  type LiveRoom,
  type ShareLink,
  type ShareLinkId,
  UserId,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { absentId } from '../../kernel/ids.ts';
import { shareMay } from '../../kernel/may.ts';
import {
  type LoadAllowed,
  type OperationDeps,
  type OperationOn,
  type OperationSubject,
  operateOn,
} from '../../kernel/operation-on.ts';
import { roomIdOfFile } from '../../kernel/place-of-file.ts';
import { fileRefs } from '../../kernel/sight.ts';
import { shareTarget, unknownShareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo } from '../../store/collection.ts';
import { shareLinks } from '../../store/share-links.ts';
import { type AtLink, atLink } from './at-link.ts';
import { creatorRefs, shareSeen } from './standing-of-link.ts';

export type InLink = AtLink & Readonly<{ link: ShareLink; room: LiveRoom }>;

type LinkAction = Extract<Action, 'share.see' | 'share.revoke' | 'share.edit'>;

/** Runs an operation on a link the caller sees and returns the link with its status. Throws SHARE_NOT_FOUND. */
export const inLink = (
  deps: OperationDeps,
  ctx: SignedIn,
  shareId: ShareLinkId,
  action: LinkAction,
  apply: (uow: UnitOfWork, link: ShareLink, seen: InLink) => ShareLink,
  loadAllowed?: LoadAllowed<InLink>,
): Promise<ShareSeen> =>
  onLink<ShareSeen>(deps, ctx, shareId, {
    action,
    ...(loadAllowed === undefined ? {} : { loadAllowed }),
    apply: (uow, seen) => {
      const link = apply(uow, seen.link, seen);
      return { ...shareSeen(seen, uow, link, seen.now), may: shareMay(deps, { ...seen, link }) };
    },
  });

type OnLink<T> = Pick<OperationOn<LinkAction, AtLink, InLink, T>, 'action' | 'loadAllowed' | 'apply'>;

/** Runs an operation on a link the caller sees. Throws SHARE_NOT_FOUND. */
export const onLink = <T>(deps: OperationDeps, ctx: SignedIn, shareId: ShareLinkId, operation: OnLink<T>): Promise<T> =>
  operateOn<LinkAction, AtLink, InLink, T>(deps, ctx, linkOf(deps, ctx, shareId), {
    serializeOn: shareId,
    ...operation,
  });

function linkOf(deps: OperationDeps, ctx: SignedIn, shareId: ShareLinkId): OperationSubject<AtLink, InLink> {
  const roomId = roomIdOfFile(ctx, shareId);
  const fileId = ctx.located.fileId ?? absentId(FileId, shareId);
  const createdBy = ctx.located.userId ?? absentId(UserId, shareId);
  return {
    refs: [
      ...fileRefs(ctx, roomId, fileId),
      refTo(shareLinks, shareId),
      // Room and file are among those of the file. A document that is named twice is missed once and found twice.
      ...creatorRefs({ roomId, createdBy }),
    ],
    find: (snapshot) => atLink(deps, snapshot, ctx, { roomId, fileId, shareId }),
    target: ({ link }) => (link === undefined ? unknownShareTarget(shareId) : shareTarget(link)),
    seen: (found) => {
      const { link, room } = found;
      if (!isThere(room) || link?.roomId !== roomId || link.createdBy !== createdBy)
        throw new TypeError('an operation on a link was allowed without the link that was located');
      return { ...found, link, room };
    },
  };
}
