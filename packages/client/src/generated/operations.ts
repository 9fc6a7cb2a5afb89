/*
 * Printed from the OpenAPI document of the service by `npm run print`. Change the routes of the service, not this file.
 */

/** Maximum size of a file. */
export const MAX_FILE_BYTES = 104857600;

/** Every code that the service refuses with. */
export type ServiceCode =
  | 'AUTHORIZATION_PENDING'
  | 'BAD_REQUEST'
  | 'BULK_LIMIT_EXCEEDED'
  | 'CANNOT_DEACTIVATE_SELF'
  | 'CLEARANCE_INSUFFICIENT'
  | 'DEVICE_CODE_EXPIRED'
  | 'DEVICE_LOGIN_NOT_FOUND'
  | 'DEVICE_LOGIN_REFUSED'
  | 'EMAIL_CHANGE_NOT_FOUND'
  | 'EVENT_NOT_FOUND'
  | 'EXPECTATION_FAILED'
  | 'EXTERNAL_OWNER'
  | 'FILE_ALREADY_CONFIRMED'
  | 'FILE_NOT_FOUND'
  | 'FILE_TOO_LARGE'
  | 'FOLDER_NOT_EMPTY'
  | 'FOLDER_NOT_FOUND'
  | 'GROUP_NOT_FOUND'
  | 'HEADERS_TOO_LARGE'
  | 'IDEMPOTENCY_CONFLICT'
  | 'IDEMPOTENCY_MISMATCH'
  | 'INSUFFICIENT_ROLE'
  | 'INSUFFICIENT_ROOM_ROLE'
  | 'INSUFFICIENT_SCOPE'
  | 'INTERNAL_ERROR'
  | 'INVALID_CLASSIFICATION'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_CURSOR'
  | 'INVALID_IV'
  | 'INVALID_JSON'
  | 'INVALID_ROLE'
  | 'INVALID_SCOPE'
  | 'INVALID_SEALED_KEY'
  | 'INVALID_TAG'
  | 'INVITATION_EXPIRED'
  | 'INVITATION_NOT_FOUND'
  | 'INVITATION_REVOKED'
  | 'INVITATION_USED'
  | 'ITEM_HANDLED'
  | 'ITEM_NOT_FOUND'
  | 'KEY_DESTROYED'
  | 'KEY_PERSON_LINKED'
  | 'KEY_SERVICE_UNAVAILABLE'
  | 'LAST_OWNER'
  | 'LAST_ROOM_OWNER'
  | 'LAST_SECOND_FACTOR'
  | 'LAST_SIGN_IN'
  | 'LIMIT_REACHED'
  | 'LINK_INVALID'
  | 'MEMBER_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NAME_TAKEN'
  | 'OBJECT_NOT_FOUND'
  | 'ORG_UNIT_NOT_EMPTY'
  | 'ORG_UNIT_NOT_FOUND'
  | 'PACKAGE_EMPTY'
  | 'PARTS_NOT_OFFERED'
  | 'PAYLOAD_TOO_LARGE'
  | 'RANGE_NOT_SATISFIABLE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'READ_ONLY'
  | 'RECEIPT_NOT_COMPLETE'
  | 'RECEIPT_NOT_FOUND'
  | 'REDEMPTION_ENDED'
  | 'REQUEST_EXPIRED'
  | 'REQUEST_FULL'
  | 'REQUEST_NOT_FOUND'
  | 'REQUEST_OPENED'
  | 'REQUEST_REVOKED'
  | 'REQUEST_TIMEOUT'
  | 'ROOM_ARCHIVED'
  | 'ROOM_NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'SECOND_FACTOR_INVALID'
  | 'SECOND_FACTOR_NOT_FOUND'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SECOND_FACTOR_TOO_OLD'
  | 'SERVICE_UNAVAILABLE'
  | 'SESSION_NOT_FOUND'
  | 'SESSION_TOO_OLD'
  | 'SHARE_ALREADY_USED'
  | 'SHARE_EXHAUSTED'
  | 'SHARE_EXPIRED'
  | 'SHARE_NOT_ALLOWED'
  | 'SHARE_NOT_FOUND'
  | 'SHARE_REVOKED'
  | 'SIGNATURE_INVALID'
  | 'SIGN_IN_REFUSED'
  | 'SLOW_DOWN'
  | 'STORAGE_FULL'
  | 'STORAGE_UNAVAILABLE'
  | 'STRUCTURE_IN_USE'
  | 'STRUCTURE_OPEN'
  | 'TILE_NOT_FOUND'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_INVALID'
  | 'TOKEN_NOT_FOUND'
  | 'TOO_MANY_UPLOADS'
  | 'UNAUTHENTICATED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'UPLOAD_NOT_CONFIRMED'
  | 'UPLOAD_NOT_FOUND'
  | 'UPLOAD_SIZE_MISMATCH'
  | 'URI_TOO_LONG'
  | 'URL_EXPIRED'
  | 'USER_ALREADY_EXISTS'
  | 'USER_DEACTIVATED'
  | 'USER_ERASED'
  | 'USER_IS_EXTERNAL'
  | 'USER_NOT_FOUND'
  | 'VALIDATION_ERROR'
  | 'VERSION_CHANGED'
  | 'VERSION_IS_CURRENT'
  | 'VERSION_NOT_FOUND'
  | 'WEBHOOK_NOT_FOUND';

export type ListMeta = Readonly<{
  /** Page number; null when a cursor was given. */
  page: number | null;
  /** Size of a page. */
  per_page: number;
  /** Exact number of entries, unless `total_is_exact` is false; with a cursor, the number at the first page. */
  total: number;
  /** Only in lists whose entries are counted up to a bound: of the audit log and of folders. False when there are more than `total`. */
  total_is_exact?: boolean | undefined;
  /** Cursor of the next page; null on the last one. */
  next_cursor: string | null;
}>;

export type AcceptBody = Readonly<{
  /** The token from the link. */
  token: string;
  /** Name of a person, one line. */
  name: string;
  /** A password of 12 to 256 characters. */
  password?: string | undefined;
  /** True or false. */
  revoke_tokens?: boolean | undefined;
  /** The place of the credential: the answer, or a cookie. Only pages of the service itself, which send `Sec-Fetch-Site: same-origin` and `X-Strongroom: 1`, may send `cookie`; for every other client `bearer` is the only value. */
  transport?: 'bearer' | 'cookie' | undefined;
}>;

export type AcceptItemBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
}>;

export type AcceptedInvitation = Readonly<{
  /** The user. */
  id: string;
  /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
  name: string;
  /** E-mail address, in lower case. */
  email: string;
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
  /** Whether the user belongs to another organisation. */
  external: boolean;
  /** Clearance override; empty for none. */
  clearance_level: string;
  /** The clearance in force: the override, or the role default. */
  effective_clearance: string;
  /** Only an active user can do anything. */
  status: 'invited' | 'active' | 'deactivated';
  /** When the user was first invited. */
  created_at: string;
  /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
  pending_email?: string | undefined;
  /** When the user was erased. Absent for all others. */
  erased_at?: string | undefined;
  /** A session of twelve hours, to go on at once, e.g. to make an API token. */
  session: Readonly<{
    /** A bearer credential. Shown this once; empty where it is in a cookie. */
    token: string;
    /** When the session ends. */
    expires_at: string;
  }>;
}>;

export type AccessBody = Readonly<{
  /** The groups that see a folder besides owners of the room, each once; none leaves it to the owners. */
  groups: readonly FolderGroupBody[] | null;
}>;

export type AddBody = Readonly<{
  /** The text of the step before. */
  state: string;
  /** The six digits that the authenticator app shows. */
  code?: string | undefined;
  /** The credential of the browser, as JSON text. */
  passkey?: string | undefined;
  /** A device or program, by which its owner recognises it; one line. */
  name?: string | undefined;
}>;

export type AddGroupMemberBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  user_id: string;
}>;

export type AddMemberBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  user_id: string;
  /** Room role. */
  role: 'owner' | 'contributor' | 'viewer';
  /** From this moment the membership is as if it were not there, YYYY-MM-DDThh:mm:ssZ; null for no end. */
  expires_at?: string | null | undefined;
  /** Groups of the room that the member comes into with this request, for owners of the room. */
  group_ids?: readonly string[] | undefined;
}>;

export type AddUnitMemberBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  user_id: string;
  /** Org-unit role. */
  role: 'department_admin' | 'security_officer' | 'auditor' | 'member';
}>;

export type AnnounceSentFileBody = Readonly<{
  /** Name of a file: one segment, no path separators, not "." or "..". */
  name: string;
  /** Size of the ciphertext in bytes (AES-GCM keeps the length; the tag is sent apart). */
  size: number;
  /** Media type of the plaintext (RFC 9110 section 8.3.1); parameters are allowed. */
  content_type: string;
}>;

export type AnnouncedFile = Readonly<{
  /** The file: confirm it under this id. */
  file_id: string;
  /** Address to PUT the ciphertext to; no header is needed. */
  upload_url: string;
  /** Until when the address works and the place is kept. */
  expires_at: string;
}>;

export type AnsweredDeviceLogin = Readonly<{
  /** The sign-in. */
  id: string;
  /** Whether you allowed it. */
  allowed: boolean;
}>;

export type AuditEvent = Readonly<{
  /** The event. */
  id: string;
  /** Its place in the log of the organisation, from 0. The list is in this order. */
  seq: number;
  /** Event type. */
  type: 'room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased';
  /** Whether it was allowed. */
  outcome: 'allowed' | 'denied';
  /** The rule that refused; null when allowed. Absent for external callers. */
  rule?: string | null | undefined;
  /** When it happened. */
  occurred_at: string;
  /** Actor of the event. */
  actor: Readonly<{
    /** A user, the holder of a share link or of an upload request, or the service itself. */
    type: 'user' | 'share' | 'upload_request' | 'system';
    /** The user, the link or the request; null for the service. */
    id: string | null;
    /** The token or session in use. Absent for external callers. */
    token_id?: string | null | undefined;
  }>;
  /** Resource that the event concerns. */
  target: Readonly<{
    /** Kind of resource. */
    type: 'room' | 'file' | 'folder' | 'share' | 'upload_request' | 'user' | 'token' | 'session' | 'org_unit' | 'receipt' | 'organisation';
    /** Its id. */
    id: string;
    /** The room it is in. */
    room_id: string | null;
    /** Its label: the clearance that an event about it needs. */
    label: string | null;
  }>;
  /** The request; null for what the service did by itself. Absent for external callers. */
  request?: Readonly<{
    /** X-Request-Id of the answer. */
    id: string;
    /** Address of the caller; empty once it was erased. */
    ip: string;
  }> | null | undefined;
  /** Further details of the event: ids, numbers and fixed words only, and groups of them, such as `grant`. */
  data: Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, string | number | boolean | null>>>>;
  /** Its proof, in an export with `proofs=true`; null once the event was erased, and for an external caller where it would show details of others. */
  proof?: string | null | undefined;
}>;

export type BinEmptied = Readonly<{
  /** The room. */
  room_id: string;
  /** Number of files that were destroyed, at most 2000; 0: nothing that you see is left. */
  destroyed: number;
}>;

export type BinnedFile = Readonly<{
  /** The file, also after it is restored. */
  id: string;
  /** File name. */
  name: string;
  /** Folder that it is restored to, empty for the top. */
  folder: string;
  /** Size of the ciphertext in bytes. */
  size: number;
  /** Media type of the plaintext. */
  content_type: string;
  /** Classification label of the file itself; the higher of it and the room's decides. */
  classification: string;
  /** Number of its versions up to your clearance. */
  versions: number;
  /** User who deleted it; an owner of the room where you would not find that user. */
  deleted_by: string;
  /** When it was deleted. */
  deleted_at: string;
  /** When it is destroyed, unless it is restored. */
  destroyed_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.file.explain' | 'bin.destroy' | 'file.confirm' | 'file.delete' | 'file.download' | 'file.edit' | 'file.get' | 'file.replace' | 'file.restore' | 'share.create' | 'share.list' | 'version.delete' | 'version.download' | 'version.list' | 'version.restore')[] | undefined;
}>;

export type BulkConfirmBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly ConfirmFileBody[];
}>;

export type BulkDeleteBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly DeleteFileBody[];
}>;

export type BulkDownloadBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly DownloadFileBody[];
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
}>;

export type BulkFoldersBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly FolderBody[];
}>;

export type BulkGroupMembersBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly AddGroupMemberBody[];
}>;

export type BulkInviteBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly InviteBody[];
}>;

export type BulkMembersBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly AddMemberBody[];
}>;

export type BulkMoveBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly DeleteFileBody[];
  /** The folder by its id, in place of `folder`; null for the top of the room. */
  folder_id: string | null;
}>;

export type BulkUploadBody = Readonly<{
  /** Items, processed in order; each is validated and authorised on its own. */
  items: readonly RequestUploadBody[];
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
}>;

export type CheckBody = Readonly<{
  /** The text of the step before. */
  state?: string | undefined;
  /** The six digits that the authenticator app shows. */
  code?: string | undefined;
  /** A recovery code; letter case, dashes and blanks do not count. */
  recovery_code?: string | undefined;
  /** The credential of the browser, as JSON text. */
  passkey?: string | undefined;
}>;

export type ChooseFavouriteBody = Readonly<{
  /** True or false. */
  favourite: boolean;
}>;

export type Classification = Readonly<{
  /** The label. */
  label: string;
  /** Its rank, from 1 for the lowest. */
  rank: number;
  /** Display name of the label. */
  name: string;
}>;

export type ClearanceBody = Readonly<{
  /** Classification label, or the empty string to clear the override. */
  clearance_level: string;
}>;

export type ConfirmEmailBody = Readonly<{
  /** The token from the link. */
  token: string;
}>;

export type ConfirmFileBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
  /** Initialisation vector of AES-256-GCM: 96 bits, strict base64. */
  iv: string;
  /** Authentication tag of AES-256-GCM: 128 bits, strict base64. */
  tag: string;
}>;

export type ConfirmSentFileBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
  /** Initialisation vector of AES-256-GCM: 96 bits, strict base64. */
  iv: string;
  /** Authentication tag of AES-256-GCM: 128 bits, strict base64. */
  tag: string;
  /** The data key of the file, sealed to the public key of the request: a compact JWE with ECDH-ES and A256GCM whose `apv` is the id of the request. Whether it opens only its reader finds out. */
  sealed_key: string;
  /** Name that a sender of files gives, one line. It is not checked. */
  sender_name?: string | null | undefined;
  /** Words of a sender with a file, for those who see the inbox; may contain line breaks. */
  note?: string | null | undefined;
}>;

export type ConfirmUploadBody = Readonly<{
  /** Initialisation vector of AES-256-GCM: 96 bits, strict base64. */
  iv: string;
  /** Authentication tag of AES-256-GCM: 128 bits, strict base64. */
  tag: string;
}>;

export type CreatePackageBody = Readonly<{
  /** Life of a share link in seconds, at most one year. */
  expires_in: number;
  /** The files of the package, in order, each once. All have a `key` and a `version`, or none has a key. */
  items?: readonly PackageItemBody[] | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  folder_id?: string | undefined;
  /** Maximum number of downloads of a share link. Absent or null: unlimited. */
  max_downloads?: number | null | undefined;
  /** Name of a share link, one line, for those who see the link in lists. */
  name?: string | null | undefined;
  /** Person who gets a share link, one line of free text, for those who see the link in lists. No mail is sent. */
  recipient?: string | null | undefined;
  /** Words of the maker of a share link, shown to its holders; may contain line breaks. */
  message?: string | null | undefined;
}>;

export type CreateRoomBody = Readonly<{
  /** Name of a room, one line. */
  name: string;
  /** Purpose of a room or org unit; may contain line breaks. */
  description?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  org_unit_id?: string | undefined;
  /** Classification label, one of GET /classifications. */
  classification: string;
  /** True or false. */
  anonymous_links?: boolean | undefined;
  /** Days for which a deleted file lies in the bin of its room; 0: it is destroyed at once. */
  bin_days?: number | undefined;
  /** Whether each folder and each file has an index number, which it keeps until an owner numbers the room again: none, or fixed. */
  numbering?: 'none' | 'fixed' | undefined;
  /** The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only. */
  structure?: 'open' | 'owners' | undefined;
}>;

export type CreateShareBody = Readonly<{
  /** Life of a share link in seconds, at most one year. */
  expires_in: number;
  /** Number of a version of a file, from 1. A number is never given twice. */
  version?: number | undefined;
  /** Maximum number of downloads of a share link. Absent or null: unlimited. */
  max_downloads?: number | null | undefined;
  /** Name of a share link, one line, for those who see the link in lists. */
  name?: string | null | undefined;
  /** Person who gets a share link, one line of free text, for those who see the link in lists. No mail is sent. */
  recipient?: string | null | undefined;
  /** Words of the maker of a share link, shown to its holders; may contain line breaks. */
  message?: string | null | undefined;
}>;

export type CreateTokenBody = Readonly<{
  /** Purpose of a token, one line. */
  name: string;
  /** Scopes the token is limited to; left out: those of the credential that makes it. */
  scopes?: readonly ('read:rooms' | 'write:rooms' | 'delete:rooms' | 'write:members' | 'read:files' | 'write:files' | 'download:files' | 'delete:files' | 'read:shares' | 'write:shares' | 'read:users' | 'write:users' | 'write:clearance' | 'read:org-units' | 'write:org-units' | 'read:audit' | 'read:access' | 'read:tokens' | 'write:tokens' | 'read:webhooks' | 'write:webhooks' | 'scim')[] | undefined;
  /** Life of an API token in seconds, at most one year; 90 days when left out. */
  expires_in?: number | undefined;
}>;

export type CreateUnitBody = Readonly<{
  /** Name of an org unit, one line. */
  name: string;
  /** Purpose of a room or org unit; may contain line breaks. */
  description?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  parent_id?: string | undefined;
}>;

