/** One valid example of each kind, so that a test states only what matters to it. */
import {
  type ApiToken,
  type AvailableFile,
  type BinnedFile,
  createRoom,
  DEFAULT_LABELS,
  DEFAULT_ROLE_CLEARANCES,
  type DownloadCap,
  type Email,
  type EncryptedPrivateKey,
  type FileId,
  type FileName,
  type FileSize,
  type FileVersion,
  type FolderId,
  type GcmTag,
  type Instant,
  type Invitation,
  type InvitationId,
  type Iv,
  type KmsKeyId,
  type Label,
  type LabelRules,
  type LiveRoom,
  type MediaType,
  type Membership,
  type MembershipId,
  NO_DESCRIPTION,
  newUser,
  type OrgUnit,
  type OrgUnitId,
  type OrgUnitName,
  type PackageLink,
  type PendingFile,
  type Receipt,
  type ReceiptId,
  type Redemption,
  type RedemptionId,
  type RequestBytes,
  type RequestFiles,
  type RoomId,
  type RoomName,
  type SecretHash,
  type Session,
  type SessionId,
  type ShareLink,
  type ShareLinkId,
  TOP_FOLDER,
  type TokenId,
  type TokenName,
  type UnitMembership,
  type UploadRequest,
  type UploadRequestId,
  type User,
  type UserId,
  type WrappedKey,
} from '../src/index.ts';

