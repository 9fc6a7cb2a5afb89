import { dropNews, plus, SECOND, takeMail } from '@strongroom/domain';
import type { Change, StoredDocument } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { type BegunMail, mailNews } from '../steps/news/mail-news.ts';
import { NewsReader } from '../steps/news/news-events.ts';
import { newsRulesOf } from '../steps/news/news-rules.ts';
import { tryCommit } from '../steps/news/try-commit.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';
import { NEWS_POSITION, NEWS_WAIT, newsPositions, notifications } from '../store/notifications.ts';
import { users } from '../store/users.ts';
import type { Handler } from './handler.ts';

const LOOK_EVERY = 10 * SECOND;
/** Time until the next look where the mail server takes nothing. */
const AFTER_FAILURES = 30 * SECOND;
const AT_ONCE = 20;
const MAX_FAILURES = 3;

/** Mails news to the people whose mail is due, with what each may see at that moment. */
export const sendNews: Handler<'send-news'> = async (deps, _, lease) => {
  const { clock, documents } = deps;
  for (;;) {
    const selection = { anyOf: [NEWS_WAIT], until: plus(clock.now(), 1) };
    const due = await documents.list(notifications.name, selection, { limit: AT_ONCE, order: 'oldest' });
    if (due.length === 0) return plus(clock.now(), LOOK_EVERY);
    await lease.renew();
    const reader = new NewsReader(deps);
    let failures = 0;
    for (const begun of await beginMails(deps, due)) {
      failures = (await mailNews(deps, begun, reader, lease.renew)) ? 0 : failures + 1;
      // The others that were begun are tried a minute later.
      if (failures >= MAX_FAILURES) return plus(clock.now(), AFTER_FAILURES);
    }
  }
};

/**
 * Begins mails, or their next try. It replaces the position in the log, so that it conflicts with a commit that notes news which
 * are later than the mail: that one does not write people for whom news wait already.
 */
async function beginMails(deps: Deps, due: readonly StoredDocument[]): Promise<readonly BegunMail[]> {
  const { documents, clock, ids } = deps;
  const states = due.map((document) => ({ document, state: stateOf(notifications, document) }));
  const [place, ...people] = await documents.read([
    refTo(newsPositions, NEWS_POSITION),
    ...states.map(({ state }) => refTo(users, state.userId)),
  ]);
  if (place === undefined) throw new TypeError('news wait, and no position in the log is stored');
  const known = stateOf(newsPositions, place);
  const next = { ...known, takings: known.takings + 1 };
  const changes: Change[] = [
    { collection: newsPositions.name, replace: documentOf(newsPositions, next, place.version + 1) },
  ];
  const begun: BegunMail[] = [];
  for (const [index, { document, state }] of states.entries()) {
    const person = people[index];
    if (person === undefined) {
      changes.push({ collection: notifications.name, remove: { id: document.id, version: document.version } });
      continue;
    }
    const mayGetMail = stateOf(users, person).status === 'active' && (deps.news ?? 'off') !== 'off';
    const mail = { id: ids.uuid(), until: known.position, now: clock.now() };
    const after = mayGetMail ? takeMail(state, mail, newsRulesOf(deps)) : dropNews(state);
    changes.push({ collection: notifications.name, replace: documentOf(notifications, after, document.version + 1) });
    if (after.mail !== null) begun.push({ userId: after.userId, mail: after.mail });
  }
  return (await tryCommit(deps, changes)) ? begun : [];
}
