import type { Deps } from '../kernel/deps.ts';
import { EVERY_MAIL_COUNT, mailCounts } from '../store/mail-counts.ts';
import { removeOlder } from './remove-older.ts';

/** Deletes the counts of mails to addresses without a user whose windows are over. */
export const sweepMailCounts = (deps: Pick<Deps, 'documents' | 'clock'>): Promise<void> =>
  removeOlder(deps, mailCounts, { key: EVERY_MAIL_COUNT, until: deps.clock.now() });
