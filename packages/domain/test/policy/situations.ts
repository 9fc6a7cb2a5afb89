/** The whole space of situations, as products of the possible values of each part. */

import { ALL_SCOPES } from './facts-of.ts';
import { scopeOf } from './oracle/credential.ts';
import type {
  Asker,
  AtFile,
  AtFolder,
  AtLink,
  AtPackage,
  AtReceipt,
  AtRequest,
  AtRoom,
  AtUser,
  Clearance,
  CommonWord,
  Fences,
  LinkHolder,
  NamedUser,
  OrgRoleWord,
  Rank,
  RequestHolder,
} from './oracle/situation.ts';
import type { Space } from './space.ts';

const ROLES: readonly OrgRoleWord[] = [
  'owner',
  'domain_admin',
  'security_officer',
  'department_admin',
  'auditor',
  'member',
];
export const RANKS: readonly Rank[] = [1, 2, 3, 4];
const CLEARANCES: readonly Clearance[] = [0, 1, 2, 3, 4];

/** Without the required scope, with it alone, with all scopes, with none, and unlimited. */
const credentialsFor = (action: string): readonly Asker['scopes'][] => {
  const scope = scopeOf(action);
  if (scope === undefined) return ['unlimited', [], ALL_SCOPES];
  return ['unlimited', [scope], ALL_SCOPES.filter((other) => other !== scope), ALL_SCOPES, []];
};

/** Every user with every credential. */
export const askers = (action: string): Space<Asker> => ({
  status: ['active', 'invited', 'deactivated'],
  role: ROLES,
  clearance: CLEARANCES,
  scopes: credentialsFor(action),
  external: EXTERNALS.has(action) ? [false, true] : [false],
});

/** Actions that answer external users otherwise. */
const EXTERNALS: ReadonlySet<string> = new Set([
  'room.create',
  'room.members.see_details',
  'room.members.see_end',
  'room.members.name',
  'room.invite',
  'user.invite_to_room',
  'user.list_all',
  'audit.see_details',
  'org_unit.list',
  'org_unit.list_all',
  'org_unit.see',
  'org_unit.get',
  'org_unit.create',
  'org_unit.manage',
  'org_unit.members',
  'org_unit.members.remove',
  'access.explain',
  'access.room.explain',
  'access.file.explain',
  'access.folder.explain',
  'access.share.explain',
]);

export const COMMON: readonly CommonWord[] = [
  'none',
  'open',
  'closed',
  'closed and owned',
  'closed with an owner',
  'closed to others',
  'closed to others with a mate',
  'closed to others with a silent mate',
  'deleted',
  'left by the caller',
  'left by the other',
];

/** With an unlimited credential. Other credentials are varied separately, at a few labels and roles. */
export const goodAskers: Space<Asker> = {
  status: ['active'],
  role: ROLES,
  clearance: CLEARANCES,
  scopes: ['unlimited'],
  external: [false],
};

export const NO_ROOM: Space<Omit<AtRoom, keyof Asker>> = {
  room: ['absent', 'deleted'],
  roomLabel: [1],
  orphaned: [false],
  tookOwner: ['never'],
  member: ['none', 'viewer', 'contributor', 'owner', 'before', 'elsewhere', 'foreign'],
  sent: [1],
  from: ['none'],
  to: ['viewer'],
  oneself: [false],
  present: [true],
  placeable: [true],
  named: ['active'],
  common: ['none'],
  closed: [false],
  invitee: ['unknown'],
  invitations: ['owners'],
  externalOwners: ['off'],
  namedExternal: [false],
  memberIs: ['viewer'],
  fences: ['none'],
  group: ['own'],
};

export const FENCES: readonly Fences[] = [
  'beside',
  'gone',
  'owners only',
  'others',
  'to read',
  'to add',
  'by two groups',
  'add, then read',
  'read, then add',
  'others, then add',
  'add, then others',
];

