import type { Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { plural } from '../../base/format.ts';
import { loadLater } from '../../base/later.ts';
import { addressOfList, isLaterList } from '../../base/list-places.ts';
import { noteListing } from '../../base/listed-rooms.ts';
import { may } from '../../base/may.ts';
import { useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Classification } from '../../design/classification.tsx';
import { ErrorBoundary } from '../../design/error-boundary.tsx';
import { type TabMark, Tabs } from '../../design/tabs.tsx';
import { Badge, Failure, Loading, PageHead } from '../../design/text.tsx';
import { NotFound } from '../not-found.tsx';
import { updateCountsInList } from '../rooms-data.ts';
import { noteSeen } from '../seen-rooms.ts';
import { FIRST_FOLDERS, useFolders, useRoom } from './base/room-files.ts';
import { Files } from './files.tsx';
import type { ViewAs } from './groups/room-as.tsx';
import { type RoomTab, tabsOf } from './room-tabs.ts';

const Members = loadLater(() => import('./members/members.tsx').then(({ Members: page }) => page));
const AddPeople = loadLater(() => import('./members/add-people-dialog.tsx').then(({ AddPeople: it }) => it));
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

const SHOWN: Readonly<Record<RoomTab, (room: Room) => ReactNode>> = {
  files: (room) => <Files room={room} />,
  members: (room) => <Members room={room} />,
  groups: (room) => <Groups room={room} AddPeople={AddPeople} />,
  links: (room) => <Links room={room} />,
  inbox: (room) => <Inbox room={room} />,
  activity: (room) => <RoomActivity room={room} />,
  bin: (room) => <Bin room={room} />,
  settings: (room) => <RoomSettings room={room} />,
};

const TO_ROOMS = [['Rooms', '/rooms']] as const;

const ALL_ROOMS = ['/oversight', 'All rooms'] as const;
const toAllRooms = () => [['All rooms', addressOfList(...ALL_ROOMS)]] as const;

/** In whose place the address looks at the room. */
function useViewAs(tab: string | undefined): ViewAs | undefined {
  const id = useAddress().searchParams.get('as');
  if (id === null) return undefined;
  return tab === 'groups' ? { as_group: id } : { as_member: id };
}

/** The parts of the room that another may open; none where they do not see it. */
function useRoomAs(id: string, viewAs: ViewAs | undefined): ReturnType<typeof tabsOf> {
  const { data } = useQuery({
    queryKey: ['room', id, 'as', viewAs],
    queryFn: () => service.rooms.get(id, viewAs),
    enabled: viewAs !== undefined,
  });
  return data === undefined ? [] : tabsOf(data, []);
}

/** The files that wait in the inbox of a room, for those who see any. */
function useWaiting(room: Room | undefined): TabMark | undefined {
  const { data = 0 } = useQuery({
    queryKey: ['inbox', room?.id, 'waiting'],
    queryFn: async () => (await service.inbox.list(room?.id ?? '', { per_page: 1 }).page()).meta.total,
    enabled: room !== undefined && may(room, 'inbox.list'),
  });
  return data === 0 ? undefined : { count: data, words: plural(data, 'waiting file') };
}

export function RoomPage({ id, tab }: Readonly<{ id: string; tab: string | undefined }>): ReactNode {
  const { data: room, error, isPending } = useRoom(id);
  // A restricted folder may let a viewer of the room ask for files.
  const isViewer = room !== undefined && may(room, 'inbox.list') && !may(room, 'upload_request.create');
  const ofViewer = useFolders(id, FIRST_FOLDERS, isViewer);
  // The own role would be read as that of the other person.
  const viewAs = useViewAs(tab);
  const mark = useWaiting(room);
  const theirs = useRoomAs(id, viewAs);
  useEffect(() => {
    if (room === undefined) {
      if (error !== null) noteListing(id, false);
      return;
    }
    noteListing(id, may(room, 'file.list'));
    updateCountsInList(room);
    if (may(room, 'room.note_visit')) noteSeen(room);
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
  const offered = tabsOf(room, ofViewer.data?.items ?? []);
  const first = offered.find((known) => known.id === 'files') ?? offered[0];
  const shown = tab === undefined ? first : offered.find((known) => known.id === tab);
  const marked = offered.map((part) => (part.id === 'inbox' ? { ...part, mark } : part));
  // Folders say whether a viewer has an inbox.
  const isKnown = !isViewer || ofViewer.data !== undefined || ofViewer.error !== null;
  return (
    <>
      <PageHead
        title={room.name}
        trail={!may(room, 'file.list') || isLaterList(ALL_ROOMS, ['/rooms', 'Rooms']) ? toAllRooms() : undefined}
        part={shown === undefined || shown.id === 'files' ? undefined : shown.name}
        below={
          <div className="row room-facts">
            <Classification label={room.classification} />
            {room.status === 'archived' && <Badge>archived: read only</Badge>}
            {may(room, 'file.list') ? (
              viewAs === undefined && <span className="soft">{ROLES[room.my_role ?? 'none']}</span>
            ) : (
              <Badge tone="warn">You oversee this room and see none of its files</Badge>
            )}
          </div>
        }
      />
      <Tabs
        label="Parts of the room"
        current={viewAs === undefined ? shown?.id : 'files'}
        // Theirs are named, and only the files can be looked at in their place.
        tabs={viewAs === undefined ? marked : theirs.map(({ id: part, name }) => ({ id: part, name }))}
      />
      {shown !== undefined ? (
        <ErrorBoundary place={shown.id}>
          <Suspense fallback={<Loading what="the part" rows={6} />}>{SHOWN[shown.id](room)}</Suspense>
        </ErrorBoundary>
      ) : isKnown ? (
        <NotFound to={first?.to} way={`Go to the ${first?.id === 'files' ? 'files of this room' : 'room'}`} />
      ) : (
        <Loading what="the part" rows={6} />
      )}
    </>
  );
}
