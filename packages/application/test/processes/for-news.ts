import type { Label } from '@strongroom/domain';
import type { Configuration } from '../../src/index.ts';

/** Settings of every process. Names of all labels are in mails, so that a test knows each by its name. */
export const FOR_NEWS: Partial<Configuration> = {
  news: 'at_once',
  // The fast clock makes it some minutes.
  uploadUrlTtl: 7 * 86_400,
  mailLabel: 'C4' as Label,
  mailLimits: { perRecipientPerDay: 1_000_000, newPeoplePerHour: 1_000_000, newPeoplePerDay: 1_000_000 },
};
