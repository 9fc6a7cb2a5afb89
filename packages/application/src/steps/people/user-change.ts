import type { EventData, EventType, Target, User, UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { withUserMay } from '../../kernel/may.ts';
import type { OnUser } from '../../kernel/on-user.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { userSeen } from '../../kernel/views.ts';
import { refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { withOwnersInStep } from './owners-in-step.ts';

type UserChange = Readonly<{
  apply: (user: User, uow: UnitOfWork) => User;
  event: EventType;
  data?: (before: User, after: User) => EventData;
}>;

/**
 * Replaces a user for all operations that do so: the list of active owners changes in the same commit, and an unchanged
 * user is neither written nor recorded.
 */
export const userChange = (userId: UserId, { apply, event, data }: UserChange) => ({
  refs: [refTo(organisations, ORGANISATION)],
  serializeOn: userId,
  replay: withoutCredentials<UserSeen>(),
  complete: withUserMay<UserSeen>,
  apply: (uow: UnitOfWork, { target: before, common, ...who }: OnUser, target: Target): UserSeen => {
    const after = apply(before, uow);
    if (after !== before) {
      uow.put(users, after);
      withOwnersInStep(uow, before, after);
      uow.record({ type: event, target, data: data?.(before, after) ?? {} });
    }
    return userSeen(who, after, common);
  },
});