/** One label on either side of the clearances: with restricted folders as without them it counts the same. */
const FENCED = { clearance: [1, 4], roomLabel: [1], fences: FENCES } as const;
export const ROOM: Space<Omit<AtRoom, keyof Asker>> = { ...NO_ROOM, room: ['active', 'archived'], roomLabel: RANKS };

/** A user the body of a request names. */
export const NAMED: readonly NamedUser[] = ['oneself', 'active', 'invited', 'deactivated', 'erased', 'absent'];

export const INVITEES = [
  'unknown',
  'active',
  'deactivated',
  'invited',
  'invitation ended',
  'outsider',
  'outsider ended',
  'outsider above ended',
] as const satisfies readonly AtRoom['invitee'][];

const CLOSED = [false, true, 'to others', 'to all but mates', 'in a silent group'] as const;

/** Facts that an action depends on besides room and membership. */
const ROOM_EXTRAS: Readonly<Record<string, Partial<Space<AtRoom>>>> = {
  'room.create': { sent: RANKS, placeable: [true, false] },
  'file.upload': { sent: RANKS },
  'room.members.add': {
    orphaned: [false, true],
    tookOwner: ['never', 'by the caller lately', 'by another lately', 'by an owner', 'long ago'],
    from: ['none', 'viewer', 'contributor', 'owner'],
    to: ['viewer', 'contributor', 'owner'],
    named: NAMED.filter((named) => named !== 'erased'),
    namedExternal: [false, true],
  },
  'room.members.remove': {
    oneself: [false, true],
    present: [true, false],
    closed: CLOSED,
    memberIs: ['viewer', 'owner'],
  },
  'room.members.see_details': { oneself: [false, true] },
  'room.members.see_end': { oneself: [false, true] },
  'room.members.name': {
    oneself: [false, true],
    present: [true, false],
    orphaned: [false, true],
    closed: CLOSED,
    named: ['active', 'absent'],
  },
  'room.invite': {
    invitations: ['owners', 'off'],
    invitee: INVITEES,
    externalOwners: ['off', 'on'],
    from: ['none', 'viewer', 'owner'],
    to: ['viewer', 'owner'],
  },
  'user.invite_to_room': { invitee: INVITEES },
  'room.members.see_all': { closed: CLOSED },
};

const GROUPS = ['absent', 'own', 'of others', 'of another room'] as const;

export const groupSituations = (action: string): readonly Space<AtRoom>[] => [
  ...[NO_ROOM, ROOM].map((room) => ({ ...goodAskers, ...room, group: GROUPS })),
  { ...askers(action), ...ROOM, ...CORNER_ROOMS, group: GROUPS },
];

export const roomSituations = (action: string): readonly Space<AtRoom>[] =>
  [NO_ROOM, ROOM].map((room) => ({ ...askers(action), ...room, ...ROOM_EXTRAS[action] }));

/** For an action without a particular room. */
export const roomlessSituations = (action: string): readonly Space<AtRoom>[] => [
  { ...askers(action), ...NO_ROOM, room: ['absent'], member: ['none'], ...ROOM_EXTRAS[action] },
];

/** For every credential of every status: until it is accepted, nothing else matters. */
const CORNER_ROOMS = { clearance: [0, 4], roomLabel: [1, 4], member: ['none', 'owner'] } as const;

/** Like `roomSituations`, for actions with many extra facts: credentials are varied separately. */
export const changeSituations = (action: string): readonly Space<AtRoom>[] => [
  ...[NO_ROOM, ROOM].map((room) => ({ ...goodAskers, ...room, ...ROOM_EXTRAS[action] })),
  { ...askers(action), ...ROOM, ...ROOM_EXTRAS[action], ...CORNER_ROOMS },
  // External owners add only users whom they see.
  ...(action === 'room.members.add'
    ? [
        { ...goodAskers, ...ROOM, external: [true], named: NAMED, common: COMMON },
        { ...goodAskers, ...ROOM, ...ROOM_EXTRAS[action], ...CORNER_ROOMS, named: ['erased'] as const },
      ]
    : []),
];

