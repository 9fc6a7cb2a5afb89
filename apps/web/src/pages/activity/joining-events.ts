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

/** Changes of who sees what in a room. The kind of the first is that of the list, and the others join it. */
export const SIGHT = [
  'folder.access_set',
  'folder.moved',
  'group.member_added',
  'group.member_removed',
  'group.deleted',
  'member.added',
  'member.role_changed',
  'member.end_changed',
  'member.removed',
  'room.adopted',
  'file.relabelled',
  'file.moved',
] as const;

/** The choice of all kinds of `SIGHT`. */
export const OF_SIGHT = 'sight';

/** The newest changes of each kind that are looked through for a person, in pages of a hundred. */
const MAX_PAGES = 3;
const PER_PAGE = 100;

type Filter = NonNullable<Parameters<typeof service.audit.events>[0]>;
type Export = NonNullable<Parameters<typeof service.audit.export>[0]>;

type JoinedFilter = Readonly<{
  room_id?: string | undefined;
  actor_id?: string | undefined;
  type?: AuditEvent['type'] | undefined;
}>;

/** Events that join a list: their kinds, and which of them; none where nothing is to join. */
type Joining = Readonly<{ kinds: readonly AuditEvent['type'][]; fits: (event: AuditEvent) => boolean }>;

function joiningOf(
  { room_id: roomId, actor_id: person = '', type }: JoinedFilter,
  isOfSight: boolean,
): Joining | undefined {
  if (roomId === undefined) return undefined;
  if (isOfSight)
    return {
      kinds: SIGHT.filter((kind) => kind !== type),
      fits: (event) =>
        (event.type !== 'file.moved' || event.data['widened'] === true) &&
        (person === '' || event.actor.id === person || personOf(event) === person),
    };
  if (person === '') return undefined;
  return {
    kinds: ABOUT.filter((kind) => type === undefined || kind === type),
    // Own deeds are found by their actor.
    fits: (event) => event.actor.id !== person && personOf(event) === person,
  };
}

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

/**
 * Changes in a room that join the events of a filter: by others about its person, or of who sees what. The service filters by the
 * actor of an event and by one kind alone.
 */
export function useJoining(filter: Filter, isOfSight: boolean): Found | undefined {
  const { actor_id: _, type: __, ...days } = filter;
  const joining = joiningOf(filter, isOfSight);
  const found = useQuery({
    queryKey: ['events-joining', filter, isOfSight],
    queryFn: async ({ signal }): Promise<Found> => {
      const kinds = (joining?.kinds ?? []).map((type) => newestOf({ ...days, type }, signal));
      const all = await Promise.all(kinds);
      return {
        events: all.flatMap(({ events }) => events).filter((event) => joining?.fits(event) === true),
        isAll: all.every(({ isAll }) => isAll),
      };
    },
    enabled: joining !== undefined,
  });
  return joining === undefined ? NONE : (found.data ?? (found.error === null ? undefined : { ...NONE, isAll: false }));
}

/** All changes that join the events of a filter, for a table. */
export async function exportJoining(
  filter: Export,
  { isOfSight, most }: Readonly<{ isOfSight: boolean; most: number }>,
): Promise<readonly AuditEvent[]> {
  const { actor_id: _, type: __, ...days } = filter;
  const joining = joiningOf(filter, isOfSight);
  const events: AuditEvent[] = [];
  for (const type of joining?.kinds ?? []) {
    let read = 0;
    for await (const event of service.audit.export({ ...days, type })) {
      if (joining?.fits(event) === true) events.push(event);
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
