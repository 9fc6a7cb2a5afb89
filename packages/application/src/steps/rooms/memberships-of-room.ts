import { MAX_MEMBERS, type RoomId } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { memberships, membersOfRoom } from '../../store/rooms.ts';

/** Every membership of a room; there are at most 5 000, so that they can go in one commit. */
export async function membershipsOfRoom(documents: DocumentStore, roomId: RoomId): Promise<readonly ListedDocument[]> {
  const found = await documents.list(
    memberships.name,
    { anyOf: [membersOfRoom(roomId)] },
    { limit: MAX_MEMBERS, order: 'oldest' },
  );
  return found.map((document) => ({ collection: memberships.name, document }));
}
