import { changeRole as change, type OrgRole, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeUser } from '../../steps/people/change-user.ts';

/** Gives a user another organisation role. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, LAST_OWNER. */
export const changeRole =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { userId, role }: Readonly<{ userId: UserId; role: OrgRole }>): Promise<UserSeen> =>
    changeUser(deps, ctx, {
      userId,
      action: 'user.role',
      facts: (who, target) => ({ ...who, target, role }),
      apply: (user) => (user.role === role ? user : change(user, role)),
      event: 'user.role_changed',
      data: (before, after) => ({ from: before.role, to: after.role }),
    });
