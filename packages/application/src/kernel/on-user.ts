import { type Action, type CommonRoom, decide, subjectOf, type User, type UserId } from '@strongroom/domain';
import { refTo } from '../store/collection.ts';
import { users } from '../store/users.ts';
import { commonRoomsOf } from './common-rooms.ts';
import type { SignedIn } from './context.ts';
import type { Deps } from './deps.ts';
import { type OperationDeps, type OperationOn, operateOn } from './operation-on.ts';
import { type CurrentCaller, whoAsks, whoRefs } from './sight.ts';
import { userTarget } from './targets.ts';

export type AtUser = CurrentCaller & Readonly<{ target: User | undefined; common: readonly CommonRoom[] }>;
/** `target` is the user acted on; `user` is the caller. */
export type OnUser = AtUser & Readonly<{ target: User }>;

export type UserDeps = OperationDeps & Pick<Deps, 'documents'>;

/** Runs an operation on a user. */
export const onUser = <A extends Action, T>(
  deps: UserDeps,
  ctx: SignedIn,
  userId: UserId,
  operation: OperationOn<A, AtUser, OnUser, T>,
): Promise<T> => {
  const common = commonRoomsOf(deps, ctx, userId);
  return operateOn(
    deps,
    ctx,
    {
      refs: [...whoRefs(ctx), refTo(users, userId)],
      find: (snapshot) => ({
        ...whoAsks(deps, snapshot, ctx),
        target: snapshot.find(users, userId),
        common: common.of(),
      }),
      target: () => userTarget(userId),
      seen: (found) => {
        const { target } = found;
        if (target === undefined) throw new TypeError('an operation on a user was allowed without a user');
        return { ...found, target };
      },
    },
    {
      ...operation,
      moreRead: common.read,
      loadMore: async (snapshot) => {
        const caller = snapshot.find(users, ctx.credential.userId);
        await common.loadMore(snapshot);
        if (common.isRefused()) return [];
        // Further reads depend on the user: with them, hidden and absent users would differ in time.
        const isSeen =
          caller !== undefined && sees(deps, caller, { target: snapshot.find(users, userId), common: common.of() });
        return isSeen && operation.loadMore !== undefined ? operation.loadMore(snapshot) : [];
      },
    },
  );
};

const sees = ({ labelRules, clock }: UserDeps, caller: User, found: Pick<AtUser, 'target' | 'common'>): boolean =>
  decide('user.see', { ...found, labelRules, subject: subjectOf(labelRules, caller, null, clock.now()) }).effect ===
  'allow';
