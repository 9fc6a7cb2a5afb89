import { changeRole as change, type OrgRole, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userChange } from '../../steps/people/user-change.ts';

type ChangeRoleInput = Readonly<{ userId: UserId; role: OrgRole }>;

/** Changes the organisation role of a user. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, LAST_OWNER. */
export const changeRole =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId, role }: ChangeRoleInput): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.role',
      facts: () => ({ role }),
      ...userChange(userId, {
        apply: (user) => (user.role === role ? user : change(user, role)),
        event: 'user.role_changed',
        data: (before, after) => ({ from: before.role, to: after.role }),
      }),
    });
