import { DomainError, decide, type TokenId, UserId, revokeToken as withdraw } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { absentId } from '../../kernel/ids.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { tokenTarget } from '../../kernel/token-target.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';
import { refTo } from '../../store/collection.ts';
import { users } from '../../store/users.ts';

type Input = Readonly<{ tokenId: TokenId }>;

/** Revokes a token and all that were made with it: one's own, or as an administrator anyone's. Throws TOKEN_NOT_FOUND. */
export const revokeToken =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { tokenId }: Input): Promise<Input> => {
    const ownerId = ctx.located.userId ?? absentId(UserId, tokenId);
    return deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, ownerId)],
      serializeOn: ownerId,
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const holder = uow.find(users, ownerId);
        const target = holder?.tokens.some((token) => token.id === tokenId) ? holder : undefined;
        permit(decide('token.revoke', { ...who, target }), tokenTarget(tokenId));
        if (target === undefined) throw new DomainError('TOKEN_NOT_FOUND');
        const rest = withdraw(target, tokenId);
        uow.put(users, rest);
        forgetUses(deps.clock, uow, target, rest);
        for (const { id } of target.tokens.filter((token) => !rest.tokens.includes(token)))
          uow.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: ownerId } });
        return { tokenId };
      },
    });
  };
