import { type Label, setClearance as set, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { knownLabel } from '../../kernel/labels.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { usingLabels } from '../../kernel/using-labels.ts';
import { userChange } from '../../steps/people/user-change.ts';

type SetClearanceInput = Readonly<{ userId: UserId; clearance: Label | '' }>;

/**
 * Sets a user's clearance override; the empty string clears it.
 * Throws INVALID_CLASSIFICATION, USER_NOT_FOUND, INSUFFICIENT_ROLE, CLEARANCE_INSUFFICIENT.
 */
export const setClearance =
  (deps: UserDeps) =>
  async (ctx: SignedIn, { userId, clearance }: SetClearanceInput): Promise<UserSeen> => {
    const override = clearance === '' ? null : knownLabel(deps.labelRules, clearance);
    return onUser(deps, ctx, userId, {
      action: 'user.clearance',
      facts: () => ({ clearance }),
      ...userChange(userId, {
        apply: (user, uow) => {
          if (user.clearance === override) return user;
          usingLabels(deps, uow);
          return set(user, override);
        },
        event: 'user.clearance_changed',
        data: (before, after) => ({ from: before.clearance, to: after.clearance }),
      }),
    });
  };
