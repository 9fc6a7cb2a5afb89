import type { AuditEvent } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../base/service.ts';
import { personOf } from './event-sentence.ts';

/** Changes in a room that are about a person. */
const ABOUT = [
  'member.added',
  'member.role_changed',
  'member.end_changed',
  'member.removed',
  'group.member_added',
  'group.member_removed',
] as const;

/** The newest changes of each kind that are looked through for a person, in pages of a hundred. */
const MAX_PAGES = 3;
const PER_PAGE = 100;

type Filter = NonNullable<Parameters<typeof service.audit.events>[0]>;
type Export = NonNullable<Parameters<typeof service.audit.export>[0]>;

/** The kinds of events about a person among those that a filter asks for. */
const kindsOf = (type: AuditEvent['type'] | undefined) => ABOUT.filter((kind) => type === undefined || kind === type);

/** Own deeds are found by their actor. */
const isAbout = (event: AuditEvent, personId: string): boolean =>
  event.actor.id !== personId && personOf(event) === personId;

type Page = Awaited<ReturnType<ReturnType<typeof service.audit.events>['page']>>;
type Found = Readonly<{ events: readonly AuditEvent[]; isAll: boolean }>;

async function newestOf(filter: Filter, signal: AbortSignal): Promise<Found> {
  const events: AuditEvent[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked: Filter = { ...filter, per_page: PER_PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: Page = await service.audit.events(asked, { signal }).page();
    events.push(...page.data);
    cursor = page.meta.next_cursor;
    if (cursor === null) break;
  }
  return { events, isAll: cursor === null };
}

const NONE: Found = { events: [], isAll: true };

/** Changes by others about the person of a filter, in a room. The service filters by the actor of an event alone. */
export function useEventsAbout(filter: Filter): Found | undefined {
  const { room_id: roomId, actor_id: person = '', type, ...days } = filter;
  const isAsked = roomId !== undefined && person !== '';
  const found = useQuery({
    queryKey: ['events-about', filter],
    queryFn: async ({ signal }): Promise<Found> => {
      const kinds = kindsOf(type).map((kind) => newestOf({ ...days, room_id: roomId, type: kind }, signal));
      const all = await Promise.all(kinds);
      return {
        events: all.flatMap(({ events }) => events).filter((event) => isAbout(event, person)),
        isAll: all.every(({ isAll }) => isAll),
      };
    },
    enabled: isAsked,
  });
  return isAsked ? (found.data ?? (found.error === null ? undefined : { ...NONE, isAll: false })) : NONE;
}

/** All changes by others about the person of a filter, for a table. */
export async function exportAbout(filter: Export, most: number): Promise<readonly AuditEvent[]> {
  const { room_id: roomId, actor_id: person, type, ...days } = filter;
  if (roomId === undefined || person === undefined) return [];
  const events: AuditEvent[] = [];
  for (const kind of kindsOf(type)) {
    let read = 0;
    for await (const event of service.audit.export({ ...days, room_id: roomId, type: kind })) {
      if (isAbout(event, person)) events.push(event);
      if (++read >= most) break;
    }
  }
  return events;
}

/** Two lists that come newest first as one, as far back as the first is read. */
export function joinEvents(
  read: readonly AuditEvent[],
  about: readonly AuditEvent[],
  isAll: boolean,
): readonly AuditEvent[] {
  const oldest = read.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
  const fitting = about.filter(({ seq }) => isAll || seq > oldest);
  return fitting.length === 0 ? read : [...read, ...fitting].toSorted((one, other) => other.seq - one.seq);
}
