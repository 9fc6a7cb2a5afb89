import { DomainError, decide, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import type { UserSeen } from '../../kernel/answers.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { userSeen } from '../../kernel/seen.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { users } from '../../repositories/users.ts';
import { userTarget } from './user-target.ts';

/** One user of the organisation. Throws USER_NOT_FOUND. */
export const getUser =
  (deps: Pick<Deps, 'journal' | 'clock' | 'classification'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    deps.journal.run({
      author: authorOf(ctx),
      refs: [...whoRefs(ctx), refTo(users, userId)],
      decide: (at) => {
        const who = whoAsks(deps, at, ctx);
        const target = at.find(users, userId);
        permit(decide('user.see', { ...who, target }), userTarget(userId));
        permit(decide('user.get', who), userTarget(userId));
        if (target === undefined) throw new DomainError('USER_NOT_FOUND');
        return userSeen(deps.classification, target);
      },
    });
