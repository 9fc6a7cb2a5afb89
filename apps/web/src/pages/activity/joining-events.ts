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

/** Which events join a list. `isKnown`: whether the reader sees the thing of an id in the room. */
export type JoiningRules = Readonly<{
  isOfSight: boolean;
  /** The file or folder that the list is about. */
  about: string | undefined;
  readsAllRooms: boolean;
  isKnown: (id: string) => boolean;
}>;

/** Events that join a list: what the service is asked for, and which of the answer. */
type Joining<F> = Readonly<{ asked: F; fits: (event: AuditEvent) => boolean }>;

const withType = <F extends JoinedFilter>(filter: F, types: readonly AuditEvent['type'][]): readonly F[] =>
  types.map((type) => ({ ...filter, type }));

function joiningOf<F extends JoinedFilter>(filter: F, rules: JoiningRules): readonly Joining<F>[] {
  const { room_id: roomId, actor_id: person = '', type } = filter;
  if (roomId === undefined) return [];
  const ofAll = { ...filter, actor_id: undefined };
  if (rules.isOfSight)
    return withType(
      ofAll,
      SIGHT.filter((kind) => kind !== type),
    ).map((asked) => ({
      asked,
      fits: (event) =>
        (event.type !== 'file.moved' || event.data['widened'] === true || event.target.id === rules.about) &&
        (person === '' || event.actor.id === person || personOf(event) === person),
    }));
  const about = person === '' ? [] : ABOUT.filter((kind) => type === undefined || kind === type);
  const refused = rules.readsAllRooms && (type === undefined || type === 'access.denied');
  return [
    ...withType(ofAll, about).map((asked) => ({
      asked,
      // Own deeds are found by their actor.
      fits: (event: AuditEvent) => event.actor.id !== person && personOf(event) === person,
    })),
    // A refusal that was answered as "not found" is in no room, unless its request named one.
    ...withType({ ...filter, room_id: undefined }, refused ? ['access.denied'] : []).map((asked) => ({
      asked,
      fits: ({ target: { room_id: named, id } }: AuditEvent) => named === null && id !== null && rules.isKnown(id),
    })),
  ];
}

const withoutAbsent = (filter: Filter): Filter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

type Page = Awaited<ReturnType<ReturnType<typeof service.audit.events>['page']>>;
type Found = Readonly<{ events: readonly AuditEvent[]; isAll: boolean }>;

async function newestOf(filter: Filter, signal: AbortSignal): Promise<Found> {
  const events: AuditEvent[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const asked: Filter = { ...withoutAbsent(filter), per_page: PER_PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: Page = await service.audit.events(asked, { signal }).page();
    events.push(...page.data);
    cursor = page.meta.next_cursor;
    if (cursor === null) break;
  }
  return { events, isAll: cursor === null };
}

const NONE: Found = { events: [], isAll: true };

/**
 * Events that join those of a filter in a room: changes by others about its person, or of who sees what, and refusals that name no
 * room. The service filters by the actor of an event and by one kind alone.
 */
export function useJoining(filter: Filter, rules: JoiningRules): Found | undefined {
  const joining = joiningOf(filter, rules);
  const found = useQuery({
    queryKey: ['events-joining', ...joining.map(({ asked }) => asked)],
    queryFn: ({ signal }) => Promise.all(joining.map(({ asked }) => newestOf(asked, signal))),
    enabled: joining.length > 0,
  });
  if (joining.length === 0) return NONE;
  if (found.data === undefined) return found.error === null ? undefined : { ...NONE, isAll: false };
  return {
    events: found.data.flatMap(({ events }, index) => events.filter((event) => joining[index]?.fits(event) === true)),
    isAll: found.data.every(({ isAll }) => isAll),
  };
}

/** All events that join those of a filter, for a table. */
export async function exportJoining(
  filter: Export,
  { most, ...rules }: JoiningRules & Readonly<{ most: number }>,
): Promise<readonly AuditEvent[]> {
  const events: AuditEvent[] = [];
  for (const { asked, fits } of joiningOf(filter, rules)) {
    let read = 0;
    for await (const event of service.audit.export(withoutAbsent(asked))) {
      if (fits(event)) events.push(event);
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
