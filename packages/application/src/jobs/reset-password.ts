import { type InvitationId, inviteByMail, mayResetPassword } from '@strongroom/domain';
import { userTarget } from '../kernel/targets.ts';
import { invitationSecret } from '../steps/people/invitation-secret.ts';
import { refBy } from '../store/collection.ts';
import { emailKey, users } from '../store/users.ts';
import type { Handler } from './handler.ts';

/** Gives a user with a password a link to set a new one, within the limits of mails. */
export const resetPassword: Handler<'reset-password'> = async (deps, { email, request }) => {
  const id = deps.ids.uuid<InvitationId>();
  const hash = deps.secrets.hash(invitationSecret(deps.secrets, id));
  await deps.runner.run({
    author: { actor: { type: 'system' }, request },
    refs: [refBy(users, emailKey(email))],
    apply: (uow) => {
      const user = uow.findBy(users, emailKey(email));
      if (user === undefined || !mayResetPassword(user)) return;
      const fresh = { id, hash, at: deps.clock.now() };
      const { user: invited, isFresh, mailAt } = inviteByMail(user, fresh, { limits: deps.mailLimits });
      if (!isFresh) return;
      uow.put(users, invited);
      uow.record({ type: 'invitation.renewed', target: userTarget(user.id), data: { invitation_id: id } });
      uow.schedule({
        kind: 'send-invitation',
        data: { userId: user.id, invitationId: id, isReset: true },
        dueAt: mailAt,
      });
    },
  });
  return undefined;
};
