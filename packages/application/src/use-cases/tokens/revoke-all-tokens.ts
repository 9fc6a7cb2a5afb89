import { revokeTokens, type User } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { Author } from '../../kernel/entry.ts';
import type { Writing } from '../../kernel/writing.ts';
import { forgetUses } from './forget-uses.ts';
import { tokenTarget } from './token-target.ts';

/** The user without any API token, each recorded as revoked: what a thief made with a stolen session ends with it. */
export function revokeAllTokens(deps: Pick<Deps, 'clock'>, at: Writing, user: User, author?: Author): User {
  const rest = revokeTokens(user);
  forgetUses(deps.clock, at, user, rest);
  for (const { id } of user.tokens)
    at.record({ type: 'token.revoked', target: tokenTarget(id), data: { user_id: user.id } }, author);
  return rest;
}