export type CreateUploadRequestBody = Readonly<{
  /** Life of a share link in seconds, at most one year. */
  expires_in: number;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  folder_id?: string | null | undefined;
  /** Maximum number of files of an upload request; 100 when left out. */
  max_files?: number | undefined;
  /** Maximum bytes of all files of an upload request; 1 GiB when left out. */
  max_bytes?: number | undefined;
  /** Words of the maker of an upload request, shown to its holders; may contain line breaks. */
  message?: string | null | undefined;
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
}>;

export type CreateWebhookBody = Readonly<{
  /** Identifier of a room: a lowercase UUID. */
  room_id?: string | undefined;
  /** Address of a receiver, https, without user name and fragment. */
  url: string;
  /** Only events of these types; left out: all of them. */
  types?: readonly ('room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased')[] | undefined;
}>;

export type Decision = Readonly<{
  /** Decision. */
  effect: 'allow' | 'deny';
  /** Action that was evaluated. */
  action: 'access.explain' | 'access.file.explain' | 'access.file.see' | 'access.folder.explain' | 'access.folder.see' | 'access.room.explain' | 'access.share.explain' | 'access.share.see' | 'audit.read' | 'audit.room.read' | 'audit.room.see' | 'audit.see_details' | 'bin.destroy' | 'bin.empty' | 'bin.list' | 'bin.see' | 'bin.see_all' | 'classification.list' | 'device_login.answer' | 'directory.edit_user' | 'directory.see' | 'file.confirm' | 'file.confirm_many' | 'file.delete' | 'file.delete_many' | 'file.download' | 'file.download_many' | 'file.edit' | 'file.get' | 'file.key_grant' | 'file.key_renew' | 'file.list' | 'file.replace' | 'file.restore' | 'file.see' | 'file.upload' | 'file.upload_parts' | 'folder.access' | 'folder.create' | 'folder.delete' | 'folder.edit' | 'folder.get' | 'folder.make_closed' | 'folder.see' | 'folder.see_access' | 'folder.structure' | 'group.create' | 'group.delete' | 'group.edit' | 'group.list' | 'group.members.add' | 'group.members.remove' | 'group.see_all' | 'identity.link' | 'identity.unlink' | 'inbox.list' | 'key_person.link' | 'me.see' | 'notifications.edit' | 'org_unit.create' | 'org_unit.get' | 'org_unit.list' | 'org_unit.list_all' | 'org_unit.manage' | 'org_unit.members' | 'org_unit.members.remove' | 'org_unit.place_rooms' | 'org_unit.see' | 'package.create' | 'password.set' | 'receipt.list' | 'receipt.list_all' | 'room.archive' | 'room.create' | 'room.delete' | 'room.edit' | 'room.export' | 'room.favourite' | 'room.get' | 'room.invite' | 'room.list' | 'room.members.add' | 'room.members.list' | 'room.members.name' | 'room.members.remove' | 'room.members.see_all' | 'room.members.see_details' | 'room.members.see_end' | 'room.members.see_ended' | 'room.note_visit' | 'room.notifications.edit' | 'room.oversee' | 'room.renumber' | 'room.see' | 'room.shares.list' | 'room.sight' | 'room.unarchive' | 'second_factor.change' | 'second_factor.prove' | 'second_factor.see' | 'session.end' | 'session.end_of_user' | 'session.end_own' | 'session.list' | 'session.oversee' | 'share.create' | 'share.edit' | 'share.find' | 'share.list' | 'share.revoke' | 'share.see' | 'token.create' | 'token.list' | 'token.oversee' | 'token.revoke' | 'upload_request.create' | 'upload_request.list' | 'user.activation_link' | 'user.add' | 'user.clearance' | 'user.deactivate' | 'user.edit' | 'user.email' | 'user.email.waive' | 'user.erase' | 'user.get' | 'user.identity.unlink' | 'user.invite' | 'user.invite_to_room' | 'user.key_person.unlink' | 'user.list' | 'user.list_all' | 'user.reactivate' | 'user.role' | 'user.rooms' | 'user.second_factor.reset' | 'user.see' | 'user.see_details' | 'user.uninvite' | 'user.units' | 'version.delete' | 'version.download' | 'version.list' | 'version.restore' | 'version.see' | 'version.see_all' | 'webhook.list' | 'webhook.manage' | 'webhook.room.list' | 'webhook.room.manage' | 'webhook.see' | 'webhook.see_all';
  /** Every rule that was evaluated, and whether it holds. */
  reasons: readonly Readonly<{
    /** Its id. */
    rule: string;
    /** Whether it holds. */
    holds: boolean;
    /** Its text. */
    text: string;
  }>[];
}>;

export type DeleteFileBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
}>;

export type DeliverBody = Readonly<{
  /** Identifier of an audit event: a lowercase UUID. */
  event_id?: string | undefined;
}>;

export type DestroyedFile = Readonly<{
  /** The file. */
  file_id: string;
  /** Its name when the room was deleted; null where names were not kept, or above your clearance. */
  name: string | null;
  /** Its folder; null where `name` is. */
  folder: string | null;
  /** Number of the version; a file has a row for each. */
  version: number;
  /** When its ciphertext was destroyed. */
  object_destroyed_at: string;
  /** When its wrapped key was destroyed. */
  wrapped_key_destroyed_at: string;
  /** When it was deleted into the bin of the room; null where it was not in it. */
  deleted_at: string | null;
}>;

export type DestructionReceipt = Readonly<{
  /** The receipt. */
  id: string;
  /** The room that was deleted. */
  room_id: string;
  /** Name of the room when it was deleted; null where an older version stored the receipt. */
  room_name: string | null;
  /** Label of the room; null where an older version stored the receipt. */
  room_classification: string | null;
  /** Whether names of files were kept when it was deleted: `/files` shows them up to your clearance. */
  names_kept: boolean;
  /** User who deleted it. */
  deleted_by: string;
  /** When it was deleted: from then on nothing of it could be read. */
  deleted_at: string;
  /** Complete when objects, wrapped keys and the room’s key are gone. */
  status: 'in_progress' | 'complete';
  /** Files to be destroyed, pending uploads included. */
  files_total: number;
  /** Files destroyed so far. */
  files_destroyed: number;
  /** Versions of files to be destroyed, each with a wrapped key. */
  versions_total: number;
  /** Wrapped keys destroyed so far: one for each version. */
  keys_destroyed: number;
  /** Items that waited in the inbox and were destroyed so far. */
  inbox_items_destroyed: number;
  /** Outcome for the room's key-encryption key. */
  key: Readonly<{
    /** The key. */
    kms_key_id: string;
    /** Whether it served this room only. */
    scope: 'room' | 'organisation';
    /** A cloud key service can only schedule a destruction; a key of the organisation is kept. */
    state: 'destroyed' | 'scheduled' | 'pending' | 'kept';
    /** When it was destroyed, or for when that is scheduled. */
    at: string | null;
  }>;
  /** When the destruction was complete. */
  completed_at: string | null;
  /** Time until which the object store can restore deleted ciphertext; null: it cannot. */
  objects_kept_until: string | null;
  /** The last sweep of objects, for uploads that were under way when the room was deleted; null until complete. */
  last_sweep: Readonly<{
    /** From when on no such upload can be under way any more. */
    due_at: string;
    /** When that sweep was done. */
    done_at: string | null;
  }> | null;
}>;

export type Download = Readonly<{
  /** Address to GET the ciphertext from. */
  download_url: string;
  /** Initialisation vector, base64. */
  iv: string;
  /** GCM authentication tag, base64. */
  tag: string;
  /** Until when the address works. */
  expires_at: string;
  /** Data-encryption key, wrapped by the key-management system, base64. */
  wrapped_dek: string;
  /** Key that wraps it: what to hand to your key service. */
  kms_key_id: string;
  /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
  wrapped_dek_aad: string | null;
  /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
  key_grant: string | null;
  /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
  key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
  /** Number of the version: name it to get another address of the same content. */
  version: number;
}>;

export type DownloadFileBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
  /** Number of a version of a file, from 1. A number is never given twice. */
  version?: number | undefined;
}>;

export type DraftUploadRequest = Readonly<{
  /** The upload request. */
  id: string;
  /** The room whose inbox gets the files. */
  room_id: string;
  /** The folder that they are meant for; null for the top of the room. */
  folder_id: string | null;
  /** Words for its holders; null without any. */
  message: string | null;
  /** When it ends. */
  expires_at: string;
  /** Maximum number of files. */
  max_files: number;
  /** Maximum bytes of all files. */
  max_bytes: number;
  /** Files that were sent so far, also those that were refused. */
  files_received: number;
  /** Their bytes. */
  bytes_received: number;
  /** Files of these that wait in the inbox. */
  files_waiting: number;
  /** When the last file arrived; null without one, and where that was before this was noted. */
  last_received_at: string | null;
  /** Files that may still be sent now; announced ones are taken off until their address ends. */
  files_left: number;
  /** Bytes that may still be sent now. */
  bytes_left: number;
  /** Of several reasons the first of revoked, expired, full. A draft that is not opened within a day disappears. */
  status: 'draft' | 'active' | 'revoked' | 'expired' | 'full';
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. More may be added. */
  may?: readonly ('upload_request.open' | 'upload_request.revoke' | 'upload_request.see')[] | undefined;
  /** Data-encryption key, wrapped by the key-management system, base64. */
  wrapped_dek: string;
  /** Key that wraps it: what to hand to your key service. */
  kms_key_id: string;
  /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
  wrapped_dek_aad: string | null;
  /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
  key_grant: string | null;
  /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
  key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
}>;

export type EditFileBody = Readonly<{
  /** Name of a file: one segment, no path separators, not "." or "..". */
  name?: string | undefined;
  /** Folder of the file: segments joined by "/", none empty, "." or "..". Empty for the top of the room. */
  folder?: string | undefined;
  /** The folder by its id, in place of `folder`; null for the top of the room. */
  folder_id?: string | null | undefined;
  /** When the content was changed last, YYYY-MM-DDThh:mm:ssZ, as the uploader says; the service only keeps it. */
  modified_at?: string | undefined;
  /** Classification label, one of GET /classifications. */
  classification?: string | undefined;
}>;

export type EditFolderBody = Readonly<{
  /** Path of a folder below the top of the room: names joined by "/", each of at most 255 characters and none "." or "..". */
  path?: string | undefined;
  /** The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only. */
  structure?: 'open' | 'owners' | undefined;
  /** Place among the folders beside it that you see, from 1; above their number it is the last. */
  position?: number | undefined;
}>;

export type EditGroupBody = Readonly<{
  /** Name of a group of members of a room, one line. */
  name?: string | undefined;
  /** Purpose of a group; may contain line breaks. */
  description?: string | undefined;
  /** True or false. */
  members_see_each_other?: boolean | undefined;
}>;

export type EditNotificationsBody = Readonly<{
  /** Time of mails about news of a room: some minutes after the first, once a day, once a week, or never. */
  level?: 'at_once' | 'daily' | 'weekly' | 'none' | null | undefined;
  /** Time zone of the IANA database. */
  time_zone?: string | undefined;
}>;

export type EditRoomBody = Readonly<{
  /** Name of a room, one line. */
  name?: string | undefined;
  /** Purpose of a room or org unit; may contain line breaks. */
  description?: string | undefined;
  /** Members that a member sees who is not an owner of the room, besides themself: everyone, the owners and those with whom they share a group, or the owners. */
  member_visibility?: 'everyone' | 'groups' | 'owners' | undefined;
  /** True or false. */
  anonymous_links?: boolean | undefined;
  /** Days for which a deleted file lies in the bin of its room; 0: it is destroyed at once. */
  bin_days?: number | undefined;
  /** Whether each folder and each file has an index number, which it keeps until an owner numbers the room again: none, or fixed. */
  numbering?: 'none' | 'fixed' | undefined;
  /** The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only. */
  structure?: 'open' | 'owners' | undefined;
}>;

export type EditRoomNotificationsBody = Readonly<{
  /** Time of mails about news of a room: some minutes after the first, once a day, once a week, or never. */
  level: 'at_once' | 'daily' | 'weekly' | 'none' | null;
}>;

export type EditShareBody = Readonly<{
  /** Name of a share link, one line, for those who see the link in lists. */
  name?: string | null | undefined;
  /** Person who gets a share link, one line of free text, for those who see the link in lists. No mail is sent. */
  recipient?: string | null | undefined;
  /** Words of the maker of a share link, shown to its holders; may contain line breaks. */
  message?: string | null | undefined;
  /** The moment from which on the link does not work, YYYY-MM-DDThh:mm:ssZ: in the future, at most one year from now. */
  expires_at?: string | undefined;
  /** Maximum number of downloads of a share link. Absent or null: unlimited. */
  max_downloads?: number | null | undefined;
}>;

export type EditUnitBody = Readonly<{
  /** Name of an org unit, one line. */
  name?: string | undefined;
  /** Purpose of a room or org unit; may contain line breaks. */
  description?: string | undefined;
}>;

export type EditUserBody = Readonly<{
  /** Name of a person, one line. */
  name?: string | undefined;
  /** True or false. */
  external?: boolean | undefined;
  /** One plain ASCII e-mail address; compared and stored in lower case. */
  email?: string | undefined;
  /** True or false. */
  waive_old?: boolean | undefined;
}>;

export type EditWebhookBody = Readonly<{
  /** Address of a receiver, https, without user name and fragment. */
  url?: string | undefined;
  /** Only events of these types; null: all of them. */
  types?: readonly ('room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased')[] | null | undefined;
}>;

export type EmailConfirmed = Readonly<{
  /** Whether the address has changed; false while the other address has still to confirm. */
  changed: boolean;
}>;

export type ExplainBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  user_id: string;
  /** Action to evaluate: a row of the policy table. */
  action: 'access.explain' | 'access.file.explain' | 'access.file.see' | 'access.folder.explain' | 'access.folder.see' | 'access.room.explain' | 'access.share.explain' | 'access.share.see' | 'audit.read' | 'audit.room.read' | 'audit.room.see' | 'audit.see_details' | 'bin.destroy' | 'bin.empty' | 'bin.list' | 'bin.see' | 'bin.see_all' | 'classification.list' | 'device_login.answer' | 'directory.edit_user' | 'directory.see' | 'file.confirm' | 'file.confirm_many' | 'file.delete' | 'file.delete_many' | 'file.download' | 'file.download_many' | 'file.edit' | 'file.get' | 'file.key_grant' | 'file.key_renew' | 'file.list' | 'file.replace' | 'file.restore' | 'file.see' | 'file.upload' | 'file.upload_parts' | 'folder.access' | 'folder.create' | 'folder.delete' | 'folder.edit' | 'folder.get' | 'folder.make_closed' | 'folder.see' | 'folder.see_access' | 'folder.structure' | 'group.create' | 'group.delete' | 'group.edit' | 'group.list' | 'group.members.add' | 'group.members.remove' | 'group.see_all' | 'identity.link' | 'identity.unlink' | 'inbox.list' | 'key_person.link' | 'me.see' | 'notifications.edit' | 'org_unit.create' | 'org_unit.get' | 'org_unit.list' | 'org_unit.list_all' | 'org_unit.manage' | 'org_unit.members' | 'org_unit.members.remove' | 'org_unit.place_rooms' | 'org_unit.see' | 'package.create' | 'password.set' | 'receipt.list' | 'receipt.list_all' | 'room.archive' | 'room.create' | 'room.delete' | 'room.edit' | 'room.export' | 'room.favourite' | 'room.get' | 'room.invite' | 'room.list' | 'room.members.add' | 'room.members.list' | 'room.members.name' | 'room.members.remove' | 'room.members.see_all' | 'room.members.see_details' | 'room.members.see_end' | 'room.members.see_ended' | 'room.note_visit' | 'room.notifications.edit' | 'room.oversee' | 'room.renumber' | 'room.see' | 'room.shares.list' | 'room.sight' | 'room.unarchive' | 'second_factor.change' | 'second_factor.prove' | 'second_factor.see' | 'session.end' | 'session.end_of_user' | 'session.end_own' | 'session.list' | 'session.oversee' | 'share.create' | 'share.edit' | 'share.find' | 'share.list' | 'share.revoke' | 'share.see' | 'token.create' | 'token.list' | 'token.oversee' | 'token.revoke' | 'upload_request.create' | 'upload_request.list' | 'user.activation_link' | 'user.add' | 'user.clearance' | 'user.deactivate' | 'user.edit' | 'user.email' | 'user.email.waive' | 'user.erase' | 'user.get' | 'user.identity.unlink' | 'user.invite' | 'user.invite_to_room' | 'user.key_person.unlink' | 'user.list' | 'user.list_all' | 'user.reactivate' | 'user.role' | 'user.rooms' | 'user.second_factor.reset' | 'user.see' | 'user.see_details' | 'user.uninvite' | 'user.units' | 'version.delete' | 'version.download' | 'version.list' | 'version.restore' | 'version.see' | 'version.see_all' | 'webhook.list' | 'webhook.manage' | 'webhook.room.list' | 'webhook.room.manage' | 'webhook.see' | 'webhook.see_all';
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  room_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  folder_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  share_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  member_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  target_user_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  org_unit_id?: string | undefined;
}>;

export type Favourite = Readonly<{
  /** True where the room is one of your favourites. */
  favourite: boolean;
}>;

