import type { UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userChange } from '../../steps/people/user-change.ts';
import { withoutFactors } from '../../steps/people/without-factors.ts';

/**
 * Removes the second factors of another user, as an administrator, and ends their sessions. Again changes nothing. Throws
 * USER_NOT_FOUND, INSUFFICIENT_ROLE.
 */
export const resetFactors =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.second_factor.reset',
      ...userChange(userId, { apply: withoutFactors, event: 'user.second_factor_reset' }),
    });
