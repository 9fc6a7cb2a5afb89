import type { EventId, NewEvent, OrgId, Target } from '@strongroom/domain';
import { eventOf, SYSTEM } from '../../kernel/audit-entry.ts';
import type { Ports } from '../../kernel/deps.ts';
import { organisationTarget } from '../../kernel/targets.ts';

type About =
  | 'log.key_changed'
  | 'log.restarted'
  | 'log.continued'
  | 'log.clock_confirmed'
  | 'audit.erasure_marked'
  | 'audit.erased';

/** An event of the log of an organisation about itself. */
export const logEvent = (
  ports: Pick<Ports, 'clock' | 'ids'>,
  orgId: OrgId,
  type: About,
  data: Readonly<Record<string, string | number | null>>,
): NewEvent => logEventAbout(ports, organisationTarget(orgId), type, data);

/** An event of another log, such as the record of the key service. */
export function logEventAbout(
  { clock, ids }: Pick<Ports, 'clock' | 'ids'>,
  target: Target,
  type: About,
  data: Readonly<Record<string, string | number | null>>,
): NewEvent {
  const now = clock.now();
  return eventOf(ids.timed<EventId>(now), now, SYSTEM, { type, target, data });
}
