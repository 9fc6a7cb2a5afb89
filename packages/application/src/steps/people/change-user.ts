import {
  type Action,
  DomainError,
  decide,
  type EventData,
  type EventType,
  type FactsOf,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import type { Known } from '../../kernel/identity-map.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { type Who, whoAsks, whoRefs } from '../../kernel/sight.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { userSeen } from '../../kernel/views.ts';
import { refTo } from '../../store/collection.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { users } from '../../store/users.ts';
import { withOwnersInStep } from './owners-in-step.ts';

type UserAction = Extract<Action, 'user.role' | 'user.clearance' | 'user.deactivate' | 'user.reactivate'>;

type Change<A extends UserAction> = Readonly<{
  userId: UserId;
  action: A;
  facts: (who: Who, target: User) => FactsOf<A>;
  apply: (user: User, uow: UnitOfWork) => User;
  event: EventType;
  data?: (before: User, after: User) => EventData;
  loadMore?: () => Promise<readonly Known[]>;
}>;

/**
 * Replaces a user by what `apply` makes of him, with the organisation's list of active owners kept in step in the same
 * commit. What stays the same is neither written nor recorded. Throws USER_NOT_FOUND and what the policy refuses with.
 */
export const changeUser = <A extends UserAction>(
  deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>,
  ctx: SignedIn,
  change: Change<A>,
): Promise<UserSeen> =>
  deps.runner.run(
    idempotent(deps, ownerOf(ctx), withoutCredentials<UserSeen>(), {
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, change.userId), refTo(organisations, ORGANISATION)],
      serializeOn: change.userId,
      ...(change.loadMore ? { loadMore: change.loadMore } : {}),
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const before = uow.find(users, change.userId);
        permit(decide('user.see', { ...who, target: before }), userTarget(change.userId));
        if (before === undefined) throw new DomainError('USER_NOT_FOUND');
        permit(decide(change.action, change.facts(who, before)), userTarget(before.id));
        const after = change.apply(before, uow);
        if (after !== before) {
          uow.put(users, after);
          withOwnersInStep(uow, before, after);
          uow.record({ type: change.event, target: userTarget(after.id), data: change.data?.(before, after) ?? {} });
        }
        return userSeen(deps.classification, after);
      },
    }),
  );
