import { revokeInvitation as revoke, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userSeen } from '../../kernel/views.ts';
import { users } from '../../store/users.ts';

/**
 * Revokes the open invitation or activation link of a user: its link no longer works. Throws USER_NOT_FOUND,
 * INSUFFICIENT_ROLE, INVITATION_NOT_FOUND.
 */
export const revokeInvitation =
  (deps: UserDeps) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> =>
    onUser(deps, ctx, userId, {
      action: 'user.uninvite',
      serializeOn: userId,
      apply: (uow, { target: user, common, ...who }, target) => {
        const { user: uninvited, invitation } = revoke(user, deps.clock.now());
        uow.put(users, uninvited);
        uow.record({ type: 'invitation.revoked', target, data: { invitation_id: invitation.id } });
        return userSeen(who, uninvited, common);
      },
    });
