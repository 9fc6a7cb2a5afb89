import { isOver, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { onUser } from '../../kernel/on-user.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { type TokenSeen, tokenList } from '../../steps/people/token-list.ts';

type ListTokensOfUserInput = PageRequest & Readonly<{ userId: UserId }>;

/** The valid API tokens of another user, for administrators. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, INVALID_CURSOR. */
export const listTokensOfUser =
  (deps: OperationDeps & Pick<Deps, 'documents' | 'lists'>) =>
  async (ctx: SignedIn, { userId, ...page }: ListTokensOfUserInput): Promise<ListedPage<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const { tokens } = await onUser(deps, ctx, userId, {
      action: 'token.oversee',
      apply: (_, { target }) => target,
    });
    const valid = tokens.filter((token) => !isOver(token, deps.clock.now()));
    return tokenList(deps, userId, valid, page);
  };
