import type { Folder, Group, Room } from '@strongroom/client';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { useCutEdges } from '../../../design/cut-edges.ts';
import { Icon } from '../../../design/icons.tsx';
import type { Sight } from '../../sight.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { isFolderRole } from './folder-roles.ts';
import { type FolderRight, foldersById, rightByGroups, rightInFolder, roleIn } from './group-rights.ts';
import { ownersIn, Seers, seersIn, withoutGroup } from './matrix-heads.tsx';
import { MatrixMenu, type PressedRight } from './matrix-menu.tsx';
import { isRestricted, type MatrixRow } from './matrix-rows.ts';
import { rightWords } from './right-words.ts';
import { useGridStop } from './use-grid-stop.ts';

type Props = Readonly<{
  room: Room;
  folders: readonly Folder[];
  rows: readonly MatrixRow[];
  groups: readonly Group[];
  sight: readonly Sight[];
  onToggle: (row: MatrixRow) => void;
  /** Opens the dialog about a folder; `group`: the one that it is to be restricted to. */
  onAsk: (folder: Folder, group?: Group) => void;
}>;

/** Folders and groups, with the right of each group in each folder. All cells are one Tab stop, and arrows go over them. */
export function MatrixTable({ room, folders, rows, groups, sight, onToggle, onAsk }: Props): ReactNode {
  const [part, setPart] = useState<HTMLElement | null>(null);
  const [pressed, setPressed] = useState<PressedRight>();
  const { before, after } = useCutEdges(part);
  const { stopIn, keys } = useGridStop(rows, onToggle);
  const byId = useMemo(() => foldersById(folders), [folders]);
  const others = withoutGroup(sight);
  const heads = stopIn(undefined);
  return (
    <div className="cut-sides" data-before={before || undefined} data-after={after || undefined}>
      <div className="matrix" ref={setPart}>
        <table className="list" role="grid" aria-labelledby="who-sees-what" {...keys}>
          <thead>
            <tr>
              <th scope="col" tabIndex={tabIndexOf(heads, 0)}>
                Folder
              </th>
              <Head name="Owners" seers={ownersIn(sight)} tabIndex={tabIndexOf(heads, 1)} />
              {groups.map((group, index) => (
                <Head
                  key={group.id}
                  name={group.name}
                  address={`?group=${group.id}`}
                  seers={seersIn(sight, group)}
                  tabIndex={tabIndexOf(heads, index + 2)}
                />
              ))}
              {others.length > 0 && (
                <Head name="Without a group" seers={others} tabIndex={tabIndexOf(heads, groups.length + 2)} />
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.folder.path}
                room={room}
                row={row}
                groups={groups}
                byId={byId}
                hasOthers={others.length > 0}
                stop={stopIn(row)}
                onToggle={onToggle}
                onPress={setPressed}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pressed !== undefined && (
        <MatrixMenu room={room} pressed={pressed} onAsk={onAsk} onClose={() => setPressed(undefined)} />
      )}
    </div>
  );
}

const tabIndexOf = (stop: number | undefined, column: number): 0 | -1 => (stop === column ? 0 : -1);

type RowProps = Pick<Props, 'room' | 'groups' | 'onToggle'> &
  Readonly<{
    row: MatrixRow;
    byId: ReadonlyMap<string, Folder>;
    hasOthers: boolean;
    /** The column that the Tab key leads to, if it is in this row. */
    stop: number | undefined;
    onPress: (pressed: PressedRight) => void;
  }>;

