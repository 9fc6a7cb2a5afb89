import { type AvailableFile, isPresent } from '../model/file.ts';
import { isLive } from '../model/membership.ts';
import { isRoot, type OrgUnit, rootUnit, type UnitMembership } from '../model/org-unit.ts';
import type { LabelRules } from '../model/organisation.ts';
import { exists, type LiveRoom } from '../model/room.ts';
import { FolderId, GroupId, OrgUnitId, RoomId, UserId } from '../values/ids.ts';
import { type Label, lowestLabelOf } from '../values/labels.ts';
import { ORG_ROLES, type RoomRole } from '../values/roles.ts';
import { FolderPath, NO_DESCRIPTION, OrgUnitName, TOP_FOLDER } from '../values/text.ts';
import { EPOCH, type Instant } from '../values/time.ts';
import type { Ability, AbilitySubject } from './ability-table.ts';
import type { FactsOf } from './policies.ts';
import type {
  CommonFacts,
  CredentialFacts,
  ExternalOwnerFacts,
  FileFacts,
  FileRead,
  FolderFacts,
  InvitationFacts,
  LinkFacts,
  MemberFacts,
  MembershipRead,
  RoomFacts,
  RoomRead,
  TargetFacts,
  UnitFacts,
  UnitMemberFacts,
  UserRead,
  VersionFacts,
  WayInFacts,
  WhoFacts,
} from './rules/facts.ts';

/** The user whose abilities are asked for. They can always name themself in a request. */
type SelfFacts = Readonly<{ self: UserRead }>;
type NowFacts = Readonly<{ now: Instant }>;

type CallerFacts = WhoFacts & Readonly<{ labelRules: LabelRules }>;
/** An empty room or unit has no member to act on. */
type CountedRoom = Readonly<{ room: (RoomRead & Partial<Pick<LiveRoom, 'memberCount'>>) | undefined }>;
/** A file with its versions, of which a request names one. */
type VersionedFile = Readonly<{ file: (FileRead & Partial<Pick<AvailableFile, 'others'>>) | undefined }>;
type CountedUnit = Readonly<{ unit: Pick<OrgUnit, 'parentId' | 'members'> | undefined }>;

/** The facts about a subject that tell what a caller can do with it. */
export type AbilityFacts = Readonly<{
  /** `administered`: the units that the caller administers; one is enough. */
  me: CallerFacts & SelfFacts & CredentialFacts & WayInFacts & Pick<UnitFacts, 'administered'>;
  room: CallerFacts & SelfFacts & RoomFacts & CountedRoom & InvitationFacts & ExternalOwnerFacts & NowFacts;
  file: CallerFacts & SelfFacts & RoomFacts & VersionedFile & NowFacts;
  folder: CallerFacts & SelfFacts & RoomFacts & FolderFacts;
  share: CallerFacts & SelfFacts & RoomFacts & FileFacts & LinkFacts;
  /** `target` and `member`: the member as a user, and their membership. */
  member: CallerFacts &
    RoomFacts &
    TargetFacts &
    CommonFacts &
    ExternalOwnerFacts &
    NowFacts &
    Readonly<{ member: MembershipRead }>;
  user: CallerFacts & TargetFacts & CommonFacts;
  org_unit: CallerFacts & SelfFacts & UnitFacts & CountedUnit & UnitMemberFacts;
}>;

const MEMBER_FIRST = ['member', ...ORG_ROLES.filter((role) => role !== 'member')] as const;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The unit to which rooms and units belong if a request names none. */
const SOME_ROOT: OrgUnit = rootUnit({
  id: OrgUnitId.parse(NOBODY),
  name: OrgUnitName.parse('some unit'),
  description: NO_DESCRIPTION,
  at: EPOCH,
});

const administeredOrRoot = (administered: readonly OrgUnitId[]): OrgUnit => ({
  ...SOME_ROOT,
  ...(administered[0] !== undefined && { id: administered[0] }),
});

const aboutOneself = ({ self }: SelfFacts) => [{ target: self, common: [] }];

const hasMembers = (room: CountedRoom['room']): boolean => exists(room) && (room.memberCount ?? 0) > 0;

/** The caller themself if they are a member, else some other one. */
function someMember({ room, membership, subject }: AbilityFacts['room']): MemberFacts {
  if (membership !== undefined && membership.roomId === room?.id && membership.userId === subject.id)
    return { member: membership, memberId: subject.id };
  return { member: hasMembers(room) ? SOME_MEMBER : undefined, memberId: SOME_MEMBER.userId };
}

/** The root does not count its members. */
const someMemberOf = (unit: CountedUnit['unit']): UnitMembership | undefined =>
  unit !== undefined && (isRoot(unit) || unit.members > 0) ? SOME_MEMBER : undefined;

const SOME_MEMBER: UnitMembership = {
  unitId: SOME_ROOT.id,
  userId: UserId.parse(NOBODY),
  role: 'member',
  epoch: 0,
  createdAt: EPOCH,
};

/** The label that a file keeps if a request names none. */
const presentLabel = ({ file, labelRules }: AbilityFacts['file']): Label =>
  isPresent(file) ? file.label : lowestLabelOf(labelRules.scheme);

/** The versions of a file: first the current one, which every file has that is not pending. */
function versionsIn(facts: AbilityFacts['file']): readonly (VersionFacts & Readonly<{ label: Label }>)[] {
  const { file } = facts;
  if (file?.status !== 'available') return [{ version: undefined, label: presentLabel(facts) }];
  const current = { label: file.label, effectiveLabel: file.effectiveLabel, isCurrent: true };
  const others = (file.others ?? []).map(({ label, effectiveLabel }) => ({ label, effectiveLabel, isCurrent: false }));
  return [current, ...others].map((version) => ({ version, label: version.label }));
}

