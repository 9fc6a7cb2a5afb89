import type { Group, Room } from '@strongroom/client';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { useIsPhone } from '../../../base/media.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import { Button } from '../../../design/controls.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Empty } from '../../../design/text.tsx';
import { useNames } from '../../people-data.ts';
import { useMembers } from '../../sight.ts';
import { compareNaturally } from '../base/folders.ts';
import { useFolders } from '../base/room-files.ts';
import { useGroups } from '../base/use-groups.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { DeleteGroup } from './delete-group.tsx';
import { FolderMatrix } from './folder-matrix.tsx';
import { EditGroup, NewGroup } from './group-form.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupPage } from './group-page.tsx';
import { foldersNaming } from './group-rights.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import { isInGroup } from './in-group.ts';
import { RoomAsGroup } from './room-as-group.tsx';

type GroupDialog = 'add' | 'members' | 'edit' | 'delete';

type Props = Readonly<{
  room: Room;
  /** The dialog that adds people to the room and to groups of it. */
  AddPeople: ComponentType<
    Readonly<{ room: Room; firstGroups: readonly string[]; onClose: () => void; onDone: () => Promise<unknown> }>
  >;
}>;

/** The groups of a room with their members, and the folders that each may see. For owners of the room. */
export function Groups({ room, AddPeople }: Props): ReactNode {
  const groups = useGroups(room.id);
  const members = useMembers(room.id).data ?? [];
  const nameOf = useNames();
  const { searchParams } = useAddress();
  const isPhone = useIsPhone();
  const [isMaking, setMaking] = useState(false);
  /** A phone explains groups when it is asked. */
  const [isExplained, setExplained] = useState(false);
  const [open, setOpen] = useState<Readonly<{ dialog: GroupDialog; id: string }>>();
  const subject = groups.data?.find(({ id }) => id === open?.id);
  const close = (): void => setOpen(undefined);
  const namesOf = (group: Group): readonly string[] =>
    members
      .filter((member) => isInGroup(member, group))
      .map(({ name, user_id: id }) => name || nameOf(id))
      .toSorted(compareNaturally);
  const namedBy = (parameter: string): Group | undefined =>
    groups.data?.find(({ id }) => id === searchParams.get(parameter));
  const [shownAs, shown] = [namedBy('as'), namedBy('group')];
  const folders = useFolders(room.id, MAX_FOLDERS).data?.items;
  if (shownAs !== undefined) return <RoomAsGroup room={room} group={shownAs} />;
  const openDialog = (group: Group) => (dialog: GroupDialog) => setOpen({ dialog, id: group.id });
  const make = may(room, 'group.create') && (
    <Button kind="primary" icon="plus" onPress={() => setMaking(true)}>
      New group
    </Button>
  );
  const dialogs = subject !== undefined && (
    <>
      {open?.dialog === 'add' && (
        <Suspense>
          <AddPeople
            room={room}
            firstGroups={[subject.id]}
            onClose={close}
            onDone={() => refreshAfterGroupChange(room.id)}
          />
        </Suspense>
      )}
      {open?.dialog === 'members' && <GroupMembers room={room} group={subject} onClose={close} />}
      {open?.dialog === 'edit' && <EditGroup room={room} group={subject} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteGroup room={room} group={subject} members={members} folders={folders ?? []} onClose={close} />
      )}
    </>
  );
  if (shown !== undefined)
    return (
      <>
        <GroupPage
          room={room}
          group={shown}
          actions={actionsOf(room, shown, openDialog(shown)).filter(({ id }) => id === 'edit' || id === 'delete')}
          onAdd={mayAddPeople(room, shown) ? () => setOpen({ dialog: 'add', id: shown.id }) : undefined}
          onMembers={() => setOpen({ dialog: 'members', id: shown.id })}
        />
        {dialogs}
      </>
    );
  const list = (
    <ListPage
      label="Groups"
      noun={['group', 'groups']}
      rows={groups.data}
      error={groups.error}
      find="Find a group or a member"
      idOf={({ id }) => id}
      textOf={(group) => [group.name, group.description, ...namesOf(group)].join(' ')}
      columns={columnsOf(namesOf, (group) => folders && foldersNaming(folders, group).length)}
      order="name"
      actions={(group) => (
        <Menu
          label={`Actions for ${group.name}`}
          actions={[
            { id: 'open', name: 'Open', icon: 'people', run: () => setQuery({ group: group.id }, false) },
            ...actionsOf(room, group, openDialog(group)),
          ]}
        />
      )}
      empty={
        <Empty icon="people" title="No groups yet" action={make}>
          Make a group for each bidder or adviser, and put members of the room into it. Then restrict folders to it.
        </Empty>
      }
    />
  );
  const hasSome = groups.data !== undefined && groups.data.length > 0;
  // With keys, so that neither begins again where a window becomes narrow.
  const parts = [
    hasSome && <FolderMatrix key="folders" room={room} groups={groups.data} />,
    <section key="groups" className="form" aria-labelledby={hasSome ? 'all-groups' : undefined}>
      {hasSome && <h2 id="all-groups">Groups and their members</h2>}
      {list}
    </section>,
  ];
  return (
    <>
      {hasSome && (
        <div className="row intro">
          <span className={isExplained ? 'grow soft' : 'grow soft wide-only'}>
            A folder can be restricted to groups: each bidder sees the common folders and their own, and nothing of the
            others.
          </span>
          <div className="narrow-only">
            <Button
              icon="info"
              label="What groups are for"
              isExpanded={isExplained}
              onPress={() => setExplained(!isExplained)}
            />
          </div>
          {make}
        </div>
      )}
      {isPhone ? parts.toReversed() : parts}
      {isMaking && (
        <NewGroup
          room={room}
          onClose={() => setMaking(false)}
          onMade={({ id }) => setOpen({ dialog: 'members', id })}
        />
      )}
      {dialogs}
    </>
  );
}

