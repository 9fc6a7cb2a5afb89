import type { ApiToken, Instant, UserId } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { tokenUses } from '../../store/token-uses.ts';

export type TokenSeen = Readonly<{ token: ApiToken; lastUsedAt: Instant | null }>;

const NEWEST_FIRST = { id: (token: ApiToken) => token.id, order: (token: ApiToken) => 0 - token.createdAt };

/** A page of a user's tokens, newest first, with the time of last use. Throws INVALID_CURSOR. */
export async function tokenList(
  { documents, lists }: Pick<Deps, 'documents' | 'lists'>,
  userId: UserId,
  tokens: readonly ApiToken[],
  page: PageRequest,
): Promise<ListedPage<TokenSeen>> {
  const { items, meta } = lists.cut(`tokens:${userId}`, tokens, NEWEST_FIRST, page);
  const uses = await documents.read(items.map((token) => refTo(tokenUses, token.id)));
  const seen = items.map((token, index) => {
    const use = uses[index];
    return { token, lastUsedAt: use ? stateOf(tokenUses, use).at : null };
  });
  return { items: seen, meta };
}
