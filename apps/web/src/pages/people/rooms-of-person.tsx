import type { User, UserRoom } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Icon } from '../../design/icons.tsx';
import { type ListFilter, ListPage } from '../../design/list-page.tsx';
import type { Column } from '../../design/table.tsx';
import { Badge, Empty } from '../../design/text.tsx';
import { ROOM_ROLES, roomRole } from '../room-roles.ts';

/** The rooms in which the reader sees a person as a member. */
export function RoomsOfPerson({ person }: Readonly<{ person: User }>): ReactNode {
  const me = useMyself();
  const rooms = useQuery({
    queryKey: ['people', person.id, 'rooms'],
    queryFn: () => service.users.rooms(person.id, { per_page: 100 }).all(),
  });
  const isOneself = person.id === me.id;
  const isRecorded = may(me, 'room.oversee') && !isOneself;
  const introduction = isOneself
    ? 'Your rooms.'
    : isRecorded
      ? 'Their rooms up to your clearance.'
      : 'Rooms in which you meet them.';
  return (
    <>
      <div>
        <h2>Rooms</h2>
        <p className="soft">
          {introduction}
          {isRecorded && ' The log records that you looked.'}
        </p>
      </div>
      <ListPage
        label="Rooms"
        noun={['room', 'rooms']}
        rows={rooms.data}
        error={rooms.error}
        find="Find a room"
        idOf={({ room_id: id }) => id}
        textOf={({ name, groups = [] }) => [name, ...groups.map((group) => group.name)].join(' ')}
        columns={COLUMNS.filter(
          ({ id }) => id !== 'groups' || rooms.data?.some(({ groups = [] }) => groups.length > 0) === true,
        )}
        filters={FILTERS}
        order="name"
        empty={
          <Empty icon="room" title="In no room that you see">
            Rooms that you may not see are not listed. An owner of a room adds people under Members.
          </Empty>
        }
      />
    </>
  );
}

const FILTERS: readonly ListFilter<UserRoom>[] = [
  { id: 'role', label: 'Role', options: ROOM_ROLES, fits: ({ role }, wanted) => role === wanted },
  {
    id: 'access',
    label: 'Access',
    options: [
      { id: 'full', name: 'Sees the room' },
      { id: 'none', name: 'Sees nothing' },
    ],
    fits: ({ effective_access: access }, wanted) => access === wanted,
  },
];

const groupsOf = ({ groups = [] }: UserRoom): string => groups.map(({ name }) => name).join(', ');

const COLUMNS: readonly Column<UserRoom>[] = [
  {
    id: 'name',
    head: 'Name',
    key: ({ name }) => name,
    cell: ({ room_id: id, name, status }) => (
      <div className="list-name">
        <Icon name={status === 'archived' ? 'archive' : 'room'} />
        <a className="name clamp" href={`/rooms/${id}`} title={name}>
          <bdi>{name}</bdi>
        </a>
        {status === 'archived' && <Badge>archived</Badge>}
      </div>
    ),
  },
  {
    id: 'role',
    head: 'Role',
    isShort: true,
    key: ({ role }) => -ROOM_ROLES.findIndex(({ id }) => id === role),
    cell: ({ role }) => roomRole(role)?.name,
  },
  {
    id: 'groups',
    head: 'Groups',
    key: groupsOf,
    cell: (room) => <span className="soft whole-words">{groupsOf(room)}</span>,
  },
  {
    id: 'label',
    head: 'Label',
    key: ({ classification }) => classification,
    cell: ({ classification }) => <Classification label={classification} isShort />,
  },
  {
    id: 'sees',
    head: 'Sees',
    key: ({ effective_access: access }) => access,
    cell: ({ effective_access: access }) =>
      access === 'full' ? (
        <Badge tone="good">the room</Badge>
      ) : (
        <Badge tone="warn" title="Their clearance is below the label of the room">
          nothing: clearance too low
        </Badge>
      ),
  },
  {
    id: 'since',
    head: 'Since',
    isExtra: true,
    isShort: true,
    key: ({ joined_at: at }) => at,
    cell: ({ joined_at: at }) => <span className="soft">{formatDate(at)}</span>,
  },
  {
    id: 'until',
    head: 'Until',
    isExtra: true,
    isShort: true,
    key: ({ expires_at: at }) => at ?? '',
    cell: ({ expires_at: at }) => <span className="soft">{at === null ? 'no end' : formatDate(at)}</span>,
  },
];
