import type {
  EventId,
  RequestId,
  RoomId,
  SessionId,
  ShareLinkId,
  TokenId,
  UploadRequestId,
  UserId,
} from './values/ids.ts';
import type { Label } from './values/labels.ts';
import type { Instant } from './values/time.ts';

/** Every type of audit event, with its meaning. Printed into docs/reference/events.md. */
export const EVENTS = {
  'room.created': 'A room was created.',
  'room.edited':
    'Name, description or options of a room changed: the changed options as they are, `before` has them as they were, and `changed` names the texts.',
  'room.archived': 'A room was archived: it is read-only.',
  'room.unarchived': 'An archived room was reopened.',
  'room.deleted': 'A room was deleted permanently.',
  'room.destroyed': 'The destruction of a deleted room was completed.',
  'room.exported':
    'An owner began an export of a room: `files` is the number that they may read, and the label the highest of those. With `manifest_sha256` they finished it, with that manifest.',
  'room.adopted': 'An administrator joined an orphaned room; all owners of the organisation are notified by mail.',
  'room.overseen':
    'An overseer who is not a member read metadata or the member list of a room, the list of all rooms, or the rooms of the user who is the target.',
  'member.added': 'A member was added to a room.',
  'member.role_changed': "A member's role in a room changed.",
  'member.end_changed': 'A membership of a room got another end, or none.',
  'member.removed': 'A member left a room or was removed.',
  'file.upload_requested': 'An upload was announced; its wrapped key was released.',
  'file.confirmed': 'An upload was confirmed.',
  'file.downloaded': 'A download address and the wrapped key were released.',
  'file.renamed': 'The name of a file changed.',
  'file.moved':
    'The folder of a file changed. `widened` says whether it left a restricted folder, so that others may see it.',
  'file.redated': 'The moment changed at which the content of a file was changed last, `from` one `to` another.',
  'file.relabelled':
    'The label of a file changed; its links follow. The event has the higher of the labels before and after.',
  'file.key_granted': 'A wrapped key was granted to a client again, or for a link.',
  'file.deleted':
    'A file was deleted; with `restorable` it lies in the bin of the room until `restorable_until`, or until it is destroyed.',
  'file.replaced':
    'A confirmed upload became the current version of a file; `version` is its number, `upload` the id of the upload.',
  'file.version_restored': 'An earlier version of a file became the current one again; `from` was current before.',
  'file.version_deleted': 'A version of a file was deleted with its key.',
  'file.restored': 'A file was restored from the bin, without its links.',
  'file.destroyed': 'A file left the bin: its wrapped key was erased. It was deleted at `deleted_at`.',
  'file.abandoned': 'A pending upload was swept.',
  'room.renumbered': 'The folders and files of a room with index numbers were numbered again.',
  'folder.created': 'A folder was made.',
  'folder.moved':
    'A folder was renamed or moved with everything below it, in one step; no file has an event of its own. `from_parent` and `to_parent` are folders, null for the top, `renamed` says whether its name changed, and `widened` whether it left a restricted folder.',
  'folder.ordered': 'A folder got another place among those beside it.',
  'folder.deleted': 'An empty folder was deleted.',
  'folder.edited': 'It was set who makes the folders in a folder: `structure`.',
  'folder.access_set':
    'The access list of a folder was set. `groups`: the role of each group that sees it besides owners of the room; null for a folder that is not restricted any more. `before`: what held until then.',
  'group.created': 'A group of a room was made; `group_id` is its id.',
  'group.edited':
    'Name or description of a group changed (`changed` names them), or whether its members see each other.',
  'group.deleted': 'A group of a room was deleted; its members are not in it any more.',
  'group.member_added': 'A member of a room was added to a group.',
  'group.member_removed': 'A member of a room was taken out of a group.',
  'share.created':
    'A share link was created. Of a package: the number of its files and the SHA-256 of their ids, one in a line, base64url.',
  'share.edited':
    'Name, recipient, message, end or cap of a share link changed; `changed` names the fields, with the new end and cap, and `before` has the earlier ones.',
  'share.revoked': 'A share link was revoked.',
  'share.redeemed':
    'A share link was redeemed; download address and wrapped key were released. Of a package there is one for each file whose key was released, and the first answer of each use has `download`, its number.',
  'share.resumed':
    'A redemption of a share link got another address, to finish its download; it is not counted, and no key was released.',
  'upload_request.created': 'An upload request was made; it works once it is opened.',
  'upload_request.opened': 'An upload request got its public key and its link.',
  'upload_request.revoked': 'An upload request was revoked.',
  'inbox.received': 'The holder of an upload request sent a file into the inbox of a room; `item_id` is its id.',
  'inbox.downloaded':
    'Address and sealed key of an item of the inbox were released, with the wrapped key of its request.',
  'inbox.accepted': 'An item of the inbox was taken into the room as the file `file_id`.',
  'inbox.refused': 'An item of the inbox was refused, for the `reason` if one was given: its sealed key was erased.',
  'invitation.created': 'A user was invited.',
  'invitation.revoked': 'The open invitation or activation link of a user was revoked.',
  'user.removed': 'A user who never accepted was removed; their address is free again.',
  'invitation.accepted': 'A user accepted an invitation.',
  'user.role_changed': "A user's role changed.",
  'user.renamed': 'The name of a user changed: by themself, or by a directory.',
  'user.email_change_requested':
    'The present and the new address of a user were asked to confirm a change (`waived`: the present one need not).',
  'user.email_changed': 'The address of a user changed, after both confirmed it.',
  'user.directory_changed':
    'A directory changed its identifier or name of a user, or the address of one who was never active, or deleted them there; `changed` names the fields.',
  'user.external_changed': 'A user became an external one, or ceased to be one.',
  'user.clearance_changed': "A user's clearance changed.",
  'user.deactivated': 'A user was deactivated; every credential ended.',
  'user.reactivated': 'A user was reactivated.',
  'user.erased': 'A user was erased: deactivated for good, without name, address and credentials.',
  'user.activation_link_shown':
    'The link of an invited user was shown to the person who invited them, because no mails are sent.',
  'invitation.renewed': 'A new activation link was sent to an active user.',
  'user.identity_linked': 'A user was linked to a person of the identity provider, who signs in as them from then on.',
  'user.identity_unlinked':
    'The link between a user and a person of the identity provider was removed; the sessions that began with it ended.',
  'user.key_person_linked': 'A user was linked to a person of the key service, who gets their keys from then on.',
  'user.key_person_unlinked': 'The link between a user and a person of the key service was removed.',
  'user.password_set': 'A password was set; all other sessions ended.',
  'user.second_factor_added':
    'A user added a passkey or an authenticator app (`way`); with the first one their other sessions ended.',
  'user.second_factor_removed': 'A user removed a passkey or an authenticator app (`way`).',
  'user.second_factor_reset':
    'An administrator, or an operator, removed every second factor of a user, with the recovery codes; their sessions ended.',
  'user.recovery_codes_made': 'A user made ten recovery codes; earlier ones ended.',
  'org_unit.created': 'An org unit was created.',
  'org_unit.edited':
    'Name or description of an org unit changed, or its identifier in a directory; `changed` names the fields.',
  'org_unit.deleted': 'An org unit was deleted.',
  'org_unit.member_added': 'A user was added to an org unit.',
  'org_unit.member_role_changed': "A user's role in an org unit changed, `from` one `to` another.",
  'org_unit.member_removed': 'A user was removed from an org unit.',
  'token.created': 'An API token was created.',
  'token.revoked': 'An API token was revoked.',
  'session.started': 'A session started; `way` is how, and `factor` the second factor that was proven.',
  'session.factor_proven': 'A user proved their second factor (`factor`) again in a session.',
  'session.factor_refused':
    'A right password, or a session, was followed by a wrong second factor; `factor` is the way, and `reason` is `counter` where a passkey may have been copied.',
  'session.ended': 'A session ended.',
  'session.device_requested':
    'A program asked for a sign-in by device code; `target` is the session it becomes if a person allows it. Beyond 600 in ten minutes a request is recorded when a person answers it.',
  'session.device_allowed': 'A person allowed a sign-in by device code.',
  'session.device_refused': 'A person refused a sign-in by device code.',
  'webhook.created': 'A webhook was made; `webhook_id` is its id.',
  'webhook.edited': 'Address or types of a webhook changed; `changed` names them.',
  'webhook.deleted': 'A webhook was deleted.',
  'webhook.secret_rotated': 'A webhook got another secret; the earlier one signs too for a day.',
  'webhook.enabled': 'A disabled webhook was enabled; it goes on where it stopped.',
  'webhook.disabled':
    'A webhook was disabled: its receiver took no event for five days (`reason` is `failures`), or its maker may not have webhooks any more (`maker`).',
  'access.denied': 'A signed-in caller was refused.',
  'access.denials_counted': 'Further refusals of a user, beyond 60 in a minute; `count` is their number.',
  'access.explained': 'A caller asked whether another user, `user_id`, may perform `action`; `effect` is the answer.',
  'log.started': 'An audit log was started; `before` is the number of older events, about which nothing is proven.',
  'log.key_changed': 'A key that signs the audit log was added; the earlier one signs with it for 90 days.',
  'log.restarted':
    'An operator began a new log in place of one that could not be continued, for the reason they gave; `last_size` is the size of its last known checkpoint.',
  'log.clock_confirmed':
    'An operator confirmed that the clock is right although it was far from the last time that the store knew.',
  'audit.erasure_marked':
    'Events, or their addresses, from before `until` were marked: they are erased a day later at the earliest.',
  'log.continued':
    'An operator let a restored or moved store continue its audit log, for the reason they gave: no later log exists elsewhere; `size` is the number of events that it had.',
  'audit.erased': 'Old events, or their addresses, were erased; their entries stay in the log.',
} as const satisfies Record<string, string>;

