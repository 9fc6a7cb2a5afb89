import {
  type ApiToken,
  DEFAULT_PER_PAGE,
  DomainError,
  decide,
  type Instant,
  isOver,
  MAX_PER_PAGE,
} from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo, stateOf } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { tokenUses } from '../../repositories/token-uses.ts';

export type TokenSeen = Readonly<{ token: ApiToken; lastUsedAt: Instant | null }>;

/** The caller's living API tokens, newest first. There are at most a hundred, so a page is cut from all of them. Throws INVALID_CURSOR. */
export const listTokens =
  (deps: Pick<Deps, 'journal' | 'documents' | 'clock' | 'secrets' | 'classification'>) =>
  async (ctx: SignedIn, page: PageRequest): Promise<Listed<TokenSeen>> => {
    const all = await deps.journal.run({
      author: authorOf(ctx),
      refs: whoRefs(ctx),
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        permit(decide('token.list', who), { type: 'user', id: who.user.id, roomId: null, label: null });
        return who.user.tokens.filter((token) => !isOver(token, deps.clock.now())).toReversed();
      },
    });
    const purpose = `cursor:tokens:${ctx.credential.userId}`;
    if (page.cursor !== undefined && page.page !== undefined)
      throw new DomainError('VALIDATION_ERROR', {
        details: [{ field: 'cursor', rule: 'exclusive', message: 'cursor and page exclude each other' }],
      });
    const perPage = Math.min(page.perPage ?? DEFAULT_PER_PAGE, MAX_PER_PAGE);
    const start =
      page.cursor === undefined
        ? ((page.page ?? 1) - 1) * perPage
        : placeAfter(all, deps.secrets.unseal(purpose, page.cursor));
    const shown = all.slice(start, start + perPage);
    const last = start + perPage < all.length ? shown.at(-1) : undefined;
    const uses = await deps.documents.read(shown.map((token) => refTo(tokenUses, token.id)));
    return {
      items: shown.map((token, index) => {
        const use = uses[index];
        return { token, lastUsedAt: use ? stateOf(tokenUses, use).at : null };
      }),
      meta: {
        page: page.cursor === undefined ? (page.page ?? 1) : null,
        perPage,
        total: all.length,
        nextCursor: last ? deps.secrets.seal(purpose, `${last.createdAt}:${last.id}`) : null,
      },
    };
  };

/** The place behind the last token shown, or behind all as new as it when it was revoked meanwhile. */
function placeAfter(tokens: readonly ApiToken[], opened: string | undefined): number {
  if (opened === undefined) throw new DomainError('INVALID_CURSOR');
  const [createdAt, id] = opened.split(':');
  const same = tokens.findIndex((token) => token.id === id);
  if (same !== -1) return same + 1;
  const older = tokens.findIndex((token) => token.createdAt < Number(createdAt));
  return older === -1 ? tokens.length : older;
}
