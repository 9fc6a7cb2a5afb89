import type { Folder, Group, Room } from '@strongroom/client';
import type { ReactNode } from 'react';
import { Icon } from '../../../design/icons.tsx';
import type { Sight } from '../../sight.ts';
import { parentOf } from '../base/folders.ts';
import { folderRole, isFolderRole } from './folder-roles.ts';
import { foldersById, rightInFolder } from './group-rights.ts';
import { ownersIn, Seers, seersIn, withoutGroup } from './matrix-heads.tsx';
import { isRestricted } from './matrix-rows.ts';

type Props = Readonly<{
  room: Room;
  folders: readonly Folder[];
  groups: readonly Group[];
  sight: readonly Sight[];
}>;

/** The restricted folders that each group sees, where the window is too narrow for columns. */
export function MatrixLists({ room, folders, groups, sight }: Props): ReactNode {
  const byId = foldersById(folders);
  const restricted = folders.filter(isRestricted);
  const others = withoutGroup(sight);
  return (
    <ul className="lines group-sees" aria-labelledby="who-sees-what">
      <li>
        <ListHead name="Owners" seers={ownersIn(sight)} />
        <p className="soft">All folders, by clearance</p>
      </li>
      {groups.map((group) => {
        const seen = restricted.flatMap((folder) => {
          const right = rightInFolder(folder, group, byId)?.right;
          return right !== undefined && isFolderRole(right) ? [{ folder, verb: folderRole(right).verb }] : [];
        });
        return (
          <li key={group.id}>
            <ListHead name={group.name} seers={seersIn(sight, group)} />
            {seen.length === 0 && <p className="soft">Sees none of the restricted folders</p>}
            <ul>
              {seen.map(({ folder, verb }) => (
                <li key={folder.path} className="row">
                  <Icon name="check" />
                  <FolderLink room={room} folder={folder} />
                  <span className="soft">{verb}</span>
                </li>
              ))}
            </ul>
          </li>
        );
      })}
      {others.length > 0 && (
        <li>
          <ListHead name="Without a group" seers={others} />
          <p className="soft">See none of the restricted folders</p>
        </li>
      )}
      <li>
        <strong>All other folders</strong>
        <p className="soft">Everyone in the room</p>
      </li>
    </ul>
  );
}

const ListHead = ({ name, seers }: Readonly<{ name: string; seers: readonly Sight[] }>): ReactNode => (
  <>
    <strong>
      <bdi>{name}</bdi>
    </strong>{' '}
    <span className="soft">
      <Seers seers={seers} />
    </span>
  </>
);

const FolderLink = ({ room, folder }: Readonly<{ room: Room; folder: Folder }>): ReactNode => {
  const parent = parentOf(folder.path);
  return (
    <div className="grow">
      <a href={`/rooms/${room.id}?folder=${encodeURIComponent(folder.path)}`}>
        <bdi>{folder.name}</bdi>
      </a>
      {parent !== '' && <small>in {parent}</small>}
    </div>
  );
};
