import { isPresent } from '../../model/file.ts';
import { levelsOf } from '../../model/folder.ts';
import { type Reach, zonesOpenTo } from '../../model/reach.ts';
import { type RestrictedRoom, type Restriction, restrictionsOn, roleBelow } from '../../model/restriction.ts';
import { exists } from '../../model/room.ts';
import { roomRule, rule } from '../../rule.ts';
import type { ZoneId } from '../../values/ids.ts';
import { labelsUpTo } from '../../values/labels.ts';
import type { FolderRole, RoomRole } from '../../values/roles.ts';
import { type FolderPath, TOP_FOLDER } from '../../values/text.ts';
import type {
  DestinationFacts,
  FileFacts,
  FolderFacts,
  MembershipRead,
  PlaceFacts,
  RoomFacts,
  WhoFacts,
} from './facts.ts';
import { liveMembership } from './rooms.ts';

const restrictedPartOf = ({ room }: RoomFacts): RestrictedRoom => (exists(room) ? room : {});

/** The folder role of a member: owners of the room have every right in each folder. Undefined for one who may not see it. */
const roleOn = (on: readonly Restriction[], { role, groups }: MembershipRead): FolderRole | undefined =>
  role === 'owner' ? 'contributor' : roleBelow(on, groups);

const roleAt = (facts: WhoFacts & RoomFacts, path: FolderPath): FolderRole | undefined => {
  const membership = liveMembership(facts);
  return membership && roleOn(restrictionsOn(restrictedPartOf(facts), path), membership);
};

/**
 * The path by which the policy goes for a file. An announced upload is only a text: where it leads to a folder that is hidden from the
 * caller, that folder is as if it were not there. One announced within a restricted folder is of that folder.
 */
function pathOfFile(facts: WhoFacts & RoomFacts & FileFacts): FolderPath | undefined {
  const { file } = facts;
  if (!isPresent(file)) return undefined;
  if (file.status === 'available') return file.folder;
  const isOpenZone = file.zone === undefined || roleInZone(facts, file.zone) !== undefined;
  return isOpenZone ? openPartOf(facts, file.folder) : undefined;
}

const roleAtFile = (facts: WhoFacts & RoomFacts & FileFacts): FolderRole | undefined => {
  const path = pathOfFile(facts);
  return path === undefined ? undefined : roleAt(facts, path);
};

/** The role where a restricted folder is now. After its end only owners of the room have one there. */
function roleInZone(facts: WhoFacts & RoomFacts, zone: ZoneId): FolderRole | undefined {
  const nearest = restrictedPartOf(facts).restrictions?.find(({ id }) => id === zone);
  if (nearest === undefined) return liveMembership(facts)?.role === 'owner' ? 'contributor' : undefined;
  return roleAt(facts, nearest.path);
}

/** A file in the bin lies where its folder is now. */
const roleAtBinned = (facts: WhoFacts & RoomFacts & FileFacts): FolderRole | undefined => {
  const { file } = facts;
  if (file?.status !== 'binned') return undefined;
  return file.zone === undefined ? liveMembership(facts) && 'contributor' : roleInZone(facts, file.zone);
};

/** Whether a member adds to a folder: as contributor of the room, or as viewer whom a restricted folder on the way lets add. */
export function addsAt(facts: WhoFacts & RoomFacts, path: FolderPath | undefined): boolean {
  const membership = liveMembership(facts);
  return membership !== undefined && memberAdds(facts, membership, path);
}

/** Like `addsAt`, for a member whose membership is known to be live. */
export function memberAdds(
  { room }: Pick<RoomFacts, 'room'>,
  membership: MembershipRead,
  path: FolderPath | undefined,
): boolean {
  if (path === undefined || !exists(room)) return false;
  const on = restrictionsOn(room, path);
  return roleOn(on, membership) === 'contributor' && (membership.role !== 'viewer' || on.length > 0);
}

