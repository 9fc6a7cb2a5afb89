import { randomUUID } from 'node:crypto';
import type { EventId, Instant, NewEvent } from '@strongroom/domain';

/** An event that differs from others in its id only. */
export const anEvent = (): NewEvent => ({
  id: randomUUID() as string as EventId,
  type: 'room.edited',
  outcome: 'allowed',
  rule: null,
  occurredAt: Date.now() as Instant,
  actor: { type: 'system' },
  target: { type: 'organisation', id: randomUUID(), roomId: null, label: null },
  request: null,
  data: {},
});
