import { clearancesToGive, rolesToGive, type UserId } from '@strongroom/domain';
import type { UserToChange } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { userMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { signInSeen, userSeen } from '../../kernel/views.ts';

/** One user of the organisation, with what the caller may do with them. Throws USER_NOT_FOUND. */
export const getUser =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserToChange> =>
    onUser(deps, ctx, userId, {
      action: 'user.get',
      apply: (_, found) => ({
        ...userSeen(found, found.target, found.common),
        ...signInSeen(found, found.target, found.common, { lastSignIn: true, secondFactor: true }),
        may: userMay(found),
        rolesToGive: rolesToGive(found),
        clearancesToGive: clearancesToGive(found),
      }),
    });
