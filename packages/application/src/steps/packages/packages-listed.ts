import { allows, ShareLinkId, UserId } from '@strongroom/domain';
import { absentId } from '../../kernel/ids.ts';
import type { InRoom } from '../../kernel/in-room.ts';
import { packagesOfRoom, packagesOfRoomBy } from '../../store/share-links.ts';

/** Links to one file, packages, or both. */
export type LinkKind = 'file' | 'package' | 'all';

/** The list key of the packages of a room that the caller sees. Packages that others made are for owners of the room. */
export function packagesListed(found: InRoom): string {
  const { room, user } = found;
  const anothers = {
    id: absentId(ShareLinkId, room.id),
    kind: 'package',
    roomId: room.id,
    createdBy: absentId(UserId, room.id),
  } as const;
  return allows('package.see', { ...found, package: anothers })
    ? packagesOfRoom(room.id)
    : packagesOfRoomBy(room.id, user.id);
}
