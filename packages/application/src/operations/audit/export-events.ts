import type { AuditEvent } from '@strongroom/domain';
import type { AuditFilter, AuditPage } from '@strongroom/ports';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { auditFilterOf, type EventDeps, type EventFilter, mayReadEvents } from '../../steps/audit/event-filter.ts';

const EVENTS_PER_PAGE = 500;

/**
 * Streams all audit events up to the caller's clearance, newest first. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE,
 * INSUFFICIENT_ROOM_ROLE, also in the middle of the stream when the caller loses the right.
 */
export const exportEvents =
  (deps: EventDeps & Pick<Deps, 'documents'>) =>
  async (ctx: SignedIn, filter: EventFilter): Promise<AsyncIterable<AuditEvent>> => {
    const filterNow = async () => auditFilterOf(deps, await mayReadEvents(deps, ctx, filter.roomId), filter);
    return everyEvent(deps, await filterNow(), filterNow);
  };

/** Decides again before each page: a slow reader may take hours. */
async function* everyEvent(
  { documents }: Pick<Deps, 'documents'>,
  first: AuditFilter,
  again: () => Promise<AuditFilter>,
): AsyncGenerator<AuditEvent> {
  let page: AuditPage = { limit: EVENTS_PER_PAGE };
  for (let filter = first; ; filter = await again()) {
    const found = await documents.audit.list(filter, page);
    yield* found;
    const last = found.at(-1);
    if (last === undefined) return;
    page = { limit: EVENTS_PER_PAGE, before: last.seq };
  }
}