/** The facts that a request adds. It replaces none of the subject's, so a rule that reads only these holds for every request. */
export type RequestFacts<S extends AbilitySubject, A extends Ability<S>> = Omit<FactsOf<A>, keyof AbilityFacts[S]>;

/**
 * The requests to ask about, for each action that needs more facts than the subject has. One of them is allowed if any request
 * is; the first is the mildest. Does not compile while such an action is missing.
 */
type Requests = Readonly<{
  [S in AbilitySubject]: {
    readonly [A in Ability<S> as AbilityFacts[S] extends FactsOf<A> ? never : A]: (
      facts: AbilityFacts[S],
    ) => readonly RequestFacts<S, A>[];
  };
}>;

/** The role that a member has now; null after the end of the membership, and for a user who was deactivated since. */
export const presentRoleOf = ({ member, target, now }: AbilityFacts['member']): RoomRole | null =>
  target !== undefined && isLive(member, target, now) ? member.role : null;

// Parsed once: each answer with a room asks nine times about one of these.
const SOME_ROOM = RoomId.parse(NOBODY);
const SOME_GROUP = GroupId.parse(NOBODY);
const SOME_FOLDER = {
  id: FolderId.parse(NOBODY),
  path: FolderPath.parse('some folder'),
  isDeclared: true,
  files: {},
  folders: {},
} as const;

/** A folder that everyone who sees the room sees. */
const someFolder = ({ room }: AbilityFacts['room']) => [{ folder: { ...SOME_FOLDER, roomId: room?.id ?? SOME_ROOM } }];

const pathOf = ({ folder }: FolderFacts): FolderPath => folder?.path ?? TOP_FOLDER;

/** A group of the room. Owners may always ask about one: they can make it. */
const someGroup = ({ room }: AbilityFacts['room']) => [{ group: { id: SOME_GROUP, roomId: room?.id ?? SOME_ROOM } }];

export const ABILITY_REQUESTS: Requests = {
  me: {
    'access.explain': aboutOneself,
    'device_login.answer': () => [{ deviceLoginIsOpen: true }],
    // With a link of the person who is linked already, if there is one.
    'key_person.link': () => [{ keyLinkIsValid: true, keepsKeyPerson: true }],
    'org_unit.create': (facts) => [{ unit: administeredOrRoot(facts.administered) }],
    'room.create': (facts) => [
      { label: lowestLabelOf(facts.labelRules.scheme), unit: SOME_ROOT, unitMembership: undefined },
    ],
    // A new user: whom an earlier invitation left behind is data that the caller may not know.
    'user.invite': () => [
      ...MEMBER_FIRST.map((role) => ({ target: undefined, role, external: false })),
      { target: undefined, role: 'member', external: true },
    ],
  },
  room: {
    'access.room.explain': aboutOneself,
    'file.upload': (facts) => [{ label: lowestLabelOf(facts.labelRules.scheme), place: TOP_FOLDER }],
    'folder.create': () => [{ place: TOP_FOLDER, makesIn: TOP_FOLDER }],
    'folder.access': someFolder,
    'folder.delete': someFolder,
    'folder.edit': someFolder,
    'folder.get': someFolder,
    'folder.structure': someFolder,
    'group.delete': someGroup,
    'group.edit': someGroup,
    'group.members.add': someGroup,
    'group.members.remove': someGroup,
    'upload_request.create': () => [{ place: TOP_FOLDER }],
    'room.invite': (facts) => [{ target: facts.self, from: null, to: 'viewer' }],
    'room.members.add': (facts) => [
      { target: facts.self, common: [], from: hasMembers(facts.room) ? 'owner' : null, to: 'viewer' },
    ],
    'room.members.remove': (facts) => [someMember(facts)],
  },
  file: {
    'access.file.explain': aboutOneself,
    'file.edit': (facts) => [{ label: presentLabel(facts) }],
    'file.replace': (facts) => [{ label: presentLabel(facts) }],
    'version.delete': versionsIn,
    'version.download': versionsIn,
    'version.restore': versionsIn,
  },
  folder: {
    'access.folder.explain': aboutOneself,
    'file.upload': (facts) => [{ label: lowestLabelOf(facts.labelRules.scheme), place: pathOf(facts) }],
    'folder.create': (facts) => [{ place: pathOf(facts), makesIn: pathOf(facts) }],
    'upload_request.create': (facts) => [{ place: pathOf(facts) }],
  },
  share: {
    'access.share.explain': aboutOneself,
  },
  member: {
    'room.members.add': (facts) => [{ from: presentRoleOf(facts), to: 'viewer' }],
    'room.members.remove': (facts) => [{ memberId: facts.member.userId }],
  },
  user: {
    'user.clearance': (facts) => [{ clearance: lowestLabelOf(facts.labelRules.scheme) }, { clearance: '' }],
    // A request without a field is allowed to everybody, and changes nothing.
    'user.edit': (facts) => [
      { sent: { name: true, external: undefined } },
      { sent: { name: false, external: facts.target?.external ?? false } },
    ],
    'user.role': () => MEMBER_FIRST.map((role) => ({ role })),
  },
  org_unit: {
    'org_unit.members': (facts) => [{ target: facts.self, common: [] }],
    'org_unit.members.remove': (facts) => [{ member: someMemberOf(facts.unit) }],
  },
};
