import { type InvitationId, inviteByMail, type UserId } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { withUserMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userSeen } from '../../kernel/views.ts';
import { invitationSecret } from '../../steps/people/invitation-secret.ts';
import { linkToHandOver } from '../../steps/people/link-to-hand-over.ts';
import { turnOfSender } from '../../steps/people/mail-turns.ts';
import { users } from '../../store/users.ts';
import { type InvitedUser, withoutLink } from './invite-user.ts';

/**
 * Sends a user who cannot sign in a new activation link; an older link is revoked. Within ten minutes of the last mail it
 * sends none and the link stays valid. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, USER_DEACTIVATED.
 */
export const sendActivationLink =
  (deps: UserDeps & Pick<Deps, 'ids' | 'mailLimits' | 'mails' | 'publicUrl' | 'isMailSent'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<InvitedUser> => {
    const invitationId = deps.ids.uuid<InvitationId>();
    const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
    return onUser(deps, ctx, userId, {
      action: 'user.activation_link',
      serializeOn: userId,
      replay: withoutLink(),
      complete: withUserMay<InvitedUser>,
      apply: (uow, { target: user, common, ...who }, target): InvitedUser => {
        const at = deps.clock.now();
        const fresh = { id: invitationId, hash, at, invitedBy: ctx.credential.userId };
        const sender =
          user.status === 'invited' ? turnOfSender({ ...deps, now: at }, uow, ctx.credential.userId) : undefined;
        const turn = { limits: deps.mailLimits, notBefore: sender?.dueAt };
        const { user: invited, isFresh, ...mailed } = inviteByMail(user, fresh, turn);
        if (isFresh) {
          sender?.take();
          uow.put(users, invited);
          uow.record({
            type: user.status === 'active' ? 'invitation.renewed' : 'invitation.created',
            target,
            data: { invitation_id: invitationId },
          });
          uow.schedule({
            kind: 'send-invitation',
            data: { userId, invitationId, invitedBy: ctx.credential.userId },
            dueAt: mailed.mailAt,
          });
        }
        const link = linkToHandOver(deps, ctx, uow, invited, target);
        return { ...userSeen(who, invited, common), ...mailed, link, isNew: false };
      },
    });
  };
