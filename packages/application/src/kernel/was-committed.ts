import type { EventId } from '@strongroom/domain';
import { type Clock, type DocumentStore, Unavailable } from '@strongroom/ports';
import { MAX_ATTEMPTS, pauseAfter } from './retry.ts';

/**
 * Finds out whether a commit was stored whose answer was lost, by its events, which are part of it. Retries until the
 * store answers; throws Unavailable if it does not.
 */
export async function wasCommitted(
  { documents, clock }: Readonly<{ documents: DocumentStore; clock: Clock }>,
  eventIds: readonly EventId[],
): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await documents.audit.holding(eventIds)).length > 0;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new Unavailable('documents', { maybeDone: true, cause: error });
      await pauseAfter(clock, attempt);
    }
  }
}
