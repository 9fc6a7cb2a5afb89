import {
  canonicalEmail,
  changeRole,
  DomainError,
  decide,
  type Email,
  type Invitation,
  type InvitationId,
  invite,
  newUser,
  type OrgRole,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
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
import { refBy } from '../../store/collection.ts';
import { emailKey, users } from '../../store/users.ts';

type Input = Readonly<{ email: Email; role: OrgRole }>;

export type Invited = UserSeen & Readonly<{ invitation: Invitation; isNew: boolean }>;

/**
 * Invites somebody; the activation link goes out by mail. Inviting again makes a new link and kills the old one.
 * Throws INSUFFICIENT_ROLE, USER_ALREADY_EXISTS, USER_DEACTIVATED.
 */
export const inviteUser =
  (deps: Pick<Deps, 'runner' | 'clock' | 'ids' | 'secrets' | 'classification'>) =>
  (ctx: SignedIn, input: Input): Promise<Invited> => {
    const email = canonicalEmail(input.email);
    const invitationId = deps.ids.uuid<InvitationId>();
    const userId = deps.ids.uuid<UserId>();
    const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
    return deps.runner.run(
      idempotent(deps, ownerOf(ctx), withoutCredentials<Invited>(), {
        author: authorOf(ctx),
        refs: [...whoRefs(ctx), refBy(users, emailKey(email))],
        serializeOn: emailKey(email),
        apply: (uow) => {
          const who = whoAsks(deps, uow, ctx);
          const known = uow.findBy(users, emailKey(email));
          const target = known && userTarget(known.id);
          permit(decide('user.invite', { ...who, role: input.role, target: known }), target ?? userTarget(userId));
          // Re-inviting changes the role, which has its own policy. Whoever is in already is not changed by an invitation.
          if (known?.status === 'invited' && known.role !== input.role)
            permit(decide('user.role', { ...who, role: input.role, target: known }), userTarget(known.id));
          if (known?.status === 'active') throw new DomainError('USER_ALREADY_EXISTS');
          const now = deps.clock.now();
          const base: User = known
            ? changeRole(known, input.role)
            : newUser({ id: userId, email, role: input.role, at: now });
          const invited = invite(base, { id: invitationId, hash, at: now });
          uow.put(users, invited);
          uow.record({
            type: 'invitation.created',
            target: userTarget(invited.id),
            data: { invitation_id: invitationId, role: input.role },
          });
          if (known && known.role !== input.role)
            uow.record({
              type: 'user.role_changed',
              target: userTarget(invited.id),
              data: { from: known.role, to: input.role },
            });
          uow.schedule({ kind: 'send-invitation', data: { userId: invited.id, invitationId } });
          const invitation = invited.invitations.at(-1);
          if (invitation === undefined) throw new TypeError('inviting made no invitation');
          return { ...userSeen(deps.classification, invited), invitation, isNew: known === undefined };
        },
      }),
    );
  };
