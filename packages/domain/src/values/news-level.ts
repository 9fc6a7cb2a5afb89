import { defineValue, type Value } from './value.ts';

/** Levels of mails about news of a room. */
export const NEWS_LEVELS = ['at_once', 'daily', 'weekly', 'none'] as const;
export type NewsLevel = (typeof NEWS_LEVELS)[number];

export const NewsLevel: Value<NewsLevel> = defineValue({
  name: 'NewsLevel',
  description: 'Time of mails about news of a room: some minutes after the first, once a day, once a week, or never.',
  schema: { type: 'string', enum: NEWS_LEVELS },
  rule: 'one_of',
  check: (input) =>
    NEWS_LEVELS.some((level) => level === input) ? undefined : `must be one of ${NEWS_LEVELS.join(', ')}`,
});
