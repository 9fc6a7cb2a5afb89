import { revokeTokens, type User } from '@strongroom/domain';
import type { Author } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import { tokenTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { forgetUses } from './forget-uses.ts';

/** The user without API tokens, each recorded as revoked: tokens created with a stolen session end with it. */
export function revokeAllTokens(deps: Pick<Deps, 'clock'>, uow: UnitOfWork, user: User, author?: Author): User {
  const rest = revokeTokens(user);
  forgetUses(deps.clock, uow, user, rest);
  for (const { id } of user.tokens)
    uow.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: user.id } }, author);
  return rest;
}
