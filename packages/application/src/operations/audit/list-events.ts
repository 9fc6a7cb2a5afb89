import type { AuditEvent } from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Listed, PageRequest } from '../../kernel/lists.ts';
import { type EventDeps, type EventFilter, mayReadEvents, selectionOf } from '../../steps/audit/event-filter.ts';
import { events } from '../../store/events.ts';

/** A log grows without end: matches are counted up to this number. */
const MAX_TOTAL = 10_000;

/** Audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, INVALID_CURSOR. */
export const listEvents =
  (deps: EventDeps & Pick<Deps, 'lists'>) =>
  async (
    ctx: SignedIn,
    { page, ...filter }: EventFilter & Readonly<{ page: PageRequest }>,
  ): Promise<Listed<AuditEvent>> => {
    deps.lists.check('events', page);
    const who = await mayReadEvents(deps, ctx, filter.roomId);
    const selection = selectionOf(deps, who, filter);
    const name = `events:${JSON.stringify(selection)}`;
    return deps.lists.page({ name, collection: events, selection, maxTotal: MAX_TOTAL }, page);
  };