export type File = Readonly<{
  /** The file. */
  id: string;
  /** File name. */
  name: string;
  /** Size of the ciphertext in bytes, which is that of the plaintext. */
  size: number;
  /** Classification label of the file itself; the higher of it and the room's decides. */
  classification: string;
  /** User who uploaded it; an owner of the room where you would not find that user. */
  uploaded_by: string;
  /** When the upload was confirmed; of a pending file, when it was announced. */
  uploaded_at: string;
  /** Media type of the plaintext. */
  content_type: string;
  /** When the content was changed last, as its uploader said; absent where they did not. */
  modified_at?: string | undefined;
  /** Number of its current version, from 1. Every member sees it: a higher one tells that there were others. */
  version: number;
  /** Number of its versions up to your clearance; absent for viewers of the room, and while it is pending. */
  version_count?: number | undefined;
  /** Folder in the room, empty for the top. */
  folder: string;
  /** Its index number, such as `2.10.3`: that of the folder above with its own. Everyone reads the same one, and it stays until it moves or an owner numbers the room again; null in a room without index numbers, and while it is pending. */
  index: string | null;
  /** The room. */
  room_id: string;
  /** A pending file is seen by its uploader and the room's owners only. */
  status: 'pending' | 'available';
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.file.explain' | 'bin.destroy' | 'file.confirm' | 'file.delete' | 'file.download' | 'file.edit' | 'file.get' | 'file.replace' | 'file.restore' | 'share.create' | 'share.list' | 'version.delete' | 'version.download' | 'version.list' | 'version.restore')[] | undefined;
  /** Labels that you may give it now, in rising order. Absent in lists. */
  labels_to_give?: readonly string[] | undefined;
}>;

export type FileDeleted = Readonly<{
  /** The file that was deleted. */
  id: string;
  /** Always "deleted". */
  status: 'deleted';
  /** When it was deleted. */
  deleted_at: string;
  /** Until when it can be restored from the bin of its room; absent where it is destroyed. */
  restorable_until?: string | undefined;
}>;

export type FileDestroyed = Readonly<{
  /** The file that was destroyed. */
  id: string;
  /** Always "destroyed". */
  status: 'destroyed';
  /** When its wrapped key was erased; a job deletes the object shortly after. */
  destroyed_at: string;
}>;

export type FileVersion = Readonly<{
  /** Its number, from 1. A number is never given twice. */
  version: number;
  /** True for the version that the file has now. */
  current: boolean;
  /** Name that the file had with it; of the current version, the name of the file. */
  name: string;
  /** Size of the ciphertext in bytes, which is that of the plaintext. */
  size: number;
  /** Media type of the plaintext. */
  content_type: string;
  /** Classification label of the version itself; the higher of it and the room's decides. */
  classification: string;
  /** User who uploaded it; an owner of the room where you would not find that user. */
  uploaded_by: string;
  /** When its upload was confirmed. */
  uploaded_at: string;
  /** Words of its uploader; null without any. */
  note: string | null;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.file.explain' | 'bin.destroy' | 'file.confirm' | 'file.delete' | 'file.download' | 'file.edit' | 'file.get' | 'file.replace' | 'file.restore' | 'share.create' | 'share.list' | 'version.delete' | 'version.download' | 'version.list' | 'version.restore')[] | undefined;
}>;

export type FindBody = Readonly<{
  /** The token from the link. */
  token: string;
}>;

export type FinishBody = Readonly<{
  /** The text of the step before. */
  pending: string;
  /** The six digits that the authenticator app shows. */
  code?: string | undefined;
  /** A recovery code; letter case, dashes and blanks do not count. */
  recovery_code?: string | undefined;
  /** The credential of the browser, as JSON text. */
  passkey?: string | undefined;
  /** A device or program, by which its owner recognises it; one line. */
  name?: string | undefined;
}>;

export type FinishedSignIn = Readonly<{
  /** A bearer credential for twelve hours. Shown this once; empty where it is in a cookie. */
  token: string;
  /** When the session ends. */
  expires_at: string;
  /** User who signed in. */
  user: Readonly<{
    /** The user. */
    id: string;
    /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
    name: string;
    /** E-mail address, in lower case. */
    email: string;
    /** Organisation role. */
    role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
    /** Whether the user belongs to another organisation. */
    external: boolean;
    /** Clearance override; empty for none. */
    clearance_level: string;
    /** The clearance in force: the override, or the role default. */
    effective_clearance: string;
    /** Only an active user can do anything. */
    status: 'invited' | 'active' | 'deactivated';
    /** When the user was first invited. */
    created_at: string;
    /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
    pending_email?: string | undefined;
    /** When the user was erased. Absent for all others. */
    erased_at?: string | undefined;
  }>;
  /** Ten recovery codes, which come with the first second factor. Shown this once; empty otherwise. */
  recovery_codes: readonly string[];
}>;

export type Folder = Readonly<{
  /** The folder, which keeps its id when it is renamed or moved; null for the top of the room. */
  id: string | null;
  /** The room. */
  room_id: string;
  /** Names joined by "/"; empty for the top of the room. */
  path: string;
  /** Its last name; empty for the top of the room. */
  name: string;
  /** The folder above; null directly in the room. */
  parent_id: string | null;
  /** Its index number, such as `2.10.3`: that of the folder above with its own. Everyone reads the same one, and it stays until it moves or an owner numbers the room again; null in a room without index numbers, and for the top. */
  index: string | null;
  /** Its place among the folders beside it that you see, from 1; null for the top of the room, and among more than 1000. It is in answers that read or order one folder, and in lists with `positions=true`. */
  position?: number | null | undefined;
  /** Files directly in the folder that you may see. */
  file_count: number;
  /** Folders directly in the folder that you may see. */
  folder_count: number;
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** With `owners`, only owners of the room make folders directly in it. */
  structure: 'open' | 'owners';
  /** Callers who see the folder besides owners of the room; for these owners, also of an archived room. */
  access?: Readonly<{
    /** Groups that see it; empty for owners only, null if it is not restricted itself. */
    groups: readonly Readonly<{
      /** The group. */
      group_id: string;
      /** With `contributor` it adds files. */
      role: 'viewer' | 'contributor';
    }>[] | null;
    /** The restricted folders on the way, with itself. */
    restricted_by: readonly string[];
  }> | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.folder.explain' | 'file.upload' | 'folder.access' | 'folder.create' | 'folder.delete' | 'folder.edit' | 'folder.get' | 'folder.structure' | 'upload_request.create')[] | undefined;
}>;

export type FolderBody = Readonly<{
  /** Path of a folder below the top of the room: names joined by "/", each of at most 255 characters and none "." or "..". */
  path: string;
  /** Restricts the folder from its first moment on. */
  access?: NewAccessBody | undefined;
  /** The people who make, rename, move and delete the folders directly in this place: those who contribute, or owners of the room only. */
  structure?: 'open' | 'owners' | undefined;
}>;

export type FolderDeleted = Readonly<{
  /** The folder. */
  id: string;
  /** Always "deleted". */
  status: 'deleted';
  /** When it was deleted. */
  deleted_at: string;
}>;

export type FolderGroupBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  group_id: string;
  /** Role of a group in a restricted folder. */
  role: 'viewer' | 'contributor';
}>;

export type FoundInvitation = Readonly<{
  /** The address that the link was sent to, which is that of the account. */
  email: string;
  /** When the link stops working. */
  expires_at: string;
  /** Whether accepting it requires a password. */
  needs_password: boolean;
  /** The inviter; null for none, as in a link for a forgotten password. */
  invited_by: Readonly<{
    /** Their name. */
    name: string;
    /** Their e-mail address. */
    email: string;
  }> | null;
  /** The room that it is for; null for none, and for one whose label mails may not show. */
  room_name: string | null;
}>;

export type Group = Readonly<{
  /** The group. */
  id: string;
  /** The room. */
  room_id: string;
  /** Its name. */
  name: string;
  /** Its purpose; for owners of the room. */
  description?: string | undefined;
  /** Members of the room who are in it now; for owners of the room. */
  member_count?: number | undefined;
  /** Whether its members see each other in a room whose `member_visibility` is `groups`; for owners of the room. */
  members_see_each_other?: boolean | undefined;
  /** User who made it; for owners of the room. */
  created_by?: string | undefined;
  /** When it was made; for owners of the room. */
  created_at?: string | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. More may be added. */
  may?: readonly ('group.delete' | 'group.edit' | 'group.members.add' | 'group.members.remove')[] | undefined;
}>;

export type GroupBody = Readonly<{
  /** Name of a group of members of a room, one line. */
  name: string;
  /** Purpose of a group; may contain line breaks. */
  description?: string | undefined;
  /** True or false. */
  members_see_each_other?: boolean | undefined;
}>;

export type GroupDeleted = Readonly<{
  /** The group. */
  id: string;
  /** Always "deleted". */
  status: 'deleted';
  /** When it was deleted. */
  deleted_at: string;
}>;

export type GroupMember = Readonly<{
  /** The room. */
  room_id: string;
  /** The group. */
  group_id: string;
  /** The member. */
  user_id: string;
}>;

export type GroupMemberRemoved = Readonly<{
  /** The group. */
  group_id: string;
  /** The member. */
  user_id: string;
  /** Always true. */
  removed: boolean;
}>;

export type HandledInboxItem = Readonly<{
  /** The item. */
  id: string;
  /** The upload request that it came by. */
  request_id: string;
  /** How it ended. */
  status: 'accepted' | 'refused';
  /** The file of the room that it became; null for one that was refused. */
  file_id: string | null;
  /** The reason given with the first refusal; null without one. */
  reason: 'does_not_open' | 'not_asked_for' | 'unsafe' | null;
  /** When it ended: its sealed key was erased; a job deletes the object shortly after. */
  handled_at: string;
}>;

export type InboxDownload = Readonly<{
  /** Address to GET the ciphertext from. */
  download_url: string;
  /** Initialisation vector, base64. */
  iv: string;
  /** GCM authentication tag, base64. */
  tag: string;
  /** Until when the address works. */
  expires_at: string;
  /** The data key, sealed to the public key of the request: a compact JWE. */
  sealed_key: string;
  /** The key of the upload request. */
  request: Readonly<{
    /** The upload request: the `apv` that the sealed key must have. */
    id: string;
    /** The private JWK, encrypted with the data key of the request, base64. */
    private_key: string;
    /** Initialisation vector of the private key, base64. */
    iv: string;
    /** GCM authentication tag of the private key, base64. */
    tag: string;
    /** Data-encryption key, wrapped by the key-management system, base64. */
    wrapped_dek: string;
    /** Key that wraps it: what to hand to your key service. */
    kms_key_id: string;
    /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
    wrapped_dek_aad: string | null;
    /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
    key_grant: string | null;
    /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
    key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
  }>;
}>;

export type InboxItem = Readonly<{
  /** The item. */
  id: string;
  /** The upload request that it came by. */
  request_id: string;
  /** File name, as the sender wrote it. */
  name: string;
  /** Size of the ciphertext in bytes. */
  size: number;
  /** Media type of the plaintext, as the sender wrote it. */
  content_type: string;
  /** Name that the sender gave, unchecked; null without one. */
  sender_name: string | null;
  /** Words of the sender; null without any. */
  note: string | null;
  /** When it arrived. */
  received_at: string;
  /** Always "waiting". */
  status: 'waiting';
  /** Actions about it that are allowed to you now, with this credential, sorted. More may be added. */
  may?: readonly ('inbox.accept' | 'inbox.download' | 'inbox.refuse')[] | undefined;
}>;

export type InviteBody = Readonly<{
  /** One plain ASCII e-mail address; compared and stored in lower case. */
  email: string;
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
  /** True or false. */
  external?: boolean | undefined;
  /** Name of a person, one line. */
  name?: string | undefined;
}>;

export type InviteToRoomBody = Readonly<{
  /** One plain ASCII e-mail address; compared and stored in lower case. */
  email: string;
  /** Room role. */
  role: 'owner' | 'contributor' | 'viewer';
  /** From this moment the membership is as if it were not there, YYYY-MM-DDThh:mm:ssZ; null for no end. */
  expires_at?: string | null | undefined;
  /** Groups of the room that the member comes into with this request, for owners of the room. */
  group_ids?: readonly string[] | undefined;
  /** Name of a person, one line. */
  name?: string | undefined;
  /** Words of the inviter, which the mail quotes as theirs; may contain line breaks. */
  message?: string | undefined;
}>;

export type InvitedUser = Readonly<{
  /** The user. */
  id: string;
  /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
  name: string;
  /** E-mail address, in lower case. */
  email: string;
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
  /** Whether the user belongs to another organisation. */
  external: boolean;
  /** Clearance override; empty for none. */
  clearance_level: string;
  /** The clearance in force: the override, or the role default. */
  effective_clearance: string;
  /** Only an active user can do anything. */
  status: 'invited' | 'active' | 'deactivated';
  /** When the user was first invited. */
  created_at: string;
  /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
  pending_email?: string | undefined;
  /** When the user was erased. Absent for all others. */
  erased_at?: string | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.explain' | 'session.end_of_user' | 'session.oversee' | 'token.oversee' | 'token.revoke' | 'user.activation_link' | 'user.clearance' | 'user.deactivate' | 'user.edit' | 'user.email' | 'user.email.waive' | 'user.erase' | 'user.get' | 'user.identity.unlink' | 'user.key_person.unlink' | 'user.reactivate' | 'user.role' | 'user.rooms' | 'user.second_factor.reset' | 'user.uninvite')[] | undefined;
  /** The invitation; its link goes out by mail. */
  invitation: Readonly<{
    /** The invitation. */
    id: string;
    /** Until when its link works. */
    expires_at: string;
    /** When the mail goes out, where a limit of mails delays it; null otherwise. */
    mail_waits_until: string | null;
    /** A repeated invitation before this time sends no mail, and the link stays valid. */
    next_mail_at: string;
    /** The link, to hand over, where no mails are sent. Only in a session of the user who made every invitation of this person, none of them into a room; null otherwise. */
    link: string | null;
  }>;
}>;

export type KeyGrant = Readonly<{
  /** The file. */
  file_id: string;
  /** Data-encryption key, wrapped by the key-management system, base64. */
  wrapped_dek: string;
  /** Key that wraps it: what to hand to your key service. */
  kms_key_id: string;
  /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
  wrapped_dek_aad: string | null;
  /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
  key_grant: string | null;
  /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
  key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
}>;

export type KeyGrantBody = Readonly<{
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
  /** Purpose of the key: `open`, `seal` or `export`. */
  op?: 'open' | 'seal' | 'export' | undefined;
  /** Number of a version of a file, from 1. A number is never given twice. */
  version?: number | undefined;
}>;

export type KeyPersonBody = Readonly<{
  /** The link that the key service signed. */
  link: string;
  /** The link that the key service signed. */
  previous_link?: string | undefined;
}>;

export type KeyPersonLinked = Readonly<{
  /** The user. */
  user_id: string;
  /** Issuer of the person: the key service or an identity provider. */
  iss: string;
  /** Stable id of the person there. */
  id: string;
}>;

export type Me = Readonly<{
  /** The user. */
  id: string;
  /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
  name: string;
  /** E-mail address, in lower case. */
  email: string;
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
  /** Whether the user belongs to another organisation. */
  external: boolean;
  /** Clearance override; empty for none. */
  clearance_level: string;
  /** The clearance in force: the override, or the role default. */
  effective_clearance: string;
  /** Only an active user can do anything. */
  status: 'invited' | 'active' | 'deactivated';
  /** When the user was first invited. */
  created_at: string;
  /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
  pending_email?: string | undefined;
  /** When the user was erased. Absent for all others. */
  erased_at?: string | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may: readonly ('access.explain' | 'audit.read' | 'classification.list' | 'device_login.answer' | 'directory.see' | 'identity.link' | 'identity.unlink' | 'key_person.link' | 'me.see' | 'notifications.edit' | 'org_unit.create' | 'org_unit.list' | 'org_unit.list_all' | 'password.set' | 'receipt.list' | 'receipt.list_all' | 'room.create' | 'room.list' | 'room.oversee' | 'second_factor.change' | 'second_factor.prove' | 'second_factor.see' | 'session.end' | 'session.end_own' | 'session.list' | 'token.create' | 'token.list' | 'user.invite' | 'user.list' | 'user.list_all' | 'webhook.list' | 'webhook.manage')[];
  /** Organisation roles with which you may invite users now. */
  roles_to_invite: readonly ('owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor')[];
  /** Clearances of new users before one is changed; null for callers who may not list users. */
  newcomer_clearances: Readonly<{
    /** Of a user whom a room is shared with from outside. */
    outside: string;
    /** Of a member of the organisation. */
    colleague: string;
  }> | null;
  /** Scopes the credential is limited to; null for every right of its user. */
  scopes: readonly ('read:rooms' | 'write:rooms' | 'delete:rooms' | 'write:members' | 'read:files' | 'write:files' | 'download:files' | 'delete:files' | 'read:shares' | 'write:shares' | 'read:users' | 'write:users' | 'write:clearance' | 'read:org-units' | 'write:org-units' | 'read:audit' | 'read:access' | 'read:tokens' | 'write:tokens' | 'read:webhooks' | 'write:webhooks' | 'scim')[] | null;
  /** The API token in use; null with a session. */
  token_id: string | null;
  /** Whether a person of the identity provider signs in as you. */
  identity_linked: boolean;
  /** The person of the key service who gets your keys; null before you are linked to one. */
  key_person: Readonly<{
    /** Issuer of the person: the key service or an identity provider. */
    iss: string;
    /** Stable id of the person there. */
    id: string;
  }> | null;
}>;

export type Member = Readonly<{
  /** The room. */
  room_id: string;
  /** The member. */
  user_id: string;
  /** Role in the room. */
  role: 'owner' | 'contributor' | 'viewer';
  /** User who added the member; an owner of now where you would not find that user. */
  added_by?: string | undefined;
  /** When the member was added. */
  created_at?: string | undefined;
  /** When the membership ends; null: it has no end. */
  expires_at?: string | null | undefined;
  /** True where that is over: only owners of the room still see the member. */
  expired?: boolean | undefined;
  /** Access in force: none while the clearance of the member does not reach the room, and after the end. */
  effective_access?: 'full' | 'none' | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.room.explain' | 'room.members.add' | 'room.members.remove')[] | undefined;
  /** Name of the member; empty before the invitation is accepted. */
  name: string;
  /** Groups of the member: all for owners of the room, for other members those that they are in too. */
  groups?: readonly Readonly<{
    /** The group. */
    id: string;
    /** Its name. */
    name: string;
  }>[] | undefined;
  /** Day of UTC on which they last visited the room, null where none was noted; for owners of the room. */
  last_visit_on?: string | null | undefined;
  /** Roles in the room that you may give them now; absent unless `may` is asked for. */
  roles_to_give?: readonly ('owner' | 'contributor' | 'viewer')[] | undefined;
}>;

