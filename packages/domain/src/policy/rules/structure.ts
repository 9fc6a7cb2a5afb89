import { parentPath } from '../../model/folder.ts';
import { sameRestrictionsAbove, structureOf } from '../../model/owner-place.ts';
import { exists } from '../../model/room.ts';
import { roomRule } from '../../rule.ts';
import type { FolderPath } from '../../values/text.ts';
import type { DestinationFacts, FolderFacts, MakingFacts, PlaceFacts, RoomFacts, WhoFacts } from './facts.ts';
import { folderContributor } from './restrictions.ts';
import { roomMember, roomOwner } from './rooms.ts';

const isOpen = ({ room }: RoomFacts, place: FolderPath): boolean =>
  !exists(room) || structureOf(room, place) === 'open';

/** Asked besides whether the caller may add to the place. */
export const makerInPlace = roomRule<WhoFacts & RoomFacts & PlaceFacts>(
  'maker-in-place',
  'The caller is a member of the room, and not only its owners make folders directly in this one.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => roomMember.holds(facts) && isOpen(facts, facts.place),
);

export const makesWhereAllMay = roomRule<WhoFacts & RoomFacts & MakingFacts>(
  'makes-where-all-may',
  'Not only owners of the room make folders directly in the place of the request, or the caller is one.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => facts.makesIn === undefined || isOpen(facts, facts.makesIn) || roomOwner.holds(facts),
);

/** A folder with the structure "owners" may hold some that others do not see, so its name and place tell of them. */
export const folderKeeper = roomRule<WhoFacts & RoomFacts & FolderFacts>(
  'keeper-of-folder',
  'The caller contributes to the folder, and neither it nor the one above it has the structure "owners".',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    folderContributor.holds(facts) &&
    facts.folder !== undefined &&
    isOpen(facts, facts.folder.path) &&
    isOpen(facts, parentPath(facts.folder.path)),
);

export const folderMover = roomRule<WhoFacts & RoomFacts & FolderFacts & DestinationFacts>(
  'mover-of-folder',
  'The caller may rename the folder, and it goes into one without the structure "owners", behind the same restricted folders.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    folderKeeper.holds(facts) &&
    (facts.destination === undefined ||
      (isOpen(facts, parentPath(facts.destination)) && goesBehindTheSame(facts, facts.destination))),
);

const goesBehindTheSame = ({ room, folder }: RoomFacts & FolderFacts, destination: FolderPath): boolean =>
  !exists(room) || folder === undefined || sameRestrictionsAbove(room, folder.path, destination);
