import type { Classification as Label, OrgUnit, OverseenRoom } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate, formatNumber, plural } from '../../base/format.ts';
import { isolateNames } from '../../base/isolating.ts';
import { allowedOffers, may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { goTo, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { Button, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Menu, type MenuAction } from '../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../design/list-page.tsx';
import type { Column } from '../../design/table.tsx';
import { Badge, Empty, Failure, Notice, PageHead } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { saveTable } from '../../save/save-table.ts';
import { useNames, usePeople } from '../people-data.ts';
import { isWhole } from '../person-name.ts';
import { changeArchived } from '../room/settings/archive-room.ts';
import { DestroyRoom } from '../room/settings/destroy-room.tsx';
import { UNITS } from '../rooms-data.ts';

const FILTERS: readonly ListFilter<OverseenRoom>[] = [
  {
    id: 'state',
    label: 'State',
    options: [
      { id: 'orphaned', name: 'Without an owner' },
      { id: 'archived', name: 'Archived' },
    ],
    fits: ({ orphaned, status }, wanted) => (wanted === 'orphaned' ? orphaned : status === wanted),
  },
];

const labelFilter = (labels: readonly Label[]): ListFilter<OverseenRoom> => ({
  id: 'label',
  label: 'Label',
  options: labels.map(({ label, name }) => ({ id: label, name: `${label} ${name}` })),
  fits: ({ classification }, wanted) => classification === wanted,
});

const unitFilter = (units: readonly OrgUnit[]): ListFilter<OverseenRoom> => ({
  id: 'unit',
  label: 'Org unit',
  options: units.map(({ id, name }) => ({ id, name })),
  fits: ({ org_unit_id: unit }, wanted) => unit === wanted,
});

const unitColumn = (names: ReadonlyMap<string, string>): Column<OverseenRoom> => ({
  id: 'unit',
  head: 'Org unit',
  key: ({ org_unit_id: id }) => names.get(id) ?? '',
  cell: ({ org_unit_id: id }) => <bdi className="soft whole-words">{names.get(id) ?? ''}</bdi>,
});

type Cells = Readonly<{ units: ReadonlyMap<string, string>; nameOf: (id: string) => string }>;

/** Rooms as a table, as they are found. */
const roomsAsTable = (rooms: readonly OverseenRoom[], cells: Cells): readonly (readonly string[])[] => [
  ['Name', 'Description', 'Label', 'Org unit', 'Members', 'State', 'Made', 'Made by'],
  ...rooms.map((room) => [
    room.name,
    room.description,
    room.classification,
    cells.units.get(room.org_unit_id) ?? '',
    String(room.member_count),
    room.orphaned ? 'without an owner' : room.status,
    room.created_at,
    cells.nameOf(room.created_by),
  ]),
];

const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: ['overseen'] });

type Open = Readonly<{ dialog: 'adopt' | 'destroy'; room: OverseenRoom }>;
type Run = Readonly<{ open: (opened: Open) => void; archive: (room: OverseenRoom) => void }>;

/** The actions on a room that the service allows to those who oversee it. */
function actionsOf(room: OverseenRoom, { open, archive }: Run): readonly MenuAction[] {
  const isArchived = room.status === 'archived';
  return allowedOffers<MenuAction>([
    [true, { id: 'open', name: 'Open', icon: 'room', run: () => goTo(`/rooms/${room.id}`) }],
    [
      may(room, 'audit.room.read'),
      { id: 'activity', name: 'Activity', icon: 'activity', run: () => goTo(`/rooms/${room.id}/activity`) },
    ],
    [
      room.orphaned && may(room, 'room.members.add'),
      { id: 'owner', name: 'Name an owner', icon: 'account', run: () => open({ dialog: 'adopt', room }) },
    ],
    [
      may(room, isArchived ? 'room.unarchive' : 'room.archive'),
      {
        id: 'archive',
        name: isArchived ? 'Bring back' : 'Archive',
        icon: 'archive',
        run: () => archive(room),
      },
    ],
    [
      may(room, 'room.delete'),
      { id: 'destroy', name: 'Destroy', icon: 'trash', isDanger: true, run: () => open({ dialog: 'destroy', room }) },
    ],
  ]);
}

