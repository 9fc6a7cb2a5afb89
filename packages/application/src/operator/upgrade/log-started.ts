import type { EventId, NewEvent, OrgId } from '@strongroom/domain';
import { eventOf, SYSTEM } from '../../kernel/audit-entry.ts';
import type { Ports } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';

/** The first event of a log. `before`: number of events that are older than the log; nothing is proven about them. */
export function logStarted({ clock, ids }: Pick<Ports, 'clock' | 'ids'>, orgId: OrgId, before: number): NewEvent {
  const now = clock.now();
  const target = organisationTarget(orgId);
  return eventOf(ids.timed<EventId>(now), now, SYSTEM, { type: 'log.started', target, data: { before } });
}