const mayAddPeople = (room: Room, group: Group): boolean =>
  may(group, 'group.members.add') &&
  (may(room, 'room.invite') || (room.status === 'active' && may(room, 'room.members.add')));

const actionsOf = (room: Room, group: Group, open: (dialog: GroupDialog) => void): readonly MenuAction[] =>
  allowedOffers<MenuAction>([
    [
      may(group, 'group.members.remove'),
      { id: 'as', name: 'View the room as this group', icon: 'eye', run: () => setQuery({ as: group.id }, false) },
    ],
    [
      may(group, 'group.members.remove'),
      { id: 'members', name: 'Members', icon: 'people', run: () => open('members') },
    ],
    [mayAddPeople(room, group), { id: 'add', name: 'Add people', icon: 'plus', run: () => open('add') }],
    [may(group, 'group.edit'), { id: 'edit', name: 'Rename, describe', icon: 'text', run: () => open('edit') }],
    [
      may(group, 'group.delete'),
      { id: 'delete', name: 'Delete', icon: 'trash', isDanger: true, run: () => open('delete') },
    ],
  ]);

const NAMED = 4;

const columnsOf = (
  namesOf: (group: Group) => readonly string[],
  foldersOf: (group: Group) => number | undefined,
): readonly Column<Group>[] => [
  {
    id: 'name',
    head: 'Group',
    key: ({ name }) => name,
    cell: ({ id, name, description = '' }) => (
      <div>
        <a className="name" href={`?group=${id}`}>
          <bdi>{name}</bdi>
        </a>
        {description !== '' && <div className="soft clamp">{description}</div>}
      </div>
    ),
  },
  {
    id: 'members',
    head: 'Members',
    key: (group) => -namesOf(group).length,
    cell: (group) => <Named names={namesOf(group)} />,
  },
  {
    id: 'folders',
    head: 'Restricted folders',
    isShort: true,
    key: (group) => -(foldersOf(group) ?? 0),
    cell: (group) => {
      const count = foldersOf(group);
      return count !== undefined && <span className="soft">{count === 0 ? 'none' : plural(count, 'folder')}</span>;
    },
  },
];

const Named = ({ names }: Readonly<{ names: readonly string[] }>): ReactNode =>
  names.length === 0 ? (
    <span className="soft">no members yet</span>
  ) : (
    <span>
      {names.slice(0, NAMED).join(', ')}
      {names.length > NAMED && <span className="soft"> and {plural(names.length - NAMED, 'more', 'more')}</span>}
    </span>
  );
