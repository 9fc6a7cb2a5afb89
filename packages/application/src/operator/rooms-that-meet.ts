import { type LiveRoom, type RoomId, visibilityOf } from '@strongroom/domain';
import type { DocumentStore } from '@strongroom/ports';
import { roomsOfStore } from './rooms-of-store.ts';

/**
 * The rooms whose restricted folders keep groups apart while all members read each other's names in the list of members.
 * Throws Unavailable.
 */
export async function roomsThatMeet(documents: Pick<DocumentStore, 'read' | 'list'>): Promise<readonly RoomId[]> {
  const found: RoomId[] = [];
  for await (const some of roomsOfStore(documents))
    found.push(...some.filter((room) => visibilityOf(room) === 'everyone' && keepsApart(room)).map(({ id }) => id));
  return found;
}

const keepsApart = ({ restrictions = [] }: LiveRoom): boolean =>
  new Set(restrictions.flatMap(({ groups }) => groups.map(({ groupId }) => groupId))).size > 1;
