import { DomainError } from '../values/errors.ts';
import { expiryAfter, type Instant, later, plus } from '../values/time.ts';
import { linkMailTo, MAIL_LIMITS, type MailLimits } from './mail-budget.ts';
import type { FreshInvitation, Invitation, User } from './user.ts';
import { isOver } from './user-credentials.ts';
import { INVITATION_LIFE, inviteUser } from './user-invitations.ts';

/** Seconds between two mails to one person who has a valid link. */
const MAIL_INTERVAL = 600;

/** Earliest time of the next mail after one sent at `sentAt`, if the limit of the day allows it. */
export const nextMailAfter = (sentAt: Instant): Instant => expiryAfter(sentAt, MAIL_INTERVAL);

/** Time at which the mail with the link of an invitation goes out. */
export const mailTimeOf = ({ expiresAt }: Pick<Invitation, 'expiresAt'>): Instant => plus(expiresAt, -INVITATION_LIFE);

type Mailed = Readonly<{
  user: User;
  /** The invitation whose link the person has or gets. */
  invitation: Invitation;
  /** Is there a mail to send? */
  isFresh: boolean;
  /** When the mail of the invitation goes out, or went out. */
  mailAt: Instant;
  nextMailAt: Instant;
}>;

/**
 * Invites by mail. Where it is too early for another mail, the pending invitation stays: the person has its link, or it waits.
 * Beyond a limit the mail waits, and the life of its link begins when it goes out. `notBefore`: the turn of the sender.
 * Throws USER_DEACTIVATED.
 */
export function inviteByMail(
  user: User,
  fresh: FreshInvitation,
  {
    limits = MAIL_LIMITS,
    notBefore = fresh.at,
  }: Readonly<{ limits?: MailLimits | undefined; notBefore?: Instant | undefined }> = {},
): Mailed {
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  const { at } = fresh;
  const pending = user.invitations.findLast((known) => known.status === 'pending' && !isOver(known, at));
  const { user: counted, dueAt } = linkMailTo(user, at, limits);
  if (pending) {
    const earliest = dueAt > at ? dueAt : nextMailAfter(mailTimeOf(pending));
    if (at < earliest)
      return { user, invitation: pending, isFresh: false, mailAt: mailTimeOf(pending), nextMailAt: earliest };
  }
  const mailAt = later(dueAt, notBefore);
  const invited = inviteUser(counted, { ...fresh, mailAt });
  const invitation = invited.invitations.at(-1);
  if (invitation === undefined) throw new TypeError('inviting made no invitation');
  const nextMailAt = later(nextMailAfter(mailAt), linkMailTo(invited, at, limits).dueAt);
  return { user: invited, invitation, isFresh: true, mailAt, nextMailAt };
}
