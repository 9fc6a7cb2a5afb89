import { revokeToken as revoke, type TokenId, type User, UserId } from '@strongroom/domain';
import { asCaller } from '../../kernel/as-caller.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { absentId } from '../../kernel/ids.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { tokenTarget } from '../../kernel/targets.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';
import { refTo } from '../../store/collection.ts';
import { users } from '../../store/users.ts';

type RevokeTokenInput = Readonly<{ tokenId: TokenId }>;

/** Revokes a token and all tokens created with it: the caller's own, or anyone's as an administrator. Throws TOKEN_NOT_FOUND. */
export const revokeToken =
  (deps: OperationDeps) =>
  (ctx: SignedIn, { tokenId }: RevokeTokenInput): Promise<RevokeTokenInput> => {
    const ownerId = ctx.located.userId ?? absentId(UserId, tokenId);
    const holderOf = (snapshot: Snapshot): User | undefined => {
      const holder = snapshot.find(users, ownerId);
      return holder?.tokens.some((token) => token.id === tokenId) ? holder : undefined;
    };
    return asCaller(deps, ctx, tokenTarget(tokenId), {
      action: 'token.revoke',
      refs: [refTo(users, ownerId)],
      serializeOn: ownerId,
      facts: (snapshot) => ({ target: holderOf(snapshot) }),
      apply: (uow) => {
        const holder = uow.get(users, ownerId);
        const rest = revoke(holder, tokenId);
        uow.put(users, rest);
        forgetUses(deps.clock, uow, holder, rest);
        for (const { id } of holder.tokens.filter((token) => !rest.tokens.includes(token)))
          uow.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: ownerId } });
        return { tokenId };
      },
    });
  };
