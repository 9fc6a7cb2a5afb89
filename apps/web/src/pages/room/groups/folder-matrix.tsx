import type { Folder, Group, Member, Room } from '@strongroom/client';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { may } from '../../../base/may.ts';
import { useIsPhone } from '../../../base/media.ts';
import { useLabels } from '../../../base/queries.ts';
import { useCutEdges } from '../../../design/cut-edges.ts';
import { Icon } from '../../../design/icons.tsx';
import { Failure, Loading, Notice } from '../../../design/text.tsx';
import { roomRole } from '../../room-roles.ts';
import { rankIn, type Sight, useSight } from '../../sight.ts';
import { folderAt, folderTree, parentOf } from '../base/folders.ts';
import { useFolders } from '../base/room-files.ts';
import { MAX_FOLDERS } from '../moving/folder-picker.tsx';
import { FolderAccess } from './folder-access.tsx';
import { folderRole } from './folder-roles.ts';
import { roleIn } from './group-rights.ts';
import { isInGroup } from './in-group.ts';
import { membersSeeEachOther } from './who-meets-whom.tsx';
import './groups.css';

type Props = Readonly<{ room: Room; groups: readonly Group[] }>;
type Ask = Readonly<{ onAsk: (folder: Folder) => void }>;

/** The restricted folders of a room and the groups that each names, with the clearances that limit them. */
export function FolderMatrix({ room, groups }: Props): ReactNode {
  const folders = useFolders(room.id, MAX_FOLDERS);
  const sight = useSight(room.id) ?? [];
  const [asked, setAsked] = useState<string>();
  const subject = asked === undefined ? undefined : folderAt(folderTree(folders.data?.items ?? []), asked);
  const restricted = folders.data?.items.filter(({ access }) => (access?.groups ?? null) !== null) ?? [];
  return (
    <section className="form" aria-labelledby="who-sees-what">
      <h2 id="who-sees-what">Who sees which folder</h2>
      <Failure error={folders.error} />
      {folders.data === undefined && folders.error === null && <Loading what="the folders" rows={3} />}
      {folders.data !== undefined && restricted.length === 0 && (
        <p className="soft">
          No folder is restricted: everyone in the room sees all of them. Choose “Who sees it” from the actions of a
          folder to change that.
        </p>
      )}
      {restricted.length > 0 && (
        <WhoSeesWhat
          room={room}
          folders={restricted}
          groups={groups}
          sight={sight}
          onAsk={({ path }) => setAsked(path)}
        />
      )}
      {subject !== undefined && <FolderAccess room={room} folder={subject} onClose={() => setAsked(undefined)} />}
      {restricted.length > 0 && membersSeeEachOther(room) && (
        <Notice tone="warn">
          These folders keep files apart, not people: all members read each other’s names in the list of members. Choose
          who sees whom in the <a href={`/rooms/${room.id}/settings`}>settings of the room</a>.
        </Notice>
      )}
      {restricted.length > 0 && (
        <p className="soft">
          Clearance holds beside this table, for owners too: a folder shows each person the files up to their clearance.
          In a restricted folder within another one a group sees something only if both name it.
        </p>
      )}
    </section>
  );
}

type TableProps = Readonly<{
  room: Room;
  folders: readonly Folder[];
  groups: readonly Group[];
  sight: readonly Sight[];
}> &
  Ask;

/** A table of folders and groups, or a list for each group where the window is too narrow for columns. */
const WhoSeesWhat = (props: TableProps): ReactNode => (useIsPhone() ? <Lists {...props} /> : <Matrix {...props} />);

function Matrix({ room, folders, groups, sight, onAsk }: TableProps): ReactNode {
  const [part, setPart] = useState<HTMLElement | null>(null);
  const { before, after } = useCutEdges(part);
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
                <Head key={group.id} name={group.name} seers={seersIn(sight, group)} />
              ))}
            </tr>
          </thead>
          <tbody>
            {folders.map((folder) => (
              <Row key={folder.path} room={room} folder={folder} groups={groups} onAsk={onAsk} />
            ))}
            <tr>
              <th scope="row">All other folders</th>
              <td colSpan={groups.length + 1} className="soft">
                everyone in the room
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Lists({ room, folders, groups, sight }: TableProps): ReactNode {
  return (
    <ul className="lines group-sees" aria-labelledby="who-sees-what">
      <li>
        <ListHead name="Owners" seers={ownersIn(sight)} />
        <p className="soft">All folders, by clearance</p>
      </li>
      {groups.map((group) => {
        const seen = folders.flatMap((folder) => {
          const role = roleIn(folder, group);
          return role === undefined ? [] : [{ folder, verb: folderRole(role).verb }];
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
      {plural(seers.length, 'person', 'people')}
      <Clearances seers={seers} />
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

const seersIn = (sight: readonly Sight[], group: Group): readonly Sight[] =>
  sight.filter(({ member }) => isInGroup(member, group));

const ownersIn = (sight: readonly Sight[]): readonly Sight[] => sight.filter(({ member }) => isOwnerRow(member));

const isOwnerRow = ({ role, expired }: Member): boolean => roomRole(role)?.decides === true && expired !== true;

const Head = ({ name, seers }: Readonly<{ name: string; seers: readonly Sight[] }>): ReactNode => (
  <th scope="col">
    <span className="matrix-name" title={name}>
      <bdi>{name}</bdi>
    </span>
    <small>
      {plural(seers.length, 'person', 'people')}
      <Clearances seers={seers} />
    </small>
  </th>
);

/** The lowest and the highest clearance among people, as far as the caller may know them. */
function Clearances({ seers }: Readonly<{ seers: readonly Sight[] }>): ReactNode {
  const labels = useLabels().data ?? [];
  const ranks = seers.flatMap(({ clearance }) => (clearance === undefined ? [] : [rankIn(labels, clearance)]));
  const known = ranks.filter((rank) => rank >= 0);
  const [lowest, highest] = [labels[Math.min(...known)]?.label, labels[Math.max(...known)]?.label];
  if (lowest === undefined) return null;
  return <span>{lowest === highest ? `, up to ${lowest}` : `, up to ${lowest}–${highest}`}</span>;
}

type RowProps = Props & Ask & Readonly<{ folder: Folder }>;

/** A press on the right of a group asks who sees the folder. */
const Row = ({ room, folder, groups, onAsk }: RowProps): ReactNode => (
  <tr>
    <th scope="row">
      <FolderLink room={room} folder={folder} />
    </th>
    <td>by clearance</td>
    {groups.map((group) => {
      const role = roleIn(folder, group);
      return (
        <td key={group.id}>
          <button
            type="button"
            className="matrix-right"
            title={`Who sees ${folder.name}?`}
            disabled={!may(folder, 'folder.access')}
            onClick={() => onAsk(folder)}
          >
            {role === undefined ? (
              <span className="soft">does not see it</span>
            ) : (
              <span className="matrix-yes">
                <Icon name="check" />
                {folderRole(role).verb}
              </span>
            )}
          </button>
        </td>
      );
    })}
  </tr>
);
