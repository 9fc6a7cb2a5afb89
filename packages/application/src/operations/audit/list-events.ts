import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedPage, PageRequest } from '../../kernel/lists.ts';
import {
  auditFilterOf,
  type EventDeps,
  type EventFilter,
  type EventSeen,
  eventsFor,
  mayReadEvents,
} from '../../steps/audit/event-filter.ts';

/** A log grows without end: matches are counted up to this number. */
const MAX_TOTAL = 10_000;

/** Audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listEvents =
  (deps: EventDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { page, ...filter }: EventFilter & Readonly<{ page: PageRequest }>,
  ): Promise<ListedPage<EventSeen>> => {
    deps.lists.check('events', page);
    const who = await mayReadEvents(deps, ctx, filter.roomId);
    const wanted = auditFilterOf(deps, who, filter);
    const { items, ...rest } = await deps.lists.pageOfLog(
      { name: `events:${JSON.stringify(wanted)}`, filter: wanted, maxTotal: MAX_TOTAL },
      page,
    );
    return { ...rest, items: items.map(eventsFor(who)) };
  };
