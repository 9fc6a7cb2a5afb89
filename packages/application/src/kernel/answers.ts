import type {
  AvailableFile,
  Instant,
  Label,
  LiveRoom,
  Membership,
  OrgUnit,
  PendingFile,
  PersonName,
  RoomRole,
  ShareLink,
  ShareStatus,
  User,
} from '@strongroom/domain';

/** A room as one caller sees it. */
export type RoomSeen = Readonly<{ room: LiveRoom; memberCount: number; fileCount: number; myRole: RoomRole | null }>;

export type MemberSeen = Readonly<{
  membership: Membership;
  hasEnded: boolean;
  name: PersonName | '';
  effectiveAccess: 'full' | 'none';
}>;

export type FileSeen = PendingFile | AvailableFile;

export type UserSeen = Readonly<{ user: User; effectiveClearance: Label | '' }>;

export type ShareSeen = Readonly<{ link: ShareLink; status: ShareStatus }>;

/** An org unit with counts of what the caller can see. */
export type UnitSeen = Readonly<{ unit: OrgUnit; memberCount: number; roomCount: number }>;

/** The reason why a client that asked for a grant got none. */
export type GrantMissing = 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY';

/** A grant for the key service; both are null for a client that asked for none, and without a key service. */
export type KeyGrant = Readonly<{ keyGrant: string | null; keyGrantMissing: GrantMissing | null }>;

/** Released key material and the address it belongs to. */
export type Download = KeyGrant & Readonly<{ url: string; expiresAt: Instant; file: AvailableFile }>;
