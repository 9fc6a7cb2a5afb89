import { isOver } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { userTarget } from '../../kernel/targets.ts';
import { type TokenSeen, tokenList } from '../../steps/people/token-list.ts';

/** The caller's valid API tokens, newest first. Throws INVALID_CURSOR. */
export const listTokens =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<ListedPage<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const { userId } = ctx.credential;
    const { tokens } = await asCaller(deps, ctx, userTarget(userId), {
      action: 'token.list',
      apply: (_, { user }) => user,
    });
    const valid = tokens.filter((token) => !isOver(token, deps.clock.now()));
    return tokenList(deps, userId, valid, page);
  };
