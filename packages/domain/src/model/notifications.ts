import type { RoomId, UserId } from '../values/ids.ts';
import type { NewsLevel } from '../values/news-level.ts';
import { earlier, HOUR, type Instant, later, MINUTE, plus } from '../values/time.ts';
import { nextHour, type TimeZone, UTC } from '../values/time-zone.ts';
import { countNewsMail, type MailLimits, nextNewsMail } from './mail-budget.ts';
import type { MailCount } from './user.ts';

/** News that follow within this time are in the same mail. */
const GROUPED_WITHIN = 5 * MINUTE;
/** Hour and weekday (Monday) of mails that come daily or weekly, in the time zone of the person. */
const MORNING = 8;
const MONDAY = 1;
/** Time for which a mail is left to the process that has taken it. */
const SENDING = MINUTE;
const LONGEST_PAUSE = HOUR;
/** Tries after which a mail is given up: some four days. */
const MAX_TRIES = 100;

/** Something of a person that ends by itself, with its id. */
export type Ending = Readonly<{ kind: 'link' | 'request' | 'membership'; id: string; endsAt: Instant }>;

/** News of a room. */
type OfRoom = Readonly<{
  roomId: RoomId;
  /** Number of the first event in the audit log. */
  from: number;
  /** Absent: none. */
  endings?: readonly Ending[];
}>;

/** News of a room that were not mailed yet. */
type Waiting = OfRoom & Readonly<{ since: Instant }>;

/** A mail that was begun. Each try is about the same events. */
export type NewsMail = Readonly<{
  id: string;
  rooms: readonly OfRoom[];
  /** Number of the event before which it ends. */
  until: number;
  failures: number;
}>;

/** The choices of a person about mails with news, and the news that wait. */
export type Notifications = Readonly<{
  userId: UserId;
  /** Rooms without a choice of their own. Absent: as the operator set it. */
  level?: NewsLevel;
  timeZone?: TimeZone;
  rooms: readonly Readonly<{ roomId: RoomId; level: NewsLevel }>[];
  waiting: readonly Waiting[];
  mail: NewsMail | null;
  /** When to look at this again; null where nothing waits. */
  dueAt: Instant | null;
  /** Mails by windows of 24 hours. Absent before the first one. */
  mails?: MailCount;
  /** Endings that were noted. A job that is repeated notes none again. */
  endings?: readonly Ending[];
}>;

/** The operator's choice for people who made none, and how many mails go out at once. */
export type NewsRules = Readonly<{ standard: NewsLevel; limits: MailLimits }>;

export const newNotifications = (userId: UserId): Notifications => ({
  userId,
  rooms: [],
  waiting: [],
  mail: null,
  dueAt: null,
});

export const timeZoneOf = ({ timeZone = UTC }: Pick<Notifications, 'timeZone'>): TimeZone => timeZone;

/** The level of a room. */
export const newsLevelOf = (
  { rooms, level }: Pick<Notifications, 'rooms' | 'level'>,
  roomId: RoomId,
  standard: NewsLevel,
): NewsLevel => rooms.find((room) => room.roomId === roomId)?.level ?? level ?? standard;

/** Notes that there are news of a room. Those that wait already come with the same mail. */
export function noteNews(
  known: Notifications,
  { roomId, from, now }: Readonly<{ roomId: RoomId; from: number; now: Instant }>,
  rules: NewsRules,
): Notifications {
  const waits = known.waiting.some((one) => one.roomId === roomId);
  if (waits || newsLevelOf(known, roomId, rules.standard) === 'none') return known;
  return planned({ ...known, waiting: [...known.waiting, { roomId, from, since: now }] }, now, rules);
}

/** Choices of a person; null goes back to the choice above. */
export type NewsChoice = Readonly<{
  level?: NewsLevel | null | undefined;
  timeZone?: TimeZone | undefined;
  room?: Readonly<{ roomId: RoomId; level: NewsLevel | null }>;
}>;