export type MemberRemoved = Readonly<{
  /** The room. */
  room_id: string;
  /** User who was removed. */
  user_id: string;
  /** Always true. */
  removed: boolean;
}>;

export type Membership = Readonly<{
  /** The room. */
  room_id: string;
  /** The member. */
  user_id: string;
  /** Role in the room. */
  role: 'owner' | 'contributor' | 'viewer';
  /** User who added the member; an owner of now where you would not find that user. */
  added_by?: string | undefined;
  /** When the member was added. */
  created_at?: string | undefined;
  /** When the membership ends; null: it has no end. */
  expires_at?: string | null | undefined;
  /** True where that is over: only owners of the room still see the member. */
  expired?: boolean | undefined;
  /** Access in force: none while the clearance of the member does not reach the room, and after the end. */
  effective_access?: 'full' | 'none' | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.room.explain' | 'room.members.add' | 'room.members.remove')[] | undefined;
}>;

export type NewAccessBody = Readonly<{
  /** The groups that see a folder besides owners of the room, each once; none leaves it to the owners. */
  groups: readonly FolderGroupBody[];
}>;

export type NewShare = Readonly<{
  /** The link. */
  id: string;
  /** Whether it leads to one file or to several. */
  kind: 'file' | 'package';
  /** The room of its files. */
  room_id: string;
  /** The file it leads to; null for a package. */
  file_id: string | null;
  /** Number of its files that you see now. */
  file_count: number;
  /** Number of files that its maker put in; null unless you made the link or are cleared for the event that records it. Files missing from `file_count` are deleted or hidden from you. */
  file_total: number | null;
  /** Name of its file, or of the first that you see; null where you see none now. */
  file_name: string | null;
  /** The deepest folder that holds all of its files that you see, empty for the top of the room; null where you see none now. Its holders do not see it. */
  folder: string | null;
  /** The version that it leads to; null for one that follows the current version. */
  version: number | null;
  /** Its name, for those who see it in lists; null without one. */
  name: string | null;
  /** The person who got it, as its maker wrote; null if unsaid. Its holders do not see it. */
  recipient: string | null;
  /** Words for its holders; null without any. */
  message: string | null;
  /** When it ends. */
  expires_at: string;
  /** Maximum number of downloads; null for no limit. */
  max_downloads: number | null;
  /** Number of downloads so far. */
  download_count: number;
  /** When the last download was counted; null without one, and where that was before this was noted. */
  last_used_at: string | null;
  /** Of several reasons the first of revoked, expired, exhausted. */
  status: 'active' | 'expired' | 'exhausted' | 'revoked';
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.share.explain' | 'share.edit' | 'share.revoke' | 'share.see')[] | undefined;
  /** The link itself. Shown this once, null when the request is repeated; the service keeps only a hash. */
  url: string | null;
  /** The secret in the link. Shown this once, null when the request is repeated. */
  token: string | null;
}>;

export type NewToken = Readonly<{
  /** The token. */
  id: string;
  /** Purpose of the token. */
  name: string;
  /** Scopes the credential is limited to; null for every right of its user. */
  scopes: readonly ('read:rooms' | 'write:rooms' | 'delete:rooms' | 'write:members' | 'read:files' | 'write:files' | 'download:files' | 'delete:files' | 'read:shares' | 'write:shares' | 'read:users' | 'write:users' | 'write:clearance' | 'read:org-units' | 'write:org-units' | 'read:audit' | 'read:access' | 'read:tokens' | 'write:tokens' | 'read:webhooks' | 'write:webhooks' | 'scim')[] | null;
  /** The first characters of the secret, to tell it from others. */
  prefix: string;
  /** When it expires; null if it never does. */
  expires_at: string | null;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it was made. */
  created_at: string;
  /** The secret. Shown this once, null when the request is repeated; the service keeps only a hash. */
  token: string | null;
}>;

export type NoteVisitBody = Readonly<{
  /** Number of files of a room that its reader has seen. */
  seen_file_count: number;
}>;

export type Notifications = Readonly<{
  /** Your choice for rooms without one of their own; null without one. */
  level: 'at_once' | 'daily' | 'weekly' | 'none' | null;
  /** The level that holds; `off` where the operator sends no such mails. */
  applies: 'at_once' | 'daily' | 'weekly' | 'none' | 'off';
  /** Your time zone, in which mails come in the morning. */
  time_zone: string;
}>;

export type OneSessionEnded = Readonly<{
  /** The session. */
  id: string;
  /** Always true. */
  ended: boolean;
}>;

export type OpenUploadRequestBody = Readonly<{
  /** The public key of an upload request: a JWK of P-256 with no other field. */
  public_key: Readonly<{
    kty: string;
    crv: string;
    x: string;
    y: string;
  }>;
  /** The private key, encrypted with the data key of the request: at most 1 KiB, base64. */
  private_key: string;
  /** Initialisation vector of AES-256-GCM: 96 bits, strict base64. */
  iv: string;
  /** Authentication tag of AES-256-GCM: 128 bits, strict base64. */
  tag: string;
}>;

export type OpenedUploadRequest = Readonly<{
  /** The upload request. */
  id: string;
  /** The room whose inbox gets the files. */
  room_id: string;
  /** The folder that they are meant for; null for the top of the room. */
  folder_id: string | null;
  /** Words for its holders; null without any. */
  message: string | null;
  /** When it ends. */
  expires_at: string;
  /** Maximum number of files. */
  max_files: number;
  /** Maximum bytes of all files. */
  max_bytes: number;
  /** Files that were sent so far, also those that were refused. */
  files_received: number;
  /** Their bytes. */
  bytes_received: number;
  /** Files of these that wait in the inbox. */
  files_waiting: number;
  /** When the last file arrived; null without one, and where that was before this was noted. */
  last_received_at: string | null;
  /** Files that may still be sent now; announced ones are taken off until their address ends. */
  files_left: number;
  /** Bytes that may still be sent now. */
  bytes_left: number;
  /** Of several reasons the first of revoked, expired, full. A draft that is not opened within a day disappears. */
  status: 'draft' | 'active' | 'revoked' | 'expired' | 'full';
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. More may be added. */
  may?: readonly ('upload_request.open' | 'upload_request.revoke' | 'upload_request.see')[] | undefined;
  /** The link itself. Shown this once, null when the request is repeated; the service keeps only a hash. */
  url: string | null;
  /** The secret in the link. Shown this once, null when the request is repeated. */
  token: string | null;
}>;

export type Openings = Readonly<{
  /** The one who opened the file. */
  actor: Readonly<{
    /** A user, or the holder of a share link. */
    type: 'user' | 'share';
    /** The user or the link. */
    id: string;
  }>;
  /** The file. It may be deleted by now. */
  file_id: string;
  /** Number of times that its key was released to them. */
  count: number;
  /** The first time. */
  first_at: string;
  /** The last time. */
  last_at: string;
  /** The openings by day, the first day first. Only where `time_zone` is given. */
  days?: readonly Readonly<{
    /** The day, by the clocks of the zone. */
    day: string;
    /** Their number. */
    count: number;
  }>[] | undefined;
}>;

export type OrgUnit = Readonly<{
  /** The org unit. */
  id: string;
  /** Its name. */
  name: string;
  /** Purpose of the org unit. */
  description: string;
  /** The unit above it; null for the root. */
  parent_id: string | null;
  /** Number of members. */
  member_count: number;
  /** Number of its rooms that the caller can see, as a member or an overseer. */
  room_count: number;
  /** When it was created. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('org_unit.create' | 'org_unit.get' | 'org_unit.manage' | 'org_unit.members' | 'org_unit.members.remove' | 'org_unit.place_rooms')[] | undefined;
}>;

export type OrgUnitDeleted = Readonly<{
  /** The org unit that was deleted. */
  id: string;
  /** Always "deleted". */
  status: 'deleted';
}>;

export type OrgUnitMember = Readonly<{
  /** The org unit. */
  org_unit_id: string;
  /** The member. */
  user_id: string;
  /** Role in the unit. */
  role: 'department_admin' | 'security_officer' | 'auditor' | 'member';
  /** When the user was added. */
  created_at: string;
  /** Name of the member. */
  name: string;
}>;

export type OrgUnitMemberRemoved = Readonly<{
  /** The org unit. */
  org_unit_id: string;
  /** User who was removed. */
  user_id: string;
  /** Always true. */
  removed: boolean;
}>;

export type OrgUnitMembership = Readonly<{
  /** The org unit. */
  org_unit_id: string;
  /** The member. */
  user_id: string;
  /** Role in the unit. */
  role: 'department_admin' | 'security_officer' | 'auditor' | 'member';
  /** When the user was added. */
  created_at: string;
}>;

export type OverseenRoom = Readonly<{
  /** The room. */
  id: string;
  /** Name of the room. */
  name: string;
  /** Purpose of the room. */
  description: string;
  /** Org unit the room belongs to. */
  org_unit_id: string;
  /** Classification label of the room. */
  classification: string;
  /** User who created it; an owner of now where you would not find that user. */
  created_by: string;
  /** When it was created. */
  created_at: string;
  /** Number of members that the caller sees. */
  member_count: number;
  /** With `owners`, members who are not owners see themselves and the owners only; with `groups` also those with whom they share a group. */
  member_visibility: 'everyone' | 'groups' | 'owners';
  /** True where holders of links of the room do not learn who shares. */
  anonymous_links: boolean;
  /** With `owners`, only owners of the room make folders at its top. */
  structure: 'open' | 'owners';
  /** Days for which a deleted file can be restored; 0: it is destroyed at once. */
  bin_days: number;
  /** With `fixed`, each folder and each file has an `index`, the same for every reader: a gap tells that there is something you do not see, or was. */
  numbering: 'none' | 'fixed';
  /** Number of available files in the room that the caller can see; 0 for an overseer. */
  file_count: number;
  /** An archived room is read-only. */
  status: 'active' | 'archived';
  /** When it was archived. */
  archived_at: string | null;
  /** The caller's role in the room; null for an overseer. */
  my_role: 'owner' | 'contributor' | 'viewer' | null;
  /** True where it is one of your favourites, which only you see. */
  favourite: boolean;
  /** Number of files that you had seen at your last visit, which only you see; null where none was noted. */
  seen_file_count: number | null;
  /** When your last visit was noted. Owners of the room see its day. */
  seen_at: string | null;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.room.explain' | 'audit.room.read' | 'bin.empty' | 'bin.list' | 'file.list' | 'file.upload' | 'folder.access' | 'folder.create' | 'folder.delete' | 'folder.edit' | 'folder.get' | 'folder.make_closed' | 'folder.structure' | 'group.create' | 'group.delete' | 'group.edit' | 'group.list' | 'group.members.add' | 'group.members.remove' | 'inbox.list' | 'package.create' | 'room.archive' | 'room.delete' | 'room.edit' | 'room.export' | 'room.favourite' | 'room.get' | 'room.invite' | 'room.members.add' | 'room.members.list' | 'room.members.remove' | 'room.members.see_all' | 'room.note_visit' | 'room.notifications.edit' | 'room.renumber' | 'room.shares.list' | 'room.sight' | 'room.unarchive' | 'upload_request.create' | 'upload_request.list' | 'webhook.room.list' | 'webhook.room.manage')[] | undefined;
  /** True where no active owner is left: an owner of the organisation, or a domain admin who took none of its owners out in the last 30 days, may add one. */
  orphaned: boolean;
}>;

export type OwnSession = Readonly<{
  /** The session. */
  id: string;
  /** When it was started. */
  created_at: string;
  /** When it ends at the latest. */
  expires_at: string;
  /** Last use of a session in a cookie, to the minute; null for a session whose token its client holds. */
  last_used_at: string | null;
  /** Program it was started with, as it named itself. */
  user_agent: string;
  /** How it was started; null for one of an older version. */
  way: 'password' | 'invitation' | 'oidc' | 'device_code' | null;
  /** The second factor that was proven last; null for a session that began without. */
  second_factor: 'totp' | 'passkey' | 'recovery_code' | null;
  /** Address it was started from; empty for one of an older version. */
  ip: string;
  /** Whether this is the session of the request. */
  current: boolean;
}>;

export type PackageFile = Readonly<{
  /** Its place in the package. */
  index: number;
  /** The file. */
  file_id: string;
  /** File name. */
  name: string;
  /** The folder in which the maker of the link shows it, empty for the top: as it was called when the link was made. */
  folder: string;
  /** Size in bytes. */
  size: number;
  /** Media type of the plaintext. */
  content_type: string;
  /** 200 with `data`; 410 with `error` after 100 answers about it. */
  status: number;
  /** Its address. The key only comes with the first answer about it. */
  data?: Readonly<{
    /** Address to GET the ciphertext from. */
    download_url: string;
    /** Initialisation vector, base64. */
    iv: string;
    /** GCM authentication tag, base64. */
    tag: string;
    /** Until when the address works. */
    expires_at: string;
    /** Number of the version that this download gets. */
    version: number;
    /** Data-encryption key, wrapped by the key-management system, base64. */
    wrapped_dek?: string | undefined;
    /** Key that wraps it: what to hand to your key service. */
    kms_key_id?: string | undefined;
    /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
    wrapped_dek_aad?: string | null | undefined;
    /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
    key_grant?: string | null | undefined;
    /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
    key_grant_missing?: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null | undefined;
    /** The data key as the maker of the package encrypted it; null without one. */
    key?: string | null | undefined;
  }> | undefined;
  /** Reason for the missing address. */
  error?: Readonly<{
    /** Its code. */
    code: string;
    /** Its sentence. */
    message: string;
    /** Its status. */
    status: number;
  }> | undefined;
}>;

export type PackageItemBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id: string;
  /** Number of a version of a file, from 1. A number is never given twice. */
  version?: number | undefined;
  /** A data key, encrypted to a key in the address of the link, base64url. The service cannot read it. */
  key?: string | undefined;
  /** The folder in which holders of the link see the file: names joined by "/", empty for the top. They learn no other folder of the room. */
  folder?: string | undefined;
}>;

export type PackageMeta = Readonly<{
  /** Maximum number of files in one answer. */
  per_page: number;
  /** Number of files of the package. */
  total: number;
  /** Cursor of the next page; null on the last one. */
  next_cursor: string | null;
}>;

export type PasswordBody = Readonly<{
  /** The password. */
  current_password?: string | undefined;
  /** A password of 12 to 256 characters. */
  new_password: string;
  /** True or false. */
  revoke_tokens?: boolean | undefined;
}>;

export type PasswordReset = Readonly<{
  /** Always true, whether or not the address has a user. */
  requested: boolean;
}>;

export type PasswordResetBody = Readonly<{
  /** One plain ASCII e-mail address; compared and stored in lower case. */
  email: string;
}>;

export type PendingBody = Readonly<{
  /** The text of the step before. */
  pending: string;
}>;

export type Person = Readonly<{
  /** The user. */
  id: string;
  /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
  name: string;
  /** E-mail address, in lower case. */
  email?: string | undefined;
  /** Organisation role. */
  role?: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor' | undefined;
  /** Whether the user belongs to another organisation. */
  external?: boolean | undefined;
  /** Clearance override; empty for none. */
  clearance_level?: string | undefined;
  /** The clearance in force: the override, or the role default. */
  effective_clearance?: string | undefined;
  /** Only an active user can do anything. */
  status?: 'invited' | 'active' | 'deactivated' | undefined;
  /** When the user was first invited. */
  created_at?: string | undefined;
  /** When the user was erased. Absent for all others. */
  erased_at?: string | undefined;
  /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
  pending_email?: string | undefined;
  /** When the user last signed in; null where no sign-in is known. Absent for callers who do not see the sessions of the user, and in lists without `last_sign_in=true`. */
  last_sign_in_at?: string | null | undefined;
  /** Whether the user has a second factor of the service; `not_asked` for a user without a password, such as one of an identity provider. Absent as `last_sign_in_at`, and in lists without `second_factor=true`. */
  second_factor?: 'on' | 'off' | 'not_asked' | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.explain' | 'session.end_of_user' | 'session.oversee' | 'token.oversee' | 'token.revoke' | 'user.activation_link' | 'user.clearance' | 'user.deactivate' | 'user.edit' | 'user.email' | 'user.email.waive' | 'user.erase' | 'user.get' | 'user.identity.unlink' | 'user.key_person.unlink' | 'user.reactivate' | 'user.role' | 'user.rooms' | 'user.second_factor.reset' | 'user.uninvite')[] | undefined;
  /** Organisation roles that you may give them now. Absent in lists. */
  roles_to_give?: readonly ('owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor')[] | undefined;
  /** Clearance overrides that you may give them now, in rising order. Absent in lists. */
  clearances_to_give?: readonly string[] | undefined;
}>;

export type ReceivedFile = Readonly<{
  /** The file. */
  file_id: string;
  /** File name. */
  name: string;
  /** Size of the ciphertext in bytes. */
  size: number;
  /** When it arrived. */
  received_at: string;
}>;

export type RecordExportBody = Readonly<{
  /** Number of files that an export holds. */
  files: number;
  /** SHA-256 of the manifest in hexadecimal, in lower case. */
  manifest_sha256?: string | undefined;
}>;

export type RedeemBody = Readonly<{
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
  /** The token from the link. */
  redemption?: string | undefined;
  /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
  cursor?: string | undefined;
  /** Indexes of files of the package, at most 100. */
  items?: readonly number[] | undefined;
}>;

export type RedeemDeviceLoginBody = Readonly<{
  /** The token from the link. */
  device_code: string;
}>;

