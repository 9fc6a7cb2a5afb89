import type { Folder, Me, Room, File as RoomFile } from '@strongroom/client';
import { fileAddress } from '../../base/file-address.ts';
import type { GrownList } from '../../base/growing-list.ts';
import { queries } from '../../base/queries.ts';
import { visitOf } from '../../base/visits.ts';
import type { IconName } from '../../design/icons.tsx';
import { foldersOf, roomQuery } from '../../pages/room/base/room-files.ts';
import { type RoomTab, tabsOf } from '../../pages/room/room-tabs.ts';
import type { FoundIn } from './file-search.ts';
import { entriesOfOrganisation, OWN_ENTRIES } from './menu-entries.tsx';
import { bestFirst, roomsToOffer } from './ranking.ts';

/** A page, a room or a file to go to. */
export type Destination = Readonly<{
  id: string;
  name: string;
  to: string;
  icon: IconName;
  /** The place of it, in words. */
  place?: string;
  isArchived?: boolean;
}>;
export type Group = Readonly<{ title: string; destinations: readonly Destination[] }>;

export const openedAt = (roomId: string): number | undefined => visitOf(roomId)?.at;

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

function pagesOfRoom(room: Room): readonly Destination[] {
  const folders = queries.getQueryData<GrownList<Folder>>(foldersOf(room.id).key)?.items ?? [];
  return tabsOf(room, folders).map(({ id, name, to }) => ({ id: to, name, to, icon: ICONS[id], place: room.name }));
}

/** Pages for sought words: those of the present room first. */
export function pageGroup(me: Me, present: Room | undefined, sought: string): Group {
  const entries = [...OWN_ENTRIES, ...entriesOfOrganisation(me)];
  const pages = entries.map(({ to, name, icon }) => ({ id: to, name, to, icon }));
  const all = [...(present === undefined ? [] : pagesOfRoom(present)), ...pages];
  return { title: 'Pages', destinations: bestFirst(all, sought) };
}

export const roomGroup = (rooms: readonly Room[], sought: string): Group => ({
  title: 'Rooms',
  destinations: roomsToOffer(rooms, sought, openedAt).map(({ id, name, status }) => ({
    id,
    name,
    to: `/rooms/${id}`,
    icon: status === 'archived' ? 'archive' : 'room',
    isArchived: status === 'archived',
  })),
});

export const fileGroup = (found: readonly FoundIn<Room, RoomFile>[]): Group => ({
  title: 'Files',
  destinations: found.flatMap(({ room, files }) =>
    files.map((file) => ({
      id: file.id,
      name: file.name,
      to: fileAddress(room.id, file),
      icon: 'file' as const,
      place: file.folder === '' ? room.name : `${room.name} / ${file.folder}`,
    })),
  ),
});
