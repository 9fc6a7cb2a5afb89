import type { Action, User, UserId } from '@strongroom/domain';
import { refTo } from '../store/collection.ts';
import { users } from '../store/users.ts';
import type { SignedIn } from './context.ts';
import { type OperationDeps, type OperationOn, operateOn } from './operation-on.ts';
import { type Who, whoAsks, whoRefs } from './sight.ts';
import { userTarget } from './targets.ts';

export type AtUser = Who & Readonly<{ target: User | undefined }>;
/** `target` is the user acted on; `user` is the caller. */
export type OnUser = Who & Readonly<{ target: User }>;

/** Runs an operation on a user. */
export const onUser = <A extends Action, T>(
  deps: OperationDeps,
  ctx: SignedIn,
  userId: UserId,
  operation: OperationOn<A, AtUser, OnUser, T>,
): Promise<T> =>
  operateOn(
    deps,
    ctx,
    {
      refs: [...whoRefs(ctx), refTo(users, userId)],
      find: (snapshot) => ({ ...whoAsks(deps, snapshot, ctx), target: snapshot.find(users, userId) }),
      target: () => userTarget(userId),
      seen: (found) => {
        const { target } = found;
        if (target === undefined) throw new TypeError('an operation on a user was allowed without a user');
        return { ...found, target };
      },
    },
    operation,
  );
