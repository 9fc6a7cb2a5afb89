import type { Instant, MailCount, SecretHash } from '@strongroom/domain';
import { defineCollection } from './collection.ts';

/** The mails of a day to an address whose user was removed. The address itself is not stored. */
export type MailsToAddress = Readonly<{ id: SecretHash; count: MailCount; endsAt: Instant }>;

export const EVERY_MAIL_COUNT = 'all';

export const mailCounts = defineCollection<MailsToAddress>({
  name: 'mail-counts',
  id: ({ id }) => id,
  position: ({ endsAt }) => endsAt,
  keys: () => [EVERY_MAIL_COUNT],
});
