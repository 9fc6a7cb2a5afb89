import type { AuditEvent } from '@strongroom/domain';
import type { AuditFilter, AuditPage } from '@strongroom/ports';
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

const EVENTS_PER_PAGE = 500;

/**
 * Streams all audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE,
 * INSUFFICIENT_ROOM_ROLE, also in the middle of the stream when the caller loses the right.
 */
export const exportEvents =
  (deps: EventDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<EventSeen>> => {
    const sightNow = async (): Promise<Sight> => {
      const who = await mayReadEvents(deps, ctx, filter.roomId);
      return { filter: auditFilterOf(deps, who, filter), seen: eventsFor(who) };
    };
    return everyEvent(deps, await sightNow(), sightNow);
  };

type Sight = Readonly<{ filter: AuditFilter; seen: (event: AuditEvent) => EventSeen }>;

/** Decides again before each page: a slow reader may take hours. */
async function* everyEvent(
  { documents }: Pick<Deps, 'documents'>,
  first: Sight,
  again: () => Promise<Sight>,
): AsyncGenerator<EventSeen> {
  let page: AuditPage = { limit: EVENTS_PER_PAGE };
  for (let sight = first; ; sight = await again()) {
    const found = await documents.audit.list(sight.filter, page);
    yield* found.map(sight.seen);
    const last = found.at(-1);
    if (last === undefined) return;
    page = { limit: EVENTS_PER_PAGE, before: last.seq };
  }
}
