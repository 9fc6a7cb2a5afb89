import { MAX_OFFSET, offsetOf, SettingsDoNotFit } from '@strongroom/application';
import { formatInstant, plus, SECOND } from '@strongroom/domain';
import type { Clock, DocumentStore, Log } from '@strongroom/ports';

/** Milliseconds of an offset that is worth a warning. */
const WORTH_WARNING = 2 * SECOND;

/**
 * Compares the clock of this machine with that of the database. Throws SettingsDoNotFit above a minute: limits, leases and
 * sessions would end at wrong times. Throws Unavailable.
 */
export async function refuseWrongClock(
  documents: DocumentStore,
  clock: Pick<Clock, 'now' | 'pause'>,
  log: Log,
): Promise<void> {
  const offset = await offsetOf({ documents, clock });
  if (offset === undefined || Math.abs(offset) <= WORTH_WARNING) return;
  if (Math.abs(offset) <= MAX_OFFSET)
    return log.warn('the clock differs from that of the database', { offset_seconds: offset / SECOND });
  const here = clock.now();
  const seconds = Math.round(Math.abs(offset) / SECOND);
  throw new SettingsDoNotFit(
    `The clock of this machine is ${seconds} seconds ${offset > 0 ? 'ahead of' : 'behind'} that of the database: ${formatInstant(here)} here, ${formatInstant(plus(here, -offset))} there. Set the wrong one by NTP, then start again.`,
  );
}
