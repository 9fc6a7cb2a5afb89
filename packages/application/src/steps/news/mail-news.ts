import {
  endMail,
  failMail,
  type Instant,
  type NewsMail,
  type Notifications,
  newsLevelOf,
  type User,
  type UserId,
} from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { logError } from '@strongroom/store-kit';
import { SYSTEM } from '../../kernel/audit-entry.ts';
import type { Deps } from '../../kernel/deps.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { notifications } from '../../store/notifications.ts';
import { users } from '../../store/users.ts';
import { sendMail } from '../send-mail.ts';
import type { NewsReader } from './news-events.ts';
import { newsRulesOf } from './news-rules.ts';
import { newsText } from './news-text.ts';
import { type RoomNews, roomNewsFor } from './room-news.ts';

/** A mail that this process has begun. */
export type BegunMail = Readonly<{ userId: UserId; mail: NewsMail }>;

type Reader = Readonly<{ user: User; choices: Notifications }>;

/** Sends a mail that was begun. Returns false where the mail server did not take it. */
export async function mailNews(
  deps: Deps,
  { userId, mail }: BegunMail,
  events: NewsReader,
  renew: () => Promise<void>,
): Promise<boolean> {
  const rules = newsRulesOf(deps);
  const [person, own] = await deps.documents.read([refTo(users, userId), refTo(notifications, userId)]);
  if (person === undefined || own === undefined) return true;
  const reader = { user: stateOf(users, person), choices: stateOf(notifications, own) };
  // They switched such mails off, or another process has taken over.
  if (reader.user.status !== 'active' || reader.choices.mail?.id !== mail.id) return true;
  const news: RoomNews[] = [];
  for (const { roomId, from } of mail.rooms) {
    if (newsLevelOf(reader.choices, roomId, rules.standard) === 'none') continue;
    await renew();
    const found = await events.newsIn({ roomId, from, until: mail.until });
    const seen = await roomNewsFor(deps, reader.user, roomId, found);
    if (seen !== undefined) news.push(seen);
  }
  if (news.length > 0 && !(await isSent(deps, reader, mail, news))) {
    await settle(deps, { userId, mail }, (known, now) => failMail(known, now, rules));
    return false;
  }
  await settle(deps, { userId, mail }, (known, now) => endMail(known, news.length > 0, now, rules));
  return true;
}

async function isSent(deps: Deps, { user }: Reader, { id }: NewsMail, news: readonly RoomNews[]): Promise<boolean> {
  try {
    await sendMail(deps, { kind: 'news', id, to: user.email, ...newsText(deps, user, news) });
    return true;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    logError(deps.log, 'warn', 'a mail with news failed and will be tried again', error, { user: user.id });
    return false;
  }
}

/** Changes what is stored of a mail, unless its person switched it off meanwhile. */
const settle = (
  { runner, clock }: Deps,
  { userId, mail }: BegunMail,
  change: (known: Notifications, now: Instant) => Notifications,
): Promise<void> =>
  runner.run({
    author: SYSTEM,
    refs: [refTo(notifications, userId)],
    apply: (uow) => {
      const known = uow.find(notifications, userId);
      if (known?.mail?.id === mail.id) uow.put(notifications, change(known, clock.now()));
    },
  });