/** A path up to the first restricted folder on it that is closed to the caller, who is answered as if that were not there. */
export function openPartOf(facts: WhoFacts & RoomFacts, path: FolderPath): FolderPath {
  const closed = restrictionsOn(restrictedPartOf(facts), path).filter((one) => roleAt(facts, one.path) === undefined);
  const first = Math.min(...closed.map((one) => levelsOf(one.path)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the names of a path
  const open = path
    .split('/')
    .slice(0, first - 1)
    .join('/') as FolderPath;
  return closed.length === 0 ? path : open;
}

const roleIs = (facts: WhoFacts & RoomFacts, role: RoomRole): boolean => liveMembership(facts)?.role === role;

/** Whether no restricted folder on the way is closed to the caller. That they are a member is another rule. */
const isOpen = (facts: WhoFacts & RoomFacts, path: FolderPath | undefined): boolean =>
  path !== undefined &&
  (restrictionsOn(restrictedPartOf(facts), path).length === 0 || roleAt(facts, path) !== undefined);

export const fileOpen = rule<WhoFacts & RoomFacts & FileFacts>(
  'file-folder-open',
  'Every restricted folder on the way to the file is open to a group of the caller, or they own the room.',
  'FILE_NOT_FOUND',
  (facts) => isOpen(facts, pathOfFile(facts)),
);

export const binnedOpen = rule<WhoFacts & RoomFacts & FileFacts>(
  'binned-folder-open',
  'Every restricted folder that the file lay in is open to a group of the caller, or they own the room.',
  'FILE_NOT_FOUND',
  (facts) => facts.file?.status === 'binned' && (facts.file.zone === undefined || roleAtBinned(facts) !== undefined),
);

export const folderOpen = rule<WhoFacts & RoomFacts & FolderFacts>(
  'folder-open',
  'The folder and every restricted one on the way are open to a group of the caller, or they own the room.',
  'FOLDER_NOT_FOUND',
  (facts) => isOpen(facts, facts.folder?.path),
);

/** Members to whom the folder only shows its files know of no links to these. */
export const linkFolderOpen = rule<WhoFacts & RoomFacts & FileFacts>(
  'link-folder-open',
  'Every restricted folder on the way lets a group of the caller contribute, or they own the room.',
  'SHARE_NOT_FOUND',
  (facts) => {
    const path = pathOfFile(facts);
    return (
      path !== undefined &&
      (restrictionsOn(restrictedPartOf(facts), path).length === 0 || roleAt(facts, path) === 'contributor')
    );
  },
);

export const linkFolderOpenOrGuarded = rule<WhoFacts & RoomFacts & FileFacts>(
  'link-folder-open-or-guarded',
  'The caller oversees rooms, or every restricted folder on the way lets one of their groups contribute, or they own the room.',
  'SHARE_NOT_FOUND',
  (facts) => linkFolderOpen.holds(facts) || overseesFolders(facts),
);

const overseesFolders = ({ subject }: WhoFacts): boolean =>
  subject.role === 'owner' ||
  subject.role === 'domain_admin' ||
  subject.role === 'security_officer' ||
  subject.role === 'auditor';

export const fileContributor = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'contributor-at-file',
  'The caller is a contributor of the room, also by every restricted folder on the way.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => roleIs(facts, 'contributor') && roleAtFile(facts) === 'contributor',
);

export const ownFileAdder = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'adder-of-file',
  'The caller uploaded the file into a restricted folder that lets them add files.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => isPresent(facts.file) && facts.file.uploadedBy === facts.subject.id && addsAt(facts, pathOfFile(facts)),
);

export const binContributor = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'contributor-at-binned',
  'The caller is a contributor of the room, also by every restricted folder that the file lay in.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => roleIs(facts, 'contributor') && roleAtBinned(facts) === 'contributor',
);

export const folderContributor = roomRule<WhoFacts & RoomFacts & FolderFacts>(
  'contributor-at-folder',
  'The caller is a contributor of the room, also by the folder and every restricted one on the way.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    facts.folder !== undefined && roleIs(facts, 'contributor') && roleAt(facts, facts.folder.path) === 'contributor',
);

export const placeAdder = roomRule<WhoFacts & RoomFacts & PlaceFacts>(
  'adder-at-place',
  'The caller is a contributor of the room, also by every restricted folder on the way, or such a folder lets them add files.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => addsAt(facts, facts.place),
);

export const addsWhereItGoes = rule<WhoFacts & RoomFacts & FileFacts & DestinationFacts>(
  'adds-where-it-goes',
  'The request leaves the file in its folder, or the caller may add files to the folder that it names.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) =>
    facts.destination === undefined ||
    (isPresent(facts.file) && facts.destination === facts.file.folder) ||
    addsAt(facts, facts.destination),
);

/** The reach of the caller in the room. `contributing`: where restricted folders also let them contribute. */
export const reachIn = (facts: WhoFacts & RoomFacts, contributing = false): Reach => ({
  labels: labelsUpTo(facts.labelRules.scheme, facts.subject.clearance),
  zones: zonesOpenTo(restrictedPartOf(facts), liveMembership(facts), contributing),
});

/** A folder to which the caller may add files and folders, if there is one; else the top of the room. */
export const placeToAdd = (facts: WhoFacts & RoomFacts): FolderPath =>
  roleIs(facts, 'viewer')
    ? (restrictedPartOf(facts).restrictions?.find(({ path }) => addsAt(facts, path))?.path ?? TOP_FOLDER)
    : TOP_FOLDER;

export const someAdder = roomRule<WhoFacts & RoomFacts>(
  'adder-somewhere',
  'The caller is a contributor of the room, or some restricted folder lets them add files.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => addsAt(facts, placeToAdd(facts)),
);

export const uploader = roomRule<WhoFacts & RoomFacts & FileFacts>(
  'uploader',
  'The caller announced this upload, and is still an owner or contributor of the room or may add files to its folder.',
  'INSUFFICIENT_ROOM_ROLE',
  (facts) => isPresent(facts.file) && facts.file.uploadedBy === facts.subject.id && addsAt(facts, pathOfFile(facts)),
);

/** Whether the creator of a link contributes where its file lies now. */
export const creatorContributes = (
  { room, file }: Pick<RoomFacts, 'room'> & FileFacts,
  creatorMembership: MembershipRead,
): boolean =>
  isPresent(file) && exists(room) && roleOn(restrictionsOn(room, file.folder), creatorMembership) === 'contributor';
