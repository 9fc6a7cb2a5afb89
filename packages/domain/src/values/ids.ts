import { type Branded, defineValue, type Value } from './value.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A lowercase UUID with hyphens. Upper case is refused. */
export const isUuid = (input: unknown): input is string => typeof input === 'string' && UUID.test(input);

const idValue = <B extends string>(name: B, of: string): Value<Branded<string, B>> =>
  defineValue({
    name,
    description: `Identifier of ${of}: a lowercase UUID.`,
    schema: { type: 'string', format: 'uuid', pattern: UUID.source },
    rule: 'uuid',
    check: (input) => (isUuid(input) ? undefined : 'must be a lowercase UUID'),
  });

export type OrgId = Branded<string, 'OrgId'>;
export type OrgUnitId = Branded<string, 'OrgUnitId'>;
export type UserId = Branded<string, 'UserId'>;
export type RoomId = Branded<string, 'RoomId'>;
export type MembershipId = Branded<string, 'MembershipId'>;
export type FileId = Branded<string, 'FileId'>;
export type FolderId = Branded<string, 'FolderId'>;
export type GroupId = Branded<string, 'GroupId'>;
/** Names a restricted folder in list keys. */
export type ZoneId = Branded<string, 'ZoneId'>;
/** Names the row of the index numbers of one place. */
export type RowId = Branded<string, 'RowId'>;
export type ShareLinkId = Branded<string, 'ShareLinkId'>;
export type RedemptionId = Branded<string, 'RedemptionId'>;
export type UploadRequestId = Branded<string, 'UploadRequestId'>;
export type TokenId = Branded<string, 'TokenId'>;
export type SessionId = Branded<string, 'SessionId'>;
export type InvitationId = Branded<string, 'InvitationId'>;
export type ReceiptId = Branded<string, 'ReceiptId'>;
export type EventId = Branded<string, 'EventId'>;
export type JobId = Branded<string, 'JobId'>;
export type WebhookId = Branded<string, 'WebhookId'>;
export type FactorId = Branded<string, 'FactorId'>;
export type RequestId = Branded<string, 'RequestId'>;

type IdName =
  | 'OrgId'
  | 'OrgUnitId'
  | 'UserId'
  | 'RoomId'
  | 'MembershipId'
  | 'FileId'
  | 'FolderId'
  | 'GroupId'
  | 'ZoneId'
  | 'ShareLinkId'
  | 'RedemptionId'
  | 'UploadRequestId';

/**
 * An id of a program that embeds the rules. Rules only compare ids, so any text will do. Ids of the service are UUIDs:
 * `UserId.parse(text)`.
 */
export const idOf = <N extends IdName>(_kind: N, text: string): Branded<string, N> => text as Branded<string, N>;

export const OrgId = idValue('OrgId', 'an organisation');
export const OrgUnitId = idValue('OrgUnitId', 'an org unit');
export const UserId = idValue('UserId', 'a user');
export const RoomId = idValue('RoomId', 'a room');
export const FileId = idValue('FileId', 'a file');
export const FolderId = idValue('FolderId', 'a folder');
export const GroupId = idValue('GroupId', 'a group of a room');
export const ShareLinkId = idValue('ShareLinkId', 'a share link');
export const UploadRequestId = idValue('UploadRequestId', 'an upload request');
export const TokenId = idValue('TokenId', 'an API token');
export const SessionId = idValue('SessionId', 'a session');
export const InvitationId = idValue('InvitationId', 'an invitation');
export const ReceiptId = idValue('ReceiptId', 'a destruction receipt');
export const EventId = idValue('EventId', 'an audit event');
export const WebhookId = idValue('WebhookId', 'a webhook');
export const FactorId = idValue('FactorId', 'a passkey or an authenticator app');

/**
 * An id in a request body: any string. One of the wrong form is answered like an unknown one (404), not as a mistake of
 * form.
 */
export const IdReference: Value<string> = defineValue({
  name: 'IdReference',
  description: 'Identifier: a lowercase UUID. One that names nothing is answered 404.',
  schema: { type: 'string', examples: ['3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35'] },
  rule: 'string',
  check: (input) => (typeof input === 'string' ? undefined : 'must be a string'),
});
