import { DomainError, decide, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { userSeen } from '../../kernel/views.ts';
import { refTo } from '../../store/collection.ts';
import { users } from '../../store/users.ts';

/** One user of the organisation. Throws USER_NOT_FOUND. */
export const getUser =
  (deps: Pick<Deps, 'runner' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    deps.runner.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      apply: (uow) => {
        const who = whoAsks(deps, uow, ctx);
        const target = uow.find(users, userId);
        permit(decide('user.see', { ...who, target }), userTarget(userId));
        permit(decide('user.get', who), userTarget(userId));
        if (target === undefined) throw new DomainError('USER_NOT_FOUND');
        return userSeen(deps.classification, target);
      },
    });
