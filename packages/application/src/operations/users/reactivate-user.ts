import { reactivate, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeUser } from '../../steps/people/change-user.ts';

/** Makes a deactivated user usable again, without the memberships, tokens and links he had. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE. */
export const reactivateUser =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    changeUser(deps, ctx, {
      userId,
      action: 'user.reactivate',
      facts: (who, target) => ({ ...who, target }),
      apply: (user) => reactivate(user),
      event: 'user.reactivated',
    });