/** Credentials of every kind, and labels of the folder on either side of each clearance. */
export const oneFolderSituations = (action: string): readonly Space<AtFolder>[] => [
  ...[NO_ROOM, ROOM].map((room): Space<AtFolder> => ({ ...goodAskers, ...room, ...FOLDER, ...ofWhom(action) })),
  { ...askers(action), ...ROOM, ...CORNER_ROOMS, ...FOLDER, ...ofWhom(action) },
  { ...goodAskers, ...ROOM, ...FOLDER, ...FENCED, ...ofWhom(action) },
  ...(STRUCTURED.has(action)
    ? [
        { ...goodAskers, ...ROOM, ...FOLDER, ...PLACES, fences: ['none'] as const },
        { ...goodAskers, ...ROOM, ...FOLDER, ...PLACES, ...FENCED, structure: ['open', 'owners around'] as const },
      ]
    : []),
];

const ofWhom = (action: string): Partial<Space<AtFolder>> =>
  action === 'access.folder.explain' ? { oneself: [false, true] } : {};

/** Actions that depend on the structure of folders. */
const STRUCTURED: ReadonlySet<string> = new Set(['folder.create', 'folder.make', 'folder.edit', 'folder.delete']);

const PLACES = {
  clearance: [1, 4],
  roomLabel: [1],
  folderLabel: [1, 4],
  structure: ['open', 'owners beside', 'owners around', 'owners within', 'owners at the top'],
  moves: ['nowhere', 'beside itself', 'to the top', 'into a place of the owners', 'behind another'],
} as const;

const FOLDER = {
  folder: ['absent', 'made', 'with a file', 'with a file below', 'in another room', 'top'],
  folderLabel: RANKS,
  structure: ['open'],
  moves: ['nowhere'],
} as const;

const NO_FILE = {
  file: ['absent', 'deleted'],
  fileLabel: [1],
  late: [false],
  shareMax: [4],
  version: ['absent'],
  versionLabel: [0],
  goes: ['nowhere'],
} as const;
const FILE = {
  ...NO_FILE,
  file: [
    'own pending',
    'pending',
    'own available',
    'available',
    'in another room',
    'own in bin',
    'in bin',
    'too long in bin',
    'in another bin',
  ],
  fileLabel: RANKS,
} as const;

const VERSIONS: Partial<Space<AtFile>> = { version: ['absent', 'current', 'old'], versionLabel: [0, 1, 3] };

const FILE_EXTRAS: Readonly<Record<string, Partial<Space<AtFile>>>> = {
  'version.see': VERSIONS,
  'version.download': VERSIONS,
  'version.restore': VERSIONS,
  'version.delete': VERSIONS,
  'file.confirm': { late: [false, true] },
  'file.key_renew': { late: [false, true] },
  'file.upload_parts': { late: [false, true] },
  'access.file.explain': { oneself: [false, true] },
  'access.share.explain': { oneself: [false, true], closed: [false, true, 'to all but mates'] },
  'access.share.see': { closed: [false, true, 'to all but mates'] },
  'share.create': { shareMax: [2, 4] },
  'share.see': { closed: [false, true, 'to all but mates'] },
  'share.revoke': { closed: [false, true, 'to all but mates'] },
  'share.find': { closed: [false, true, 'to all but mates'] },
  'share.edit': { closed: [false, true, 'to all but mates'], shareMax: [2, 4] },
};

const CORNERS = { ...CORNER_ROOMS, fileLabel: [1, 4] } as const;

export const fileSituations = (action: string): readonly Space<AtFile>[] => [
  { ...goodAskers, ...NO_ROOM, ...NO_FILE, ...FILE_EXTRAS[action] },
  { ...goodAskers, ...NO_ROOM, ...FILE, ...FILE_EXTRAS[action], fileLabel: [1] },
  { ...goodAskers, ...ROOM, ...NO_FILE, ...FILE_EXTRAS[action] },
  { ...goodAskers, ...ROOM, ...FILE, ...FILE_EXTRAS[action] },
  { ...askers(action), ...ROOM, ...FILE, ...FILE_EXTRAS[action], ...CORNERS },
  { ...goodAskers, ...ROOM, ...FILE, ...FILE_EXTRAS[action], ...FENCED, fileLabel: [1, 2] },
];

