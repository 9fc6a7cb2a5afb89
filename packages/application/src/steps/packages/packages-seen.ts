import {
  type Ability,
  type AnyLink,
  allows,
  dominates,
  isPackage,
  linkOfItem,
  type PackageLink,
  shareStatus,
  TOP_FOLDER,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { Deps } from '../../kernel/deps.ts';
import { IdentityMap, type Snapshot } from '../../kernel/identity-map.ts';
import { lowestLabel } from '../../kernel/labels.ts';
import type { PageRequest } from '../../kernel/lists.ts';
import { type AtLiveRoom, nameInRoom } from '../../kernel/views.ts';
import { distinctRefs } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { users } from '../../store/users.ts';
import { type FileShown, fileShownBy, namesOfShown } from '../links/file-shown-by.ts';
import { isGiven } from '../links/standing-of-link.ts';
import { packageRefs } from './open-items.ts';

type PackagesSeenDeps = Pick<Deps, 'documents' | 'clock' | 'countReading'>;

const IN_ONE_READ = 200;
/** Documents that a page of a list may read without a charge. */
const FREE = 1000;

/** Packages as the caller sees them, with their present status and the files that the caller sees. */
export async function packagesSeen(
  deps: PackagesSeenDeps,
  at: AtLiveRoom,
  packages: readonly PackageLink[],
  { may: isAsked = false }: PageRequest,
): Promise<readonly ShareSeen[]> {
  const snapshot = await contentsOf(deps, at, packages);
  return packages.map((link) => ({
    ...packageSeen(deps, at, snapshot, link),
    ...(isAsked && { may: packageMay(at, link) }),
  }));
}

/** The files of a package that the caller sees, in the order of their indexes. */
export async function filesShownBy(
  deps: PackagesSeenDeps,
  at: AtLiveRoom,
  link: PackageLink,
): Promise<readonly FileShown[]> {
  const snapshot = await contentsOf(deps, at, [link]);
  const now = deps.clock.now();
  const lowest = lowestLabel(at.labelRules);
  return link.items.flatMap((item, index): readonly FileShown[] => {
    const file = fileShownBy(at, snapshot.find(files, item.fileId), item);
    if (file === undefined) return [];
    const given = isGiven(at.labelRules, snapshot, linkOfItem(link, item, lowest), now);
    return [{ index, file, folder: item.folder ?? TOP_FOLDER, isGiven: given }];
  });
}

/** The documents that decide on packages. Throws RATE_LIMIT_EXCEEDED. */
async function contentsOf(
  { documents, countReading }: PackagesSeenDeps,
  at: AtLiveRoom,
  packages: readonly PackageLink[],
): Promise<Snapshot> {
  const refs = distinctRefs(packages.flatMap(packageRefs));
  if (refs.length > FREE) await countReading(at.user.id, refs.length - FREE);
  const snapshot = new IdentityMap([], []);
  for (let start = 0; start < refs.length; start += IN_ONE_READ) {
    const slice = refs.slice(start, start + IN_ONE_READ);
    snapshot.add(slice, await documents.read(slice));
  }
  return snapshot;
}

function packageSeen({ clock }: PackagesSeenDeps, at: AtLiveRoom, snapshot: Snapshot, link: PackageLink): ShareSeen {
  const now = clock.now();
  const lowest = lowestLabel(at.labelRules);
  const creatorMay = link.items.some((item) => isGiven(at.labelRules, snapshot, linkOfItem(link, item, lowest), now));
  const shown = link.items.flatMap((item) => fileShownBy(at, snapshot.find(files, item.fileId), item) ?? []);
  const named = {
    target: snapshot.find(users, link.createdBy),
    member: snapshot.find(memberships, membershipId(link.roomId, link.createdBy)),
  };
  return {
    link,
    createdBy: nameInRoom(at, link.createdBy, named),
    status: shareStatus(link, creatorMay, now),
    fileCount: shown.length,
    ...namesOfShown(shown),
    ...(knowsTotal(at, link) && { fileTotal: link.items.length }),
  };
}

/** Whether the maker or the event, which has the label of the package, tells the caller how many files there were. */
const knowsTotal = (at: AtLiveRoom, link: PackageLink): boolean =>
  link.createdBy === at.user.id || dominates(at.labelRules.scheme, at.subject.clearance, link.label);

/** The same names as for links to one file: clients need to know no others. */
function packageMay(at: AtLiveRoom, link: PackageLink): readonly Ability<'share'>[] {
  const facts = { ...at, package: link };
  return [
    ...(allows('package.edit', facts) ? (['share.edit'] as const) : []),
    ...(allows('package.revoke', facts) ? (['share.revoke'] as const) : []),
    ...(allows('package.see', facts) ? (['share.see'] as const) : []),
  ];
}

/** The packages among links. */
export const packagesAmong = (links: readonly AnyLink[]): readonly PackageLink[] => links.filter(isPackage);
