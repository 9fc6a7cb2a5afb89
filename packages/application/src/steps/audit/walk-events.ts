import type { AuditEvent } from '@strongroom/domain';
import type { AuditFilter, AuditPage } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

const EVENTS_PER_PAGE = 500;

/** The events that a reader may see now, and how they see them. */
export type Sight<T> = Readonly<{ filter: AuditFilter; seen: (event: AuditEvent) => T }>;

/**
 * Every event of the log that a reader may see, newest first. Decides again by `again` before each further page, which rejects
 * when the reader has lost the right: a slow one may take hours.
 */
export async function* walkEvents<T>(
  { documents }: Pick<Deps, 'documents'>,
  first: Sight<T>,
  again: () => Promise<Sight<T>>,
): AsyncGenerator<T> {
  let page: AuditPage = { limit: EVENTS_PER_PAGE };
  for (let sight = first; ; sight = await again()) {
    const found = await documents.audit.list(sight.filter, page);
    yield* found.map(sight.seen);
    const last = found.at(-1);
    if (last === undefined) return;
    page = { limit: EVENTS_PER_PAGE, before: last.seq };
  }
}
