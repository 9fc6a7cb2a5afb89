import type { RoomId } from '@strongroom/domain';
import type { Deps } from '../kernel/deps.ts';
import { memberships, membersOfRoom } from '../store/rooms.ts';
import { shareLinks } from '../store/share-links.ts';
import { eachListed } from './each-listed.ts';

type Needs = Pick<Deps, 'documents' | 'runner'>;

/** Removes the documents of links that lead nowhere any more. They were dead before: this is tidying up. */
export const removeLinks = (deps: Needs, key: string): Promise<void> =>
  eachListed(deps, shareLinks, key, (at, _, id) => at.remove(shareLinks, id));

/** Removes what a deleted room has left of memberships: they are worth nothing, but the lists of users count them. */
export const removeMemberships = (deps: Needs, roomId: RoomId): Promise<void> =>
  eachListed(deps, memberships, membersOfRoom(roomId), (at, _, id) => at.remove(memberships, id));
