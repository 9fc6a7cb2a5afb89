import {
  type AuditEvent,
  DomainError,
  dayNamer,
  type EventType,
  type Instant,
  type RoomId,
  type TimeZone,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { auditFilterOf, type EventDeps, mayReadEvents } from '../../steps/audit/event-filter.ts';
import { type EventSight, type PartOfLog, walkPages } from '../../steps/audit/walk-events.ts';

/** Events by which the key of a file was released to a person or to the holder of a link. */
const OPENED: readonly EventType[] = ['file.downloaded', 'share.redeemed'];

/** Openings of a file by a user, or by holders of a link. */
export type FileOpenings = Readonly<{
  actor: Readonly<{ type: 'user' | 'share'; id: string }>;
  fileId: string;
  count: number;
  firstAt: Instant;
  lastAt: Instant;
  /** By the clocks of the zone that was asked for, the first day first. */
  days?: readonly DayOfOpenings[] | undefined;
}>;

type DayOfOpenings = Readonly<{ day: string; count: number }>;

export type OpeningsFilter = Readonly<{
  roomId?: RoomId | undefined;
  /** Inclusive. */
  from?: Instant | undefined;
  /** Exclusive. */
  to?: Instant | undefined;
  /** Counts by day too. */
  timeZone?: TimeZone | undefined;
}>;

/** Parts of the log that are read at once: the store reads one while the service counts another. */
const PARTS = 3;
/** Rows of a report, and days of them; about 30 MB. */
const MAX_ROWS = 100_000;
const TOO_MANY = 'The report has more than 100 000 rows. Ask for one room, or for a shorter time.';
/** Events that are charged like one document of a list: they are read by the index, and nothing is decided about them. */
const EVENTS_PER_DOCUMENT = 10;

/**
 * Counts from the record who opened which file, as far as the caller may read events: the latest opened first. The events are
 * charged to the caller. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROLE, INSUFFICIENT_ROOM_ROLE, RATE_LIMIT_EXCEEDED, and
 * LIMIT_REACHED for more than 100 000 rows.
 */
export const reportOpenings =
  (deps: EventDeps & Pick<Deps, 'documents' | 'countReading'>) =>
  async (ctx: SignedIn, filter: OpeningsFilter): Promise<readonly FileOpenings[]> => {
    const found = new Map<string, Tally>();
    const dayOf = filter.timeZone === undefined ? undefined : dayNamer(filter.timeZone);
    let size = 0;
    const count = async (type: EventType, part: PartOfLog): Promise<void> => {
      const sightNow = async (): Promise<EventSight<AuditEvent>> => {
        const who = await mayReadEvents(deps, ctx, filter.roomId);
        return { filter: auditFilterOf(deps, who, { ...filter, type }), seen: (event) => event };
      };
      for await (const events of walkPages(deps, await sightNow(), sightNow, part)) {
        await deps.countReading(ctx.credential.userId, Math.ceil(events.length / EVENTS_PER_DOCUMENT));
        for (const event of events) size += add(found, event, dayOf);
        if (size > MAX_ROWS) throw new DomainError('LIMIT_REACHED', { message: TOO_MANY });
      }
    };
    await mayReadEvents(deps, ctx, filter.roomId);
    const parts = partsOf((await deps.documents.audit.head()).size);
    await Promise.all(OPENED.flatMap((type) => parts.map((part) => count(type, part))));
    return [...found.values()]
      .sort((one, other) => other.lastAt - one.lastAt || keyOf(one).localeCompare(keyOf(other)))
      .map(({ days, ...openings }) => ({ ...openings, ...(days !== undefined && { days: inOrder(days) }) }));
  };

function partsOf(size: number): readonly PartOfLog[] {
  const starts = Array.from({ length: PARTS }, (_, part) => Math.floor((size * part) / PARTS));
  return starts.map((from, part) => ({ from, before: starts[part + 1] ?? Number.MAX_SAFE_INTEGER }));
}

const keyOf = ({ actor, fileId }: Pick<FileOpenings, 'actor' | 'fileId'>): string => `${actor.id} ${fileId}`;

/** A row that grows: a report reads a hundred thousand events, and copies none of its rows for each. */
type Tally = { -readonly [field in keyof Omit<FileOpenings, 'days'>]: FileOpenings[field] } & {
  readonly days: Map<string, number> | undefined;
};

const inOrder = (days: ReadonlyMap<string, number>): readonly DayOfOpenings[] =>
  [...days].map(([day, count]) => ({ day, count })).sort((one, other) => one.day.localeCompare(other.day));

/** Counts an event. Returns how many rows and days of rows are new. */
function add(
  found: Map<string, Tally>,
  { actor, target, data, occurredAt }: AuditEvent,
  dayOf: ((at: Instant) => string) | undefined,
): number {
  // The target of a redemption is the link.
  const fileId = target.type === 'share' ? data['file_id'] : target.id;
  // Holders of upload requests open nothing.
  if ((actor.type !== 'user' && actor.type !== 'share') || typeof fileId !== 'string') return 0;
  const key = keyOf({ actor, fileId });
  const day = dayOf?.(occurredAt);
  const known = found.get(key);
  if (known === undefined) {
    const by = { type: actor.type, id: actor.id };
    const days = day === undefined ? undefined : new Map([[day, 1]]);
    found.set(key, { actor: by, fileId, count: 1, firstAt: occurredAt, lastAt: occurredAt, days });
    return days === undefined ? 1 : 2;
  }
  known.count++;
  // Events may be recorded out of the order of their times.
  if (occurredAt < known.firstAt) known.firstAt = occurredAt;
  if (occurredAt > known.lastAt) known.lastAt = occurredAt;
  if (day === undefined || known.days === undefined) return 0;
  const before = known.days.get(day) ?? 0;
  known.days.set(day, before + 1);
  return before === 0 ? 1 : 0;
}
