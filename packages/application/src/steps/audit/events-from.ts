import type { AuditEvent } from '@strongroom/domain';
import type { AuditFilter, AuditLog } from '@strongroom/ports';

/** Maximum number of events that are read at once. */
const AT_ONCE = 500;
/** Growth of a stretch of the log in which nothing matched. */
const GROWTH = 16;

type Reader = Pick<AuditLog, 'list' | 'head'>;

/** Whether any event from `position` on matches. */
export async function isAnyFrom(log: Pick<AuditLog, 'list'>, filter: AuditFilter, position: number): Promise<boolean> {
  const [newest] = await log.list(filter, { limit: 1 });
  return newest !== undefined && newest.seq >= position;
}

/**
 * The first matching events from `position` on, oldest first, at most 500. The log lists from its end, so this looks for the
 * stretch that holds the first ones: a few short lists, however long the log is and however rare the matches.
 */
export async function eventsFrom(log: Reader, filter: AuditFilter, position: number): Promise<readonly AuditEvent[]> {
  const { size } = await log.head();
  /** No event from `position` to before this matches. */
  let empty = position;
  /** More than 500 events before this match. */
  let full = Number.POSITIVE_INFINITY;
  let end = Math.min(size, position + AT_ONCE);
  while (empty < size) {
    const found = await log.list(filter, { limit: AT_ONCE, before: end });
    const here = found.filter(({ seq }) => seq >= empty);
    const isWhole = here.length < AT_ONCE || end - empty <= AT_ONCE;
    if (isWhole && here.length > 0) return here.toReversed();
    if (isWhole) empty = end;
    else full = end;
    end =
      full === Number.POSITIVE_INFINITY
        ? Math.min(size, end + (end - position) * GROWTH)
        : Math.max(empty + AT_ONCE, Math.floor((empty + full) / 2));
  }
  return [];
}