export type EventType = keyof typeof EVENTS;

/** Every type of event in the record of a key service, with its meaning. */
export const KEY_EVENTS = {
  'key.released': 'A data key was released.',
  'key.refused': 'A data key was refused; the grant was signed by the room service.',
  'keys.many': 'A person got more than 3000 keys to read, or for uploads, within an hour; recorded once in that hour.',
  'key.refusals_counted': 'Further refusals of one subject within a minute; `count` is their number.',
  'key.device_enrolled': 'A device was enrolled with a code of the operator.',
  'key.device_removed': 'A device was removed.',
  'key.code_made': 'The operator made an enrolment code.',
  'key.person_signed_in': 'A person signed in by the identity provider.',
  'key.person_signed_out': 'A person signed out.',
  'key.sign_in_requested':
    'A program asked for a sign-in that a person continues in a browser of another computer. Beyond 600 in ten minutes a request is recorded when a person answers it.',
  'key.sign_in_refused': 'A sign-in was refused; `rule` of the data is the check that refused.',
  'key.sign_in_ended': 'A sign-in ended because a spent secret of it was used again: a thief may have it.',
  'key.link_made': 'A person asked to be linked to a user of the room service.',
  'key.trust_changed': 'The keys of the room service that this key service trusts changed.',
  'key.room_label_set': 'The operator set the highest label of a room.',
} as const satisfies Record<string, string>;

