import type { EventId, NewEvent, OrgId } from '@strongroom/domain';
import { eventOf, SYSTEM } from '../../kernel/audit-entry.ts';
import type { Ports } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';

type Log = Readonly<{
  /** Number of events that are older than the log; nothing is proven about them. */
  before: number;
  /** The name of the log and its key, if it is signed from the beginning. */
  signed?: Readonly<{ origin: string; vkey: string }> | undefined;
}>;

/** The first event of a log. */
export function logStarted(
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  orgId: OrgId,
  { before, signed }: Log,
): NewEvent {
  const now = clock.now();
  const target = organisationTarget(orgId);
  return eventOf(ids.timed<EventId>(now), now, SYSTEM, { type: 'log.started', target, data: { before, ...signed } });
}
