import type { AuditEvent } from '@strongroom/domain';
import type { AuditFilter, AuditPage } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

/** As many as one command of MongoDB reads; SQLite reads them in about four milliseconds. */
const EVENTS_PER_PAGE = 900;

/** The events that a reader may see now, and how they see them. */
export type EventSight<T> = Readonly<{ filter: AuditFilter; seen: (event: AuditEvent) => T }>;

/** A part of the log by the numbers of its events, `from` inclusive and `before` exclusive. */
export type PartOfLog = Readonly<{ from: number; before: number }>;
const WHOLE: PartOfLog = { from: 0, before: Number.MAX_SAFE_INTEGER };

/**
 * Every event of the log, or of a part of it, that a reader may see, newest first, by pages. Decides again by `again` before
 * each further page, which rejects when the reader has lost the right: a slow one may take hours.
 */
export async function* walkPages<T>(
  { documents }: Pick<Deps, 'documents'>,
  first: EventSight<T>,
  again: () => Promise<EventSight<T>>,
  { from, before }: PartOfLog = WHOLE,
): AsyncGenerator<readonly T[]> {
  let page: AuditPage = { limit: EVENTS_PER_PAGE, before, since: from };
  for (let sight = first; ; sight = await again()) {
    const found = await documents.audit.list(sight.filter, page);
    if (found.length > 0) yield found.map(sight.seen);
    const last = found.at(-1);
    if (last === undefined) return;
    page = { ...page, before: last.seq };
  }
}

/** Walks the events one by one. */
export async function* walkEvents<T>(
  deps: Pick<Deps, 'documents'>,
  first: EventSight<T>,
  again: () => Promise<EventSight<T>>,
): AsyncGenerator<T> {
  for await (const page of walkPages(deps, first, again)) yield* page;
}