/** Takes choices over. News of rooms that are off now do not wait any more. */
export function chooseNews(known: Notifications, choice: NewsChoice, now: Instant, rules: NewsRules): Notifications {
  const { level: before, ...rest } = known;
  const level = choice.level === undefined ? before : (choice.level ?? undefined);
  const { room } = choice;
  const others = known.rooms.filter(({ roomId }) => roomId !== room?.roomId);
  const own = room && room.level !== null ? [{ roomId: room.roomId, level: room.level }] : [];
  const next = {
    ...rest,
    ...(level !== undefined && { level }),
    ...(choice.timeZone !== undefined && { timeZone: choice.timeZone }),
    rooms: [...others, ...own],
  };
  return planned(withoutOff(next, rules), now, rules);
}

/** No room at all, whatever was chosen before. */
export const chooseNoNews = (known: Notifications): Notifications => ({
  ...known,
  level: 'none',
  rooms: [],
  waiting: [],
  mail: null,
  dueAt: null,
});

/** A person who gets no mail now loses what waits; their choices stay. */
export const dropNews = (known: Notifications): Notifications => ({ ...known, waiting: [], mail: null, dueAt: null });

const withoutOff = (known: Notifications, { standard }: NewsRules): Notifications => ({
  ...known,
  waiting: known.waiting.filter(({ roomId }) => newsLevelOf(known, roomId, standard) !== 'none'),
});

function dueOf(known: Notifications, { roomId, since }: Waiting, standard: NewsLevel): Instant {
  const level = newsLevelOf(known, roomId, standard);
  if (level === 'daily') return nextHour(timeZoneOf(known), since, { hour: MORNING });
  if (level === 'weekly') return nextHour(timeZoneOf(known), since, { hour: MORNING, weekday: MONDAY });
  return plus(since, GROUPED_WITHIN);
}

/** Sets the time of the next mail. A mail that was begun comes first. */
function planned(known: Notifications, now: Instant, { standard, limits }: NewsRules): Notifications {
  if (known.mail !== null) return known;
  const [first, ...others] = known.waiting.map((one) => dueOf(known, one, standard));
  if (first === undefined) return { ...known, dueAt: null };
  return { ...known, dueAt: later(others.reduce(earlier, first), nextNewsMail(known.mails, now, limits)) };
}

/**
 * Begins the mail that is due, about events before `until`, or the next try of one that failed. Begins none where the time of it
 * changed, as with the level that an operator sets.
 */
export function takeMail(
  given: Notifications,
  { id, until, now }: Readonly<{ id: string; until: number; now: Instant }>,
  rules: NewsRules,
): Notifications {
  const sendingUntil = plus(now, SENDING);
  if (given.mail !== null) return { ...given, dueAt: sendingUntil };
  const known = planned(withoutOff(given, rules), now, rules);
  if (known.dueAt === null || known.dueAt > now) return known;
  const levelOf = ({ roomId }: Waiting): NewsLevel => newsLevelOf(known, roomId, rules.standard);
  const due = new Set(known.waiting.filter((one) => dueOf(known, one, rules.standard) <= now).map(levelOf));
  const taken = known.waiting.filter((one) => due.has(levelOf(one)));
  const rooms = taken.map(({ roomId, from, endings }) => ({ roomId, from, ...(endings && { endings }) }));
  return {
    ...known,
    waiting: known.waiting.filter((one) => !due.has(levelOf(one))),
    mail: { id, rooms, until, failures: 0 },
    dueAt: sendingUntil,
  };
}

/** The mail went out, or there was nothing in it that the person may see. */
export function endMail(known: Notifications, isSent: boolean, now: Instant, rules: NewsRules): Notifications {
  const { mails } = known;
  const counted = isSent ? { mails: countNewsMail(mails, now, rules.limits) } : {};
  return planned({ ...known, ...counted, mail: null }, now, rules);
}

/** The mail server did not take the mail. */
export function failMail(known: Notifications, now: Instant, rules: NewsRules): Notifications {
  if (known.mail === null) return known;
  const failures = known.mail.failures + 1;
  if (failures >= MAX_TRIES) return planned({ ...known, mail: null }, now, rules);
  return {
    ...known,
    mail: { ...known.mail, failures },
    dueAt: plus(now, Math.min(MINUTE * 2 ** (failures - 1), LONGEST_PAUSE)),
  };
}
