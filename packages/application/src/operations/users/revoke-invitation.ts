import { revokeInvitation as revoke, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userSeen } from '../../kernel/views.ts';
import { removeInvitedUser } from '../../steps/people/removal.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { users } from '../../store/users.ts';

/**
 * Revokes the open invitation or activation link of a user: its link no longer works. A user who never accepted is removed,
 * with their memberships: nothing is left to renew, and their address is free again. Throws USER_NOT_FOUND,
 * INSUFFICIENT_ROLE, INVITATION_NOT_FOUND.
 */
export const revokeInvitation =
  (deps: UserDeps & Pick<Deps, 'mailLimits'>) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    const { loadMore, remove, isRemoved, finish } = removeInvitedUser(deps, userId);
    const seen = await onUser(deps, ctx, userId, {
      action: 'user.uninvite',
      serializeOn: userId,
      loadMore,
      apply: (uow, { target: user, common, ...who }, target) => {
        const now = deps.clock.now();
        const { user: uninvited, invitation } = revoke(user, now);
        if (invitation !== undefined)
          uow.record({ type: 'invitation.revoked', target, data: { invitation_id: invitation.id } });
        if (user.status === 'invited') remove(uow, user, takenBy(who.user, now));
        else uow.put(users, uninvited);
        const present = isRemoved() ? undefined : uninvited;
        return { ...userSeen(who, uninvited, common), may: userMay({ ...who, target: present, common }) };
      },
    });
    await finish();
    return seen;
  };
