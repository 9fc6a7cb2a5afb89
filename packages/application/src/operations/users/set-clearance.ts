import { type Label, setClearance as set, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { usingLabels } from '../../kernel/using-labels.ts';
import { changeUser } from '../../steps/people/change-user.ts';

type Input = Readonly<{ userId: UserId; clearance: Label | '' }>;

/** Sets or (with the empty string) clears a user's clearance override. Throws INVALID_CLASSIFICATION, USER_NOT_FOUND, INSUFFICIENT_ROLE, CLEARANCE_INSUFFICIENT. */
export const setClearance =
  (deps: Pick<Deps, 'runner' | 'secrets' | 'clock' | 'classification'>) =>
  async (ctx: SignedIn, { userId, clearance }: Input): Promise<UserSeen> => {
    const override = clearance === '' ? null : knownLabel(deps.classification, clearance);
    return changeUser(deps, ctx, {
      userId,
      action: 'user.clearance',
      facts: (who, target) => ({ ...who, target, clearance }),
      apply: (user, at) => {
        if (user.clearance === override) return user;
        usingLabels(deps, at);
        return set(user, override);
      },
      event: 'user.clearance_changed',
      data: (before, after) => ({ from: before.clearance, to: after.clearance }),
    });
  };
