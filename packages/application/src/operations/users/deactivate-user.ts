import { deactivate, MINUTE, plus, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { changeUser } from '../../steps/people/change-user.ts';
import { departure, leaveEverything } from '../../steps/people/departure.ts';
import { forgetUses } from '../../steps/people/forget-uses.ts';

type Needs = Pick<Deps, 'runner' | 'documents' | 'secrets' | 'clock' | 'classification'>;

/** When the job looks again, in case the process dies before its answer. */
const LOOK_AGAIN_AFTER = MINUTE;

/**
 * Deactivates a user: every credential fails from the next request on, every membership is gone. Again changes nothing.
 * Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER.
 */
export const deactivateUser =
  (deps: Needs) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    // Whoever keeps changing his rooms cannot keep himself in: after some attempts he is deactivated without them.
    const by = { userId: ctx.credential.userId, at: deps.clock.now() };
    const { loadMore, leave } = departure(deps, userId, { least: 0, by });
    const seen = await changeUser(deps, ctx, {
      userId,
      action: 'user.deactivate',
      facts: (who, target) => ({ ...who, target }),
      apply: (user, at) => {
        const after = deactivate(user);
        if (after === user) return user;
        leave(at);
        forgetUses(deps.clock, at, user, after);
        // The net for a process that dies before its answer.
        at.schedule({
          kind: 'leave-everything',
          data: { userId, epoch: after.epoch, by },
          dueAt: plus(deps.clock.now(), LOOK_AGAIN_AFTER),
        });
        return after;
      },
      event: 'user.deactivated',
      loadMore,
    });
    // The raised epoch already ended every membership; what was too much for one commit goes before the answer, so that
    // member lists and counts are true when the answer is.
    await leaveEverything(deps, userId, { before: seen.user.epoch, by });
    return seen;
  };
