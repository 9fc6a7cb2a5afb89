import type { ShareLinkId } from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { inLink } from '../../steps/links/in-link.ts';

/** One link without its secret. Throws SHARE_NOT_FOUND. */
export const getShare =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { shareId }: Readonly<{ shareId: ShareLinkId }>): Promise<ShareSeen> =>
    inLink(deps, ctx, shareId, 'share.see', (_, link) => link);
