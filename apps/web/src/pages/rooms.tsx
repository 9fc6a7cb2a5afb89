import type { Classification as Label, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { formatNumber, formatTimeAgo } from '../base/format.ts';
import { loadLater } from '../base/later.ts';
import { may } from '../base/may.ts';
import { useMyself } from '../base/me.ts';
import { useLabels } from '../base/queries.ts';
import { setQuery, useAddress } from '../base/router.tsx';
import { newFileCount, visitOf } from '../base/visits.ts';
import { Classification } from '../design/classification.tsx';
import { Button } from '../design/controls.tsx';
import { ErrorBoundary } from '../design/error-boundary.tsx';
import { Icon } from '../design/icons.tsx';
import { type ListFilter, ListPage } from '../design/list-page.tsx';
import type { Column } from '../design/table.tsx';
import { Badge, Empty, PageHead } from '../design/text.tsx';
import { Favourite } from './favourite.tsx';
import { ROOM_ROLES, roomRole } from './room-roles.ts';
import { UNITS, useRooms } from './rooms-data.ts';

const NewRoom = loadLater(() => import('./new-room.tsx').then(({ NewRoom: it }) => it));

export function Rooms(): ReactNode {
  const me = useMyself();
  const rooms = useRooms();
  const { searchParams } = useAddress();
  const isMaking = searchParams.get('new') !== null;
  const mayMake = may(me, 'room.create');
  const labels = useLabels().data ?? [];
  const units = useQuery({ ...UNITS, enabled: may(me, 'org_unit.list') }).data ?? [];
  const unitOf = new Map(units.map(({ id, name }) => [id, name]));
  // With one unit every room is in it.
  const columns = units.length < 2 ? COLUMNS : [...COLUMNS, unitColumn(unitOf)];
  const filters = [
    ...FILTERS,
    labelFilter(labels),
    { ...UNIT_FILTER, options: units.map(({ id, name }) => ({ id, name })) },
  ].filter((filter) => searchParams.has(filter.id) || tellsApart(filter, rooms.data ?? []));
  const make = (
    <Button kind="primary" icon="plus" onPress={() => setQuery({ new: '1' }, false)}>
      New room
    </Button>
  );
  return (
    <>
      <PageHead title="Rooms">{mayMake && (rooms.data?.length ?? 0) > 0 && make}</PageHead>
      <ListPage
        label="Rooms"
        noun={['room', 'rooms']}
        rows={rooms.data && favouritesFirst(rooms.data)}
        error={rooms.error}
        find="Find a room"
        idOf={({ id }) => id}
        textOf={({ name, description }) => `${name} ${description}`}
        columns={columns}
        filters={filters}
        order=""
        asGiven="Favourites first"
        actions={(room) => <Favourite room={room} />}
        empty={
          <Empty
            icon="room"
            title={mayMake ? 'Make your first room' : 'You are in no room yet'}
            action={mayMake && make}
          >
            A room holds the files of one deal or one matter, and the people who may see them. Files are encrypted in
            your browser before they leave it{mayMake ? '.' : '. Ask the person who invited you to add you to theirs.'}
          </Empty>
        }
      />
      {isMaking && (
        <ErrorBoundary onClose={() => setQuery({ new: '' })}>
          <Suspense>
            <NewRoom onClose={() => setQuery({ new: '' })} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Whether a filter has something to choose: some rooms fit, and others do not. */
const tellsApart = ({ options, fits }: ListFilter<Room>, rooms: readonly Room[]): boolean =>
  options.some(({ id }) => new Set(rooms.map((room) => fits(room, id))).size > 1);

/** On a phone there is no head that says what a number counts. */
const Counted = ({ count, nouns }: Readonly<{ count: number; nouns: readonly [string, string] }>): ReactNode => (
  <>
    {formatNumber(count)}
    <span className="narrow-only-inline"> {count === 1 ? nouns[0] : nouns[1]}</span>
  </>
);

const favouritesFirst = (rooms: readonly Room[]): readonly Room[] =>
  rooms.toSorted((one, other) => Number(other.favourite) - Number(one.favourite));

const roleOf = ({ my_role: role }: Room): string => (role === null ? '' : (roomRole(role)?.name ?? ''));

const COLUMNS: readonly Column<Room>[] = [
  {
    id: 'name',
    head: 'Name',
    key: ({ name }) => name,
    cell: (room) => (
      <>
        <div className="list-name">
          <Icon name={room.status === 'archived' ? 'archive' : 'room'} />
          <a className="name clamp" href={`/rooms/${room.id}`} title={room.name}>
            <bdi>{room.name}</bdi>
          </a>
          {room.status === 'archived' && <Badge>archived</Badge>}
          <NewSince room={room} />
        </div>
        {room.description !== '' && <div className="soft cut">{room.description}</div>}
      </>
    ),
  },
  {
    id: 'label',
    head: 'Label',
    key: ({ classification }) => classification,
    cell: ({ classification }) => <Classification label={classification} />,
  },
  {
    id: 'role',
    head: 'Your role',
    isExtra: true,
    key: roleOf,
    cell: (room) => <span className="soft">{roleOf(room)}</span>,
  },
  {
    id: 'files',
    head: 'Files',
    isNumber: true,
    key: ({ file_count: files }) => files,
    cell: ({ file_count: files }) => <Counted count={files} nouns={['file', 'files']} />,
  },
  {
    id: 'members',
    head: 'Members',
    isNumber: true,
    isExtra: true,
    key: ({ member_count: members }) => members,
    cell: ({ member_count: members }) => formatNumber(members),
  },
  {
    id: 'active',
    head: 'Last file',
    isShort: true,
    key: ({ last_activity_at: at }) => at ?? '',
    cell: ({ last_activity_at: at }) => (
      <span className="soft">
        {at && <span className="narrow-only-inline">last </span>}
        {at ? formatTimeAgo(at) : ''}
      </span>
    ),
  },
  {
    id: 'opened',
    head: 'You opened it',
    isExtra: true,
    isShort: true,
    key: (room) => -(visitOf(room)?.at ?? 0),
    cell: (room) => <Opened at={visitOf(room)?.at} />,
  },
  {
    id: 'made',
    head: 'Made',
    isExtra: true,
    isShort: true,
    key: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <span className="soft">{formatTimeAgo(at)}</span>,
  },
];

const unitColumn = (names: ReadonlyMap<string, string>): Column<Room> => ({
  id: 'unit',
  head: 'Org unit',
  isExtra: true,
  isShort: true,
  key: ({ org_unit_id: id }) => names.get(id) ?? '',
  cell: ({ org_unit_id: id }) => <bdi className="soft whole-words">{names.get(id) ?? ''}</bdi>,
});

const UNIT_FILTER = {
  id: 'unit',
  label: 'Org unit',
  fits: ({ org_unit_id: unit }: Room, wanted: string): boolean => unit === wanted,
} as const;

const labelFilter = (labels: readonly Label[]): ListFilter<Room> => ({
  id: 'label',
  label: 'Label',
  options: labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
  fits: ({ classification }, wanted) => classification === wanted,
});

const FILTERS: readonly ListFilter<Room>[] = [
  {
    id: 'favourite',
    label: 'Favourites',
    any: 'Favourites and others',
    options: [{ id: 'yes', name: 'Favourites only' }],
    fits: ({ favourite }) => favourite,
  },
  { id: 'role', label: 'Your role', options: ROOM_ROLES, fits: ({ my_role: role }, wanted) => role === wanted },
  {
    id: 'state',
    label: 'State',
    options: [
      { id: 'active', name: 'Active' },
      { id: 'archived', name: 'Archived' },
    ],
    fits: ({ status }, wanted) => status === wanted,
  },
];

const Opened = ({ at }: Readonly<{ at: number | undefined }>): ReactNode => (
  <span className="soft">{at === undefined ? 'no visit noted' : formatTimeAgo(new Date(at).toISOString())}</span>
);

/** Files that came since the last visit. */
function NewSince({ room }: Readonly<{ room: Room }>): ReactNode {
  const fresh = newFileCount(room) ?? 0;
  return fresh > 0 ? <Badge tone="accent">{formatNumber(fresh)} new</Badge> : null;
}
