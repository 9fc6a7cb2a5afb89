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
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Known } from '../../kernel/draft.ts';
import { authorOf } from '../../kernel/entry.ts';
import { withoutCredentials } from '../../kernel/keeping.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { userSeen } from '../../kernel/seen.ts';
import { type Who, whoAsks, whoRefs } from '../../kernel/sight.ts';
import type { Writing } from '../../kernel/writing.ts';
import { ORGANISATION, organisations } from '../../repositories/organisation.ts';
import { users } from '../../repositories/users.ts';
import { withOwnersInStep } from './owners-in-step.ts';
import { userTarget } from './user-target.ts';

type UserAction = Extract<Action, 'user.role' | 'user.clearance' | 'user.deactivate' | 'user.reactivate'>;

type Change<A extends UserAction> = Readonly<{
  userId: UserId;
  action: A;
  facts: (who: Who, target: User) => FactsOf<A>;
  apply: (user: User, at: Writing) => User;
  event: EventType;
  data?: (before: User, after: User) => EventData;
  more?: () => Promise<readonly Known[]>;
}>;

/**
 * Replaces a user by what `apply` makes of him, with the organisation's list of active owners kept in step in the same
 * commit. What stays the same is neither written nor recorded. Throws USER_NOT_FOUND and what the policy refuses with.
 */
export const changeUser = <A extends UserAction>(
  deps: Pick<Deps, 'journal' | 'secrets' | 'clock' | 'classification'>,
  ctx: SignedIn,
  change: Change<A>,
): Promise<UserSeen> =>
  deps.journal.run(
    once(deps, ownerOf(ctx), withoutCredentials<UserSeen>(), {
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, change.userId), refTo(organisations, ORGANISATION)],
      hot: change.userId,
      ...(change.more ? { more: change.more } : {}),
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const before = at.find(users, change.userId);
        permit(decide('user.see', { ...who, target: before }), userTarget(change.userId));
        if (before === undefined) throw new DomainError('USER_NOT_FOUND');
        permit(decide(change.action, change.facts(who, before)), userTarget(before.id));
        const after = change.apply(before, at);
        if (after !== before) {
          at.put(users, after);
          withOwnersInStep(at, before, after);
          at.record({ type: change.event, target: userTarget(after.id), data: change.data?.(before, after) ?? {} });
        }
        return userSeen(deps.classification, after);
      },
    }),
  );
