import type { FileId, Grant, RequestId, RoomId, SessionId, ShareLinkId, TokenId, UserId } from '@strongroom/domain';

/** What is known of every request, whoever makes it. */
export type RequestInfo = Readonly<{ id: RequestId; ip: string }>;

/** Somebody without a credential: the public operations. */
export type Visitor = Readonly<{ request: RequestInfo }>;

/** The credential a request was signed in with, as round one found it. Whether its user may still act is decided on round two. */
export type Credential = Readonly<{ kind: 'token'; id: TokenId } | { kind: 'session'; id: SessionId }> &
  Readonly<{
    userId: UserId;
    /** Every right of its user (null), or the intersection with these scopes. */
    grant: Grant;
  }>;

/** What a path names whose place has to be looked up first: a file's room, a link's file, a token's user. */
export type Locator = Readonly<{ kind: 'file' | 'share' | 'token'; id: string }>;

/** Where round one found it. A hint of what to read in round two, never something to decide on. */
export type Located = Readonly<{ roomId?: RoomId; fileId?: FileId; shareId?: ShareLinkId; userId?: UserId }>;

/** A signed-in caller. */
export type SignedIn = Readonly<{ credential: Credential; located: Located; request: RequestInfo }>;
