import { type ApiToken, decide, type Instant, isOver, type UserId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { tokenUses } from '../../store/token-uses.ts';
import { users } from '../../store/users.ts';

export type TokenSeen = Readonly<{ token: ApiToken; lastUsedAt: Instant | null }>;

/** The caller's living API tokens, newest first. Throws INVALID_CURSOR. */
export const listTokens =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const living = await deps.runner.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        permit(decide('token.list', who), userTarget(who.user.id));
        return who.user.tokens.filter((token) => !isOver(token, deps.clock.now()));
      },
    });
    return withUses(deps, deps.lists.cut(`tokens:${ctx.credential.userId}`, living, newestFirst, page));
  };

const newestFirst = { id: (token: ApiToken) => token.id, order: (token: ApiToken) => 0 - token.createdAt };

async function withUses(
  { documents }: Pick<Deps, 'documents'>,
  { items, meta }: Listed<ApiToken>,
): Promise<Listed<TokenSeen>> {
  const uses = await documents.read(items.map((token) => refTo(tokenUses, token.id)));
  const seen = items.map((token, index) => {
    const use = uses[index];
    return { token, lastUsedAt: use ? stateOf(tokenUses, use).at : null };
  });
  return { items: seen, meta };
}

/** The living API tokens of another user, for administrators. Throws USER_NOT_FOUND. */
export const listTokensOf =
  (deps: Pick<Deps, 'runner' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<Listed<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const living = await deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const target = uow.find(users, userId);
        permit(decide('user.see', { ...who, target }), userTarget(userId));
        permit(decide('token.oversee', { ...who, target }), userTarget(userId));
        return target?.tokens.filter((token) => !isOver(token, deps.clock.now())) ?? [];
      },
    });
    return withUses(deps, deps.lists.cut(`tokens:${userId}`, living, newestFirst, page));
  };
