import type { Folder, Member, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { listNames } from '../../../base/list-names.ts';
import { may } from '../../../base/may.ts';
import { Button } from '../../../design/controls.tsx';
import { Icon } from '../../../design/icons.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Failure, Loading } from '../../../design/text.tsx';
import { roomRole } from '../../room-roles.ts';
import { compareNaturally, folderAt, folderTree, parentOf } from '../base/folders.ts';
import { useFolders } from '../base/room-files.ts';
import { useGroups } from '../base/use-groups.ts';
import { FolderAccess } from '../groups/folder-access.tsx';
import { folderRole, isFolderRole } from '../groups/folder-roles.ts';
import { type FolderRight, foldersById, rightByGroups } from '../groups/group-rights.ts';
import { isRestricted } from '../groups/matrix-rows.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';

type Props = Readonly<{ room: Room; member: Member }>;

/** The restricted folders of a room, with the reason why a member sees each or not. For owners of the room. */
export function MemberFolders({ room, member }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const groups = new Map(useGroups(room.id).data?.map(({ id, name }) => [id, name]));
  const [asked, setAsked] = useState<string>();
  const items = folders.data?.items;
  const decides = roomRole(member.role)?.decides === true;
  const byId = foldersById(items ?? []);
  const restricted = items?.filter(isRestricted) ?? [];
  const rows = restricted
    .flatMap((folder) => rightByGroups(folder, member.groups ?? [], byId) ?? [])
    .toSorted((one, other) => compareNaturally(one.folder.path, other.folder.path));
  const open = (items ?? []).filter(({ path, access }) => path !== '' && access?.restricted_by.length === 0).length;
  const subject = asked === undefined ? undefined : folderAt(folderTree(items ?? []), asked);
  const namesOf = (folder: Folder): readonly string[] =>
    folder.access?.groups?.map(({ group_id: id }) => groups.get(id) ?? 'a group that is not listed') ?? [];
  return (
    <section className="form" aria-labelledby="member-folders">
      <h3 id="member-folders">Folders</h3>
      <Failure error={folders.error} />
      {items === undefined && folders.error === null && <Loading what="the folders" rows={3} />}
      {items !== undefined && (
        <p className="soft">{sentenceOf({ decides, isOver: member.expired === true, open, closed: rows.length })}</p>
      )}
      {!decides && rows.length > 0 && (
        <Table
          label="Restricted folders"
          columns={columnsOf(room, member, namesOf)}
          rows={rows}
          idOf={({ folder }) => folder.path}
          actions={({ folder }) =>
            may(folder, 'folder.access') && (
              <Button
                kind="quiet"
                icon="lock"
                label={isolateNames`Who sees ${folder.name}?`}
                onPress={() => setAsked(folder.path)}
              />
            )
          }
        />
      )}
      {subject !== undefined && <FolderAccess room={room} folder={subject} onClose={() => setAsked(undefined)} />}
    </section>
  );
}

type Counts = Readonly<{ decides: boolean; isOver: boolean; open: number; closed: number }>;

function sentenceOf({ decides, isOver, open, closed }: Counts): string {
  if (isOver) return 'Their membership is over: they see none of the folders.';
  if (decides) return 'An owner of the room sees every folder, and in each the files up to their clearance.';
  if (closed === 0) return 'No folder is restricted. In each they see the files up to their clearance.';
  const rest = open === 0 ? 'All folders are' : `${plural(open, 'folder')} ${open === 1 ? 'is' : 'are'}`;
  return open === 0
    ? `${rest} restricted.`
    : `${rest} open to everyone in the room. In each folder they see the files up to their clearance.`;
}

const columnsOf = (
  room: Room,
  member: Member,
  namesOf: (folder: Folder) => readonly string[],
): readonly Column<FolderRight>[] => [
  {
    id: 'folder',
    head: 'Restricted folder',
    cell: ({ folder: { name, path } }) => {
      const parent = parentOf(path);
      return (
        <span className="list-name">
          <Icon name="lock" />
          <span>
            <a className="name" href={`/rooms/${room.id}?folder=${encodeURIComponent(path)}`}>
              <bdi>{name}</bdi>
            </a>
            {parent !== '' && <small className="soft in-folder">in {parent}</small>}
          </span>
        </span>
      );
    },
  },
  {
    id: 'right',
    head: 'This member',
    isShort: true,
    cell: ({ right }) =>
      isFolderRole(right) ? (
        <span className="matrix-yes">
          <Icon name="check" />
          {folderRole(right).verb}
        </span>
      ) : (
        <span className="soft">{right === 'unknown' ? 'not known' : 'does not see it'}</span>
      ),
  },
  {
    id: 'why',
    head: 'Why',
    cell: (row) => <span className="soft whole-words">{reasonOf(row, member, namesOf)}</span>,
  },
];

function reasonOf(
  { folder, right, closedBy }: FolderRight,
  { groups = [] }: Member,
  namesOf: (folder: Folder) => readonly string[],
): string {
  if (right === 'unknown') return 'A restricted folder above it is not listed here.';
  const gate = closedBy ?? folder;
  if (right !== 'none') {
    const named = new Set(folder.access?.groups?.map(({ group_id: id }) => id));
    return `By ${listNames(groups.filter(({ id }) => named.has(id)).map(({ name }) => name))}.`;
  }
  const place = gate.path === folder.path ? 'It is' : isolateNames`${gate.name} above it is`;
  const seers = namesOf(gate);
  return seers.length === 0 ? `${place} for owners of the room only.` : `${place} for ${listNames(seers)} only.`;
}
