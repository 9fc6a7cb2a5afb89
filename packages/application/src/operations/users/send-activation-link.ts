import { DomainError, decide, type InvitationId, invite, type UserId } from '@strongroom/domain';
import { authorOf } from '../../kernel/audit-entry.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idempotent } from '../../kernel/idempotent.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/user-target.ts';
import { userSeen } from '../../kernel/views.ts';
import { invitationSecret } from '../../steps/people/invitation-secret.ts';
import { refTo } from '../../store/collection.ts';
import { users } from '../../store/users.ts';
import type { Invited } from './invite-user.ts';

/**
 * Sends a user without a way in a fresh activation link; any older one is dead. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE,
 * USER_DEACTIVATED.
 */
export const sendActivationLink =
  (deps: Pick<Deps, 'runner' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<Invited> => {
    const invitationId = deps.ids.uuid<InvitationId>();
    const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), withoutCredentials<Invited>(), {
        author: authorOf(ctx),
        refs: [...whoRefs(ctx), refTo(users, userId)],
        serializeOn: userId,
        apply: (uow) => {
          const who = whoAsks(deps, uow, ctx);
          const target = uow.find(users, userId);
          permit(decide('user.see', { ...who, target }), userTarget(userId));
          permit(decide('user.activation_link', { ...who, target }), userTarget(userId));
          if (target === undefined) throw new DomainError('USER_NOT_FOUND');
          const invited = invite(target, { id: invitationId, hash, at: deps.clock.now() });
          uow.put(users, invited);
          uow.record({
            type: target.status === 'active' ? 'invitation.renewed' : 'invitation.created',
            target: userTarget(userId),
            data: { invitation_id: invitationId },
          });
          uow.schedule({ kind: 'send-invitation', data: { userId, invitationId } });
          const invitation = invited.invitations.at(-1);
          if (invitation === undefined) throw new TypeError('inviting made no invitation');
          return { ...userSeen(deps.classification, invited), invitation, isNew: false };
        },
      }),
    );
  };
