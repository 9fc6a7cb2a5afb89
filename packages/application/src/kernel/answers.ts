import type {
  Ability,
  AbilitySubject,
  AnyLink,
  AvailableFile,
  FolderPath,
  Group,
  Instant,
  Label,
  LiveRoom,
  Membership,
  OrgRole,
  OrgUnit,
  PendingFile,
  PersonName,
  RoomRole,
  SecondFactorState,
  ShareStatus,
  User,
  UserId,
  Visit,
} from '@strongroom/domain';

/** The actions about the subject of an answer that are allowed to the caller. Absent unless asked for. */
export type WithMay<S extends AbilitySubject> = Readonly<{ may?: readonly Ability<S>[] }>;

/** A room as one caller sees it. */
export type RoomSeen = WithMay<'room'> &
  Readonly<{
    room: LiveRoom;
    /** The creator, or an owner of now where the caller would not find the creator. */
    createdBy: UserId;
    memberCount: number;
    fileCount: number;
    myRole: RoomRole | null;
    isFavourite: boolean;
    /** The last visit of the caller. Null: none was noted. */
    visit: Visit | null;
    /** When the newest file that the caller sees got its content; null without one. Absent unless asked for. */
    lastActivityAt?: Instant | null;
    /** Roles for addresses without a user, in answers about one room. */
    rolesToInvite?: readonly RoomRole[];
  }>;

/** A member before it is decided what the caller sees of them. */
export type MemberFound = Readonly<{
  membership: Membership;
  hasEnded: boolean;
  name: PersonName | '';
  /** They never accepted: their name is the one that the inviter gave. */
  isInvited?: true;
  effectiveAccess: 'full' | 'none';
}>;

/**
 * `groups`: in lists for members. `shows`: parts of a membership that external callers do not see of others; the owners among them see its end.
 * `rolesToGive`: in lists that say what the caller may do.
 */
export type MemberSeen = WithMay<'member'> &
  MemberFound &
  Readonly<{ rolesToGive?: readonly RoomRole[]; groups?: readonly Group[] }> &
  Readonly<{ shows: Readonly<{ details: boolean; end: boolean; visit: boolean }> }>;

/** `versionCount`: for callers who see every version, up to their clearance. */
type WithVersionCount = Readonly<{ versionCount?: number }>;
/** `index`: null in a room without index numbers, and for a pending file. */
type WithIndex = Readonly<{ index?: string | null }>;
/** `labelsToGive`: in answers about one file. */
export type FileSeen = WithMay<'file'> &
  WithVersionCount &
  WithIndex &
  Readonly<{ labelsToGive?: readonly Label[] }> &
  (PendingFile | AvailableFile);
export type AvailableFileSeen = WithMay<'file'> & WithVersionCount & WithIndex & AvailableFile;

/** `shows`: everything, or id and name only. */
export type UserSeen = WithMay<'user'> &
  Readonly<{ user: User; effectiveClearance: Label | ''; shows: 'everything' | 'name' }>;

/**
 * A user with the time of their last sign-in, null where none is known, and the state of their second factor. Both are absent where
 * they were not asked for, and for callers who do not see the sessions of the user.
 */
export type UserFound = UserSeen & Readonly<{ lastSignInAt?: Instant | null; secondFactor?: SecondFactorState }>;

/** A user with the values that the caller could give them. */
export type UserToChange = UserFound &
  Readonly<{ rolesToGive: readonly OrgRole[]; clearancesToGive: readonly (Label | '')[] }>;

/** `createdBy`: the creator, or an owner of now where the caller would not find the creator. */
export type ShareSeen = WithMay<'share'> &
  Readonly<{
    link: AnyLink;
    createdBy: UserId;
    status: ShareStatus;
    /** The files that the caller sees now. */
    fileCount: number;
    /** The files that its maker put in, for callers who know that number. */
    fileTotal?: number;
    /** Name of the first file that the caller sees. */
    fileName?: string;
    /** The deepest folder that holds all files that the caller sees. */
    folder?: FolderPath;
  }>;

/** An org unit with counts of what the caller can see. */
export type UnitSeen = WithMay<'org_unit'> & Readonly<{ unit: OrgUnit; memberCount: number; roomCount: number }>;

/** The reason why a client that asked for a grant got none. */
export type GrantMissing = 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY';

/** A grant for the key service; both are null for a client that asked for none, and without a key service. */
export type KeyGrant = Readonly<{ keyGrant: string | null; keyGrantMissing: GrantMissing | null }>;

/** Released key material and the address it belongs to. */
export type Download = KeyGrant & Readonly<{ url: string; expiresAt: Instant; file: AvailableFile }>;
