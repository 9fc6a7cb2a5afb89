import type { UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { type ErasingDeps, eraseInSlices } from '../../steps/people/erasing.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { userChange } from '../../steps/people/user-change.ts';
import { users } from '../../store/users.ts';

/**
 * Erases a user: as a deactivation for good, and their name and address go from everything that the service stores. Again changes
 * nothing. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const eraseUser =
  (deps: UserDeps & ErasingDeps) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    const { loadMore, erase, finish } = eraseInSlices(deps, userId);
    const seen = await onUser(deps, ctx, userId, {
      action: 'user.erase',
      loadMore,
      ...userChange(userId, {
        apply: (user, uow) => erase(uow, user, takenBy(uow.get(users, ctx.credential.userId), deps.clock.now())),
        event: 'user.erased',
      }),
    });
    await finish(seen.user.epoch);
    return seen;
  };
