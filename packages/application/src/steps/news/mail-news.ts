import {
  endMail,
  failMail,
  type Instant,
  type NewsMail,
  type Notifications,
  newsLevelOf,
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
import { type FoundNews, type NewsReading, newsText } from './news-text.ts';
import { type RoomNews, roomNewsFor } from './room-news.ts';

/** A mail that this process has begun. */
export type BegunMail = Readonly<{ userId: UserId; mail: NewsMail }>;

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
  const reader: NewsReading = { user: stateOf(users, person), choices: stateOf(notifications, own) };
  // The reader switched such mails off, or another process has taken over.
  if (reader.user.status !== 'active' || reader.choices.mail?.id !== mail.id) return true;
  const news: RoomNews[] = [];
  let left = 0;
  for (const { roomId, from, endings = [] } of mail.rooms) {
    if (newsLevelOf(reader.choices, roomId, rules.standard) === 'none') continue;
    await renew();
    const found = await events.newsIn({ roomId, from, until: mail.until });
    const seen = await roomNewsFor(deps, reader.user, { roomId, events: found, endings });
    if (seen === 'left') left++;
    else if (seen !== undefined) news.push(seen);
  }
  const isEmpty = news.length === 0 && left === 0;
  if (!isEmpty && !(await isSent(deps, reader, mail, { news, left }))) {
    await settle(deps, { userId, mail }, (known, now) => failMail(known, now, rules));
    return false;
  }
  await settle(deps, { userId, mail }, (known, now) => endMail(known, !isEmpty, now, rules));
  return true;
}

async function isSent(deps: Deps, reader: NewsReading, { id }: NewsMail, found: FoundNews): Promise<boolean> {
  const { user } = reader;
  try {
    await sendMail(deps, { kind: 'news', id, to: user.email, ...newsText(deps, reader, found) });
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
