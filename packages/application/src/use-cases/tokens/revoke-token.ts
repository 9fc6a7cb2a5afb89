import { DomainError, decide, type TokenId, UserId, revokeToken as withdraw } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { nobodys } from '../../kernel/named.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { users } from '../../repositories/users.ts';
import { forgetUses } from './forget-uses.ts';
import { tokenTarget } from './token-target.ts';

type Input = Readonly<{ tokenId: TokenId }>;

/** Revokes a token and all that were made with it: one's own, or as an administrator anyone's. Throws TOKEN_NOT_FOUND. */
export const revokeToken =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { tokenId }: Input): Promise<Input> => {
    const ownerId = ctx.located.userId ?? nobodys(UserId, tokenId);
    return deps.journal.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, ownerId)],
      hot: ownerId,
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const holder = at.find(users, ownerId);
        const target = holder?.tokens.some((token) => token.id === tokenId) ? holder : undefined;
        permit(decide('token.revoke', { ...who, target }), tokenTarget(tokenId));
        if (target === undefined) throw new DomainError('TOKEN_NOT_FOUND');
        const rest = withdraw(target, tokenId);
        at.put(users, rest);
        forgetUses(deps.clock, at, target, rest);
        for (const { id } of target.tokens.filter((token) => !rest.tokens.includes(token)))
          at.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: ownerId } });
        return { tokenId };
      },
    });
  };
