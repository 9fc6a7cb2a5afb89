import type { Group, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { may } from '../../../base/may.ts';
import { Button } from '../../../design/controls.tsx';
import { Icon } from '../../../design/icons.tsx';
import { Menu } from '../../../design/layers.tsx';
import { type ListFilter, ListPage } from '../../../design/list-page.tsx';
import type { Column } from '../../../design/table.tsx';
import { Badge } from '../../../design/text.tsx';
import { compareNaturally, folderAt, folderTree, parentOf } from '../base/folders.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { useFolders } from '../base/room-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { ChangeRights } from './change-rights.tsx';
import { FolderAccess } from './folder-access.tsx';
import { folderRole } from './folder-roles.ts';
import { type FolderRight, rightsOfGroup } from './group-rights.ts';
import { mayRestrict } from './rights-at-once.ts';

type Props = Readonly<{ room: Room; group: Group }>;

/** All folders of a room, with the rights of a group in each. */
export function GroupFolders({ room, group }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const [asked, setAsked] = useState<string>();
  const [ticked, setTicked] = useState<Readonly<{ rows: readonly FolderRight[]; done: () => void }>>();
  const items = folders.data?.items;
  const subject = asked === undefined ? undefined : folderAt(folderTree(items ?? []), asked);
  return (
    <section className="form" aria-labelledby="group-folders">
      <h3 id="group-folders">Folders</h3>
      <ListPage
        label={`Folders and ${group.name}`}
        noun={['folder', 'folders']}
        rows={items && rightsOfGroup(items, group).toSorted(restrictedFirst)}
        error={folders.error}
        find="Find a folder"
        idOf={({ folder }) => folder.path}
        textOf={({ folder }) => folder.path}
        columns={columnsIn(room)}
        filters={[RIGHTS]}
        order=""
        asGiven="Restricted first"
        actions={({ folder }) =>
          may(folder, 'folder.access') && (
            <Menu
              label={`Actions for ${folder.name}`}
              actions={[{ id: 'access', name: 'Who sees it', icon: 'lock', run: () => setAsked(folder.path) }]}
            />
          )
        }
        mayTick={mayRestrict}
        bulk={(some, done) => (
          <Button icon="lock" onPress={() => setTicked({ rows: some, done })}>
            Change the right…
          </Button>
        )}
        empty={<p className="soft">The room has no folders yet.</p>}
      />
      <p className="soft">
        Each member sees the files of these folders up to their clearance. In folders that are not restricted their role
        in the room decides what they may do.
      </p>
      {ticked !== undefined && (
        <ChangeRights
          room={room}
          group={group}
          rows={ticked.rows}
          onClose={() => setTicked(undefined)}
          onAll={ticked.done}
        />
      )}
      {subject !== undefined && <FolderAccess room={room} folder={subject} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

const restrictedFirst = (one: FolderRight, other: FolderRight): number =>
  Number(one.right === 'open') - Number(other.right === 'open') || compareNaturally(one.folder.path, other.folder.path);

const RIGHTS: ListFilter<FolderRight> = {
  id: 'right',
  label: 'Folders',
  options: [
    { id: 'seen', name: 'That it sees' },
    { id: 'hidden', name: 'That it does not see' },
    { id: 'restricted', name: 'Restricted' },
  ],
  fits: ({ right, isRestricted }, wanted) => {
    if (wanted === 'restricted') return isRestricted;
    if (right === 'unknown') return false;
    return (right === 'none') === (wanted === 'hidden');
  },
};

const RANKS = { contributor: 4, viewer: 3, open: 2, unknown: 1, none: 0 } as const;

const columnsIn = (room: Room): readonly Column<FolderRight>[] => [
  {
    id: 'folder',
    head: 'Folder',
    key: ({ folder }) => folder.path,
    cell: ({ folder: { path, name, index }, isRestricted }) => {
      const parent = parentOf(path);
      return (
        <span className="list-name">
          <Icon name={isRestricted ? 'lock' : 'folder'} />
          <span>
            <IndexNumber index={index} name={name} />
            <a className="name" href={`/rooms/${room.id}?folder=${encodeURIComponent(path)}`}>
              <bdi>{name}</bdi>
            </a>{' '}
            {isRestricted && <Badge>restricted</Badge>}
            {parent !== '' && <small className="soft in-folder">in {parent}</small>}
          </span>
        </span>
      );
    },
  },
  {
    id: 'right',
    head: 'This group',
    key: ({ right }) => -RANKS[right],
    cell: (row) => <Right {...row} />,
  },
];

function Right({ folder, right, closedBy }: FolderRight): ReactNode {
  if (right === 'open') return <span className="soft">everyone in the room</span>;
  if (right === 'unknown')
    return <span className="soft">not known: a restricted folder above it is not listed here</span>;
  if (right !== 'none')
    return (
      <span className="matrix-yes">
        <Icon name="check" />
        {folderRole(right).verb}
      </span>
    );
  return (
    <span className="soft">
      does not see it{closedBy !== undefined && closedBy.path !== folder.path && `: ${closedBy.name} is closed to it`}
    </span>
  );
}
