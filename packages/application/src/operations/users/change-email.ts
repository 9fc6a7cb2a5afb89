import {
  canonicalEmail,
  type Email,
  type Instant,
  type InvitationId,
  later,
  requestEmailChange,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { withUserMay } from '../../kernel/may.ts';
import { onUser, type UserDeps } from '../../kernel/on-user.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { userSeen } from '../../kernel/views.ts';
import { invitationSecret } from '../../steps/people/invitation-secret.ts';
import { turnOfNotice, turnOfSender } from '../../steps/people/mail-turns.ts';
import { requireRecentSession } from '../../steps/people/recent-session.ts';
import { users } from '../../store/users.ts';

type ChangeEmailDeps = UserDeps & Pick<Deps, 'ids' | 'secrets' | 'mailLimits'>;
type ChangeEmailInput = Readonly<{ userId: UserId; email: Email; waivesOld?: boolean | undefined }>;

/**
 * Asks the present and the new address of a user to confirm that the new one takes its place. A second request replaces the first,
 * and one for the present address withdraws it. Whether the address has a user is left to the job: answer and time are the same. Throws
 * USER_NOT_FOUND, INSUFFICIENT_ROLE, USER_ERASED, USER_DEACTIVATED, VALIDATION_ERROR; for oneself and for a waiver
 * SESSION_TOO_OLD, SECOND_FACTOR_TOO_OLD.
 */
export const changeEmail =
  (deps: ChangeEmailDeps) =>
  (ctx: SignedIn, { userId, email, waivesOld = false }: ChangeEmailInput): Promise<UserSeen> => {
    const to = canonicalEmail(email);
    const link = () => {
      const id = deps.ids.uuid<InvitationId>();
      return { id, hash: deps.secrets.hash(invitationSecret(deps.secrets, id)) };
    };
    const [old, fresh] = [link(), link()];
    return onUser(deps, ctx, userId, {
      action: waivesOld ? 'user.email.waive' : 'user.email',
      serializeOn: userId,
      replay: withoutCredentials<UserSeen>(),
      complete: withUserMay<UserSeen>,
      apply: (uow, { target: before, common, ...who }, target): UserSeen => {
        // A stolen session or token must not take the account over.
        if (who.user.id === userId || waivesOld) requireRecentSession(deps, ctx, who.user, 'user.email');
        const now = deps.clock.now();
        const asked = requestEmailChange(before, {
          to,
          old,
          new: fresh,
          at: now,
          waivedBy: waivesOld ? who.user.id : undefined,
        });
        if (to === before.email) {
          if (asked !== before) uow.put(users, asked);
          return userSeen(who, asked, common);
        }
        const { after, dueAt } = withTurns(deps, uow, { user: asked, callerId: ctx.credential.userId, now });
        for (const [confirmationId, due] of [
          [old.id, dueAt.old],
          [fresh.id, dueAt.new],
        ] as const)
          uow.schedule({ kind: 'mail-email-change', data: { userId, confirmationId }, dueAt: due });
        uow.record({ type: 'user.email_change_requested', target, data: { waived: waivesOld } });
        return userSeen(who, after, common);
      },
    });
  };

type Turns = Readonly<{ after: User; dueAt: Readonly<{ old: Instant; new: Instant }> }>;

/** Writes the user. The mail to the new address, which may be of anybody, counts for the user and for the caller. */
function withTurns(
  deps: ChangeEmailDeps,
  uow: UnitOfWork,
  { user, callerId, now }: Readonly<{ user: User; callerId: UserId; now: Instant }>,
): Turns {
  const needs = { mailLimits: deps.mailLimits, now };
  const { user: counted, dueAt } = turnOfNotice(needs, user);
  uow.put(users, counted);
  const sender = turnOfSender(needs, uow, callerId);
  sender.take();
  return { after: uow.get(users, user.id), dueAt: { old: dueAt, new: later(dueAt, sender.dueAt) } };
}
