import type { AuditEvent } from '@strongroom/domain';
import type { Page, Selection } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type EventDeps, type EventFilter, mayReadEvents, selectionOf } from '../../steps/audit/event-filter.ts';
import { stateOf } from '../../store/collection.ts';
import { events } from '../../store/events.ts';

const EVENTS_PER_PAGE = 500;

/**
 * Streams all audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE,
 * INSUFFICIENT_ROOM_ROLE, also in the middle of the stream when the caller loses the right.
 */
export const exportEvents =
  (deps: EventDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<AuditEvent>> => {
    const selection = async () => selectionOf(deps, await mayReadEvents(deps, ctx, filter.roomId), filter);
    return everyEvent(deps, await selection(), selection);
  };

/** Decides again before each page: a slow reader may take hours. */
async function* everyEvent(
  { documents }: Pick<Deps, 'documents'>,
  first: Selection,
  again: () => Promise<Selection>,
): AsyncGenerator<AuditEvent> {
  let page: Page = { limit: EVENTS_PER_PAGE };
  for (let selection = first; ; selection = await again()) {
    const found = await documents.list(events.name, selection, page);
    for (const document of found) yield stateOf(events, document);
    const last = found.at(-1);
    if (last === undefined || found.length < EVENTS_PER_PAGE) return;
    page = { limit: EVENTS_PER_PAGE, after: { position: last.position, id: last.id } };
  }
}
