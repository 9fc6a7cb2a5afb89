import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import {
  auditFilterOf,
  type EventDeps,
  type EventFilter,
  type EventSeen,
  eventsFor,
  mayReadEvents,
} from '../../steps/audit/event-filter.ts';
import { type EventSight, walkEvents } from '../../steps/audit/walk-events.ts';

/**
 * Streams all audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE,
 * INSUFFICIENT_ROOM_ROLE, also in the middle of the stream when the caller loses the right.
 */
export const exportEvents =
  (deps: EventDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<EventSeen>> => {
    const sightNow = async (): Promise<EventSight<EventSeen>> => {
      const who = await mayReadEvents(deps, ctx, filter.roomId);
      return { filter: auditFilterOf(deps, who, filter), seen: eventsFor(who) };
    };
    return walkEvents(deps, await sightNow(), sightNow);
  };