export type RedeemedPackageMeta = Readonly<{
  /** Maximum number of files in one answer. */
  per_page: number;
  /** Number of files of the package. */
  total: number;
  /** Cursor of the next page; null on the last one. */
  next_cursor: string | null;
  /** The secret that gets further pages and addresses of this download. */
  redemption: string;
  /** Until when it does. */
  redemption_expires_at: string;
}>;

export type RedeemedShare = Readonly<{
  /** Address to GET the ciphertext from. */
  download_url: string;
  /** Initialisation vector, base64. */
  iv: string;
  /** GCM authentication tag, base64. */
  tag: string;
  /** Until when the address works. */
  expires_at: string;
  /** Data-encryption key, wrapped by the key-management system, base64. */
  wrapped_dek: string;
  /** Key that wraps it: what to hand to your key service. */
  kms_key_id: string;
  /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
  wrapped_dek_aad: string | null;
  /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
  key_grant: string | null;
  /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
  key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
  /** The secret that gets another address for this download, if it is interrupted. */
  redemption: string;
  /** Until when it does. */
  redemption_expires_at: string;
}>;

export type RefuseItemBody = Readonly<{
  /** The reason for which a file that was sent is refused. It is recorded, and the sender does not get it. */
  reason?: 'does_not_open' | 'not_asked_for' | 'unsafe' | undefined;
}>;

export type Renumbered = Readonly<{
  /** Folders and files with a new number that you see; 0 in a room without index numbers. */
  numbered: number;
}>;

export type RequestDeviceLoginBody = Readonly<{
  /** The program that signs in, and its computer, as it names itself; one line. */
  client_name: string;
}>;

export type RequestOneUploadBody = Readonly<{
  /** Name of a file: one segment, no path separators, not "." or "..". */
  name?: string | undefined;
  /** Size of the ciphertext in bytes (AES-GCM keeps the length; the tag is sent apart). */
  size: number;
  /** Media type of the plaintext (RFC 9110 section 8.3.1); parameters are allowed. An empty one is taken as application/octet-stream. */
  content_type: string;
  /** Classification label, one of GET /classifications. */
  classification?: string | undefined;
  /** Folder of the file: segments joined by "/", none empty, "." or "..". Empty for the top of the room. */
  folder?: string | undefined;
  /** The folder by its id, in place of `folder`; null for the top of the room. */
  folder_id?: string | null | undefined;
  /** When the content was changed last, YYYY-MM-DDThh:mm:ssZ, as the uploader says; the service only keeps it. */
  modified_at?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  replaces?: string | undefined;
  /** Words of the uploader about this version of a file; may contain line breaks. */
  note?: string | undefined;
  /** RFC 7638 thumbprint of a public key, base64url. */
  client_jkt?: string | undefined;
}>;

export type RequestUploadBody = Readonly<{
  /** Name of a file: one segment, no path separators, not "." or "..". */
  name?: string | undefined;
  /** Size of the ciphertext in bytes (AES-GCM keeps the length; the tag is sent apart). */
  size: number;
  /** Media type of the plaintext (RFC 9110 section 8.3.1); parameters are allowed. An empty one is taken as application/octet-stream. */
  content_type: string;
  /** Classification label, one of GET /classifications. */
  classification?: string | undefined;
  /** Folder of the file: segments joined by "/", none empty, "." or "..". Empty for the top of the room. */
  folder?: string | undefined;
  /** The folder by its id, in place of `folder`; null for the top of the room. */
  folder_id?: string | null | undefined;
  /** When the content was changed last, YYYY-MM-DDThh:mm:ssZ, as the uploader says; the service only keeps it. */
  modified_at?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  replaces?: string | undefined;
  /** Words of the uploader about this version of a file; may contain line breaks. */
  note?: string | undefined;
}>;

export type RequestedDeviceLogin = Readonly<{
  /** The secret of the program, to ask with. Shown this once. */
  device_code: string;
  /** The code that a person types, which the program shows them. */
  user_code: string;
  /** The page where they type it. No address contains the code, so that no link leads to a permission. */
  verification_uri: string;
  /** When both codes end. */
  expires_at: string;
  /** Seconds until then. */
  expires_in: number;
  /** Seconds to wait between two questions. */
  interval: number;
}>;

export type RequestedUpload = Readonly<{
  /** The upload request: the `apv` of sealed keys. */
  id: string;
  /** The person who asks; null for one who gave no name, and where links of the room are anonymous. */
  requested_by: Readonly<{
    /** Their name. */
    name: string;
  }> | null;
  /** The organisation of the service, as its operator names it; null without a name, and where links of the room are anonymous. */
  organisation: string | null;
  /** Name of the room; null where its label forbids it in mails. */
  room_name: string | null;
  /** Words of the person who asks; null without any. */
  message: string | null;
  /** When the request ends. */
  expires_at: string;
  /** Files that may still be sent. */
  files_left: number;
  /** Bytes that may still be sent. */
  bytes_left: number;
  /** The public key of an upload request: a JWK of P-256 with no other field. */
  public_key: Readonly<{
    kty: string;
    crv: string;
    x: string;
    y: string;
  }>;
}>;

export type ResumeBody = Readonly<{
  /** The token from the link. */
  redemption: string;
}>;

export type ResumedShare = Readonly<{
  /** Address to GET the ciphertext from. */
  download_url: string;
  /** Initialisation vector, base64. */
  iv: string;
  /** GCM authentication tag, base64. */
  tag: string;
  /** Until when the address works. */
  expires_at: string;
}>;

export type RoleBody = Readonly<{
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
}>;

export type Room = Readonly<{
  /** The room. */
  id: string;
  /** Name of the room. */
  name: string;
  /** Purpose of the room. */
  description: string;
  /** Org unit the room belongs to. */
  org_unit_id: string;
  /** Classification label of the room. */
  classification: string;
  /** User who created it; an owner of now where you would not find that user. */
  created_by: string;
  /** When it was created. */
  created_at: string;
  /** Number of members that the caller sees. */
  member_count: number;
  /** With `owners`, members who are not owners see themselves and the owners only; with `groups` also those with whom they share a group. */
  member_visibility: 'everyone' | 'groups' | 'owners';
  /** True where holders of links of the room do not learn who shares. */
  anonymous_links: boolean;
  /** With `owners`, only owners of the room make folders at its top. */
  structure: 'open' | 'owners';
  /** Days for which a deleted file can be restored; 0: it is destroyed at once. */
  bin_days: number;
  /** With `fixed`, each folder and each file has an `index`, the same for every reader: a gap tells that there is something you do not see, or was. */
  numbering: 'none' | 'fixed';
  /** Number of available files in the room that the caller can see; 0 for an overseer. */
  file_count: number;
  /** An archived room is read-only. */
  status: 'active' | 'archived';
  /** When it was archived. */
  archived_at: string | null;
  /** The caller's role in the room; null for an overseer. */
  my_role: 'owner' | 'contributor' | 'viewer' | null;
  /** True where it is one of your favourites, which only you see. */
  favourite: boolean;
  /** Number of files that you had seen at your last visit, which only you see; null where none was noted. */
  seen_file_count: number | null;
  /** When your last visit was noted. Owners of the room see its day. */
  seen_at: string | null;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.room.explain' | 'audit.room.read' | 'bin.empty' | 'bin.list' | 'file.list' | 'file.upload' | 'folder.access' | 'folder.create' | 'folder.delete' | 'folder.edit' | 'folder.get' | 'folder.make_closed' | 'folder.structure' | 'group.create' | 'group.delete' | 'group.edit' | 'group.list' | 'group.members.add' | 'group.members.remove' | 'inbox.list' | 'package.create' | 'room.archive' | 'room.delete' | 'room.edit' | 'room.export' | 'room.favourite' | 'room.get' | 'room.invite' | 'room.members.add' | 'room.members.list' | 'room.members.remove' | 'room.members.see_all' | 'room.note_visit' | 'room.notifications.edit' | 'room.renumber' | 'room.shares.list' | 'room.sight' | 'room.unarchive' | 'upload_request.create' | 'upload_request.list' | 'webhook.room.list' | 'webhook.room.manage')[] | undefined;
  /** When the newest file that you see came, as a new one or as a version; null without one. Only in lists, with `last_activity=true`. */
  last_activity_at?: string | null | undefined;
  /** Roles with which you may invite an address without a user now. Absent in lists and answers to changes. */
  roles_to_invite?: readonly ('owner' | 'contributor' | 'viewer')[] | undefined;
}>;

export type RoomDeleted = Readonly<{
  /** The room that was deleted. */
  id: string;
  /** Always "deleted". */
  status: 'deleted';
  /** When it was deleted. */
  deleted_at: string;
  /** The same as `files_to_destroy`, under its former name: destruction is still to come. */
  files_destroyed: number;
  /** The same as `keys_to_destroy`, under its former name: the keys are unreachable from now on. */
  keys_destroyed: number;
  /** Files whose objects a job destroys; the receipt says how far it is. */
  files_to_destroy: number;
  /** Wrapped keys that the job destroys. */
  keys_to_destroy: number;
  /** Receipt that reports the progress of the destruction: GET /destruction-receipts/:id. */
  receipt_id: string;
}>;

export type RoomExport = Readonly<{
  /** The event in the audit log. */
  id: string;
  /** The room. */
  room_id: string;
  /** Number of files. */
  files: number;
  /** SHA-256 of the manifest in hexadecimal; null at the beginning of an export. */
  manifest_sha256: string | null;
}>;

export type RoomInvitation = Readonly<{
  /** The room. */
  room_id: string;
  /** The member. */
  user_id: string;
  /** Role in the room. */
  role: 'owner' | 'contributor' | 'viewer';
  /** User who added the member; an owner of now where you would not find that user. */
  added_by?: string | undefined;
  /** When the member was added. */
  created_at?: string | undefined;
  /** When the membership ends; null: it has no end. */
  expires_at?: string | null | undefined;
  /** True where that is over: only owners of the room still see the member. */
  expired?: boolean | undefined;
  /** Access in force: none while the clearance of the member does not reach the room, and after the end. */
  effective_access?: 'full' | 'none' | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.room.explain' | 'room.members.add' | 'room.members.remove')[] | undefined;
  /** The invited person. */
  user: Readonly<{
    /** The user. */
    id: string;
    /** Their e-mail address, in lower case. */
    email: string;
    /** invited until they have accepted. */
    status?: 'invited' | 'active' | 'deactivated' | undefined;
  }>;
  /** When the mail goes out, where a limit of mails delays it; null otherwise. */
  mail_waits_until: string | null;
}>;

export type RoomNotifications = Readonly<{
  /** Your choice for this room; null without one. */
  level: 'at_once' | 'daily' | 'weekly' | 'none' | null;
  /** The level that holds; `off` where the operator sends no such mails. */
  applies: 'at_once' | 'daily' | 'weekly' | 'none' | 'off';
}>;

export type SecondFactorOptions = Readonly<{
  /** Names these options, when you answer them in this session. */
  state: string;
  /** Until when. */
  expires_at: string;
  /** Options to use one of your passkeys, as JSON text: PublicKeyCredentialRequestOptionsJSON. Null for a user without passkeys. */
  passkey: string | null;
  /** An authenticator app to add; null where this step adds none. */
  totp: Readonly<{
    /** The secret, in base32, to type. */
    secret: string;
    /** The same as an address, to show as a QR code. */
    address: string;
  }> | null;
  /** Options to add a passkey, as JSON text: PublicKeyCredentialCreationOptionsJSON. Null where this step adds none, and for a service at an IP address. */
  new_passkey: string | null;
}>;

export type SecondFactors = Readonly<{
  /** Whether the service requires a second factor of people who sign in with a password. */
  required: boolean;
  /** Second factors; empty for a user without one. */
  factors: readonly Readonly<{
    /** Its id. */
    id: string;
    /** An authenticator app, or a passkey. */
    way: 'totp' | 'passkey';
    /** Its name. */
    name: string;
    /** When it was added. */
    created_at: string;
  }>[];
  /** Number of recovery codes that were not used. */
  recovery_codes_left: number;
  /** Ten recovery codes, which come with the first second factor. Shown this once; empty otherwise. */
  recovery_codes: readonly string[];
  /** Until when this session needs no further proof; null where it has none, or its proof is too old. */
  proven_until: string | null;
}>;

export type SecondStep = Readonly<{
  /** Options to use one of your passkeys, as JSON text: PublicKeyCredentialRequestOptionsJSON. Null for a user without passkeys. */
  passkey: string | null;
  /** An authenticator app to add; null where this step adds none. */
  totp: Readonly<{
    /** The secret, in base32, to type. */
    secret: string;
    /** The same as an address, to show as a QR code. */
    address: string;
  }> | null;
  /** Options to add a passkey, as JSON text: PublicKeyCredentialCreationOptionsJSON. Null where this step adds none, and for a service at an IP address. */
  new_passkey: string | null;
}>;

export type Service = Readonly<{
  /** Always "Strongroom". */
  name: string;
  /** Version of the service. */
  version: string;
  /** Documentation of the interface. */
  documents_url: string;
  /** Ways to sign in. */
  sign_in: Readonly<{
    /** By e-mail and password. */
    password: boolean;
    /** By an identity provider. */
    oidc: boolean;
    /** By a code that a person types in a browser elsewhere (RFC 8628). */
    device_code: boolean;
  }>;
  /** Whether mails are sent. If not, the operator finds them in the folder mail/ of the data folder. */
  mail_sent: boolean;
  /** The key service that people get keys from; null where they have key management of their own. */
  key_service: Readonly<{
    /** Address of the key service. */
    url: string;
    /** How it asks people to prove themselves: a hint, null while it does not answer. */
    proof: string | null;
    /** Thumbprint of its key: a hint, which clients compare with the one they know. */
    key: string | null;
  }> | null;
  /** Limits of the service. */
  limits: Readonly<{
    /** Maximum size of a file in bytes. */
    file_bytes: number;
  }>;
}>;

export type Session = Readonly<{
  /** A bearer credential for twelve hours. Shown this once; empty where it is in a cookie. */
  token: string;
  /** When the session ends. */
  expires_at: string;
  /** User who signed in. */
  user: Readonly<{
    /** The user. */
    id: string;
    /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
    name: string;
    /** E-mail address, in lower case. */
    email: string;
    /** Organisation role. */
    role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
    /** Whether the user belongs to another organisation. */
    external: boolean;
    /** Clearance override; empty for none. */
    clearance_level: string;
    /** The clearance in force: the override, or the role default. */
    effective_clearance: string;
    /** Only an active user can do anything. */
    status: 'invited' | 'active' | 'deactivated';
    /** When the user was first invited. */
    created_at: string;
    /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
    pending_email?: string | undefined;
    /** When the user was erased. Absent for all others. */
    erased_at?: string | undefined;
  }>;
}>;

export type SessionEnded = Readonly<{
  /** Always true. */
  ended: boolean;
}>;

export type SessionOfUser = Readonly<{
  /** The session. */
  id: string;
  /** When it was started. */
  created_at: string;
  /** When it ends at the latest. */
  expires_at: string;
  /** Last use of a session in a cookie, to the minute; null for a session whose token its client holds. */
  last_used_at: string | null;
  /** Program it was started with, as it named itself. */
  user_agent: string;
  /** How it was started; null for one of an older version. */
  way: 'password' | 'invitation' | 'oidc' | 'device_code' | null;
  /** The second factor that was proven last; null for a session that began without. */
  second_factor: 'totp' | 'passkey' | 'recovery_code' | null;
  /** Address it was started from; empty for one of an older version. Null for an administrator who does not read the audit log. */
  ip: string | null;
}>;

export type SessionsEnded = Readonly<{
  /** Number of sessions that ended. */
  ended: number;
}>;

export type Share = Readonly<{
  /** The link. */
  id: string;
  /** Whether it leads to one file or to several. */
  kind: 'file' | 'package';
  /** The room of its files. */
  room_id: string;
  /** The file it leads to; null for a package. */
  file_id: string | null;
  /** Number of its files that you see now. */
  file_count: number;
  /** Number of files that its maker put in; null unless you made the link or are cleared for the event that records it. Files missing from `file_count` are deleted or hidden from you. */
  file_total: number | null;
  /** Name of its file, or of the first that you see; null where you see none now. */
  file_name: string | null;
  /** The deepest folder that holds all of its files that you see, empty for the top of the room; null where you see none now. Its holders do not see it. */
  folder: string | null;
  /** The version that it leads to; null for one that follows the current version. */
  version: number | null;
  /** Its name, for those who see it in lists; null without one. */
  name: string | null;
  /** The person who got it, as its maker wrote; null if unsaid. Its holders do not see it. */
  recipient: string | null;
  /** Words for its holders; null without any. */
  message: string | null;
  /** When it ends. */
  expires_at: string;
  /** Maximum number of downloads; null for no limit. */
  max_downloads: number | null;
  /** Number of downloads so far. */
  download_count: number;
  /** When the last download was counted; null without one, and where that was before this was noted. */
  last_used_at: string | null;
  /** Of several reasons the first of revoked, expired, exhausted. */
  status: 'active' | 'expired' | 'exhausted' | 'revoked';
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.share.explain' | 'share.edit' | 'share.revoke' | 'share.see')[] | undefined;
}>;

export type ShareFile = Readonly<{
  /** Its place in the link, which it keeps when others go. */
  index: number;
  /** The file. */
  file_id: string;
  /** File name. */
  name: string;
  /** The folder in which the maker of the link shows it, empty for the top: as it was called when the link was made. */
  folder: string;
  /** Size in bytes. */
  size: number;
  /** Media type of the plaintext. */
  content_type: string;
  /** Number of the version that holders of the link get. */
  version: number;
  /** Whether holders get it while the link works: false where its maker may not share it now, so that they do not see it either. */
  given: boolean;
}>;

export type SharedFile = Readonly<{
  /** Always "file". */
  kind: 'file';
  /** File name. */
  name: string;
  /** Size in bytes. */
  size: number;
  /** Media type of the plaintext. */
  content_type: string;
  /** When the link ends. */
  expires_at: string;
  /** Downloads left; null for no limit. */
  remaining: number | null;
  /** The person who made the link; null for one who gave no name, and where links of the room are anonymous. */
  shared_by: Readonly<{
    /** Their name. */
    name: string;
  }> | null;
  /** The organisation of the service, as its operator names it; null without a name, and where links of the room are anonymous. */
  organisation: string | null;
  /** Words of the maker of the link; null without any. */
  message: string | null;
}>;

