import type {
  FileId,
  FolderId,
  Grant,
  Instant,
  OrgUnitId,
  RequestId,
  RoomId,
  SessionId,
  ShareLinkId,
  TokenId,
  UploadRequestId,
  UserId,
} from '@strongroom/domain';
import type { ReadAnswer } from '@strongroom/ports';

/** Properties of every request, with or without a credential. */
export type RequestInfo = Readonly<{ id: RequestId; ip: string }>;

/** A caller of a public operation, without a credential. */
export type Visitor = Readonly<{
  request: RequestInfo;
  /** The program of the caller, as it tells. */
  userAgent?: string;
  idempotency?: Idempotency;
}>;

/** How a secret arrives: in the Authorization header, or in a cookie. */
export type CredentialWay = 'header' | 'cookie';

/** The credential of a request, as read by round one. Round two decides whether its user may still act. */
export type Credential = Readonly<
  | { kind: 'token'; id: TokenId }
  | {
      kind: 'session';
      id: SessionId;
      /** Last known use of a session in a cookie. Absent for a session whose secret its client holds. */
      cookieUsedAt?: Instant;
    }
> &
  Readonly<{
    userId: UserId;
    /** Every right of its user (null), or the intersection with these scopes. */
    grant: Grant;
  }>;

/**
 * A resource of the path whose location is looked up first: the room of a file, the file of a link, the user of a
 * token.
 */
export type ResourceLocator = Readonly<{
  kind: 'file' | 'share' | 'token' | 'org-unit' | 'upload-request' | 'inbox-item' | 'webhook';
  id: string;
}>;

/** The location found by round one: it tells round two which documents to read, and decides nothing. */
export type FoundLocation = Readonly<{
  roomId?: RoomId;
  fileId?: FileId;
  /** Name of the sealed object of a confirmed file. It never changes, so an address may be signed before the decision. */
  sealed?: string;
  shareId?: ShareLinkId;
  userId?: UserId;
  requestId?: UploadRequestId;
  /** The folder of an upload request. */
  folderId?: FolderId;
  /** An org unit and all above it, from the root down. */
  unitLine?: readonly OrgUnitId[];
}>;

/** Identifies repeated requests: the client's key, and a fingerprint of the request. */
export type Idempotency = Readonly<{
  /** Method, path and key together. */
  key: string;
  /** Equal for the same request. */
  fingerprint: string;
  /** Called when the answer is that of an earlier request. */
  onReplay: () => void;
}>;

/** A signed-in caller. */
export type SignedIn = Readonly<{
  credential: Credential;
  located: FoundLocation;
  /** The answer that round one got of the store. */
  firstRead?: ReadAnswer;
  request: RequestInfo;
  idempotency?: Idempotency;
}>;
