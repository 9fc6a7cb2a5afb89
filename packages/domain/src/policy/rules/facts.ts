import type { AvailableFile, BinnedFile, DeletedFile, MergedUpload, PendingFile } from '../../model/file.ts';
import type { Folder } from '../../model/folder.ts';
import type { Membership } from '../../model/membership.ts';
import type { OrgUnit, UnitMembership } from '../../model/org-unit.ts';
import type { ClearanceRules, LabelRules } from '../../model/organisation.ts';
import type { Receipt } from '../../model/receipt.ts';
import type { Redemption } from '../../model/redemption.ts';
import type { DeletedRoom, LiveRoom } from '../../model/room.ts';
import type { AnyLink, ShareLink } from '../../model/share-link.ts';
import type { InboxItem, UploadRequest } from '../../model/upload-request.ts';
import { effectiveClearance, type User, type UserStatus } from '../../model/user.ts';
import type { VersionRead } from '../../model/version.ts';
import type { GroupId, OrgUnitId, RoomId, UserId } from '../../values/ids.ts';
import type { Label } from '../../values/labels.ts';
import type { OrgRole, RoomRole } from '../../values/roles.ts';
import type { Grant } from '../../values/scopes.ts';
import type { FolderPath } from '../../values/text.ts';
import type { Instant } from '../../values/time.ts';

/** The caller, computed from present state at each request, never cached. */
export type Subject = Readonly<{
  id: UserId;
  status: UserStatus;
  role: OrgRole;
  epoch: number;
  /** Belongs to another organisation. */
  external: boolean;
  /** The effective clearance; empty for none. */
  clearance: Label | '';
  /** The scopes of the credential. */
  grant: Grant;
  /** When they ask: memberships that have ended by then do not count. */
  asOf: Instant;
}>;

export const subjectOf = (labelRules: LabelRules, user: User, grant: Grant, asOf: Instant): Subject => ({
  id: user.id,
  status: user.status,
  role: user.role,
  epoch: user.epoch,
  external: user.external ?? false,
  clearance: effectiveClearance(labelRules, user),
  grant,
  asOf,
});

/**
 * The parts of each entity that rules read, so that an embedder needs no other part. A rule that reads another one does not compile.
 */
export type RoomRead =
  | Pick<
      LiveRoom,
      | 'id'
      | 'status'
      | 'label'
      | 'owners'
      | 'ownersTakenBy'
      | 'memberVisibility'
      | 'mateGroups'
      | 'bin'
      | 'restrictions'
    >
  | Pick<DeletedRoom, 'id' | 'status' | 'label'>;
type PresentParts = 'id' | 'roomId' | 'status' | 'folder' | 'label' | 'effectiveLabel' | 'uploadedBy' | 'requestedAt';
export type FileRead =
  | Pick<AvailableFile, PresentParts>
  | Pick<PendingFile, PresentParts | 'zone'>
  | Pick<BinnedFile, PresentParts | 'zone' | 'deletedBy' | 'deletedAt'>
  | Pick<DeletedFile | MergedUpload, 'id' | 'roomId' | 'status'>;
/** Without an id, nothing that rests on one membership is the member's. */
export type MembershipRead = Pick<Membership, 'roomId' | 'userId' | 'role' | 'epoch' | 'expiresAt' | 'groups'> &
  Partial<Pick<Membership, 'id'>>;
export type UserRead = Pick<
  User,
  'id' | 'status' | 'role' | 'epoch' | 'clearance' | 'external' | 'invitations' | 'erasedAt'
>;
export type LinkRead = Pick<
  ShareLink,
  | 'id'
  | 'fileId'
  | 'label'
  | 'createdBy'
  | 'creatorEpoch'
  | 'creatorMembershipId'
  | 'revokedAt'
  | 'expiresAt'
  | 'maxDownloads'
  | 'downloads'
>;
/** The link of a package, for a decision about the link itself and not about one of its files. */
export type PackageRead = Pick<AnyLink, 'id' | 'kind' | 'roomId' | 'createdBy'>;