/** For a change of a file: the request names a label, or the caller sends that of the file. */
export const editSituations = (action: string): readonly Space<AtFile>[] =>
  fileSituations(action).map((space) => ({
    ...space,
    sent: RANKS,
    goes: space.fences.includes('none') ? ['nowhere', 'to the top'] : GOES,
  }));

const GOES = ['nowhere', 'to the top', 'to a foreign folder', 'to an own folder'] as const;

/** For actions on all files of a room, which depend on no single file. */
export const folderSituations = (action: string): readonly Space<AtFile>[] =>
  [...changeSituations(action), { ...goodAskers, ...ROOM, ...ROOM_EXTRAS[action], ...FENCED }].map((space) => ({
    ...space,
    ...NO_FILE,
    file: ['absent'],
  }));

export const linkSituations = (action: string): readonly Space<AtLink>[] =>
  fileSituations(action).map((space) => ({
    ...space,
    // There is no link to a pending file.
    file: space.file.filter((word) => !word.endsWith('pending')),
    link: ['absent', 'own', 'of another user', 'to another file'],
  }));

const PACKAGES = ['absent', 'own', 'of another user', 'in another room', 'a link to a file'] as const;

export const packageSituations = (action: string): readonly Space<AtPackage>[] =>
  [NO_ROOM, ROOM].map((room) => ({
    ...askers(action),
    ...room,
    package: action === 'package.create' ? ['absent'] : PACKAGES,
  }));

const REQUESTS = ['absent', 'own', 'before', 'of another user', 'in another room'] as const;

export const requestSituations = (action: string): readonly Space<AtRequest>[] => {
  const isAbout = !/create$|list$/.test(action);
  const isItem = action.startsWith('inbox.') && isAbout;
  const about = {
    request: isAbout ? REQUESTS : (['absent'] as const),
    folder: isAbout ? (['there', 'gone'] as const) : (['there'] as const),
    item: isItem ? (['absent', 'there', 'in another room'] as const) : (['absent'] as const),
  };
  return [
    { ...askers(action), ...NO_ROOM, ...about },
    { ...askers(action), ...ROOM, ...about, ...CORNER_ROOMS },
    { ...goodAskers, ...ROOM, ...about },
    { ...goodAskers, ...ROOM, ...about, ...FENCED },
  ];
};

const HELD_REQUEST: Space<RequestHolder> = {
  request: ['opened'],
  revoked: [false, true],
  expired: [false, true],
  received: ['less', 'all files', 'all bytes'],
  folder: ['there', 'gone'],
  room: ['active', 'archived'],
  label: RANKS,
  creator: ['absent', 'active', 'invited', 'deactivated'],
  creatorClearance: CLEARANCES,
  creatorWasAway: [false, true],
  creatorMember: ['none', 'viewer', 'contributor', 'owner', 'before', 'elsewhere', 'foreign', 'again'],
  fences: ['none'],
};

export const heldRequestSituations = (): readonly Space<RequestHolder>[] => [
  HELD_REQUEST,
  { ...HELD_REQUEST, request: ['absent', 'a draft', 'opened'], room: ['absent', 'deleted', 'active'], label: [2] },
  { ...HELD_REQUEST, label: [2], creator: ['active'], creatorClearance: [4], fences: FENCES },
];

