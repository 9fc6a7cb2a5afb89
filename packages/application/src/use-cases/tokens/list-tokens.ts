import { type ApiToken, decide, type Instant, isOver, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { tokenUses } from '../../repositories/token-uses.ts';
import { users } from '../../repositories/users.ts';
import { userTarget } from '../users/user-target.ts';

export type TokenSeen = Readonly<{ token: ApiToken; lastUsedAt: Instant | null }>;

/** The caller's living API tokens, newest first. Throws INVALID_CURSOR. */
export const listTokens =
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const living = await deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
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
  (deps: Pick<Deps, 'journal' | 'documents' | 'lists' | 'clock' | 'classification'>) =>
  async (
    ctx: SignedIn,
    { userId, ...page }: PageRequest & Readonly<{ userId: UserId }>,
  ): Promise<Listed<TokenSeen>> => {
    deps.lists.check('tokens', page);
    const living = await deps.journal.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const target = at.find(users, userId);
        permit(decide('user.see', { ...who, target }), userTarget(userId));
        permit(decide('token.oversee', { ...who, target }), userTarget(userId));
        return target?.tokens.filter((token) => !isOver(token, deps.clock.now())) ?? [];
      },
    });
    return withUses(deps, deps.lists.cut(`tokens:${userId}`, living, newestFirst, page));
  };