export type SharedPackage = Readonly<{
  /** Always "package". */
  kind: 'package';
  /** Number of its files. */
  file_count: number;
  /** Bytes of all its files. */
  size: number;
  /** Whether its files come with keys, which only the address of the link opens. All do, or none. */
  has_keys: boolean;
  /** The files of this page, in the order of their indexes. */
  files: readonly Readonly<{
    /** Its place in the package, which it keeps when others go. */
    index: number;
    /** File name. */
    name: string;
    /** The folder in which the maker of the link shows it, empty for the top: as it was called when the link was made. */
    folder: string;
    /** Size in bytes. */
    size: number;
    /** Media type of the plaintext. */
    content_type: string;
  }>[];
  /** When the link ends. */
  expires_at: string;
  /** Downloads left; null for no limit. */
  remaining: number | null;
  /** The person who made the link; null for one who gave no name, and where links of the room are anonymous. */
  shared_by: Readonly<{
    /** Their name. */
    name: string;
  }> | null;
  /** The organisation of the service, as its operator names it; null without a name, and where links of the room are anonymous. */
  organisation: string | null;
  /** Words of the maker of the link; null without any. */
  message: string | null;
}>;

export type SightBody = Readonly<{
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  file_id?: string | undefined;
  /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
  folder_id?: string | undefined;
  /** Folder of the file: segments joined by "/", none empty, "." or "..". Empty for the top of the room. */
  to_folder?: string | undefined;
  /** The groups that see a folder besides owners of the room, each once; none leaves it to the owners. */
  groups?: readonly FolderGroupBody[] | null | undefined;
}>;

export type SightChange = Readonly<{
  /** Members who would see it from then on. */
  gain: number;
  /** Members who would see it no longer. */
  lose: number;
}>;

export type StartSessionBody = Readonly<{
  /** One plain ASCII e-mail address; compared and stored in lower case. */
  email: string;
  /** The password. */
  password: string;
  /** The place of the credential: the answer, or a cookie. Only pages of the service itself, which send `Sec-Fetch-Site: same-origin` and `X-Strongroom: 1`, may send `cookie`; for every other client `bearer` is the only value. */
  transport?: 'bearer' | 'cookie' | undefined;
}>;

export type Token = Readonly<{
  /** The token. */
  id: string;
  /** Purpose of the token. */
  name: string;
  /** Scopes the credential is limited to; null for every right of its user. */
  scopes: readonly ('read:rooms' | 'write:rooms' | 'delete:rooms' | 'write:members' | 'read:files' | 'write:files' | 'download:files' | 'delete:files' | 'read:shares' | 'write:shares' | 'read:users' | 'write:users' | 'write:clearance' | 'read:org-units' | 'write:org-units' | 'read:audit' | 'read:access' | 'read:tokens' | 'write:tokens' | 'read:webhooks' | 'write:webhooks' | 'scim')[] | null;
  /** The first characters of the secret, to tell it from others. */
  prefix: string;
  /** When it expires; null if it never does. */
  expires_at: string | null;
  /** When it was last used, to the minute. */
  last_used_at: string | null;
  /** When it was made. */
  created_at: string;
}>;

export type TokenRevoked = Readonly<{
  /** The token that was revoked. */
  id: string;
  /** Always true. */
  revoked: boolean;
}>;

export type Upload = Readonly<{
  /** The upload: confirm it under this id. It is the new file, unless it replaces the content of another one. */
  file_id: string;
  /** Address to PUT the ciphertext to; no header is needed. */
  upload_url: string;
  /** Data-encryption key, wrapped by the key-management system, base64. */
  wrapped_dek: string;
  /** Key that wraps it: what to hand to your key service. */
  kms_key_id: string;
  /** Additional authenticated data to give when unwrapping, base64; null where it is not used. */
  wrapped_dek_aad: string | null;
  /** Grant to show to the key service; null without `client_jkt`, or without a key service. */
  key_grant: string | null;
  /** Reason for the missing grant: you are not linked to a person of the key service, or a link needs its key in the fragment. */
  key_grant_missing: 'PERSON_NOT_LINKED' | 'LINK_NEEDS_KEY' | null;
  /** Until when the address works. */
  expires_at: string;
  /** Bytes of each part but the last, where the ciphertext may be sent in parts; null where it is sent whole. */
  part_size: number | null;
}>;

export type UploadParts = Readonly<{
  /** The file. */
  file_id: string;
  /** Every part, in the order of the ciphertext. */
  parts: readonly Readonly<{
    /** Its place, from 1. */
    number: number;
    /** Its bytes. */
    size: number;
    /** Address to PUT it to; no header is needed. Null if the store has it. */
    upload_url: string | null;
  }>[];
  /** Until when the addresses work. */
  expires_at: string;
}>;

export type UploadPartsBody = Readonly<{
  /** Initialisation vector of AES-256-GCM: 96 bits, strict base64. */
  iv: string;
}>;

export type UploadRequest = Readonly<{
  /** The upload request. */
  id: string;
  /** The room whose inbox gets the files. */
  room_id: string;
  /** The folder that they are meant for; null for the top of the room. */
  folder_id: string | null;
  /** Words for its holders; null without any. */
  message: string | null;
  /** When it ends. */
  expires_at: string;
  /** Maximum number of files. */
  max_files: number;
  /** Maximum bytes of all files. */
  max_bytes: number;
  /** Files that were sent so far, also those that were refused. */
  files_received: number;
  /** Their bytes. */
  bytes_received: number;
  /** Files of these that wait in the inbox. */
  files_waiting: number;
  /** When the last file arrived; null without one, and where that was before this was noted. */
  last_received_at: string | null;
  /** Files that may still be sent now; announced ones are taken off until their address ends. */
  files_left: number;
  /** Bytes that may still be sent now. */
  bytes_left: number;
  /** Of several reasons the first of revoked, expired, full. A draft that is not opened within a day disappears. */
  status: 'draft' | 'active' | 'revoked' | 'expired' | 'full';
  /** User who made it; an owner of the room where you would not find that user. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Actions about it that are allowed to you now, with this credential, sorted. More may be added. */
  may?: readonly ('upload_request.open' | 'upload_request.revoke' | 'upload_request.see')[] | undefined;
}>;

export type User = Readonly<{
  /** The user. */
  id: string;
  /** Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one. */
  name: string;
  /** E-mail address, in lower case. */
  email: string;
  /** Organisation role. */
  role: 'owner' | 'domain_admin' | 'department_admin' | 'security_officer' | 'member' | 'auditor';
  /** Whether the user belongs to another organisation. */
  external: boolean;
  /** Clearance override; empty for none. */
  clearance_level: string;
  /** The clearance in force: the override, or the role default. */
  effective_clearance: string;
  /** Only an active user can do anything. */
  status: 'invited' | 'active' | 'deactivated';
  /** When the user was first invited. */
  created_at: string;
  /** Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it. */
  pending_email?: string | undefined;
  /** When the user was erased. Absent for all others. */
  erased_at?: string | undefined;
  /** Actions about it that are allowed to you now, with this credential, sorted. One that depends on the request is named if some request would be allowed. More actions may be added. */
  may?: readonly ('access.explain' | 'session.end_of_user' | 'session.oversee' | 'token.oversee' | 'token.revoke' | 'user.activation_link' | 'user.clearance' | 'user.deactivate' | 'user.edit' | 'user.email' | 'user.email.waive' | 'user.erase' | 'user.get' | 'user.identity.unlink' | 'user.key_person.unlink' | 'user.reactivate' | 'user.role' | 'user.rooms' | 'user.second_factor.reset' | 'user.uninvite')[] | undefined;
}>;

export type UserCodeBody = Readonly<{
  /** The code that the program shows: eight letters. Letter case, blanks and hyphens do not matter. */
  user_code: string;
}>;

export type UserOrgUnit = Readonly<{
  /** The org unit. */
  org_unit_id: string;
  /** Its name. */
  name: string;
  /** The user's role in it. */
  role: 'department_admin' | 'security_officer' | 'auditor' | 'member';
  /** When the user was added. */
  joined_at: string;
}>;

export type UserRoom = Readonly<{
  /** The room. */
  room_id: string;
  /** Its name. */
  name: string;
  /** Its classification label. */
  classification: string;
  /** An archived room is read-only. */
  status: 'active' | 'archived';
  /** The user's role in it. */
  role: 'owner' | 'contributor' | 'viewer';
  /** Groups of the room that the user is in: all for owners of the room, for other members those that they are in too. Absent where you are not a member. */
  groups?: readonly Readonly<{
    /** The group. */
    id: string;
    /** Its name. */
    name: string;
  }>[] | undefined;
  /** User who added them; an owner of now where you would not find that user. */
  added_by: string;
  /** When they were added. */
  joined_at: string;
  /** When the membership ends; null: it has no end. */
  expires_at: string | null;
  /** Access in force: none while the user's clearance does not reach the room. */
  effective_access: 'full' | 'none';
}>;

export type VersionDeleted = Readonly<{
  /** The file. */
  file_id: string;
  /** Number of the version that was deleted. */
  version: number;
  /** Always "deleted". */
  status: 'deleted';
  /** When its wrapped key was erased; a job deletes the object shortly after. */
  deleted_at: string;
  /** Time until which the object store can restore the deleted ciphertext; absent: it cannot. */
  object_kept_until?: string | undefined;
}>;

export type Visit = Readonly<{
  /** Number of files that you have seen. */
  seen_file_count: number;
  /** When the visit was noted. */
  seen_at: string;
}>;

export type WaitingDeviceLogin = Readonly<{
  /** The sign-in; the session it becomes has the same id. */
  id: string;
  /** The program and its computer, as it names itself: not verified. */
  client_name: string;
  /** Address from which it asked. */
  ip: string;
  /** Program that asked, as it named itself. */
  user_agent: string;
  /** Whether it asked from the network that you call from. */
  your_network: boolean;
  /** When it asked. */
  created_at: string;
  /** Until when you can answer. */
  expires_at: string;
}>;

export type Webhook = Readonly<{
  /** The webhook. */
  id: string;
  /** Address of the receiver. */
  url: string;
  /** The types of events that it gets; null for all of them. */
  types: readonly ('room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased')[] | null;
  /** Only events of this room; null for those of the organisation. */
  room_id: string | null;
  /** The owner whose rights it has: who made it, enabled it or set its address last. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Number of the next event of the log that it gets; null for one of a room, whose owners do not read the log. */
  position: number | null;
  /** Since when the receiver takes no event; null if it takes them. */
  failing_since: string | null;
  /** When that event is sent again; null if the receiver takes them, or it is disabled. */
  next_try_at: string | null;
  /** When it was disabled; null if it is not. */
  disabled_at: string | null;
  /** The last delivery; null before the first. */
  last_delivery: Readonly<{
    /** When it ended. */
    at: string;
    /** Status of the answer; null without one. */
    status: number | null;
    /** `address_refused`, `unreachable` or `too_late`; null with an answer. */
    fault: string | null;
  }> | null;
}>;

export type WebhookDeleted = Readonly<{
  /** The webhook that was deleted. */
  id: string;
  /** Always true. */
  deleted: boolean;
}>;

export type WebhookDelivery = Readonly<{
  /** The delivery. */
  id: string;
  /** The event; null for a test. */
  event_id: string | null;
  /** Type of the event; `webhook.test` for a test. */
  type: string;
  /** When it ended. */
  at: string;
  /** Status of the answer; null without one. */
  status: number | null;
  /** `address_refused`, `unreachable` or `too_late`; null with an answer. */
  fault: string | null;
  /** The first 1024 bytes of the answer, in words of the receiver; empty without one, and for a webhook of a room whose receiver is in a network of the operator. */
  answer: string;
}>;

export type WebhookWithSecret = Readonly<{
  /** The webhook. */
  id: string;
  /** Address of the receiver. */
  url: string;
  /** The types of events that it gets; null for all of them. */
  types: readonly ('room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased')[] | null;
  /** Only events of this room; null for those of the organisation. */
  room_id: string | null;
  /** The owner whose rights it has: who made it, enabled it or set its address last. */
  created_by: string;
  /** When it was made. */
  created_at: string;
  /** Number of the next event of the log that it gets; null for one of a room, whose owners do not read the log. */
  position: number | null;
  /** Since when the receiver takes no event; null if it takes them. */
  failing_since: string | null;
  /** When that event is sent again; null if the receiver takes them, or it is disabled. */
  next_try_at: string | null;
  /** When it was disabled; null if it is not. */
  disabled_at: string | null;
  /** The last delivery; null before the first. */
  last_delivery: Readonly<{
    /** When it ended. */
    at: string;
    /** Status of the answer; null without one. */
    status: number | null;
    /** `address_refused`, `unreachable` or `too_late`; null with an answer. */
    fault: string | null;
  }> | null;
  /** The secret by which the receiver verifies messages (Standard Webhooks), `whsec_…`. */
  secret: string;
}>;

