import {
  type AnyLink,
  creatorHasLeft,
  type FileId,
  type LinkMaker,
  linkHasEnded,
  MAX_LINKS_OF_ONE,
  MAX_LIVING_LINKS,
  type ShareLink,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import type { ListedDocument } from '../../kernel/identity-map.ts';
import { MAX_CALLS_IN_ONE_COMMIT } from '../../kernel/operation-runner.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { everyLinkOf, shareLinks } from '../../store/share-links.ts';
import { users } from '../../store/users.ts';
import { existingLinks, firstLinks, MAX_LINKS, removeSurplusLinks } from './links-of-file.ts';

type LinksToAddToDeps = Pick<Deps, 'documents' | 'runner' | 'clock'>;

const IN_ONE_READ = 100;

/** Links of a file that stop no other one of this person, even if each call of a commit adds one. */
const fewFor = ({ userId, owners }: LinkMaker): number =>
  (owners.includes(userId) ? MAX_LIVING_LINKS : MAX_LINKS_OF_ONE) - MAX_CALLS_IN_ONE_COMMIT;

/**
 * The links of a file to which one is added. `load` loads them at each attempt, if there are more than a few; undefined for a caller
 * who adds none. Removes ended links beyond the maximum that an older version stored.
 */
export function linksToAddTo(deps: LinksToAddToDeps, fileId: FileId) {
  let ids: readonly string[] = [];
  let abandoned: ReadonlySet<string> = new Set();
  return {
    load: async (maker: LinkMaker | undefined): Promise<readonly ListedDocument[]> => {
      [ids, abandoned] = [[], new Set()];
      if (maker === undefined || (await hasAtMost(deps, fileId, fewFor(maker)))) return [];
      let known = await firstLinks(deps, fileId);
      if (known.length > MAX_LINKS) {
        await removeSurplusLinks(deps, fileId);
        known = await firstLinks(deps, fileId);
      }
      ids = known.map(({ document }) => document.id);
      const links = known.map(({ document }) => stateOf(shareLinks, document));
      const living = links.filter((link) => !linkHasEnded(link, deps.clock.now()));
      // Creators are looked up where their links would stop another one: one who left must not.
      abandoned = living.length < MAX_LINKS_OF_ONE ? new Set() : await abandonedLinks(deps, living);
      return known;
    },
    /** The oldest first, with those made by the same commit; without those of before where they are few. */
    of: (uow: UnitOfWork): readonly ShareLink[] => existingLinks(uow, fileId, ids),
    /** Whether the creator of a link is known to have left the room for good. */
    isAbandoned: ({ id }: ShareLink): boolean => abandoned.has(id),
  };
}

/** Another commit that adds one replaces the file, so the number is that of the commit. */
const hasAtMost = async ({ documents }: LinksToAddToDeps, fileId: FileId, most: number): Promise<boolean> =>
  (await documents.count(shareLinks.name, { anyOf: everyLinkOf(fileId) }, most + 1)) <= most;

async function abandonedLinks(
  { documents }: LinksToAddToDeps,
  links: readonly AnyLink[],
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let start = 0; start < links.length; start += IN_ONE_READ) {
    const slice = links.slice(start, start + IN_ONE_READ);
    const found = await documents.read(
      slice.flatMap(({ roomId, createdBy }) => [
        refTo(users, createdBy),
        refTo(memberships, membershipId(roomId, createdBy)),
      ]),
    );
    for (const [index, link] of slice.entries()) {
      const [user, membership] = [found[2 * index], found[2 * index + 1]];
      if (creatorHasLeft(link, user && stateOf(users, user), membership && stateOf(memberships, membership)))
        ids.add(link.id);
    }
  }
  return ids;
}
