import { type AnyLink, revokeLink, type ShareLinkId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { shareTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { inLink } from '../../steps/links/in-link.ts';
import { type InPackageDeps, inPackage, isAtPackage } from '../../steps/packages/in-package.ts';
import { shareLinks } from '../../store/share-links.ts';

/** Ends a link permanently. Revoking a revoked link changes nothing. Throws SHARE_NOT_FOUND. */
export const revokeShare =
  (deps: InPackageDeps) =>
  (ctx: SignedIn, { shareId }: Readonly<{ shareId: ShareLinkId }>): Promise<ShareSeen> => {
    const revoke = <L extends AnyLink>(uow: UnitOfWork, link: L): L => {
      const revoked = revokeLink(link, deps.clock.now());
      if (revoked !== link) {
        uow.put(shareLinks, revoked);
        uow.record({ type: 'share.revoked', target: shareTarget(link) });
      }
      return revoked;
    };
    return isAtPackage(ctx)
      ? inPackage(deps, ctx, shareId, 'package.revoke', (uow, seen) => revoke(uow, seen.package))
      : inLink(deps, ctx, shareId, 'share.revoke', revoke);
  };
