import {
  creatorHasLeft,
  linkHasEnded,
  MAX_ENDED_LINKS,
  MAX_LINKS_OF_ONE,
  MAX_LIVING_LINKS,
  type PackageLink,
  type RoomId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap, type ListedDocument } from '../../kernel/identity-map.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { distinctRefs, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { packagesOfRoom, shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';
import { creatorRefs } from '../links/standing-of-link.ts';
import { packagesAmong } from './packages-seen.ts';

/** The packages of a room to which one is added. `load` loads them at each attempt, for a caller who may add it. */
export function packagesToAddTo({ documents, clock }: Pick<Deps, 'documents' | 'clock'>, roomId: RoomId) {
  let ids: readonly string[] = [];
  let abandoned: ReadonlySet<string> = new Set();
  return {
    load: async (): Promise<readonly ListedDocument[]> => {
      const page = { limit: MAX_LIVING_LINKS + MAX_ENDED_LINKS, order: 'oldest' } as const;
      const found = await documents.list(shareLinks.name, { anyOf: [packagesOfRoom(roomId)] }, page);
      ids = found.map(({ id }) => id);
      const living = packagesAmong(found.map((document) => stateOf(shareLinks, document))).filter(
        (link) => !linkHasEnded(link, clock.now()),
      );
      // Creators are looked up where their packages would stop another one: one who left must not.
      abandoned = living.length < MAX_LINKS_OF_ONE ? new Set() : await abandonedAmong(documents, living);
      return found.map((document) => ({ collection: shareLinks.name, document }));
    },
    /** The oldest first, with those made by the same commit. */
    of: (uow: UnitOfWork): readonly PackageLink[] => {
      const made = packagesAmong(uow.written(shareLinks)).filter((link) => link.roomId === roomId);
      const all = new Set([...ids, ...made.map(({ id }) => id)]);
      return packagesAmong([...all].flatMap((id) => uow.find(shareLinks, id) ?? []));
    },
    /** Whether the creator of a package is known to have left the room for good. */
    isAbandoned: ({ id }: PackageLink): boolean => abandoned.has(id),
  };
}

async function abandonedAmong(
  documents: Deps['documents'],
  links: readonly PackageLink[],
): Promise<ReadonlySet<string>> {
  const refs = distinctRefs(links.flatMap(creatorRefs));
  const snapshot = new IdentityMap(refs, await documents.read(refs));
  const left = links.filter((link) =>
    creatorHasLeft(
      link,
      snapshot.find(users, link.createdBy),
      snapshot.find(memberships, membershipId(link.roomId, link.createdBy)),
    ),
  );
  return new Set(left.map(({ id }) => id));
}
