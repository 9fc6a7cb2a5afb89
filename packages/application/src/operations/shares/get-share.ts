import type { ShareLinkId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { inLink } from '../../steps/links/in-link.ts';
import { type InPackageDeps, inPackage, isAtPackage } from '../../steps/packages/in-package.ts';

/** One link without its secret. Throws SHARE_NOT_FOUND. */
export const getShare =
  (deps: InPackageDeps) =>
  (ctx: SignedIn, { shareId }: Readonly<{ shareId: ShareLinkId }>): Promise<ShareSeen> =>
    isAtPackage(ctx)
      ? inPackage(deps, ctx, shareId, 'package.see', (_, seen) => seen.package)
      : inLink(deps, ctx, shareId, 'share.see', (_, link) => link);