export type KeyEventType = keyof typeof KEY_EVENTS;

export type Actor = Readonly<
  | { type: 'user'; id: UserId; tokenId: TokenId | SessionId | null }
  | { type: 'share'; id: ShareLinkId }
  | { type: 'upload_request'; id: UploadRequestId }
  | { type: 'system' }
>;

export type TargetType =
  | 'room'
  | 'file'
  | 'folder'
  | 'share'
  | 'upload_request'
  | 'user'
  | 'token'
  | 'session'
  | 'org_unit'
  | 'receipt'
  | 'organisation';

/** The target of an event. A reader needs a clearance that reaches `label`; null for targets without a label. */
export type Target = Readonly<{ type: TargetType; id: string; roomId: RoomId | null; label: Label | null }>;

type EventValue = string | number | boolean | null;

/** Ids, numbers and fixed words only, in one group at most: never a name, never a secret. */
export type EventData = Readonly<Record<string, EventValue | Readonly<Record<string, EventValue>>>>;

/** An event to record. It outlives its target. */
export type NewEvent = Readonly<{
  /** UUID of version 7. */
  id: EventId;
  type: EventType | KeyEventType;
  outcome: 'allowed' | 'denied';
  /** The rule that refused, or null. */
  rule: string | null;
  occurredAt: Instant;
  actor: Actor;
  target: Target;
  /** The address is null once it is erased. */
  request: Readonly<{ id: RequestId; ip: string | null }> | null;
  data: EventData;
}>;

/** One event of the audit log. `seq` is its place in the log, from 0. */
export type AuditEvent = NewEvent & Readonly<{ seq: number }>;
