import { DoesNotFitYet, MAX_OFFSET, offsetOf } from '@strongroom/application';
import { formatInstant, plus, SECOND } from '@strongroom/domain';
import type { Clock, DocumentStore } from '@strongroom/ports';

/**
 * Compares the clock of this machine with that of the database. Throws DoesNotFitYet above a minute: limits, leases and
 * sessions would end at wrong times. Throws Unavailable.
 */
export async function refuseWrongClock(documents: DocumentStore, clock: Pick<Clock, 'now' | 'pause'>): Promise<void> {
  const offset = await offsetOf({ documents, clock });
  if (offset === undefined || Math.abs(offset) <= MAX_OFFSET) return;
  const here = clock.now();
  const seconds = Math.round(Math.abs(offset) / SECOND);
  throw new DoesNotFitYet(
    `The clock of this machine is ${seconds} seconds ${offset > 0 ? 'ahead of' : 'behind'} that of the database: ${formatInstant(here)} here, ${formatInstant(plus(here, -offset))} there. Set the wrong one by NTP, then start again.`,
  );
}
