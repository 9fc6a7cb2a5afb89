import type { Folder, Me, Room } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { folderAddress } from '../../base/file-address.ts';
import { may } from '../../base/may.ts';
import { usePeople } from '../../pages/people-data.ts';
import { nameOfPerson } from '../../pages/person-name.ts';
import { nameOf, parentOf } from '../../pages/room/base/folders.ts';
import { FIRST_FOLDERS, useFolders } from '../../pages/room/base/room-files.ts';
import { membersQuery, nameOfMember } from '../../pages/sight.ts';
import type { Destination, Group } from './destinations.ts';
import { bestFirst } from './ranking.ts';

/** Folders and people that are shown. */
const MOST = 5;

const groupOf = (title: string, all: readonly Destination[], sought: string): Group => {
  // The folder above and the address count too, after the own name.
  const texts = all.map((destination) => ({ destination, name: `${destination.name} ${destination.place ?? ''}` }));
  const found = bestFirst(texts, sought).map(({ destination }) => destination);
  return { title, destinations: found.slice(0, MOST), total: found.length };
};

/** Folders of a room with sought words in their paths. */
export const folderGroup = (
  room: Pick<Room, 'id' | 'name'>,
  folders: readonly Pick<Folder, 'path'>[],
  sought: string,
) =>
  groupOf(
    `Folders in ${room.name}`,
    folders.map(({ path }) => ({
      id: `folder ${path}`,
      name: nameOf(path),
      to: folderAddress(room.id, path),
      icon: 'folder',
      ...(path.includes('/') && { place: parentOf(path) }),
    })),
    sought,
  );

/**
 * Folders of the open room, and people with a page that the reader may open: of the organisation, or as members of the open room.
 * Both lists are read once, and no key asks for them again.
 */
export function usePlacesInRoom(me: Me, room: Room | undefined, sought: string): readonly Group[] {
  const words = sought.trim();
  const isWanted = words !== '';
  const seesAll = may(me, 'user.list_all');
  const hasFolders = room !== undefined && may(room, 'file.list');
  const hasMembers = room !== undefined && !seesAll && may(room, 'room.members.list');
  const folders = useFolders(room?.id ?? '', FIRST_FOLDERS, isWanted && hasFolders).data?.items ?? [];
  const people = usePeople(isWanted && (seesAll || hasMembers)).data ?? [];
  const members = useQuery({ ...membersQuery(room?.id ?? ''), enabled: isWanted && hasMembers }).data ?? [];
  if (!isWanted) return [];
  const folderPlaces = hasFolders ? [folderGroup(room, folders, sought)] : [];
  if (!seesAll && !hasMembers) return folderPlaces;
  const known = new Map(people.map((person) => [person.id, person]));
  const pages: readonly Destination[] = seesAll
    ? people.map((person) => {
        const { id, email = '' } = person;
        const name = nameOfPerson(person);
        return { id, name, to: `/people/${id}`, icon: 'account', ...(email !== name && { place: email }) };
      })
    : members.map((member) => ({
        id: member.user_id,
        name: nameOfMember(member, known.get(member.user_id)),
        to: `/rooms/${room?.id}/members?member=${member.user_id}`,
        icon: 'account',
      }));
  return [...folderPlaces, groupOf(seesAll ? 'People' : `Members of ${room?.name}`, pages, sought)];
}
