/** Converts situations of the oracle to the facts of a decision. */
import {
  type Action,
  type DownloadCap,
  type FactsOf,
  type File,
  type Instant,
  isThere,
  type Label,
  SCOPES,
  type Scope,
  TOP_FOLDER,
  type User,
} from '../../src/index.ts';
import * as an from '../examples.ts';
import { FENCED_PATH, FOREIGN_PATH, group, MOVES, OWN_GROUPS, OWN_PATH, ownerPlacesOf } from './fences.ts';
import type {
  AtFile,
  AtFolder,
  AtLink,
  AtPackage,
  AtReceipt,
  AtRoom,
  AtUser,
  LinkHolder,
  NamedUser,
  Rank,
} from './oracle/situation.ts';
import {
  CALLER,
  clearance,
  commonRooms,
  EPOCH,
  file,
  folder,
  label,
  labelRules,
  link,
  membership,
  OTHER,
  override,
  redemption,
  room,
  subject,
} from './things.ts';

/** Every fact that any policy may need. */
export type Facts = FactsOf<Action>;

export const NOTHING: Facts = {
  subject: {
    id: CALLER,
    status: 'active',
    role: 'member',
    epoch: EPOCH,
    external: false,
    clearance: '',
    grant: [],
    asOf: an.NOW,
  },
  labelRules: labelRules(4),
  room: undefined,
  membership: undefined,
  file: undefined,
  folder: undefined,
  version: undefined,
  label: label(4),
  target: undefined,
  role: 'owner',
  clearance: label(4),
  from: null,
  to: 'owner',
  memberId: OTHER,
  member: undefined,
  link: undefined,
  package: undefined,
  request: undefined,
  requestPlace: undefined,
  item: undefined,
  redemption: undefined,
  creator: undefined,
  creatorMembership: undefined,
  now: an.NOW,
  receipt: undefined,
  credential: { kind: 'token', isFirst: false, isRecent: false },
  hasPassword: false,
  keyLinkIsValid: false,
  keepsKeyPerson: false,
  deviceLoginIsOpen: false,
  keepsWayIn: false,
  place: FENCED_PATH,
  group: undefined,
  unit: undefined,
  administered: [],
  unitMembership: undefined,
  targetWithinReach: false,
  common: [],
  invitations: 'owners',
  externalOwners: 'off',
  sent: { name: false, external: undefined },
};

const memberNamed = ({ oneself, memberIs, closed }: AtRoom) =>
  an.aMembership({
    userId: oneself ? CALLER : OTHER,
    role: memberIs,
    groups: closed === 'to others' ? [] : OWN_GROUPS.slice(0, 1),
  });

export const factsAtRoom = (s: AtRoom): Facts => ({
  ...NOTHING,
  subject: subject(s),
  room: room(s.room, s.roomLabel, s.orphaned, s.tookOwner, s.closed, s.fences)[0],
  membership: membership(s.member, EPOCH)[0],
  label: label(s.sent),
  place: FENCED_PATH,
  group: group(s.group),
  from: s.from === 'none' ? null : s.from,
  to: s.to,
  memberId: s.oneself ? CALLER : OTHER,
  member: s.present ? memberNamed(s) : undefined,
  unit: s.placeable ? an.aUnit({ parentId: null, ancestors: [] }) : undefined,
  target: outsideIf(s.namedExternal, namedUser(s.named)),
  common: commonRooms(s.common),
  invitations: s.invitations,
  externalOwners: s.externalOwners,
});

const outsideIf = (isExternal: boolean, user: User | undefined): User | undefined =>
  user && isExternal ? { ...user, external: true } : user;

const ENDED = an.anInvitation({ expiresAt: an.NOW });
const OPEN = an.anInvitation({ expiresAt: (an.NOW + 1) as Instant });
const OUTSIDER = { id: OTHER, status: 'invited', external: true } as const;
const INVITEES: Readonly<Record<AtRoom['invitee'], User | undefined>> = {
  unknown: undefined,
  active: an.aUser({ id: OTHER }),
  deactivated: an.aUser({ id: OTHER, status: 'deactivated' }),
  invited: an.aUser({ id: OTHER, status: 'invited', role: 'owner', invitations: [ENDED, OPEN] }),
  'invitation ended': an.aUser({ id: OTHER, status: 'invited', invitations: [{ ...OPEN, status: 'revoked' }, ENDED] }),
  outsider: an.aUser({ ...OUTSIDER, clearance: label(4), invitations: [OPEN] }),
  'outsider ended': an.aUser({ ...OUTSIDER, invitations: [ENDED] }),
  'outsider above ended': an.aUser({ ...OUTSIDER, clearance: label(4), invitations: [ENDED] }),
};

/** Like `factsAtRoom`, with the user of an address that is invited as the one acted on. */
export const factsAtInvitee = (s: AtRoom): Facts => ({ ...factsAtRoom(s), target: INVITEES[s.invitee] });

const NAMED_USERS: Readonly<Record<NamedUser, User | undefined>> = {
  oneself: an.aUser({ id: CALLER, status: 'active', epoch: EPOCH }),
  active: an.aUser({ id: OTHER, status: 'active' }),
  invited: an.aUser({ id: OTHER, status: 'invited' }),
  deactivated: an.aUser({ id: OTHER, status: 'deactivated' }),
  erased: an.aUser({ id: OTHER, status: 'deactivated', erasedAt: EPOCH as never }),
  absent: undefined,
};

export const namedUser = (named: NamedUser): User | undefined => NAMED_USERS[named];

/** The version that a request names; only an available file has any. */
function versionOf(found: File | undefined, word: AtFile['version']): Facts['version'] {
  if (found?.status !== 'available' || word === 'absent') return undefined;
  const version = word === 'current' ? found : found.others?.[0];
  return version && { label: version.label, effectiveLabel: version.effectiveLabel, isCurrent: word === 'current' };
}