/** The facts that rules need. A policy needs the facts of all its rules; omitting one does not compile. */
export type WhoFacts = Readonly<{ subject: Subject; labelRules: Pick<LabelRules, 'scheme'> }>;
/** The operator's choice of the labels that links may have. */
export type SharingFacts = Readonly<{ labelRules: Pick<LabelRules, 'scheme' | 'shareMaxLabel'> }>;
/** The clearances of users who are not callers. */
export type ClearanceRuleFacts = Readonly<{ labelRules: ClearanceRules }>;
export type RoomFacts = Readonly<{ room: RoomRead | undefined; membership: MembershipRead | undefined }>;
export type FileFacts = Readonly<{ file: FileRead | undefined }>;
export type FolderRead = Pick<Folder, 'id' | 'roomId' | 'path' | 'isDeclared' | 'zone' | 'files' | 'folders'>;
export type FolderFacts = Readonly<{ folder: FolderRead | undefined }>;
/** The folder that a request leads to, or the deepest one on its way that the caller sees. */
export type PlaceFacts = Readonly<{ place: FolderPath }>;
/** The folder directly in which a request makes one; absent while that is not known yet. */
export type MakingFacts = Readonly<{ makesIn?: FolderPath | undefined }>;
/** The folder to which a request moves a file; absent if it moves none. */
export type DestinationFacts = Readonly<{ destination?: FolderPath | undefined }>;
/** The group that a request names, and its room. */
export type GroupFacts = Readonly<{ group: Readonly<{ id: GroupId; roomId: RoomId }> | undefined }>;
/** The version of the file that a request names. */
export type VersionFacts = Readonly<{ version: VersionRead | undefined }>;
/** A label the caller sent. */
export type LabelFacts = Readonly<{ label: Label }>;
/** The user acted on. */
export type TargetFacts = Readonly<{ target: UserRead | undefined }>;
/** A room of the caller's, with their membership and that of the user acted on. */
export type CommonRoom = Readonly<{
  room: RoomRead | undefined;
  mine: MembershipRead;
  theirs: MembershipRead | undefined;
}>;
/** The rooms of an external caller; users of the organisation need none to see other users. */
export type CommonFacts = Readonly<{ common: readonly CommonRoom[] }>;
/** The change of a user that the caller sent. */
export type UserChangeFacts = Readonly<{ sent: Readonly<{ name: boolean; external: boolean | undefined }> }>;
/** The operator's choice whether room owners invite by address. */
export type InvitationFacts = Readonly<{ invitations: 'owners' | 'off' }>;
/** The operator's choice whether external users own rooms. */
export type ExternalOwnerFacts = Readonly<{ externalOwners: 'on' | 'off' }>;
/** The organisation role the caller sent, and whether they sent that the user is external. */
export type RoleFacts = Readonly<{ role: OrgRole; external?: boolean | undefined }>;
/** The clearance override the caller sent; empty clears it. */
export type ClearanceFacts = Readonly<{ clearance: Label | '' }>;
/** The new and the present role of a member. */
export type MemberChangeFacts = Readonly<{ from: RoomRole | null; to: RoomRole }>;
/** The member to be removed, of a room or of an org unit. */
export type LeavingFacts = Readonly<{ member: MembershipRead | Pick<UnitMembership, 'userId' | 'role'> | undefined }>;
export type MemberFacts = LeavingFacts & Readonly<{ memberId: UserId }>;
export type LinkFacts = Readonly<{
  link: LinkRead | undefined;
  creator: UserRead | undefined;
  creatorMembership: (MembershipRead & Pick<Membership, 'id'>) | undefined;
  now: Instant;
}>;
export type PackageFacts = Readonly<{ package: PackageRead | undefined }>;
export type UploadRequestRead = Pick<
  UploadRequest,
  | 'id'
  | 'roomId'
  | 'createdBy'
  | 'creatorEpoch'
  | 'creatorMembershipId'
  | 'opened'
  | 'revokedAt'
  | 'expiresAt'
  | 'maxFiles'
  | 'maxBytes'
  | 'received'
>;
/** The upload request, and the path of its folder; undefined where that is gone. */
export type UploadRequestFacts = Readonly<{
  request: Pick<UploadRequestRead, 'id' | 'roomId' | 'createdBy' | 'creatorMembershipId'> | undefined;
  requestPlace: FolderPath | undefined;
}>;
/** The facts that decide whether a link to send files works. */
export type UploadRequestHolderFacts = UploadRequestFacts &
  Readonly<{ request: UploadRequestRead | undefined }> &
  Pick<LinkFacts, 'creator' | 'creatorMembership' | 'now'>;
/** The item of the inbox that a request names. Its upload request is named beside it. */
export type ItemFacts = Readonly<{ item: Pick<InboxItem, 'roomId'> | undefined }>;
/** The redemption that the holder of a link wants to finish. */
export type RedemptionFacts = Readonly<{ redemption: Pick<Redemption, 'linkId' | 'begunAt' | 'resumes'> | undefined }>;
/** The caller's credential. */
export type CredentialFacts = Readonly<{
  credential: Readonly<{
    kind: 'token' | 'session';
    /** The first owner's token, which does not expire. */
    isFirst: boolean;
    /** A session that started within the last ten minutes. */
    isRecent: boolean;
  }>;
  hasPassword: boolean;
}>;
/**
 * `keyLinkIsValid`: whether a link of the key service is signed, of this minute, for the caller, and names the person of no other
 * user. `keepsKeyPerson`: whether that person takes the place of no other, or of one who agrees.
 */
export type KeyLinkFacts = Readonly<{ keyLinkIsValid: boolean; keepsKeyPerson: boolean }>;
/** Whether the caller could still sign in without the link to their person of the identity provider, or has none. */
export type WayInFacts = Readonly<{ keepsWayIn: boolean }>;
/** Whether a sign-in by device code waits for the code that was typed. */
export type DeviceLoginFacts = Readonly<{ deviceLoginIsOpen: boolean }>;
/** An org unit, and the units of its line (itself and all above) that the caller administers as department_admin. */
export type UnitFacts = Readonly<{
  unit: Pick<OrgUnit, 'id' | 'parentId' | 'ancestors'> | undefined;
  administered: readonly OrgUnitId[];
}>;
/** The caller's membership in the org unit. */
export type UnitMemberFacts = Readonly<{ unitMembership: UnitMembership | undefined }>;
/** Whether the caller administers a unit of the user acted on. */
export type ReachFacts = Readonly<{ targetWithinReach: boolean }>;
export type ReceiptFacts = Readonly<{ receipt: Pick<Receipt, 'deletedBy' | 'label'> | undefined }>;