/** Rooms without their files, for those who oversee. Each look is recorded. */
export function Oversight(): ReactNode {
  const me = useMyself();
  const { searchParams } = useAddress();
  const state = searchParams.get('state') ?? '';
  const rooms = useQuery({
    queryKey: ['overseen'],
    queryFn: () => service.rooms.overseen({ per_page: 100, may: 'true' }).all(),
  });
  const nameOf = useNames();
  const labels = useLabels().data ?? [];
  const units = useQuery({ ...UNITS, enabled: may(me, 'org_unit.list') }).data ?? [];
  const unitNames = new Map(units.map(({ id, name }) => [id, name]));
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const archive = useMutation({
    mutationFn: (room: OverseenRoom) => changeArchived(room, changed),
    onSettled: changed,
  });
  const orphans = (rooms.data ?? []).filter(({ orphaned }) => orphaned).length;
  const columns: readonly Column<OverseenRoom>[] = [
    {
      id: 'name',
      head: 'Name',
      key: ({ name }) => name,
      cell: (room) => (
        <div className="row">
          <a className="name clamp" href={`/rooms/${room.id}`} title={room.name}>
            <bdi>{room.name}</bdi>
          </a>
          {room.orphaned && <Badge tone="danger">no owner</Badge>}
          {room.status === 'archived' && <Badge>archived</Badge>}
        </div>
      ),
    },
    {
      id: 'label',
      head: 'Label',
      key: ({ classification }) => classification,
      cell: ({ classification }) => <Classification label={classification} isShort />,
    },
    {
      id: 'members',
      head: 'Members',
      isNumber: true,
      key: ({ member_count: members }) => members,
      cell: ({ member_count: members }) => (
        <>
          {formatNumber(members)}
          <span className="narrow-only-inline"> {members === 1 ? 'member' : 'members'}</span>
        </>
      ),
    },
    {
      id: 'made',
      head: 'Made',
      isExtra: true,
      key: ({ created_at: at }) => at,
      cell: (room) => (
        <div className="soft made">
          <div className="short">{formatDate(room.created_at)}</div>
          <div className="cut" title={nameOf(room.created_by)}>
            by {nameOf(room.created_by)}
          </div>
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHead title="All rooms" />
      <p className="soft">
        You see that these rooms exist, up to your clearance, and nothing of their files: not how many, how large or how
        recent they are. The log records that you looked.
      </p>
      {orphans > 0 && state !== 'orphaned' && (
        <Notice tone="warn">
          <a href="/oversight?state=orphaned">{plural(orphans, 'room')} without an owner</a>: nobody can add people to
          them or destroy them until an owner is named.
        </Notice>
      )}
      <Failure error={archive.error} />
      <ListPage
        label="All rooms"
        noun={['room', 'rooms']}
        rows={rooms.data}
        error={rooms.error}
        find="Find a room"
        idOf={({ id }) => id}
        textOf={({ name, description }) => `${name} ${description}`}
        columns={units.length < 2 ? columns : columns.toSpliced(2, 0, unitColumn(unitNames))}
        filters={[...FILTERS, labelFilter(labels), ...(units.length < 2 ? [] : [unitFilter(units)])]}
        order="-made"
        onSave={(found) => saveTable(roomsAsTable(found, { units: unitNames, nameOf }), 'All rooms')}
        nothing={
          state === 'orphaned' && orphans === 0 ? (
            <Empty icon="room" title="Every room has an owner">
              A room loses its last owner when that person is deactivated.
            </Empty>
          ) : undefined
        }
        empty={
          <Empty icon="room" title="No such room">
            Rooms above your clearance are not listed.
          </Empty>
        }
        actions={(room) => (
          <>
            {room.orphaned && may(room, 'room.members.add') && (
              <span className="wide-only-inline">
                <Button onPress={() => setOpen({ dialog: 'adopt', room })}>Name an owner</Button>{' '}
              </span>
            )}
            <Menu
              label={`Actions for ${room.name}`}
              actions={actionsOf(room, { open: setOpen, archive: archive.mutate })}
            />
          </>
        )}
      />
      {open?.dialog === 'adopt' && <NameOwner room={open.room} onClose={close} />}
      {open?.dialog === 'destroy' && <DestroyRoom room={open.room} onClose={close} />}
    </>
  );
}

function NameOwner({ room, onClose }: Readonly<{ room: OverseenRoom; onClose: () => void }>): ReactNode {
  const me = useMyself();
  const people = (usePeople().data ?? [])
    .filter(isWhole)
    .filter(({ status, external }) => status === 'active' && !external);
  const [chosen, setChosen] = useState(me.id);
  const adopt = useMutation({
    mutationFn: () => service.members.add(room.id, { user_id: chosen, role: 'owner' }),
    onSuccess: async () => {
      toast(isolateNames`${room.name} has an owner again.`);
      onClose();
      await changed();
    },
  });
  return (
    <FormDialog title={isolateNames`Name an owner of ${room.name}`} action="Name them" work={adopt} onClose={onClose}>
      <Select
        label="Owner"
        value={chosen}
        onChange={setChosen}
        options={people.map(({ id, name, email }) => ({ id, name: name || email }))}
        hint="They see all files up to their clearance, and decide who else is in the room."
      />
      <Notice>
        A person who removed an owner of this room in the last 30 days cannot name one, an owner of the organisation
        excepted. The log names you and the new owner.
      </Notice>
    </FormDialog>
  );
}