/** The `n`th id of its kind, `kind` being one hexadecimal digit. */
const id = (kind: string, n: number): string => `${kind.repeat(8)}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const userId = (n: number): UserId => id('a', n) as UserId;
export const roomId = (n: number): RoomId => id('b', n) as RoomId;
export const folderId = (n: number): FolderId => id('9', n) as FolderId;
export const fileId = (n: number): FileId => id('c', n) as FileId;
const linkId = (n: number): ShareLinkId => id('d', n) as ShareLinkId;
export const membershipId = (n: number): MembershipId => id('e', n) as MembershipId;
export const tokenId = (n: number): TokenId => id('f', n) as TokenId;
export const sessionId = (n: number): SessionId => id('1', n) as SessionId;
export const invitationId = (n: number): InvitationId => id('2', n) as InvitationId;
export const receiptId = (n: number): ReceiptId => id('3', n) as ReceiptId;
export const unitId = (n: number): OrgUnitId => id('4', n) as OrgUnitId;
export const hash = (n: number): SecretHash => `hash-${n}` as SecretHash;

/** 2026-01-02T03:04:05.600Z: not on a full second, so that rounding shows. */
export const NOW = 1_767_323_045_600 as Instant;

export const labelRules: LabelRules = {
  scheme: DEFAULT_LABELS,
  roleClearances: DEFAULT_ROLE_CLEARANCES,
  externalClearance: 'C1' as Label,
  shareMaxLabel: null,
};

export const aUser = (with_: Partial<User> = {}): User => ({
  ...newUser({ id: userId(1), email: 'ada@example.com' as Email, role: 'member', at: NOW }),
  status: 'active',
  activatedAt: NOW,
  ...with_,
});

export const aRoom = (with_: Partial<LiveRoom> = {}): LiveRoom => ({ ...founded().room, ...with_ });

/** Membership of the creator of `aRoom()`. */
export const aMembership = (with_: Partial<Membership> = {}): Membership => ({ ...founded().membership, ...with_ });

const founded = () =>
  createRoom({
    id: roomId(1),
    label: 'C2' as Label,
    orgUnitId: unitId(1),
    createdBy: userId(1),
    createdAt: NOW,
    name: 'Project Falcon' as RoomName,
    description: NO_DESCRIPTION,
    kmsKeyId: 'key-1' as KmsKeyId,
    membershipId: membershipId(1),
    epoch: 1,
  });

export const aPendingFile = (with_: Partial<PendingFile> = {}): PendingFile => ({
  id: fileId(1),
  roomId: roomId(1),
  name: 'term-sheet.pdf' as FileName,
  folder: TOP_FOLDER,
  contentType: 'application/pdf' as MediaType,
  size: 48_213 as FileSize,
  label: 'C2' as Label,
  effectiveLabel: 'C2' as Label,
  uploadedBy: userId(1),
  requestedAt: NOW,
  wrappedDek: 'd3JhcHBlZA==' as WrappedKey,
  kmsKeyId: 'key-1' as KmsKeyId,
  wrappedDekAad: null,
  status: 'pending',
  ...with_,
});

export const anAvailableFile = (with_: Partial<AvailableFile> = {}): AvailableFile => ({
  ...aPendingFile(),
  status: 'available',
  iv: 'AAECAwQFBgcICQoL' as Iv,
  tag: 'AAECAwQFBgcICQoLDA0ODw==' as GcmTag,
  sealed: 'sealed/1',
  confirmedAt: NOW,
  swept: false,
  ...with_,
});

export const aVersion = (with_: Partial<FileVersion> = {}): FileVersion => {
  const {
    id: _,
    roomId: __,
    folder: ___,
    requestedAt: ____,
    status: _____,
    swept: ______,
    ...file
  } = anAvailableFile();
  return { number: 1, ...file, ...with_ };
};

export const aBinnedFile = (with_: Partial<BinnedFile> = {}): BinnedFile => {
  const { status: _, ...file } = anAvailableFile();
  return { ...file, status: 'binned', deletedBy: userId(1), deletedAt: NOW, ...with_ };
};

export const aLink = (with_: Partial<ShareLink> = {}): ShareLink => ({
  id: linkId(1),
  fileId: fileId(1),
  roomId: roomId(1),
  label: 'C2' as Label,
  sealed: 'sealed/1',
  secretHash: hash(1),
  createdBy: userId(1),
  createdAt: NOW,
  creatorEpoch: 1,
  creatorMembershipId: membershipId(1),
  expiresAt: (NOW + 60_000) as Instant,
  maxDownloads: 2 as DownloadCap,
  downloads: 0,
  revokedAt: null,
  ...with_,
});

export const aPackage = (with_: Partial<PackageLink> = {}): PackageLink => {
  const { fileId: _, sealed: __, kind: ___, version: ____, ...core } = aLink();
  return { ...core, kind: 'package', items: [{ fileId: fileId(1) }, { fileId: fileId(2) }], ...with_ };
};

export const aRedemption = (with_: Partial<Redemption> = {}): Redemption => ({
  id: id('4', 1) as RedemptionId,
  linkId: linkId(1),
  secretHash: hash(1),
  begunAt: NOW,
  resumes: 0,
  ...with_,
});

export const anUploadRequest = (with_: Partial<UploadRequest> = {}): UploadRequest => ({
  id: id('8', 1) as UploadRequestId,
  roomId: roomId(1),
  folderId: null,
  createdBy: userId(1),
  createdAt: NOW,
  creatorEpoch: 1,
  creatorMembershipId: membershipId(1),
  expiresAt: (NOW + 60_000) as Instant,
  maxFiles: 2 as RequestFiles,
  maxBytes: 100 as RequestBytes,
  wrappedDek: 'wrapped' as WrappedKey,
  kmsKeyId: 'kms' as KmsKeyId,
  wrappedDekAad: null,
  opened: {
    publicKey: {
      kty: 'EC',
      crv: 'P-256',
      x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
      y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
    },
    privateKey: 'c2VjcmV0' as EncryptedPrivateKey,
    iv: 'AAECAwQFBgcICQoL' as Iv,
    tag: 'AAECAwQFBgcICQoLDA0ODw==' as GcmTag,
    secretHash: hash(1),
  },
  revokedAt: null,
  received: { files: 0, bytes: 0 },
  waiting: 0,
  announced: [],
  ...with_,
});

export const aToken = (n: number, with_: Partial<ApiToken> = {}): ApiToken => ({
  id: tokenId(n),
  name: 'nightly upload' as TokenName,
  grant: null,
  hash: hash(n),
  prefix: 'srt_abcdef',
  createdAt: NOW,
  expiresAt: (NOW + 1000) as Instant,
  madeWith: null,
  ...with_,
});

export const aSession = (n: number, with_: Partial<Session> = {}): Session => ({
  id: sessionId(n),
  hash: hash(1000 + n),
  createdAt: NOW,
  expiresAt: (NOW + 1000) as Instant,
  ...with_,
});

export const anInvitation = (with_: Partial<Invitation> = {}): Invitation => ({
  id: invitationId(1),
  hash: hash(2000),
  createdAt: NOW,
  expiresAt: (NOW + 1000) as Instant,
  status: 'pending',
  ...with_,
});

/** Below the root, which is `unitId(1)`. */
export const aUnit = (with_: Partial<OrgUnit> = {}): OrgUnit => ({
  id: unitId(2),
  name: 'Legal' as OrgUnitName,
  description: NO_DESCRIPTION,
  parentId: unitId(1),
  ancestors: [unitId(1)],
  children: 0,
  rooms: 0,
  members: 0,
  createdAt: NOW,
  ...with_,
});

export const aUnitMembership = (with_: Partial<UnitMembership> = {}): UnitMembership => ({
  unitId: unitId(2),
  userId: userId(1),
  role: 'member',
  epoch: 1,
  createdAt: NOW,
  ...with_,
});

export const aReceipt = (with_: Partial<Receipt> = {}): Receipt => ({
  id: receiptId(1),
  roomId: roomId(1),
  deletedBy: userId(1),
  deletedAt: NOW,
  filesTotal: 0,
  filesDestroyed: 0,
  keysDestroyed: 0,
  key: { kmsKeyId: 'key-1' as KmsKeyId, scope: 'room', state: 'pending', at: null },
  completedAt: null,
  ...with_,
});
