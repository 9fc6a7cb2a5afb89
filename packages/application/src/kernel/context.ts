import type {
  FileId,
  Grant,
  OrgUnitId,
  RequestId,
  RoomId,
  SessionId,
  ShareLinkId,
  TokenId,
  UserId,
} from '@strongroom/domain';

/** What is known of every request, whoever makes it. */
export type RequestInfo = Readonly<{ id: RequestId; ip: string }>;

/** Somebody without a credential: the public operations. */
export type Visitor = Readonly<{ request: RequestInfo; idempotency?: Idempotency }>;

/** The credential a request was signed in with, as round one found it. Whether its user may still act is decided on round two. */
export type Credential = Readonly<{ kind: 'token'; id: TokenId } | { kind: 'session'; id: SessionId }> &
  Readonly<{
    userId: UserId;
    /** Every right of its user (null), or the intersection with these scopes. */
    grant: Grant;
  }>;

/** What a path names whose place has to be looked up first: a file's room, a link's file, a token's user. */
export type Locator = Readonly<{ kind: 'file' | 'share' | 'token' | 'org-unit'; id: string }>;

/** Where round one found it. A hint of what to read in round two, never something to decide on. */
export type Located = Readonly<{
  roomId?: RoomId;
  fileId?: FileId;
  shareId?: ShareLinkId;
  userId?: UserId;
  /** An org unit and all above it, from the root down. */
  unitLine?: readonly OrgUnitId[];
}>;

/** What makes repeated requests one: the client's key, and what the request was. */
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
  located: Located;
  request: RequestInfo;
  idempotency?: Idempotency;
}>;
