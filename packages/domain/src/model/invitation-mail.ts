import { DomainError } from '../errors.ts';
import { DAY, expiryAfter, type Instant, later, SECOND } from '../values/time.ts';
import { type FreshInvitation, type Invitation, invite, isOver, type User } from './user.ts';

/** Seconds between two mails to one person who has a valid link. */
const MAIL_INTERVAL = 600;
export const MAX_MAILS_A_DAY = 20;

/** Earliest time of the next mail after one sent at `sentAt`, if the limit of the day allows it. */
export const nextMailAfter = (sentAt: Instant): Instant => expiryAfter(sentAt, MAIL_INTERVAL);

/** End of the 24 hours whose mails are counted together. */
const endOfDay = (since: Instant): Instant => expiryAfter(since, DAY / SECOND);

type Mailed = Readonly<{
  user: User;
  /** The invitation whose link the person has or gets. */
  invitation: Invitation;
  /** Is there a mail to send? */
  isFresh: boolean;
  nextMailAt: Instant;
}>;

/**
 * Invites by mail. Where it is too early for another mail, the pending invitation stays: the person has its link.
 * Throws USER_DEACTIVATED, and RATE_LIMIT_EXCEEDED where no mail may be sent and no link is valid.
 */
export function inviteByMail(user: User, fresh: FreshInvitation): Mailed {
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  const { at } = fresh;
  const pending = user.invitations.findLast((known) => known.status === 'pending' && !isOver(known, at));
  const { since, count } =
    user.mails !== undefined && at < endOfDay(user.mails.since) ? user.mails : { since: at, count: 0 };
  const earliest = count >= MAX_MAILS_A_DAY ? endOfDay(since) : pending ? nextMailAfter(pending.createdAt) : at;
  if (at < earliest && pending) return { user, invitation: pending, isFresh: false, nextMailAt: earliest };
  if (at < earliest)
    throw new DomainError('RATE_LIMIT_EXCEEDED', {
      message: `A person gets at most ${MAX_MAILS_A_DAY} mails with a link a day; wait for the seconds in Retry-After.`,
      retryAfter: Math.ceil((earliest - at) / SECOND),
    });
  const mails = { since, count: count + 1 };
  const invited = { ...invite(user, fresh), mails };
  const invitation = invited.invitations.at(-1);
  if (invitation === undefined) throw new TypeError('inviting made no invitation');
  const next = nextMailAfter(at);
  return {
    user: invited,
    invitation,
    isFresh: true,
    nextMailAt: mails.count >= MAX_MAILS_A_DAY ? later(next, endOfDay(since)) : next,
  };
}
