import { DAY, HOUR, type Instant, later, MINUTE, plus } from '../values/time.ts';
import type { MailCount, User } from './user.ts';

/** Mails that go out at once; further ones wait for their turn. */
export type MailLimits = Readonly<{
  /** Mails of each kind to one person in 24 hours: those of others, links to get in again, and notices about the account. */
  perRecipientPerDay: number;
  /** Invitations by one person, to people who were never active. */
  newPeoplePerHour: number;
  newPeoplePerDay: number;
}>;

export const MAIL_LIMITS: MailLimits = { perRecipientPerDay: 20, newPeoplePerHour: 50, newPeoplePerDay: 200 };

type Counted = Readonly<{ count: MailCount; dueAt: Instant }>;

/**
 * Takes the next free place for a mail that may go out at `at`. Windows follow each other without a gap while mails wait,
 * so places rise: the order of mails is the order of their causes.
 */
function countMail(known: MailCount | undefined, limit: number, length: number, at: Instant): Counted {
  const { since, count } = remaining(known, limit, length, at);
  const window = Math.floor(count / limit);
  // The first window lets all its mails go at once, even if it began a moment later by another clock.
  const dueAt = window === 0 ? at : later(at, plus(since, window * length));
  return { count: { since, count: count + 1 }, dueAt };
}

/** The windows that are not over at `at`; a new one where all are. */
function remaining(known: MailCount | undefined, limit: number, length: number, at: Instant): MailCount {
  if (known === undefined) return { since: at, count: 0 };
  const passed = Math.max(0, Math.floor((at - known.since) / length));
  const count = known.count - passed * limit;
  return count > 0 ? { since: plus(known.since, passed * length), count } : { since: at, count: 0 };
}

/** A count that begins after now was begun by a clock that ran ahead. */
const believable = (count: MailCount | undefined, now: Instant): MailCount | undefined =>
  count !== undefined && count.since > plus(now, MINUTE) ? undefined : count;

/** Counts a mail that another person causes to a user, and says when it goes out. */
export const mailTo = (user: User, now: Instant, limits = MAIL_LIMITS): Readonly<{ user: User; dueAt: Instant }> =>
  counted(user, 'mails', now, limits);

/**
 * Counts a mail with a link for a user. A link for an active user lets them in again, so invitations by others do not delay it.
 */
export const linkMailTo = (user: User, now: Instant, limits = MAIL_LIMITS): Readonly<{ user: User; dueAt: Instant }> =>
  counted(user, user.status === 'active' ? 'recoveryMails' : 'mails', now, limits);

/** Counts a notice about the security of an account. The account itself causes these, so others delay none. */
export const noticeTo = (user: User, now: Instant, limits = MAIL_LIMITS): Readonly<{ user: User; dueAt: Instant }> =>
  counted(user, 'notices', now, limits);

function counted(user: User, kind: 'mails' | 'recoveryMails' | 'notices', now: Instant, limits: MailLimits) {
  const { count, dueAt } = countMail(believable(user[kind], now), limits.perRecipientPerDay, DAY, now);
  return { user: { ...user, [kind]: count }, dueAt };
}

/** When the next mail with news may go out. These are counted apart from all others, and delay none. */
export const nextNewsMail = (known: MailCount | undefined, now: Instant, limits = MAIL_LIMITS): Instant =>
  countMail(believable(known, now), limits.perRecipientPerDay, DAY, now).dueAt;

/** Counts a mail with news that went out. */
export const countNewsMail = (known: MailCount | undefined, now: Instant, limits = MAIL_LIMITS): MailCount =>
  countMail(believable(known, now), limits.perRecipientPerDay, DAY, now).count;

/** When the windows of a count are over, and with them the reason to store it. */
export const endOfMails = ({ since, count }: MailCount, limits = MAIL_LIMITS): Instant =>
  plus(since, Math.ceil(count / limits.perRecipientPerDay) * DAY);

/** Counts a mail by a person to a person who was never active, and says when it goes out at the earliest. */
export function mailToNewPerson(
  sender: User,
  now: Instant,
  limits = MAIL_LIMITS,
): Readonly<{ sender: User; dueAt: Instant }> {
  const day = believable(sender.mailsToNewPeople?.day, now);
  const ofDay = countMail(day, limits.newPeoplePerDay, DAY, now);
  const hour = day && believable(sender.mailsToNewPeople?.hour, ofDay.dueAt);
  const ofHour = countMail(hour, limits.newPeoplePerHour, HOUR, ofDay.dueAt);
  return { sender: { ...sender, mailsToNewPeople: { day: ofDay.count, hour: ofHour.count } }, dueAt: ofHour.dueAt };
}