const DESTINATIONS = {
  nowhere: undefined,
  'to the top': TOP_FOLDER,
  'to a foreign folder': FOREIGN_PATH,
  'to an own folder': OWN_PATH,
} as const;

const fileIn = (s: AtFile): File | undefined =>
  file(
    s.file,
    s.fileLabel,
    higher(s.roomLabel, s.fileLabel),
    s.late,
    s.versionLabel,
    higher(s.roomLabel, s.versionLabel),
    s.fences,
  )[0];

const higher = (a: Rank, b: 0 | Rank): Rank => (b > a ? (b as Rank) : a);

/** A version that is restored names its label. */
const labelAt = (s: AtFile): Label => versionOf(fileIn(s), s.version)?.label ?? label(s.sent);

export const factsAtFile = (s: AtFile): Facts => ({
  ...NOTHING,
  subject: subject(s),
  room: room(s.room, s.roomLabel, s.orphaned, s.tookOwner, s.closed, s.fences)[0],
  membership: membership(s.member, EPOCH)[0],
  label: labelAt(s),
  place: FENCED_PATH,
  destination: DESTINATIONS[s.goes],
  labelRules: labelRules(s.shareMax),
  file: fileIn(s),
  version: versionOf(fileIn(s), s.version),
  target: an.aUser({ id: s.oneself ? CALLER : OTHER }),
});

export const factsAtFolder = (s: AtFolder): Facts => ({
  ...factsAtRoom(s),
  room: placed(s),
  folder: folder(s.folder, s.folderLabel)[0],
  target: an.aUser({ id: s.oneself ? CALLER : OTHER }),
  destination: MOVES[s.moves],
  makesIn: s.structure === 'owners at the top' ? TOP_FOLDER : FENCED_PATH,
});

function placed(s: AtFolder): Facts['room'] {
  const found = room(s.room, s.roomLabel, s.orphaned, s.tookOwner, s.closed, s.fences)[0];
  return isThere(found) ? { ...found, ...ownerPlacesOf(s.structure) } : found;
}

export const factsAtLink = (s: AtLink): Facts => ({
  ...factsAtFile(s),
  link: link(s.link, Math.max(s.roomLabel, s.fileLabel) as Rank)[0],
});

const PACKAGES: Readonly<Record<AtPackage['package'], Facts['package']>> = {
  absent: undefined,
  own: an.aPackage({ createdBy: CALLER }),
  'of another user': an.aPackage({ createdBy: OTHER }),
  'in another room': an.aPackage({ createdBy: CALLER, roomId: an.roomId(2) }),
  'a link to a file': an.aLink({ createdBy: CALLER }),
};

export const factsAtPackage = (s: AtPackage): Facts => ({ ...factsAtRoom(s), package: PACKAGES[s.package] });

export function factsOfHolder(s: LinkHolder): Facts {
  const known = link(s.link, s.label)[0];
  const epoch = s.creatorWasAway ? EPOCH + 1 : EPOCH;
  return {
    ...NOTHING,
    labelRules: labelRules(s.shareMax),
    room: room(s.room, s.label, false, 'never', false, s.fences)[0],
    file: file(s.file, s.label, s.label, false, 0, 0, s.fences)[0],
    link: known && {
      ...known,
      revokedAt: s.revoked ? an.NOW : null,
      expiresAt: (s.expired ? an.NOW : an.NOW + 1) as Instant,
      maxDownloads: s.downloads === 'uncapped' ? null : (2 as DownloadCap),
      downloads: s.downloads === 'used up' ? 2 : 1,
    },
    redemption: redemption(s.redemption),
    creator:
      s.creator === 'absent'
        ? undefined
        : // An unknown label is not a clearance.
          an.aUser({ status: s.creator, epoch, clearance: override(s.creatorClearance) ?? ('C9' as Label) }),
    creatorMembership: membership(s.creatorMember, epoch)[0],
  };
}

export const target = (
  s: Pick<AtUser, 'role' | 'target' | 'targetRole' | 'targetStatus' | 'targetOverride' | 'targetExternal'>,
): User | undefined => {
  if (s.target === 'absent') return undefined;
  if (s.target === 'oneself') return an.aUser({ role: s.role, status: 'active', epoch: EPOCH });
  return an.aUser({
    id: OTHER,
    role: s.targetRole,
    status: s.targetStatus === 'erased' ? 'deactivated' : s.targetStatus,
    ...(s.targetStatus === 'erased' && { erasedAt: (an.NOW - 1) as Instant }),
    clearance: override(s.targetOverride),
    ...(s.targetExternal && { external: true }),
  });
};

export const factsAtUser = (s: AtUser): Facts => ({
  ...NOTHING,
  subject: subject(s),
  target: target(s),
  role: s.sentRole,
  clearance: clearance(s.sentClearance),
  targetWithinReach: s.withinReach,
  common: commonRooms(s.common),
  sent: { name: s.sentName, external: s.sentExternal === 'unsaid' ? undefined : s.sentExternal },
  external: s.sentExternal === 'unsaid' ? undefined : s.sentExternal,
});

export const factsAtReceipt = (s: AtReceipt): Facts => ({
  ...NOTHING,
  subject: subject(s),
  receipt:
    s.receipt === 'absent'
      ? undefined
      : an.aReceipt({
          deletedBy: s.receipt === 'own' ? CALLER : OTHER,
          ...(s.receiptLabel !== 0 && { label: label(s.receiptLabel) }),
        }),
});

/** Every scope of a token. */
export const ALL_SCOPES = Object.keys(SCOPES) as readonly Scope[];
