import { deactivate, MINUTE, type OwnerTaken, plus, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { onUser } from '../../kernel/on-user.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { departUser, leaveEverything } from '../../steps/people/departure.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { userChange } from '../../steps/people/user-change.ts';
import { users } from '../../store/users.ts';

type DeactivateUserDeps = OperationDeps & Pick<Deps, 'documents'>;

/** Delay of the job that completes the deactivation if the process dies before its answer. */
const LOOK_AGAIN_AFTER = MINUTE;

/**
 * Deactivates a user: all their credentials fail from the next request on, and all memberships end. Deactivating again
 * changes nothing. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const deactivateUser =
  (deps: DeactivateUserDeps) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    // Concurrent changes of rooms must not prevent the deactivation: later attempts do not include the rooms.
    const { loadMore, leave } = departUser(deps, userId, { least: 0 });
    let by: OwnerTaken | undefined;
    const seen = await onUser(deps, ctx, userId, {
      action: 'user.deactivate',
      loadMore,
      ...userChange(userId, {
        apply: (user, uow) => {
          const after = deactivate(user);
          if (after === user) return user;
          by = takenBy(uow.get(users, ctx.credential.userId), deps.clock.now());
          leave(uow, by);
          forgetUses(deps.clock, uow, user, after);
          // Covers a process that dies before its answer.
          uow.schedule({
            kind: 'leave-everything',
            data: { userId, epoch: after.epoch, by },
            dueAt: plus(deps.clock.now(), LOOK_AGAIN_AFTER),
          });
          return after;
        },
        event: 'user.deactivated',
      }),
    });
    // The raised epoch already ended every membership. The rest is removed before the answer, so that member lists and
    // counts are correct when it is sent.
    await leaveEverything(deps, userId, { before: seen.user.epoch, by });
    return seen;
  };
