import { reactivate, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userChange } from '../../steps/people/user-change.ts';

/** Reactivates a user, without their former memberships, tokens and links. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE. */
export const reactivateUser =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.reactivate',
      ...userChange(userId, { apply: reactivate, event: 'user.reactivated' }),
    });
