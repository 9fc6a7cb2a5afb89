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
import type { Deps } from '../../deps.ts';
import type { ShareSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { Denied, permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { nobodys } from '../../kernel/named.ts';
import { atRoom, fileRefs } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { files } from '../../repositories/files.ts';
import { shareLinks } from '../../repositories/share-links.ts';
import { placeOf } from '../files/place-of-file.ts';
import { shareTarget } from './create-share.ts';
import { shareSeen, standingOf, standingRefs } from './standing-of-link.ts';

type Needs = Pick<Deps, 'journal' | 'clock' | 'classification'>;
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
    withLink(deps, ctx, input, 'share.revoke', (at, link) => {
      const revoked = revokeLink(link, deps.clock.now());
      if (revoked !== link) {
        at.put(shareLinks, revoked);
        at.record({ type: 'share.revoked', target: shareTarget(link) });
      }
      return revoked;
    });

function withLink(
  deps: Needs,
  ctx: SignedIn,
  { shareId }: Input,
  action: Extract<Action, 'share.see' | 'share.revoke'>,
  apply: (at: Writing, link: ShareLink) => ShareLink,
): Promise<ShareSeen> {
  const roomId = placeOf(ctx, shareId);
  const fileId = ctx.located.fileId ?? nobodys(FileId, shareId);
  const createdBy = ctx.located.userId ?? nobodys(UserId, shareId);
  return deps.journal.run({
    author: authorOf(ctx),
    refs: [
      ...fileRefs(ctx, roomId, fileId),
      refTo(shareLinks, shareId),
      ...standingRefs({ roomId, fileId, createdBy }),
    ],
    hot: shareId,
    decide: (at) => {
      const link = at.find(shareLinks, shareId);
      const found = {
        ...atRoom(deps, at, ctx, roomId),
        file: at.find(files, fileId),
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
      const next = apply(at, link);
      return shareSeen({ ...standingOf(deps.classification, at, next, deps.clock.now()), link: next });
    },
  });
}
