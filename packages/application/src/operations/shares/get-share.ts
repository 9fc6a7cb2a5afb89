import {
  type Action,
  DomainError,
  decide,
  FileId,
  revokeLink,
  type ShareLink,
  type ShareLinkId,
  UserId,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied, permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { absentId } from '../../kernel/ids.ts';
import { placeOf } from '../../kernel/place-of-file.ts';
import { atRoom, fileRefs } from '../../kernel/sight.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { shareSeen, standingOf, standingRefs } from '../../steps/links/standing-of-link.ts';
import { refTo } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { shareLinks } from '../../store/share-links.ts';

type Needs = Pick<Deps, 'runner' | 'clock' | 'classification'>;
type Input = Readonly<{ shareId: ShareLinkId }>;

/** One link without its secret. Throws SHARE_NOT_FOUND. */
export const getShare =
  (deps: Needs) =>
  (ctx: SignedIn, input: Input): Promise<ShareSeen> =>
    withLink(deps, ctx, input, 'share.see', (_, link) => link);

/** Ends a link for good; again changes nothing. Throws SHARE_NOT_FOUND. */
export const revokeShare =
  (deps: Needs) =>
  (ctx: SignedIn, input: Input): Promise<ShareSeen> =>
    withLink(deps, ctx, input, 'share.revoke', (uow, link) => {
      const revoked = revokeLink(link, deps.clock.now());
      if (revoked !== link) {
        uow.put(shareLinks, revoked);
        uow.record({ type: 'share.revoked', target: shareTarget(link) });
      }
      return revoked;
    });

function withLink(
  deps: Needs,
  ctx: SignedIn,
  { shareId }: Input,
  action: Extract<Action, 'share.see' | 'share.revoke'>,
  apply: (uow: UnitOfWork, link: ShareLink) => ShareLink,
): Promise<ShareSeen> {
  const roomId = placeOf(ctx, shareId);
  const fileId = ctx.located.fileId ?? absentId(FileId, shareId);
  const createdBy = ctx.located.userId ?? absentId(UserId, shareId);
  return deps.runner.run({
    author: authorOf(ctx),
    refs: [
      ...fileRefs(ctx, roomId, fileId),
      refTo(shareLinks, shareId),
      ...standingRefs({ roomId, fileId, createdBy }),
    ],
    serializeOn: shareId,
    apply: (uow) => {
      const link = uow.find(shareLinks, shareId);
      const found = {
        ...atRoom(deps, uow, ctx, roomId),
        file: uow.find(files, fileId),
        link,
        creator: undefined,
        creatorMembership: undefined,
        now: deps.clock.now(),
      };
      const decision = decide(action, found);
      const target = link ? shareTarget(link) : ({ type: 'share', id: shareId, roomId: null, label: null } as const);
      permit(decision, target);
      if (link === undefined) throw new Denied(decision, 'SHARE_NOT_FOUND', target);
      if (link.roomId !== roomId || link.fileId !== fileId || link.createdBy !== createdBy)
        throw new DomainError('SHARE_NOT_FOUND');
      const next = apply(uow, link);
      return shareSeen({ ...standingOf(deps.classification, uow, next, deps.clock.now()), link: next });
    },
  });
}
