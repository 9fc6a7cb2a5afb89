import type { Folder, Room } from '@strongroom/client';
import { type ReactNode, Suspense, useEffect } from 'react';
import { loadLater } from '../../base/later.ts';
import { noteListing } from '../../base/listed-rooms.ts';
import { may } from '../../base/may.ts';
import { noteVisit } from '../../base/visits.ts';
import { Classification } from '../../design/classification.tsx';
import { ErrorBoundary } from '../../design/error-boundary.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { Badge, Failure, Loading, PageHead } from '../../design/text.tsx';
import { updateCountsInList } from '../rooms-data.ts';
import { mayAddAnywhere } from './base/may-make.ts';
import { FIRST_FOLDERS, useFolders, useRoom } from './base/room-files.ts';
import { Files } from './files.tsx';

const Members = loadLater(() => import('./members/members.tsx').then(({ Members: page }) => page));
const Groups = loadLater(() => import('./groups/groups.tsx').then(({ Groups: page }) => page));
const Links = loadLater(() => import('./links/links.tsx').then(({ Links: page }) => page));
const Inbox = loadLater(() => import('./requests/inbox.tsx').then(({ Inbox: page }) => page));
const RoomActivity = loadLater(() => import('./room-activity.tsx').then(({ RoomActivity: page }) => page));
const Bin = loadLater(() => import('./editing/bin.tsx').then(({ Bin: page }) => page));
const RoomSettings = loadLater(() => import('./settings/room-settings.tsx').then(({ RoomSettings: page }) => page));

const ROLES = {
  owner: 'You are an owner',
  contributor: 'You are a contributor',
  viewer: 'You are a viewer',
  none: 'You are no member',
} as const;

type Tab = 'files' | 'members' | 'groups' | 'links' | 'inbox' | 'activity' | 'bin' | 'settings';

const TABS: readonly Readonly<{ id: Tab; name: string; for: (room: Room, folders: readonly Folder[]) => boolean }>[] = [
  { id: 'files', name: 'Files', for: (room) => may(room, 'file.list') },
  { id: 'members', name: 'Members', for: (room) => may(room, 'room.members.list') },
  { id: 'groups', name: 'Groups', for: (room) => may(room, 'group.members.remove') },
  { id: 'links', name: 'Links', for: (room) => may(room, 'room.shares.list') },
  {
    id: 'inbox',
    name: 'Inbox',
    // Owners of the room look at what waits in an archived one, too.
    for: (room, folders) =>
      may(room, 'upload_request.create') ||
      mayAddAnywhere(folders, 'requests') ||
      (may(room, 'inbox.list') && may(room, 'group.members.remove')),
  },
  { id: 'activity', name: 'Activity', for: (room) => may(room, 'audit.room.read') },
  { id: 'bin', name: 'Bin', for: (room) => room.bin_days > 0 && may(room, 'bin.list') },
  { id: 'settings', name: 'Settings', for: () => true },
];

const SHOWN: Readonly<Record<Tab, (room: Room) => ReactNode>> = {
  files: (room) => <Files room={room} />,
  members: (room) => <Members room={room} />,
  groups: (room) => <Groups room={room} />,
  links: (room) => <Links room={room} />,
  inbox: (room) => <Inbox room={room} />,
  activity: (room) => <RoomActivity room={room} />,
  bin: (room) => <Bin room={room} />,
  settings: (room) => <RoomSettings room={room} />,
};

const TO_ROOMS = [['Rooms', '/rooms']] as const;

export function RoomPage({ id, tab }: Readonly<{ id: string; tab: string | undefined }>): ReactNode {
  const { data: room, error, isPending } = useRoom(id);
  // A restricted folder may let a viewer of the room ask for files.
  const isViewer = room !== undefined && may(room, 'inbox.list') && !may(room, 'upload_request.create');
  const folders = useFolders(id, FIRST_FOLDERS, isViewer).data?.items ?? [];
  useEffect(() => {
    if (room === undefined) {
      if (error !== null) noteListing(id, false);
      return;
    }
    noteListing(id, may(room, 'file.list'));
    updateCountsInList(room);
    noteVisit(room.id, room.file_count);
  }, [id, room, error]);
  if (isPending) return <Loading what="the room" />;
  if (room === undefined)
    return (
      <>
        <PageHead title="Room" trail={TO_ROOMS} />
        <Failure error={error} />
        <div>
          <a className="button" href="/rooms">
            Back to the rooms
          </a>
        </div>
      </>
    );
  const offered = TABS.filter((known) => known.for(room, folders));
  const shown = offered.find((known) => known.id === (tab ?? 'files')) ?? offered[0];
  return (
    <>
      <PageHead
        title={room.name}
        trail={TO_ROOMS}
        part={shown === undefined || shown.id === 'files' ? undefined : shown.name}
        below={
          <div className="row room-facts">
            <Classification label={room.classification} />
            {room.status === 'archived' && <Badge>archived: read only</Badge>}
            {may(room, 'file.list') ? (
              <span className="soft">{ROLES[room.my_role ?? 'none']}</span>
            ) : (
              <Badge tone="warn">You oversee this room and see none of its files</Badge>
            )}
          </div>
        }
      />
      <Tabs
        label="Parts of the room"
        current={shown?.id}
        tabs={offered.map((known) => ({
          id: known.id,
          name: known.name,
          to: known.id === 'files' ? `/rooms/${id}` : `/rooms/${id}/${known.id}`,
        }))}
      />
      {shown !== undefined && (
        <ErrorBoundary place={shown.id}>
          <Suspense fallback={<Loading what="the part" rows={6} />}>{SHOWN[shown.id](room)}</Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}
