import { EPOCH, type Notifications } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** People for whom news wait. */
export const NEWS_WAIT = 'waits';

/** The choices of each person, listed at the time of their next mail. */
export const notifications = defineCollection<Notifications>({
  name: 'notifications',
  id: ({ userId }) => userId,
  position: ({ dueAt }) => dueAt ?? EPOCH,
  keys: ({ dueAt }) => (dueAt === null ? [] : [NEWS_WAIT]),
});

/** The place up to which the audit log was read for news. INVARIANT: every commit that begins mails replaces it. */
export type NewsPosition = Readonly<{
  id: typeof NEWS_POSITION;
  /** Number of the first event that was not read. */
  position: number;
  /** Commits that began mails: one that was made while events were noted makes that commit conflict. */
  takings: number;
}>;

export const NEWS_POSITION = 'log';

export const newsPositions = defineCollection<NewsPosition>({
  name: 'news-positions',
  id: ({ id }) => id,
  position: () => EPOCH,
  shape: { position: 'number', takings: 'number' },
});
