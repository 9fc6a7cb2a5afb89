import type { Folder, Me, Room, File as RoomFile } from '@strongroom/client';
import { fileAddress } from '../../base/file-address.ts';
import { plural } from '../../base/format.ts';
import type { GrownList } from '../../base/growing-list.ts';
import { may } from '../../base/may.ts';
import { queries } from '../../base/queries.ts';
import type { IconName } from '../../design/icons.tsx';
import { pageCommands } from '../../design/page-commands.ts';
import { foldersOf, roomQuery } from '../../pages/room/base/room-files.ts';
import { type RoomTab, tabsOf } from '../../pages/room/room-tabs.ts';
import { kindOfFile } from '../../pages/viewer/file-kind.ts';
import type { FoundIn } from './file-search.ts';
import { entriesOfOrganisation, OWN_ENTRIES } from './menu-entries.tsx';
import { openedAt } from './opened-at.ts';
import { bestFirst, roomsToOffer } from './ranking.ts';
import type { RecentFile } from './use-recent-files.ts';

/** A page, a room, a folder, a file or a person to go to, or a command of the page to `run`; without either, what looks further. */
export type Destination = Readonly<{
  id: string;
  name: string;
  to?: string;
  run?: () => void;
  icon: IconName;
  /** The place of it, in words. */
  place?: string;
  isArchived?: boolean;
}>;
export type Group = Readonly<{
  title: string;
  destinations: readonly Destination[];
  /** The number of all that were found, of which the first are shown. */
  total?: number;
}>;

/** The id of the room whose page an address names. */
export const roomAt = (pathname: string): string | undefined => /^\/rooms\/([\w-]+)/.exec(pathname)?.[1];

/** The room that is open, as far as it was read. */
export const presentRoom = (id: string | undefined): Room | undefined =>
  id === undefined ? undefined : queries.getQueryData(roomQuery(id).queryKey);

const ICONS: Readonly<Record<RoomTab, IconName>> = {
  files: 'file',
  members: 'people',
  groups: 'unit',
  links: 'link',
  inbox: 'upload',
  activity: 'activity',
  bin: 'trash',
  settings: 'filter',
};

/** The pages of the open room, under its name. */
export function pagesOfRoom(room: Room | undefined, sought: string): readonly Group[] {
  if (room === undefined) return [];
  const folders = queries.getQueryData<GrownList<Folder>>(foldersOf(room.id).key)?.items ?? [];
  const pages = tabsOf(room, folders).map(({ id, name, to }) => ({ id: to, name, to, icon: ICONS[id] }));
  return [{ title: room.name, destinations: bestFirst(pages, sought) }];
}

/** Deeds that the buttons of the open page have, and those that no page is needed for. */
export const commandGroup = (me: Me, sought: string): Group => {
  const anywhere: readonly Destination[] = may(me, 'room.create')
    ? [{ id: 'new-room', name: 'New room', to: '/rooms?new=1', icon: 'plus' }]
    : [];
  return { title: 'Commands', destinations: bestFirst([...pageCommands(), ...anywhere], sought) };
};

export function pageGroup(me: Me, sought: string): Group {
  const entries = [...OWN_ENTRIES, ...entriesOfOrganisation(me)];
  const pages = entries.map(({ to, name, icon }) => ({ id: to, name, to, icon }));
  return { title: 'Pages', destinations: bestFirst(pages, sought) };
}

export const roomGroup = (rooms: readonly Room[], sought: string, most?: number): Group => ({
  title: 'Rooms',
  destinations: roomsToOffer(rooms, sought, openedAt)
    .slice(0, most)
    .map(({ id, name, status }) => ({
      id,
      name,
      to: `/rooms/${id}`,
      icon: status === 'archived' ? 'archive' : 'room',
      isArchived: status === 'archived',
    })),
});

/** The groups without the destinations that an earlier one has. */
export function eachOnce(groups: readonly Group[]): readonly Group[] {
  const seen = new Set<string>();
  return groups.map((group) => {
    const destinations = group.destinations.filter(({ id }) => !seen.has(id));
    for (const { id } of destinations) seen.add(id);
    return { ...group, destinations };
  });
}

const MAX_RECENT = 5;

/** The rooms that were opened last, without the one that is open: Enter leads to the one before. */
export const recentRooms = (rooms: readonly Room[], present: string | undefined): Group => ({
  ...roomGroup(
    rooms.filter(({ id }) => id !== present && openedAt(id) !== undefined),
    '',
    MAX_RECENT,
  ),
  title: 'Rooms opened last',
});

export const recentFiles = (files: readonly RecentFile[]): Group => ({
  title: 'Files opened last',
  destinations: files.map(({ room, file }) => ({
    ...destinationOf(room, file),
    place: [room.name, ...(file.folder === '' ? [] : [file.folder])].join(' / '),
  })),
});

/** Files with sought words, under the names of their rooms, and the way to the list where it has more; else the newest files. */
export const fileGroups = (found: readonly FoundIn<Room, RoomFile>[], sought: string): readonly Group[] =>
  found.map(({ room, files, total }) => ({
    title: `${sought === '' ? 'Newest files' : 'Files'} in ${room.name}`,
    destinations: [
      ...files.map((file) => destinationOf(room, file)),
      ...wayToAll(room, files.length < total ? total : 0, sought),
    ],
    ...(sought !== '' && { total }),
  }));

const destinationOf = (room: Room, file: RoomFile): Destination => ({
  id: file.id,
  name: file.name,
  to: fileAddress(room.id, file),
  icon: kindOfFile(file),
  ...(file.folder !== '' && { place: file.folder }),
});

function wayToAll(room: Room, total: number, sought: string): readonly Destination[] {
  if (total === 0 || sought === '') return [];
  const name = `${plural(total, 'file')} found: show all in the list`;
  const query = new URLSearchParams({ find: sought });
  return [{ id: `${room.id}-all`, name, to: `/rooms/${room.id}?${query}`, icon: 'search' }];
}
