import {
  type Ability,
  type AnyLink,
  allows,
  decide,
  isPackage,
  linkOfItem,
  type PackageLink,
  shareStatus,
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
import { standingOf } from '../links/standing-of-link.ts';
import { packageRefs } from './open-items.ts';

type PackagesSeenDeps = Pick<Deps, 'documents' | 'clock' | 'countReading'>;

const IN_ONE_READ = 200;
/** Documents that a page of a list may read without a charge. */
const FREE = 1000;

/** Packages as the caller sees them, with their present status and the number of their files that the caller sees. */
export async function packagesSeen(
  deps: PackagesSeenDeps,
  at: AtLiveRoom,
  packages: readonly PackageLink[],
  { may: isAsked = false }: PageRequest,
): Promise<readonly ShareSeen[]> {
  const refs = distinctRefs(packages.flatMap(packageRefs));
  if (refs.length > FREE) await deps.countReading(at.user.id, refs.length - FREE);
  const snapshot = new IdentityMap([], []);
  for (let start = 0; start < refs.length; start += IN_ONE_READ) {
    const slice = refs.slice(start, start + IN_ONE_READ);
    snapshot.add(slice, await deps.documents.read(slice));
  }
  return packages.map((link) => ({
    ...packageSeen(deps, at, snapshot, link),
    ...(isAsked && { may: packageMay(at, link) }),
  }));
}

function packageSeen({ clock }: PackagesSeenDeps, at: AtLiveRoom, snapshot: Snapshot, link: PackageLink): ShareSeen {
  const now = clock.now();
  const creatorMay = link.items.some((item) => {
    const asLink = linkOfItem(link, item, lowestLabel(at.labelRules));
    const { reasons } = decide('share.redeem', standingOf(at.labelRules, snapshot, asLink, now));
    return reasons.every(({ rule, holds }) => holds || LEFT_ASIDE.has(rule));
  });
  const seen = link.items.filter(({ fileId }) => {
    const file = snapshot.find(files, fileId);
    return file?.status === 'available' && allows('file.see', { ...at, file });
  });
  const named = {
    target: snapshot.find(users, link.createdBy),
    member: snapshot.find(memberships, membershipId(link.roomId, link.createdBy)),
  };
  return {
    link,
    createdBy: nameInRoom(at, link.createdBy, named),
    status: shareStatus(link, creatorMay, now),
    fileCount: seen.length,
  };
}

/** Rules about the link, whose status names them. */
const LEFT_ASIDE: ReadonlySet<string> = new Set(['link-not-revoked', 'link-not-expired', 'cap-left']);

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
