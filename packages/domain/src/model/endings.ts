import type { RoomId } from '../values/ids.ts';
import type { NewsLevel } from '../values/news-level.ts';
import { DAY, type Instant, plus } from '../values/time.ts';
import { type Ending, type NewsRules, type Notifications, newsLevelOf, noteNews } from './notifications.ts';

/** Time for which an ending is known to be noted after the end. */
export const ENDING_KEPT = 7 * DAY;

/** Time before the end at which a person is mailed: their mail is due before the end. */
const LEADS: Readonly<Record<NewsLevel, number>> = { at_once: DAY, daily: 2 * DAY, weekly: 8 * DAY, none: DAY };

/** The earliest moment at which an ending is news, for any person. */
export const firstNewsOfEnding = (endsAt: Instant): Instant => plus(endsAt, -LEADS.weekly);

/** The moment at which an ending of a room is news for a person. */
export const newsOfEndingAt = (
  known: Notifications,
  { roomId, endsAt }: Readonly<{ roomId: RoomId; endsAt: Instant }>,
  { standard }: NewsRules,
): Instant => plus(endsAt, -LEADS[newsLevelOf(known, roomId, standard)]);

/** Notes an ending of a room, once. `from`: number of the next event that is noted. */
export function noteEnding(
  known: Notifications,
  { ending, ...news }: Readonly<{ roomId: RoomId; from: number; now: Instant; ending: Ending }>,
  rules: NewsRules,
): Notifications {
  const noted = known.endings ?? [];
  const isNoted = noted.some(
    ({ kind, id, endsAt }) => kind === ending.kind && id === ending.id && endsAt === ending.endsAt,
  );
  if (isNoted || newsLevelOf(known, news.roomId, rules.standard) === 'none') return known;
  const next = noteNews(known, news, rules);
  const kept = noted.filter(({ endsAt }) => plus(endsAt, ENDING_KEPT) > news.now);
  return {
    ...next,
    waiting: next.waiting.map((one) =>
      one.roomId === news.roomId ? { ...one, endings: [...(one.endings ?? []), ending] } : one,
    ),
    endings: [...kept, ending],
  };
}