/** Every operation: its arguments in their order, its result, and the shape of that: one item, a list, results or lines. */
export type Operations = Readonly<{
  /** List the rooms you are a member of, or find some of them */
  'GET /rooms': {
    takes: [query?: Readonly<{
      /** Words of the name, each perhaps cut short; letter case and accents are ignored. */
      q?: string | undefined;
      /** Status of a room. */
      status?: 'active' | 'archived' | undefined;
      /** Classification label, one of GET /classifications. */
      classification?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Whether each room has `last_activity_at`: `true` or `false`, which is the default. */
      last_activity?: 'true' | 'false' | undefined;
    }>];
    gives: Room;
    shape: 'list';
  };
  /** Create a room */
  'POST /rooms': {
    takes: [body: CreateRoomBody];
    gives: Room;
    shape: 'one';
  };
  /** Get a room */
  'GET /rooms/{id}': {
    takes: [id: string, query?: Readonly<{
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_group?: string | undefined;
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_member?: string | undefined;
    }>];
    gives: Room;
    shape: 'one';
  };
  /** Change name, description or options of a room */
  'PATCH /rooms/{id}': {
    takes: [id: string, body: EditRoomBody];
    gives: Room;
    shape: 'one';
  };
  /** Delete a room for good */
  'DELETE /rooms/{id}': {
    takes: [id: string, query?: Readonly<{
      /** Whether the receipt keeps the names of the files: `true` or `false`, which is the default. */
      keep_names?: 'true' | 'false' | undefined;
    }>];
    gives: RoomDeleted;
    shape: 'one';
  };
  /** Number the folders and files of a room again */
  'POST /rooms/{id}/renumber': {
    takes: [id: string];
    gives: Renumbered;
    shape: 'one';
  };
  /** Make a room one of your favourites, or take it out */
  'PATCH /rooms/{id}/favourite': {
    takes: [id: string, body: ChooseFavouriteBody];
    gives: Favourite;
    shape: 'one';
  };
  /** Note that you have seen the files of a room */
  'PATCH /rooms/{id}/visit': {
    takes: [id: string, body: NoteVisitBody];
    gives: Visit;
    shape: 'one';
  };
  /** Archive a room: it becomes read-only */
  'POST /rooms/{id}/archive': {
    takes: [id: string];
    gives: Room;
    shape: 'one';
  };
  /** Bring an archived room back */
  'POST /rooms/{id}/unarchive': {
    takes: [id: string];
    gives: Room;
    shape: 'one';
  };
  /** List every room up to your clearance, as an overseer */
  'GET /oversight/rooms': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: OverseenRoom;
    shape: 'list';
  };
  /** List the members of a room, by user id */
  'GET /rooms/{id}/members': {
    takes: [id: string, query?: Readonly<{
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      group_id?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: Member;
    shape: 'list';
  };
  /** Add a member, or give one another role or end */
  'POST /rooms/{id}/members': {
    takes: [id: string, body: AddMemberBody];
    gives: Membership;
    shape: 'one';
  };
  /** Invite a person to a room by e-mail address */
  'POST /rooms/{id}/invitations': {
    takes: [id: string, body: InviteToRoomBody];
    gives: RoomInvitation;
    shape: 'one';
  };
  /** Remove a member */
  'DELETE /rooms/{id}/members/{user_id}': {
    takes: [id: string, userId: string];
    gives: MemberRemoved;
    shape: 'one';
  };
  /** Add up to 100 members */
  'POST /rooms/{id}/members/bulk': {
    takes: [id: string, body: BulkMembersBody];
    gives: Membership;
    shape: 'results';
  };
  /** List the available files of a room, or of one of its folders */
  'GET /rooms/{room_id}/files': {
    takes: [roomId: string, query?: Readonly<{
      /** Words of the name, each perhaps cut short; letter case and accents are ignored. */
      q?: string | undefined;
      /** Name of a file: one segment, no path separators, not "." or "..". */
      name?: string | undefined;
      /** Order of the list, with `-` in front from the end: `name` in natural order (2 before 10, letter case and accents ignored; with `q`, files whose own name has every word come first), `size`, `date` of the upload, `by` the name of the uploader, `label`. By default `-date`. */
      sort?: 'name' | '-name' | 'size' | '-size' | 'date' | '-date' | 'by' | '-by' | 'label' | '-label' | undefined;
      /** Folder of the room; a slash in front is ignored, and a slash alone or nothing is the top. */
      folder?: string | undefined;
      /** Whether to list what is below the folder too: `true` or `false`, which is the default. */
      recursive?: 'true' | 'false' | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_group?: string | undefined;
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_member?: string | undefined;
    }>];
    gives: File;
    shape: 'list';
  };
  /** Get a file's metadata */
  'GET /files/{file_id}': {
    takes: [fileId: string];
    gives: File;
    shape: 'one';
  };
  /** Rename, move or relabel a file */
  'PATCH /files/{file_id}': {
    takes: [fileId: string, body: EditFileBody];
    gives: File;
    shape: 'one';
  };
  /** Delete a file */
  'DELETE /files/{file_id}': {
    takes: [fileId: string];
    gives: FileDeleted;
    shape: 'one';
  };
  /** Move up to 100 files of a room into a folder */
  'POST /rooms/{room_id}/files/bulk-move': {
    takes: [roomId: string, body: BulkMoveBody];
    gives: File;
    shape: 'results';
  };
  /** Delete up to 100 files of a room */
  'POST /rooms/{room_id}/files/bulk-delete': {
    takes: [roomId: string, body: BulkDeleteBody];
    gives: FileDeleted;
    shape: 'results';
  };
  /** List the folders of a room, by path */
  'GET /rooms/{id}/folders': {
    takes: [id: string, query?: Readonly<{
      /** Only folders whose path begins with this text, such as `2027/con`; a slash in front is ignored. */
      prefix?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_group?: string | undefined;
      /** Identifier: a lowercase UUID. One that names nothing is answered 404. */
      as_member?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Whether each folder says its `position`: `true` or `false`, which is the default. */
      positions?: 'true' | 'false' | undefined;
    }>];
    gives: Folder;
    shape: 'list';
  };
  /** Make a folder, and those missing above it */
  'POST /rooms/{id}/folders': {
    takes: [id: string, body: FolderBody];
    gives: Folder;
    shape: 'one';
  };
  /** Make up to 100 folders */
  'POST /rooms/{id}/folders/bulk': {
    takes: [id: string, body: BulkFoldersBody];
    gives: Folder;
    shape: 'results';
  };
  /** Get a folder */
  'GET /rooms/{id}/folders/{folder_id}': {
    takes: [id: string, folderId: string];
    gives: Folder;
    shape: 'one';
  };
  /** Rename, move or order a folder with everything below it */
  'PATCH /rooms/{id}/folders/{folder_id}': {
    takes: [id: string, folderId: string, body: EditFolderBody];
    gives: Folder;
    shape: 'one';
  };
  /** Delete an empty folder */
  'DELETE /rooms/{id}/folders/{folder_id}': {
    takes: [id: string, folderId: string];
    gives: FolderDeleted;
    shape: 'one';
  };
  /** Restrict a folder to groups of the room */
  'PUT /rooms/{id}/folders/{folder_id}/access': {
    takes: [id: string, folderId: string, body: AccessBody];
    gives: Folder;
    shape: 'one';
  };
  /** List the groups of a room, the newest first */
  'GET /rooms/{id}/groups': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: Group;
    shape: 'list';
  };
  /** Make a group of members */
  'POST /rooms/{id}/groups': {
    takes: [id: string, body: GroupBody];
    gives: Group;
    shape: 'one';
  };
  /** Change a group: its name, its description, and whether its members see each other */
  'PATCH /rooms/{id}/groups/{group_id}': {
    takes: [id: string, groupId: string, body: EditGroupBody];
    gives: Group;
    shape: 'one';
  };
  /** Delete a group */
  'DELETE /rooms/{id}/groups/{group_id}': {
    takes: [id: string, groupId: string];
    gives: GroupDeleted;
    shape: 'one';
  };
  /** Add a member of the room to a group */
  'POST /rooms/{id}/groups/{group_id}/members': {
    takes: [id: string, groupId: string, body: AddGroupMemberBody];
    gives: GroupMember;
    shape: 'one';
  };
  /** Add up to 100 members of the room to a group */
  'POST /rooms/{id}/groups/{group_id}/members/bulk': {
    takes: [id: string, groupId: string, body: BulkGroupMembersBody];
    gives: GroupMember;
    shape: 'results';
  };
  /** Take a member out of a group */
  'DELETE /rooms/{id}/groups/{group_id}/members/{user_id}': {
    takes: [id: string, groupId: string, userId: string];
    gives: GroupMemberRemoved;
    shape: 'one';
  };
  /** List the versions of a file */
  'GET /files/{file_id}/versions': {
    takes: [fileId: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: FileVersion;
    shape: 'list';
  };
  /** Make a version of a file the current one again */
  'POST /files/{file_id}/versions/{version}/restore': {
    takes: [fileId: string, version: string];
    gives: File;
    shape: 'one';
  };
  /** Delete a version of a file */
  'DELETE /files/{file_id}/versions/{version}': {
    takes: [fileId: string, version: string];
    gives: VersionDeleted;
    shape: 'one';
  };
  /** List the deleted files of a room that can be restored */
  'GET /rooms/{id}/bin': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: BinnedFile;
    shape: 'list';
  };
  /** Destroy the files in the bin of a room that you see */
  'DELETE /rooms/{id}/bin': {
    takes: [id: string];
    gives: BinEmptied;
    shape: 'one';
  };
  /** Restore a file from the bin */
  'POST /files/{file_id}/restore': {
    takes: [fileId: string];
    gives: File;
    shape: 'one';
  };
  /** Destroy a file in the bin of a room now */
  'DELETE /rooms/{id}/bin/{file_id}': {
    takes: [id: string, fileId: string];
    gives: FileDestroyed;
    shape: 'one';
  };
  /** Record that you export a room */
  'POST /rooms/{id}/exports': {
    takes: [id: string, body: RecordExportBody];
    gives: RoomExport;
    shape: 'one';
  };
  /** Ask who would gain and lose sight of a file or folder */
  'POST /rooms/{id}/sight': {
    takes: [id: string, body: SightBody];
    gives: SightChange;
    shape: 'one';
  };
  /** Announce an upload: get a wrapped key and an address */
  'POST /rooms/{room_id}/files/upload-url': {
    takes: [roomId: string, body: RequestOneUploadBody];
    gives: Upload;
    shape: 'one';
  };
  /** Confirm an upload */
  'POST /rooms/{room_id}/files/{file_id}/confirm': {
    takes: [roomId: string, fileId: string, body: ConfirmUploadBody];
    gives: File;
    shape: 'one';
  };
  /** Go on with an upload: get addresses of its missing parts */
  'POST /files/{file_id}/upload-parts': {
    takes: [fileId: string, body: UploadPartsBody];
    gives: UploadParts;
    shape: 'one';
  };
  /** Announce up to 100 uploads */
  'POST /rooms/{room_id}/files/upload-urls': {
    takes: [roomId: string, body: BulkUploadBody];
    gives: Upload;
    shape: 'results';
  };
  /** Confirm up to 100 uploads */
  'POST /rooms/{room_id}/files/bulk-confirm': {
    takes: [roomId: string, body: BulkConfirmBody];
    gives: File;
    shape: 'results';
  };
  /** Get a download address and the wrapped key */
  'GET /files/{file_id}/download-url': {
    takes: [fileId: string, query?: Readonly<{
      /** Number of a version of a file, from 1. A number is never given twice. */
      version?: number | undefined;
      /** RFC 7638 thumbprint of a public key, base64url. */
      client_jkt?: string | undefined;
    }>];
    gives: Download;
    shape: 'one';
  };
  /** Get a fresh key grant of a file */
  'POST /files/{file_id}/key-grant': {
    takes: [fileId: string, body: KeyGrantBody];
    gives: KeyGrant;
    shape: 'one';
  };
  /** Get up to 100 download addresses and wrapped keys */
  'POST /files/bulk-download-urls': {
    takes: [body: BulkDownloadBody];
    gives: Download;
    shape: 'results';
  };
  /** Create one link to several files */
  'POST /rooms/{id}/packages': {
    takes: [id: string, body: CreatePackageBody];
    gives: NewShare;
    shape: 'one';
  };
  /** Create a share link */
  'POST /files/{file_id}/share': {
    takes: [fileId: string, body: CreateShareBody];
    gives: NewShare;
    shape: 'one';
  };
  /** List the share links of a file */
  'GET /files/{file_id}/shares': {
    takes: [fileId: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Links to one file (`file`, the default), packages (`package`), or both (`all`). */
      kind?: 'file' | 'package' | 'all' | undefined;
    }>];
    gives: Share;
    shape: 'list';
  };
  /** List the share links of a room */
  'GET /rooms/{id}/shares': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Links to one file (`file`, the default), packages (`package`), or both (`all`). */
      kind?: 'file' | 'package' | 'all' | undefined;
    }>];
    gives: Share;
    shape: 'list';
  };
  /** Get a share link, without its secret */
  'GET /shares/{id}': {
    takes: [id: string];
    gives: Share;
    shape: 'one';
  };
  /** Change name, recipient, message, end or cap of a share link */
  'PATCH /shares/{id}': {
    takes: [id: string, body: EditShareBody];
    gives: Share;
    shape: 'one';
  };
  /** Revoke a share link */
  'DELETE /shares/{id}': {
    takes: [id: string];
    gives: Share;
    shape: 'one';
  };
  /** List the files that a share link leads to */
  'GET /shares/{id}/files': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: ShareFile;
    shape: 'list';
  };
  /** See what a link leads to, without using it up */
  'GET /shares/by-token/{token}': {
    takes: [token: string, query?: Readonly<{
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: SharedFile;
    shape: 'one';
  };
  /** Use one download of a link */
  'POST /shares/by-token/{token}/download': {
    takes: [token: string, body: RedeemBody];
    gives: RedeemedShare;
    shape: 'one';
  };
  /** Finish an interrupted download of a link */
  'POST /shares/by-token/{token}/resume': {
    takes: [token: string, body: ResumeBody];
    gives: ResumedShare;
    shape: 'one';
  };
  /** Ask people without an account to send files */
  'POST /rooms/{id}/upload-requests': {
    takes: [id: string, body: CreateUploadRequestBody];
    gives: DraftUploadRequest;
    shape: 'one';
  };
  /** List the upload requests of a room */
  'GET /rooms/{id}/upload-requests': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: UploadRequest;
    shape: 'list';
  };
  /** Get an upload request, without its secret */
  'GET /upload-requests/{id}': {
    takes: [id: string];
    gives: UploadRequest;
    shape: 'one';
  };
  /** Revoke an upload request */
  'DELETE /upload-requests/{id}': {
    takes: [id: string];
    gives: UploadRequest;
    shape: 'one';
  };
  /** Open an upload request with its key */
  'POST /upload-requests/{id}/open': {
    takes: [id: string, body: OpenUploadRequestBody];
    gives: OpenedUploadRequest;
    shape: 'one';
  };
  /** See who asks for files, and until when */
  'GET /upload-requests/by-token/{token}': {
    takes: [token: string];
    gives: RequestedUpload;
    shape: 'one';
  };
  /** Announce a file and get an address to send it to */
  'POST /upload-requests/by-token/{token}/upload-url': {
    takes: [token: string, body: AnnounceSentFileBody];
    gives: AnnouncedFile;
    shape: 'one';
  };
  /** Confirm a sent file */
  'POST /upload-requests/by-token/{token}/confirm': {
    takes: [token: string, body: ConfirmSentFileBody];
    gives: ReceivedFile;
    shape: 'one';
  };
  /** List the files that were sent to a room and wait */
  'GET /rooms/{id}/inbox': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: InboxItem;
    shape: 'list';
  };
  /** Get the address of a file in the inbox, and the keys that open it */
  'GET /rooms/{id}/inbox/{item_id}/download-url': {
    takes: [id: string, itemId: string, query?: Readonly<{
      /** RFC 7638 thumbprint of a public key, base64url. */
      client_jkt?: string | undefined;
    }>];
    gives: InboxDownload;
    shape: 'one';
  };
  /** Say that a file of the inbox was taken into the room */
  'POST /rooms/{id}/inbox/{item_id}/accept': {
    takes: [id: string, itemId: string, body: AcceptItemBody];
    gives: HandledInboxItem;
    shape: 'one';
  };
  /** Refuse a file of the inbox */
  'POST /rooms/{id}/inbox/{item_id}/refuse': {
    takes: [id: string, itemId: string, body: RefuseItemBody];
    gives: HandledInboxItem;
    shape: 'one';
  };
  /** Get your user and the privileges of this credential */
  'GET /me': {
    takes: [];
    gives: Me;
    shape: 'one';
  };
  /** List all users of the organisation, or find one by e-mail */
  'GET /users': {
    takes: [query?: Readonly<{
      /** One plain ASCII e-mail address; compared and stored in lower case. */
      email?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
      /** Whether each user has `last_sign_in_at`: `true` or `false`, which is the default. */
      last_sign_in?: 'true' | 'false' | undefined;
      /** Whether each user has `second_factor`: `true` or `false`, which is the default. */
      second_factor?: 'true' | 'false' | undefined;
    }>];
    gives: Person;
    shape: 'list';
  };
  /** Get a user */
  'GET /users/{id}': {
    takes: [id: string];
    gives: Person;
    shape: 'one';
  };
  /** Change your name or address, or whether a user is external */
  'PATCH /users/{id}': {
    takes: [id: string, body: EditUserBody];
    gives: User;
    shape: 'one';
  };
  /** List the rooms a user is a member of, newest first */
  'GET /users/{id}/rooms': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: UserRoom;
    shape: 'list';
  };
  /** Confirm a change of an address by a link */
  'POST /email-changes/confirm': {
    takes: [body: ConfirmEmailBody];
    gives: EmailConfirmed;
    shape: 'one';
  };
  /** Change a user's organisation role */
  'PATCH /users/{id}/role': {
    takes: [id: string, body: RoleBody];
    gives: User;
    shape: 'one';
  };
  /** Set or clear a user's clearance override */
  'PATCH /users/{id}/clearance': {
    takes: [id: string, body: ClearanceBody];
    gives: User;
    shape: 'one';
  };
  /** Deactivate a user */
  'POST /users/{id}/deactivate': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Reactivate a user */
  'POST /users/{id}/reactivate': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Erase a user for good */
  'POST /users/{id}/erase': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Invite a user */
  'POST /users/invite': {
    takes: [body: InviteBody];
    gives: InvitedUser;
    shape: 'one';
  };
  /** See whether an invitation is open, before you accept it */
  'POST /invitations/find': {
    takes: [body: FindBody];
    gives: FoundInvitation;
    shape: 'one';
  };
  /** Accept an invitation */
  'POST /invitations/accept': {
    takes: [body: AcceptBody];
    gives: AcceptedInvitation;
    shape: 'one';
  };
  /** Send a user without a way in a fresh activation link */
  'POST /users/{id}/activation-link': {
    takes: [id: string];
    gives: InvitedUser;
    shape: 'one';
  };
  /** Revoke the open invitation or activation link of a user */
  'DELETE /users/{id}/invitation': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Invite up to 100 people */
  'POST /users/bulk-invite': {
    takes: [body: BulkInviteBody];
    gives: InvitedUser;
    shape: 'results';
  };
  /** Unlink yourself from your person of the identity provider */
  'DELETE /me/identity': {
    takes: [];
    gives: User;
    shape: 'one';
  };
  /** Unlink a user from their person of the identity provider */
  'DELETE /users/{id}/identity': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Link yourself to your person at the key service */
  'POST /me/key-person': {
    takes: [body: KeyPersonBody];
    gives: KeyPersonLinked;
    shape: 'one';
  };
  /** Remove the link between a user and a person of the key service */
  'DELETE /users/{id}/key-person': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** List your API tokens */
  'GET /tokens': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: Token;
    shape: 'list';
  };
  /** Make an API token */
  'POST /tokens': {
    takes: [body: CreateTokenBody];
    gives: NewToken;
    shape: 'one';
  };
  /** Revoke an API token */
  'DELETE /tokens/{id}': {
    takes: [id: string];
    gives: TokenRevoked;
    shape: 'one';
  };
  /** List a user's API tokens, as an administrator */
  'GET /users/{id}/tokens': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: Token;
    shape: 'list';
  };
  /** Sign in with a password */
  'POST /sessions': {
    takes: [body: StartSessionBody];
    gives: Session;
    shape: 'one';
  };
  /** Sign out */
  'DELETE /sessions/current': {
    takes: [];
    gives: SessionEnded;
    shape: 'one';
  };
  /** List your sessions */
  'GET /me/sessions': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: OwnSession;
    shape: 'list';
  };
  /** End all your other sessions */
  'DELETE /me/sessions': {
    takes: [];
    gives: SessionsEnded;
    shape: 'one';
  };
  /** End one of your sessions */
  'DELETE /me/sessions/{id}': {
    takes: [id: string];
    gives: OneSessionEnded;
    shape: 'one';
  };
  /** List a user's sessions, as an administrator */
  'GET /users/{id}/sessions': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: SessionOfUser;
    shape: 'list';
  };
  /** End all of another user's sessions */
  'DELETE /users/{id}/sessions': {
    takes: [id: string];
    gives: SessionsEnded;
    shape: 'one';
  };
  /** End one of another user's sessions */
  'DELETE /users/{id}/sessions/{session_id}': {
    takes: [id: string, sessionId: string];
    gives: OneSessionEnded;
    shape: 'one';
  };
  /** Set your password */
  'POST /me/password': {
    takes: [body: PasswordBody];
    gives: User;
    shape: 'one';
  };
  /** Begin a sign-in by device code */
  'POST /device-logins': {
    takes: [body: RequestDeviceLoginBody];
    gives: RequestedDeviceLogin;
    shape: 'one';
  };
  /** Ask whether a person has allowed the sign-in */
  'POST /device-logins/token': {
    takes: [body: RedeemDeviceLoginBody];
    gives: Session;
    shape: 'one';
  };
  /** See who asks for a sign-in, before you answer */
  'POST /device-logins/find': {
    takes: [body: UserCodeBody];
    gives: WaitingDeviceLogin;
    shape: 'one';
  };
  /** Allow a sign-in by device code */
  'POST /device-logins/allow': {
    takes: [body: UserCodeBody];
    gives: AnsweredDeviceLogin;
    shape: 'one';
  };
  /** Refuse a sign-in by device code */
  'POST /device-logins/refuse': {
    takes: [body: UserCodeBody];
    gives: AnsweredDeviceLogin;
    shape: 'one';
  };
  /** See how to do the second step of a sign-in */
  'POST /sessions/second-factor/options': {
    takes: [body: PendingBody];
    gives: SecondStep;
    shape: 'one';
  };
  /** Finish a sign-in with a second factor */
  'POST /sessions/second-factor': {
    takes: [body: FinishBody];
    gives: FinishedSignIn;
    shape: 'one';
  };
  /** See your second factors */
  'GET /me/second-factor': {
    takes: [];
    gives: SecondFactors;
    shape: 'one';
  };
  /** Add a passkey or an authenticator app */
  'POST /me/second-factor': {
    takes: [body: AddBody];
    gives: SecondFactors;
    shape: 'one';
  };
  /** Get what you need to add a second factor, or to use a passkey */
  'POST /me/second-factor/options': {
    takes: [];
    gives: SecondFactorOptions;
    shape: 'one';
  };
  /** Prove your second factor again */
  'POST /me/second-factor/check': {
    takes: [body: CheckBody];
    gives: SecondFactors;
    shape: 'one';
  };
  /** Make ten recovery codes */
  'POST /me/second-factor/recovery-codes': {
    takes: [];
    gives: SecondFactors;
    shape: 'one';
  };
  /** Remove a passkey or the authenticator app */
  'DELETE /me/second-factor/{id}': {
    takes: [id: string];
    gives: SecondFactors;
    shape: 'one';
  };
  /** Remove the second factors of a user who lost them, as an administrator */
  'DELETE /users/{id}/second-factor': {
    takes: [id: string];
    gives: User;
    shape: 'one';
  };
  /** Ask for a link to set a new password */
  'POST /password-reset': {
    takes: [body: PasswordResetBody];
    gives: PasswordReset;
    shape: 'one';
  };
  /** List the org units */
  'GET /org-units': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
      /** Whether each item says in `may` which actions about it are allowed to you: `true` or `false`, which is the default. */
      may?: 'true' | 'false' | undefined;
    }>];
    gives: OrgUnit;
    shape: 'list';
  };
  /** Create an org unit */
  'POST /org-units': {
    takes: [body: CreateUnitBody];
    gives: OrgUnit;
    shape: 'one';
  };
  /** Get an org unit */
  'GET /org-units/{id}': {
    takes: [id: string];
    gives: OrgUnit;
    shape: 'one';
  };
  /** Change name or description of an org unit */
  'PATCH /org-units/{id}': {
    takes: [id: string, body: EditUnitBody];
    gives: OrgUnit;
    shape: 'one';
  };
  /** Delete an empty org unit */
  'DELETE /org-units/{id}': {
    takes: [id: string];
    gives: OrgUnitDeleted;
    shape: 'one';
  };
  /** List the members of an org unit, by user id */
  'GET /org-units/{id}/members': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: OrgUnitMember;
    shape: 'list';
  };
  /** Add a user to an org unit, or give one another role there */
  'POST /org-units/{id}/members': {
    takes: [id: string, body: AddUnitMemberBody];
    gives: OrgUnitMembership;
    shape: 'one';
  };
  /** Remove a user from an org unit */
  'DELETE /org-units/{id}/members/{user_id}': {
    takes: [id: string, userId: string];
    gives: OrgUnitMemberRemoved;
    shape: 'one';
  };
  /** List the org units a user belongs to */
  'GET /users/{id}/org-units': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: UserOrgUnit;
    shape: 'list';
  };
  /** Read the audit log, newest first */
  'GET /audit-events': {
    takes: [query?: Readonly<{
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
      /** Only what this user or link did. */
      actor_id?: string | undefined;
      /** Only events of this type. */
      type?: 'room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased' | undefined;
      /** Only what was allowed, or only what was denied. */
      outcome?: 'allowed' | 'denied' | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      from?: string | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      to?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: AuditEvent;
    shape: 'list';
  };
  /** Export the audit log as JSON lines */
  'GET /audit-events/export': {
    takes: [query?: Readonly<{
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
      /** Only what this user or link did. */
      actor_id?: string | undefined;
      /** Only events of this type. */
      type?: 'room.created' | 'room.edited' | 'room.archived' | 'room.unarchived' | 'room.deleted' | 'room.destroyed' | 'room.exported' | 'room.adopted' | 'room.overseen' | 'member.added' | 'member.role_changed' | 'member.end_changed' | 'member.removed' | 'file.upload_requested' | 'file.confirmed' | 'file.downloaded' | 'file.renamed' | 'file.moved' | 'file.redated' | 'file.relabelled' | 'file.key_granted' | 'file.deleted' | 'file.replaced' | 'file.version_restored' | 'file.version_deleted' | 'file.restored' | 'file.destroyed' | 'file.abandoned' | 'room.renumbered' | 'folder.created' | 'folder.moved' | 'folder.ordered' | 'folder.deleted' | 'folder.edited' | 'folder.access_set' | 'group.created' | 'group.edited' | 'group.deleted' | 'group.member_added' | 'group.member_removed' | 'share.created' | 'share.edited' | 'share.revoked' | 'share.redeemed' | 'share.resumed' | 'upload_request.created' | 'upload_request.opened' | 'upload_request.revoked' | 'inbox.received' | 'inbox.downloaded' | 'inbox.accepted' | 'inbox.refused' | 'invitation.created' | 'invitation.revoked' | 'user.removed' | 'invitation.accepted' | 'user.role_changed' | 'user.renamed' | 'user.email_change_requested' | 'user.email_changed' | 'user.directory_changed' | 'user.external_changed' | 'user.clearance_changed' | 'user.deactivated' | 'user.reactivated' | 'user.erased' | 'user.activation_link_shown' | 'invitation.renewed' | 'user.identity_linked' | 'user.identity_unlinked' | 'user.key_person_linked' | 'user.key_person_unlinked' | 'user.password_set' | 'user.second_factor_added' | 'user.second_factor_removed' | 'user.second_factor_reset' | 'user.recovery_codes_made' | 'org_unit.created' | 'org_unit.edited' | 'org_unit.deleted' | 'org_unit.member_added' | 'org_unit.member_role_changed' | 'org_unit.member_removed' | 'token.created' | 'token.revoked' | 'session.started' | 'session.factor_proven' | 'session.factor_refused' | 'session.ended' | 'session.device_requested' | 'session.device_allowed' | 'session.device_refused' | 'webhook.created' | 'webhook.edited' | 'webhook.deleted' | 'webhook.secret_rotated' | 'webhook.enabled' | 'webhook.disabled' | 'access.denied' | 'access.denials_counted' | 'access.explained' | 'log.started' | 'log.key_changed' | 'log.restarted' | 'log.clock_confirmed' | 'audit.erasure_marked' | 'log.continued' | 'audit.erased' | undefined;
      /** Only what was allowed, or only what was denied. */
      outcome?: 'allowed' | 'denied' | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      from?: string | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      to?: string | undefined;
      /** Whether each line has the proof of its event in `proof`: `true` or `false`, which is the default. */
      proofs?: 'true' | 'false' | undefined;
    }>];
    gives: AuditEvent;
    shape: 'lines';
  };
  /** Follow the audit log from a position, oldest first, as JSON lines */
  'GET /audit-events/follow': {
    takes: [query?: Readonly<{
      /** Number of the first event to return, from 0; 0 when left out. */
      position?: number | undefined;
      /** Maximum wait for an event in seconds; 0 when left out. */
      wait?: number | undefined;
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
    }>];
    gives: AuditEvent;
    shape: 'lines';
  };
  /** Report who opened which file, and how often, as JSON lines */
  'GET /audit-events/openings': {
    takes: [query?: Readonly<{
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      from?: string | undefined;
      /** A moment, YYYY-MM-DDThh:mm:ssZ. "from" is included, "to" is not. */
      to?: string | undefined;
      /** Time zone of the IANA database. */
      time_zone?: string | undefined;
    }>];
    gives: Openings;
    shape: 'lines';
  };
  /** Get the proof that the audit log holds an event */
  'GET /audit-events/{id}/proof': {
    takes: [id: string, query?: Readonly<{
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
    }>];
    gives: Response;
    shape: 'media';
  };
  /** Get a tile of the Merkle tree of the audit log, or a bundle of its entries */
  'GET /audit/tile/{path}': {
    takes: [path: string];
    gives: Response;
    shape: 'media';
  };
  /** Get the latest signed checkpoint of the audit log */
  'GET /audit/checkpoint': {
    takes: [];
    gives: Response;
    shape: 'media';
  };
  /** Get the public keys of the audit log */
  'GET /audit/key': {
    takes: [];
    gives: Response;
    shape: 'media';
  };
  /** Export the audit log so that `strongroom audit verify` can verify it */
  'GET /audit/export': {
    takes: [];
    gives: Response;
    shape: 'media';
  };
  /** Ask whether a user may perform an action, and why */
  'POST /access/explain': {
    takes: [body: ExplainBody];
    gives: Decision;
    shape: 'one';
  };
  /** List the webhooks of the organisation, or those of a room */
  'GET /webhooks': {
    takes: [query?: Readonly<{
      /** Identifier of a room: a lowercase UUID. */
      room_id?: string | undefined;
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: Webhook;
    shape: 'list';
  };
  /** Make a webhook */
  'POST /webhooks': {
    takes: [body: CreateWebhookBody];
    gives: WebhookWithSecret;
    shape: 'one';
  };
  /** Change address or types of a webhook */
  'PATCH /webhooks/{id}': {
    takes: [id: string, body: EditWebhookBody];
    gives: Webhook;
    shape: 'one';
  };
  /** Delete a webhook */
  'DELETE /webhooks/{id}': {
    takes: [id: string];
    gives: WebhookDeleted;
    shape: 'one';
  };
  /** Give a webhook another secret */
  'POST /webhooks/{id}/rotate-secret': {
    takes: [id: string];
    gives: WebhookWithSecret;
    shape: 'one';
  };
  /** Enable a webhook that was disabled */
  'POST /webhooks/{id}/enable': {
    takes: [id: string];
    gives: Webhook;
    shape: 'one';
  };
  /** List the last deliveries to a webhook, the latest first */
  'GET /webhooks/{id}/deliveries': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: WebhookDelivery;
    shape: 'list';
  };
  /** Send an event to a webhook again, or a test */
  'POST /webhooks/{id}/deliveries': {
    takes: [id: string, body: DeliverBody];
    gives: WebhookDelivery;
    shape: 'one';
  };
  /** Get the mails with news that you get */
  'GET /me/notifications': {
    takes: [];
    gives: Notifications;
    shape: 'one';
  };
  /** Choose the mails with news that you get */
  'PATCH /me/notifications': {
    takes: [body: EditNotificationsBody];
    gives: Notifications;
    shape: 'one';
  };
  /** Get the mails with news of a room that you get */
  'GET /rooms/{id}/notifications': {
    takes: [id: string];
    gives: RoomNotifications;
    shape: 'one';
  };
  /** Choose the mails with news of a room that you get */
  'PATCH /rooms/{id}/notifications': {
    takes: [id: string, body: EditRoomNotificationsBody];
    gives: RoomNotifications;
    shape: 'one';
  };
  /** List the receipts of deleted rooms, newest first */
  'GET /destruction-receipts': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: DestructionReceipt;
    shape: 'list';
  };
  /** Follow the destruction of a deleted room */
  'GET /destruction-receipts/{id}': {
    takes: [id: string];
    gives: DestructionReceipt;
    shape: 'one';
  };
  /** Get the proof that the destruction of a room is in the audit log */
  'GET /destruction-receipts/{id}/proof': {
    takes: [id: string];
    gives: Response;
    shape: 'media';
  };
  /** List what a destruction has destroyed, file by file */
  'GET /destruction-receipts/{id}/files': {
    takes: [id: string, query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: DestroyedFile;
    shape: 'list';
  };
  /** List the classification labels in rising order */
  'GET /classifications': {
    takes: [query?: Readonly<{
      /** Page, from 1. */
      page?: number | undefined;
      /** Page size; 50 when left out, larger than 100 is clamped to 100. */
      per_page?: number | undefined;
      /** Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`. */
      cursor?: string | undefined;
    }>];
    gives: Classification;
    shape: 'list';
  };
  /** See what the service offers, before signing in */
  'GET /service': {
    takes: [];
    gives: Service;
    shape: 'one';
  };
  /** This document */
  'GET /openapi.json': {
    takes: [];
    gives: Readonly<Record<string, unknown>>;
    shape: 'document';
  };
}>;

/** Whether the last argument of an operation, after those in its path, is a body or a query. */
export const TAKES: Readonly<Partial<Record<keyof Operations, 'body' | 'query'>>> = {
  'GET /rooms': 'query',
  'POST /rooms': 'body',
  'GET /rooms/{id}': 'query',
  'PATCH /rooms/{id}': 'body',
  'DELETE /rooms/{id}': 'query',
  'PATCH /rooms/{id}/favourite': 'body',
  'PATCH /rooms/{id}/visit': 'body',
  'GET /oversight/rooms': 'query',
  'GET /rooms/{id}/members': 'query',
  'POST /rooms/{id}/members': 'body',
  'POST /rooms/{id}/invitations': 'body',
  'POST /rooms/{id}/members/bulk': 'body',
  'GET /rooms/{room_id}/files': 'query',
  'PATCH /files/{file_id}': 'body',
  'POST /rooms/{room_id}/files/bulk-move': 'body',
  'POST /rooms/{room_id}/files/bulk-delete': 'body',
  'GET /rooms/{id}/folders': 'query',
  'POST /rooms/{id}/folders': 'body',
  'POST /rooms/{id}/folders/bulk': 'body',
  'PATCH /rooms/{id}/folders/{folder_id}': 'body',
  'PUT /rooms/{id}/folders/{folder_id}/access': 'body',
  'GET /rooms/{id}/groups': 'query',
  'POST /rooms/{id}/groups': 'body',
  'PATCH /rooms/{id}/groups/{group_id}': 'body',
  'POST /rooms/{id}/groups/{group_id}/members': 'body',
  'POST /rooms/{id}/groups/{group_id}/members/bulk': 'body',
  'GET /files/{file_id}/versions': 'query',
  'GET /rooms/{id}/bin': 'query',
  'POST /rooms/{id}/exports': 'body',
  'POST /rooms/{id}/sight': 'body',
  'POST /rooms/{room_id}/files/upload-url': 'body',
  'POST /rooms/{room_id}/files/{file_id}/confirm': 'body',
  'POST /files/{file_id}/upload-parts': 'body',
  'POST /rooms/{room_id}/files/upload-urls': 'body',
  'POST /rooms/{room_id}/files/bulk-confirm': 'body',
  'GET /files/{file_id}/download-url': 'query',
  'POST /files/{file_id}/key-grant': 'body',
  'POST /files/bulk-download-urls': 'body',
  'POST /rooms/{id}/packages': 'body',
  'POST /files/{file_id}/share': 'body',
  'GET /files/{file_id}/shares': 'query',
  'GET /rooms/{id}/shares': 'query',
  'PATCH /shares/{id}': 'body',
  'GET /shares/{id}/files': 'query',
  'GET /shares/by-token/{token}': 'query',
  'POST /shares/by-token/{token}/download': 'body',
  'POST /shares/by-token/{token}/resume': 'body',
  'POST /rooms/{id}/upload-requests': 'body',
  'GET /rooms/{id}/upload-requests': 'query',
  'POST /upload-requests/{id}/open': 'body',
  'POST /upload-requests/by-token/{token}/upload-url': 'body',
  'POST /upload-requests/by-token/{token}/confirm': 'body',
  'GET /rooms/{id}/inbox': 'query',
  'GET /rooms/{id}/inbox/{item_id}/download-url': 'query',
  'POST /rooms/{id}/inbox/{item_id}/accept': 'body',
  'POST /rooms/{id}/inbox/{item_id}/refuse': 'body',
  'GET /users': 'query',
  'PATCH /users/{id}': 'body',
  'GET /users/{id}/rooms': 'query',
  'POST /email-changes/confirm': 'body',
  'PATCH /users/{id}/role': 'body',
  'PATCH /users/{id}/clearance': 'body',
  'POST /users/invite': 'body',
  'POST /invitations/find': 'body',
  'POST /invitations/accept': 'body',
  'POST /users/bulk-invite': 'body',
  'POST /me/key-person': 'body',
  'GET /tokens': 'query',
  'POST /tokens': 'body',
  'GET /users/{id}/tokens': 'query',
  'POST /sessions': 'body',
  'GET /me/sessions': 'query',
  'GET /users/{id}/sessions': 'query',
  'POST /me/password': 'body',
  'POST /device-logins': 'body',
  'POST /device-logins/token': 'body',
  'POST /device-logins/find': 'body',
  'POST /device-logins/allow': 'body',
  'POST /device-logins/refuse': 'body',
  'POST /sessions/second-factor/options': 'body',
  'POST /sessions/second-factor': 'body',
  'POST /me/second-factor': 'body',
  'POST /me/second-factor/check': 'body',
  'POST /password-reset': 'body',
  'GET /org-units': 'query',
  'POST /org-units': 'body',
  'PATCH /org-units/{id}': 'body',
  'GET /org-units/{id}/members': 'query',
  'POST /org-units/{id}/members': 'body',
  'GET /users/{id}/org-units': 'query',
  'GET /audit-events': 'query',
  'GET /audit-events/export': 'query',
  'GET /audit-events/follow': 'query',
  'GET /audit-events/openings': 'query',
  'GET /audit-events/{id}/proof': 'query',
  'POST /access/explain': 'body',
  'GET /webhooks': 'query',
  'POST /webhooks': 'body',
  'PATCH /webhooks/{id}': 'body',
  'GET /webhooks/{id}/deliveries': 'query',
  'POST /webhooks/{id}/deliveries': 'body',
  'PATCH /me/notifications': 'body',
  'PATCH /rooms/{id}/notifications': 'body',
  'GET /destruction-receipts': 'query',
  'GET /destruction-receipts/{id}/files': 'query',
  'GET /classifications': 'query',
};
