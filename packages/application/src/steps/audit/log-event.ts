import type { EventId, NewEvent, OrgId } from '@strongroom/domain';
import { eventOf, SYSTEM } from '../../kernel/audit-entry.ts';
import type { Ports } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';

/** An event of the log about itself. */
export function logEvent(
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  orgId: OrgId,
  type:
    | 'log.key_changed'
    | 'log.restarted'
    | 'log.continued'
    | 'log.clock_confirmed'
    | 'audit.erasure_marked'
    | 'audit.erased',
  data: Readonly<Record<string, string | number | null>>,
): NewEvent {
  const now = clock.now();
  return eventOf(ids.timed<EventId>(now), now, SYSTEM, { type, target: organisationTarget(orgId), data });
}