const HELD: Space<LinkHolder> = {
  link: ['there'],
  revoked: [false, true],
  expired: [false, true],
  downloads: ['uncapped', 'left', 'used up'],
  redemption: ['new'],
  room: ['active', 'archived'],
  file: ['available'],
  label: RANKS,
  shareMax: [2, 4],
  creator: ['active', 'invited', 'deactivated', 'absent'],
  creatorClearance: CLEARANCES,
  creatorWasAway: [false, true],
  creatorMember: ['none', 'viewer', 'contributor', 'owner', 'before', 'elsewhere', 'foreign', 'again'],
  fences: ['none'],
};

const REDEMPTIONS: Space<LinkHolder>['redemption'] = [
  'absent',
  'new',
  'with one resume left',
  'resumed 100 times',
  'a day old',
  'of another link',
];

export const heldLinkSituations = (action: string): readonly Space<LinkHolder>[] => [
  { ...HELD, redemption: action === 'share.resume' ? REDEMPTIONS : HELD.redemption },
  {
    ...HELD,
    redemption: action === 'share.resume' ? REDEMPTIONS : HELD.redemption,
    link: ['absent', 'there'],
    room: ['absent', 'deleted', 'active', 'archived'],
    file: ['absent', 'deleted', 'pending', 'available', 'another file', 'in another room', 'in bin'],
    label: [4],
    shareMax: [4],
    creator: ['active', 'deactivated'],
    creatorClearance: [4],
    creatorWasAway: [false],
    creatorMember: ['owner'],
  },
  {
    ...HELD,
    redemption: action === 'share.resume' ? REDEMPTIONS : HELD.redemption,
    label: [2],
    creator: ['active'],
    creatorClearance: [4],
    fences: FENCES,
  },
];

const NOBODY: Space<Omit<AtUser, keyof Asker>> = {
  target: ['absent', 'oneself'],
  targetRole: ['member'],
  targetStatus: ['active'],
  targetOverride: [0],
  withinReach: [false],
  targetExternal: [false],
  common: ['none'],
  sentName: [false],
  sentExternal: ['unsaid'],
  sentRole: ['member'],
  sentClearance: [0],
};
const ANOTHER: Space<Omit<AtUser, keyof Asker>> = {
  ...NOBODY,
  target: ['another'],
  targetRole: ROLES,
  targetStatus: ['active', 'invited', 'deactivated', 'erased'],
  targetOverride: CLEARANCES,
};

const USER_EXTRAS: Readonly<Record<string, Partial<Space<AtUser>>>> = {
  'user.invite': { sentRole: ROLES, sentExternal: ['unsaid', false, true] },
  'user.edit': { sentName: [false, true], sentExternal: ['unsaid', false, true] },
  'user.role': { sentRole: ROLES },
  'user.clearance': { sentClearance: CLEARANCES },
  'user.units': { withinReach: [false, true] },
};

export function userSituations(action: string): readonly Space<AtUser>[] {
  // Inviting an active or deactivated user again is a conflict of state, which is checked after the policy.
  const invited: Partial<Space<AtUser>> = action === 'user.invite' ? { targetStatus: ['invited'] } : {};
  const nobody: Partial<Space<AtUser>> = action === 'user.invite' ? { target: ['absent'] } : {};
  return [
    { ...askers(action), ...NOBODY, ...USER_EXTRAS[action], ...nobody },
    { ...goodAskers, ...ANOTHER, ...USER_EXTRAS[action], ...invited, targetExternal: [false, true] },
    { ...goodAskers, ...NOBODY, ...USER_EXTRAS[action], ...nobody, external: [true] },
    {
      ...goodAskers,
      ...ANOTHER,
      ...USER_EXTRAS[action],
      ...invited,
      external: [true],
      targetRole: ['member', 'owner'],
      targetOverride: [0],
      common: COMMON,
    },
    { ...askers(action), ...ANOTHER, ...USER_EXTRAS[action], ...invited, clearance: [0, 4], targetOverride: [0, 4] },
  ];
}

export const receiptSituations = (action: string): readonly Space<AtReceipt>[] => [
  { ...askers(action), receipt: ['absent', 'own', 'of another user'], receiptLabel: [0, ...RANKS] },
];
