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

export type MemberSeen = Readonly<{ membership: Membership; name: PersonName | ''; effectiveAccess: 'full' | 'none' }>;

export type FileSeen = PendingFile | AvailableFile;

export type UserSeen = Readonly<{ user: User; effectiveClearance: Label | '' }>;

export type ShareSeen = Readonly<{ link: ShareLink; status: ShareStatus }>;

/** An org unit with counts of what the caller can see. */
export type UnitSeen = Readonly<{ unit: OrgUnit; memberCount: number; roomCount: number }>;

/** Released key material and the address it belongs to. `keyGrant`: for the key service, null for a client that asked for none. */
export type Download = Readonly<{ url: string; expiresAt: Instant; file: AvailableFile; keyGrant: string | null }>;
