import type { RoomId } from '@strongroom/domain';
import type { Deps } from '../deps.ts';
import type { Collection } from '../kernel/collection.ts';
import type { Known } from '../kernel/draft.ts';
import { SYSTEM } from '../kernel/entry.ts';
import { memberships, membersOfRoom } from '../repositories/rooms.ts';
import { shareLinks } from '../repositories/share-links.ts';

const AT_ONCE = 200;

type Needs = Pick<Deps, 'documents' | 'journal'>;

/** Removes the documents of links that lead nowhere any more. They were dead before: this is tidying up. */
export const removeLinks = (deps: Needs, key: string): Promise<void> => removeListed(deps, shareLinks, key);

/** Removes what a deleted room has left of memberships: they are worth nothing, but the lists of users count them. */
export const removeMemberships = (deps: Needs, roomId: RoomId): Promise<void> =>
  removeListed(deps, memberships, membersOfRoom(roomId));

async function removeListed<S>(deps: Needs, collection: Collection<S>, key: string): Promise<void> {
  for (;;) {
    let found: readonly Known[] = [];
    const more = async (): Promise<readonly Known[]> => {
      const documents = await deps.documents.list(collection.name, { anyOf: [key] }, { limit: AT_ONCE });
      found = documents.map((document) => ({ collection: collection.name, document }));
      return found;
    };
    await deps.journal.run({
      author: SYSTEM,
      refs: [],
      more,
      decide: (at) => {
        for (const { document } of found) at.remove(collection, document.id);
      },
    });
    if (found.length < AT_ONCE) return;
  }
}