/** Drawn again only where it changes: a key of the grid concerns two rows of many. */
const Row = memo(({ room, row, groups, byId, hasOthers, stop, onToggle, onPress }: RowProps): ReactNode => {
  const none = hasOthers ? rightByGroups(row.folder, [], byId) : undefined;
  return (
    <tr>
      <th scope="row">
        <FolderOfRow room={room} row={row} tabIndex={tabIndexOf(stop, 0)} onToggle={onToggle} />
      </th>
      <td className="soft" tabIndex={tabIndexOf(stop, 1)}>
        by clearance
      </td>
      {groups.map((group, index) => (
        <Cell
          key={group.id}
          group={group}
          known={rightInFolder(row.folder, group, byId)}
          tabIndex={tabIndexOf(stop, index + 2)}
          onPress={onPress}
        />
      ))}
      {hasOthers && (
        <td className="soft" tabIndex={tabIndexOf(stop, groups.length + 2)}>
          {none !== undefined && rightWords(none)}
        </td>
      )}
    </tr>
  );
});

type HeadProps = Readonly<{ name: string; address?: string; seers: readonly Sight[]; tabIndex: 0 | -1 }>;

const Head = ({ name, address, seers, tabIndex }: HeadProps): ReactNode => (
  <th scope="col" tabIndex={address === undefined ? tabIndex : undefined}>
    <span className="matrix-name" title={name}>
      {address === undefined ? (
        name
      ) : (
        <a className="name" href={address} tabIndex={tabIndex}>
          <bdi>{name}</bdi>
        </a>
      )}
    </span>
    <small>
      <Seers seers={seers} />
    </small>
  </th>
);

type FolderProps = Pick<RowProps, 'room' | 'row' | 'onToggle'> & Readonly<{ tabIndex: 0 | -1 }>;

const LEVEL_PX = 20;

function FolderOfRow({ room, row, tabIndex, onToggle }: FolderProps): ReactNode {
  const { folder, level, hasFolders, isOpen, place } = row;
  return (
    <div className="matrix-folder" style={{ paddingInlineStart: level * LEVEL_PX }}>
      {hasFolders ? (
        <button
          type="button"
          className="folder-open"
          tabIndex={-1}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${folder.name}`}
          aria-expanded={isOpen}
          onClick={() => onToggle(row)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      ) : (
        <span className="folder-open" />
      )}
      <Icon name={isRestricted(folder) ? 'lock' : 'folder'} />
      <span>
        <IndexNumber index={folder.index} name={folder.name} />
        <a className="name" href={`/rooms/${room.id}?folder=${encodeURIComponent(folder.path)}`} tabIndex={tabIndex}>
          <bdi>{folder.name}</bdi>
        </a>
        {place !== '' && <small>in {place}</small>}
      </span>
    </div>
  );
}

type CellProps = Readonly<{
  group: Group;
  known: FolderRight | undefined;
  tabIndex: 0 | -1;
  onPress: (pressed: PressedRight) => void;
}>;

function Cell({ group, known, tabIndex, onPress }: CellProps): ReactNode {
  if (known === undefined) return <td tabIndex={tabIndex} />;
  const { folder, right } = known;
  const content = (
    <>
      <Right {...known} />
      {isLimited(known, group) && <small>limited above</small>}
    </>
  );
  if (!may(folder, 'folder.access')) return <td tabIndex={tabIndex}>{content}</td>;
  return (
    <td>
      <button
        type="button"
        className="matrix-right"
        aria-haspopup="menu"
        title={isolateNames`${group.name} in ${folder.name}`}
        data-right={right}
        tabIndex={tabIndex}
        onClick={({ currentTarget: button }) => onPress({ button, known, group })}
      >
        {content}
      </button>
    </td>
  );
}

/** A folder below a restricted one shows its right paler: that one decides. */
const Right = (known: FolderRight): ReactNode =>
  isFolderRole(known.right) ? (
    <span className={known.isRestricted ? 'matrix-yes' : 'matrix-yes soft'}>
      <Icon name="check" />
      {rightWords(known)}
    </span>
  ) : (
    <span className="soft">{rightWords(known)}</span>
  );

/** Whether a restricted folder names the group with more than a folder above leaves it. */
const isLimited = ({ folder, right, isRestricted: isOwn }: FolderRight, group: Group): boolean => {
  const own = roleIn(folder, group);
  return isOwn && own !== undefined && own !== right;
};
