import type { Folder, Group, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { useCutEdges } from '../../../design/cut-edges.ts';
import { Icon } from '../../../design/icons.tsx';
import type { Sight } from '../../sight.ts';
import { IndexNumber } from '../base/index-number.tsx';
import { isFolderRole } from './folder-roles.ts';
import { type FolderRight, foldersById, rightByGroups, rightInFolder, roleIn } from './group-rights.ts';
import { ownersIn, Seers, seersIn, withoutGroup } from './matrix-heads.tsx';
import { isRestricted, type MatrixRow } from './matrix-rows.ts';
import { rightWords } from './right-words.ts';

type Props = Readonly<{
  room: Room;
  folders: readonly Folder[];
  rows: readonly MatrixRow[];
  groups: readonly Group[];
  sight: readonly Sight[];
  onToggle: (row: MatrixRow) => void;
  /** A press on the right of a group. */
  onAsk: (folder: Folder, group: Group) => void;
}>;

/** Folders and groups, with the right of each group in each folder. */
export function MatrixTable({ room, folders, rows, groups, sight, onToggle, onAsk }: Props): ReactNode {
  const [part, setPart] = useState<HTMLElement | null>(null);
  const { before, after } = useCutEdges(part);
  const byId = foldersById(folders);
  const others = withoutGroup(sight);
  return (
    <div className="cut-sides" data-before={before || undefined} data-after={after || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <div className="matrix" role="group" aria-label="Folders and groups" tabIndex={0} ref={setPart}>
        <table className="list" aria-labelledby="who-sees-what">
          <thead>
            <tr>
              <th scope="col">Folder</th>
              <Head name="Owners" seers={ownersIn(sight)} />
              {groups.map((group) => (
                <Head key={group.id} name={group.name} address={`?group=${group.id}`} seers={seersIn(sight, group)} />
              ))}
              {others.length > 0 && <Head name="Without a group" seers={others} />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.folder.path}>
                <th scope="row">
                  <FolderOfRow room={room} row={row} onToggle={onToggle} />
                </th>
                <td className="soft">by clearance</td>
                {groups.map((group) => (
                  <Cell
                    key={group.id}
                    group={group}
                    known={rightInFolder(row.folder, group, byId)}
                    onAsk={() => onAsk(row.folder, group)}
                  />
                ))}
                {others.length > 0 && <OfNoGroup known={rightByGroups(row.folder, [], byId)} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

type HeadProps = Readonly<{ name: string; address?: string; seers: readonly Sight[] }>;

const Head = ({ name, address, seers }: HeadProps): ReactNode => (
  <th scope="col">
    <span className="matrix-name" title={name}>
      {address === undefined ? (
        name
      ) : (
        <a className="name" href={address}>
          <bdi>{name}</bdi>
        </a>
      )}
    </span>
    <small>
      <Seers seers={seers} />
    </small>
  </th>
);

type FolderProps = Readonly<{ room: Room; row: MatrixRow; onToggle: (row: MatrixRow) => void }>;

const LEVEL_PX = 20;

function FolderOfRow({ room, row, onToggle }: FolderProps): ReactNode {
  const { folder, level, hasFolders, isOpen, place } = row;
  return (
    <div className="matrix-folder" style={{ paddingInlineStart: level * LEVEL_PX }}>
      {hasFolders ? (
        <button
          type="button"
          className="folder-open"
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
        <a className="name" href={`/rooms/${room.id}?folder=${encodeURIComponent(folder.path)}`}>
          <bdi>{folder.name}</bdi>
        </a>
        {place !== '' && <small>in {place}</small>}
      </span>
    </div>
  );
}

type CellProps = Readonly<{ group: Group; known: FolderRight | undefined; onAsk: () => void }>;

function Cell({ group, known, onAsk }: CellProps): ReactNode {
  if (known === undefined) return <td />;
  const { folder, right } = known;
  return (
    <td>
      <button
        type="button"
        className="matrix-right"
        title={isolateNames`Who sees ${folder.name}?`}
        data-right={right}
        disabled={!may(folder, 'folder.access')}
        onClick={onAsk}
      >
        <Right {...known} />
        {isLimited(known, group) && <small>limited above</small>}
      </button>
    </td>
  );
}

const OfNoGroup = ({ known }: Readonly<{ known: FolderRight | undefined }>): ReactNode => (
  <td className="soft">{known !== undefined && rightWords(known)}</td>
);

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
