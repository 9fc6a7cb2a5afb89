import { ENDING_KEPT, newNotifications, newsOfEndingAt, noteEnding as noted, plus } from '@strongroom/domain';
import { SYSTEM } from '../kernel/audit-entry.ts';
import { personOfEnding } from '../steps/news/endings.ts';
import { newsRulesOf } from '../steps/news/news-rules.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { NEWS_POSITION, newsPositions, notifications } from '../store/notifications.ts';
import type { Handler } from './handler.ts';

/**
 * Notes that something of a person ends soon. Harmless to repeat: what was noted is stored beside it. It replaces the position in
 * the log, so that it conflicts with a commit that notes events which come before it.
 */
export const noteEnding: Handler<'note-ending'> = async (deps, { roomId, ...ending }) => {
  const { documents, runner, clock } = deps;
  const now = clock.now();
  const rules = newsRulesOf(deps);
  const userId = now < plus(ending.endsAt, ENDING_KEPT) ? await personOfEnding(deps, ending) : undefined;
  if (userId === undefined) return undefined;
  const [document] = await documents.read([refTo(notifications, userId)]);
  const choices = document ? stateOf(notifications, document) : newNotifications(userId);
  const newsAt = newsOfEndingAt(choices, { roomId, endsAt: ending.endsAt }, rules);
  if (now < newsAt) return newsAt;
  await runner.run({
    author: SYSTEM,
    refs: [refTo(newsPositions, NEWS_POSITION), refTo(notifications, userId)],
    apply: (uow) => {
      const place = uow.get(newsPositions, NEWS_POSITION);
      const known = uow.find(notifications, userId) ?? newNotifications(userId);
      const next = noted(known, { roomId, from: place.position, now, ending }, rules);
      if (next === known) return;
      uow.put(notifications, next);
      uow.put(newsPositions, { ...place, takings: place.takings + 1 });
    },
  });
  return undefined;
};
