import { MINUTE, type OwnerTaken, plus, revokeInvitation as revoke, type UserId } from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { userMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { userSeen } from '../../kernel/views.ts';
import { departure, leaveEverything } from '../../steps/people/departure.ts';
import { rememberMails, removedMailsRef } from '../../steps/people/removed-mails.ts';
import { takenBy } from '../../steps/people/taken-by.ts';
import { mailCounts } from '../../store/mail-counts.ts';
import { users } from '../../store/users.ts';

/** Delay of the job that ends the remaining memberships if the process dies before its answer. */
const LOOK_AGAIN_AFTER = MINUTE;

/**
 * Revokes the open invitation or activation link of a user: its link no longer works. A user who never accepted is removed,
 * with their memberships: nothing is left to renew, and their address is free again. Throws USER_NOT_FOUND,
 * INSUFFICIENT_ROLE, INVITATION_NOT_FOUND.
 */
export const revokeInvitation =
  (deps: UserDeps & Pick<Deps, 'mailLimits'>) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<UserSeen> => {
    // As in a deactivation, concurrent changes of rooms must not prevent it.
    const { loadMore, leave } = departure(deps, userId, { least: 0 });
    let removed: Readonly<{ before: number; by: OwnerTaken }> | undefined;
    const seen = await onUser(deps, ctx, userId, {
      action: 'user.uninvite',
      serializeOn: userId,
      loadMore: async (snapshot) => {
        const known = snapshot.find(users, userId);
        const mails = known && removedMailsRef(deps, known.email);
        const [stored] = mails ? await deps.documents.read([mails]) : [];
        return [...(await loadMore()), ...(stored ? [{ collection: mailCounts.name, document: stored }] : [])];
      },
      apply: (uow, { target: user, common, ...who }, target) => {
        const now = deps.clock.now();
        const { user: uninvited, invitation } = revoke(user, now);
        if (invitation !== undefined)
          uow.record({ type: 'invitation.revoked', target, data: { invitation_id: invitation.id } });
        if (user.status === 'invited') {
          const by = takenBy(who.user, now);
          removed = { before: user.epoch + 1, by };
          leave(uow, by);
          rememberMails(deps, uow, user);
          uow.remove(users, userId);
          uow.record({ type: 'user.removed', target });
          uow.schedule({
            kind: 'leave-everything',
            data: { userId, epoch: removed.before, by },
            dueAt: plus(now, LOOK_AGAIN_AFTER),
          });
        } else uow.put(users, uninvited);
        const present = removed === undefined ? uninvited : undefined;
        return { ...userSeen(who, uninvited, common), may: userMay({ ...who, target: present, common }) };
      },
    });
    if (removed !== undefined) await leaveEverything(deps, userId, removed);
    return seen;
  };
