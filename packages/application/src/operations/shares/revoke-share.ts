import { revokeLink, type ShareLinkId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { shareTarget } from '../../kernel/targets.ts';
import { inLink } from '../../steps/links/in-link.ts';
import { shareLinks } from '../../store/share-links.ts';

/** Ends a link permanently. Revoking a revoked link changes nothing. Throws SHARE_NOT_FOUND. */
export const revokeShare =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { shareId }: Readonly<{ shareId: ShareLinkId }>): Promise<ShareSeen> =>
    inLink(deps, ctx, shareId, 'share.revoke', (uow, link) => {
      const revoked = revokeLink(link, deps.clock.now());
      if (revoked !== link) {
        uow.put(shareLinks, revoked);
        uow.record({ type: 'share.revoked', target: shareTarget(link) });
      }
      return revoked;
    });
