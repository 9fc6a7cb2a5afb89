import type { Folder, Group, Room } from '@strongroom/client';
import { type ReactNode, useMemo, useState } from 'react';
import { formatNumber, plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { useIsPhone } from '../../../base/media.ts';
import { Button, Field, Select } from '../../../design/controls.tsx';
import { ListOutput } from '../../../design/list-output.tsx';
import { Empty, Failure, Loading, Notice } from '../../../design/text.tsx';
import { saveTable } from '../../../save/save-table.ts';
import { useSight } from '../../sight.ts';
import { compareNaturally, folderAt, folderTree } from '../base/folders.ts';
import { useFolders } from '../base/room-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { FolderAccess } from './folder-access.tsx';
import { rightsAsTable } from './matrix-csv.ts';
import { MatrixLists } from './matrix-lists.tsx';
import { foundRows, isRestricted, parentsOfRestricted, rowsAtOnce, treeRows } from './matrix-rows.ts';
import { MatrixTable } from './matrix-table.tsx';
import { RestrictFolder } from './restrict-folder.tsx';
import { membersSeeEachOther } from './who-meets-whom.tsx';
import './groups.css';

type Props = Readonly<{ room: Room; groups: readonly Group[] }>;

/** `group`: the one that the folder is to be restricted to. */
type AskedFolder = Readonly<{ path: string; group?: string }>;

/** The folders of a room and the groups that see each, with the clearances that limit them. */
export function FolderMatrix({ room, groups }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const [asked, setAsked] = useState<AskedFolder>();
  const [isChoosing, setChoosing] = useState(false);
  const items = folders.data?.items;
  const subject = asked === undefined ? undefined : folderAt(folderTree(items ?? []), asked.path);
  const isSeparating = items?.some(isRestricted) === true;
  return (
    <section className="form" aria-labelledby="who-sees-what">
      <div className="row">
        <h2 id="who-sees-what" className="grow">
          Who sees which folder
        </h2>
        {items?.some((folder) => folder.path !== '' && may(folder, 'folder.access')) && (
          <Button icon="lock" onPress={() => setChoosing(true)}>
            Restrict a folder…
          </Button>
        )}
      </div>
      <Failure error={folders.error} />
      {items === undefined && folders.error === null && <Loading what="the folders" rows={3} />}
      {items !== undefined && (
        <Rights
          room={room}
          groups={groups}
          folders={items}
          onAsk={({ path }, group) => setAsked({ path, ...(group && { group: group.id }) })}
        />
      )}
      {folders.data !== undefined && folders.data.cursor !== null && (
        <p className="soft">The first {formatNumber(folders.data.items.length)} folders of the room.</p>
      )}
      {isChoosing && (
        <RestrictFolder
          room={room}
          folders={items ?? []}
          onChosen={({ path }) => {
            setChoosing(false);
            setAsked({ path });
          }}
          onClose={() => setChoosing(false)}
        />
      )}
      {subject !== undefined && (
        <FolderAccess room={room} folder={subject} begin={asked?.group} onClose={() => setAsked(undefined)} />
      )}
      {isSeparating && membersSeeEachOther(room) && (
        <Notice tone="warn">
          These folders keep files apart, not people: all members read each other’s names in the list of members. Choose
          who sees whom in the <a href={`/rooms/${room.id}/settings#sight`}>settings of the room</a>.
        </Notice>
      )}
      {isSeparating && (
        <p className="soft">
          Clearance holds beside this table, for owners too: a folder shows each person the files up to their clearance.
          In a restricted folder within another one a group sees something only if both name it.
        </p>
      )}
    </section>
  );
}

type RightsProps = Props & Readonly<{ folders: readonly Folder[]; onAsk: (folder: Folder, group?: Group) => void }>;

const SHOWN = [
  { id: 'all', name: 'All folders' },
  { id: 'restricted', name: 'Restricted folders' },
] as const;

/** A table of folders and groups, or a list for each group where the window is too narrow for columns. */
function Rights({ room, groups, folders, onAsk }: RightsProps): ReactNode {
  const sight = useSight(room.id) ?? [];
  const isPhone = useIsPhone();
  const [words, setWords] = useState('');
  const [part, setPart] = useState<string>('all');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [pages, setPages] = useState(1);
  const parents = useMemo(() => parentsOfRestricted(folders), [folders]);
  const rows = useMemo(() => {
    const isOpen = (path: string): boolean => toggled.get(path) ?? parents.has(path);
    const some = part === 'restricted' ? folders.filter(isRestricted) : folders;
    return words === '' && part === 'all' ? treeRows(some, isOpen) : foundRows(some, words);
  }, [folders, parents, toggled, words, part]);
  const most = pages * rowsAtOnce(groups.length);
  const listed = foundRows(part === 'restricted' ? folders.filter(isRestricted) : folders, words)
    .map(({ folder }) => folder)
    .toSorted((one, other) => compareNaturally(one.path, other.path));
  if (folders.every(({ path }) => path === ''))
    return <p className="soft">The room has no folders yet. Each of them can be restricted to groups.</p>;
  if (isPhone) return <MatrixLists room={room} folders={folders} groups={groups} sight={sight} />;
  return (
    <>
      <div className="row list-tools">
        <div className="grow">
          <Field
            label="Find a folder"
            hideLabel
            placeholder="Find a folder"
            type="search"
            value={words}
            onChange={setWords}
          />
        </div>
        <Select label="Folders" hideLabel value={part} options={SHOWN} onChange={setPart} />
        <ListOutput onSave={() => saveTable(rightsAsTable(listed, groups, folders), `${room.name} rights`)} />
      </div>
      {rows.length === 0 && words === '' && (
        <p className="soft">No folder is restricted: everyone in the room sees all of them.</p>
      )}
      {rows.length === 0 && words !== '' && (
        <Empty icon="search" title="No folder fits">
          Other words may find more.
        </Empty>
      )}
      {rows.length > 0 && (
        <MatrixTable
          room={room}
          folders={folders}
          rows={rows.slice(0, most)}
          groups={groups}
          sight={sight}
          onToggle={({ folder: { path }, isOpen }) => setToggled(new Map(toggled).set(path, !isOpen))}
          onAsk={onAsk}
        />
      )}
      {rows.length > most && (
        <div className="list-end">
          <Button onPress={() => setPages(pages + 1)}>Show more of {plural(rows.length, 'folder')}</Button>
        </div>
      )}
    </>
  );
}
