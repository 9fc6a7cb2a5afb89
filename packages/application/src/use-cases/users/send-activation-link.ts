import { DomainError, decide, type InvitationId, invite, type UserId } from '@strongroom/domain';
import type { Deps } from '../../deps.ts';
import { refTo } from '../../kernel/collection.ts';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import { authorOf } from '../../kernel/entry.ts';
import { withoutCredentials } from '../../kernel/keeping.ts';
import { once } from '../../kernel/once.ts';
import { ownerOf } from '../../kernel/owner-of.ts';
import { userSeen } from '../../kernel/seen.ts';
import { whoAsks, whoRefs } from '../../kernel/sight.ts';
import { users } from '../../repositories/users.ts';
import { invitationSecret } from './invitation-secret.ts';
import type { Invited } from './invite-user.ts';
import { userTarget } from './user-target.ts';

/**
 * Sends a user without a way in a fresh activation link; any older one is dead. Throws USER_NOT_FOUND, INSUFFICIENT_ROLE,
 * USER_DEACTIVATED.
 */
export const sendActivationLink =
  (deps: Pick<Deps, 'journal' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<Invited> => {
    const invitationId = deps.ids.uuid<InvitationId>();
    const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
    return deps.journal.run(
      once(deps, ownerOf(ctx), withoutCredentials<Invited>(), {
        author: authorOf(ctx),
        refs: [...whoRefs(ctx), refTo(users, userId)],
        hot: userId,
        decide: (at) => {
          const who = whoAsks(deps, at, ctx);
          const target = at.find(users, userId);
          permit(decide('user.see', { ...who, target }), userTarget(userId));
          permit(decide('user.activation_link', { ...who, target }), userTarget(userId));
          if (target === undefined) throw new DomainError('USER_NOT_FOUND');
          const invited = invite(target, { id: invitationId, hash, at: deps.clock.now() });
          at.put(users, invited);
          at.record({
            type: target.status === 'active' ? 'invitation.renewed' : 'invitation.created',
            target: userTarget(userId),
            data: { invitation_id: invitationId },
          });
          at.schedule({ kind: 'send-invitation', data: { userId, invitationId } });
          const invitation = invited.invitations.at(-1);
          if (invitation === undefined) throw new TypeError('inviting made no invitation');
          return { ...userSeen(deps.classification, invited), invitation, isNew: false };
        },
      }),
    );
  };
