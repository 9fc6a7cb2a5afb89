import type { AuditEvent } from '@strongroom/client';
import { editWords } from './event-fields.ts';
import { isToShare } from './event-keys.ts';

type Type = AuditEvent['type'];

/** The end of a sentence that begins with the name of a person. */
const DID: Readonly<Record<Type, string>> = {
  'room.created': 'made the room',
  'room.edited': 'changed the name, description or settings of the room',
  'room.archived': 'archived the room',
  'room.unarchived': 'brought the room back',
  'room.deleted': 'destroyed the room',
  'room.destroyed': 'finished the destruction of a room',
  'room.exported': 'exported the room',
  'room.adopted': 'took over the orphaned room',
  'room.overseen': 'looked at the room as an overseer',
  'member.added': 'added a member',
  'member.role_changed': 'changed the role of a member',
  'member.end_changed': 'changed when a membership ends',
  'member.removed': 'removed a member',
  'file.upload_requested': 'began an upload',
  'file.confirmed': 'added a file',
  'file.downloaded': 'opened a file',
  'file.renamed': 'renamed a file',
  'file.moved': 'moved a file',
  'file.redated': 'changed the date of a file',
  'file.relabelled': 'changed the label of a file',
  'file.key_granted': 'got the key of a file again',
  'file.deleted': 'deleted a file',
  'file.replaced': 'added a version of a file',
  'file.version_restored': 'restored a version of a file',
  'file.version_deleted': 'deleted a version of a file',
  'file.restored': 'restored a file',
  'room.renumbered': 'numbered the folders and files again',
  'folder.created': 'made a folder',
  'folder.moved': 'renamed or moved a folder',
  'folder.ordered': 'gave a folder another place',
  'folder.deleted': 'deleted a folder',
  'folder.edited': 'set who makes the folders in a folder',
  'folder.access_set': 'set who sees a folder',
  'group.created': 'made a group',
  'group.edited': 'changed name or description of a group',
  'group.deleted': 'deleted a group',
  'group.member_added': 'added a member to a group',
  'group.member_removed': 'took a member out of a group',
  'file.destroyed': 'destroyed a deleted file',
  'file.abandoned': 'dropped an upload that never arrived',
  'share.created': 'made a link',
  'share.edited': 'changed a link',
  'share.revoked': 'revoked a link',
  'share.redeemed': 'used a link',
  'share.resumed': 'got the content of a file by a link again',
  'upload_request.created': 'drew up an upload request',
  'upload_request.opened': 'asked for files by an upload request',
  'upload_request.revoked': 'ended an upload request',
  'inbox.received': 'sent a file by an upload request',
  'inbox.downloaded': 'opened a file of the inbox',
  'inbox.accepted': 'took a file of the inbox into the room',
  'inbox.refused': 'refused a file of the inbox',
  'invitation.created': 'invited a person',
  'invitation.revoked': 'revoked an invitation',
  'user.removed': 'removed a user who never accepted',
  'invitation.renewed': 'sent a new activation link',
  'user.activation_link_shown': 'looked at the activation link',
  'invitation.accepted': 'accepted an invitation',
  'user.role_changed': 'changed the role of a person',
  'user.renamed': 'changed the name of a person',
  'user.email_change_requested': 'asked for another address of a person',
  'user.email_changed': 'changed the address of a person',
  'user.directory_changed': 'changed a person in the directory',
  'user.external_changed': 'made a person an outside party, or a colleague',
  'user.clearance_changed': 'changed the clearance of a person',
  'user.deactivated': 'deactivated a person',
  'user.erased': 'erased a person',
  'user.reactivated': 'brought a person back',
  'user.password_set': 'set a password',
  'user.second_factor_added': 'added a second factor',
  'user.second_factor_removed': 'removed a second factor',
  'user.second_factor_reset': 'removed the second factors of a person',
  'user.recovery_codes_made': 'made recovery codes',
  'session.factor_proven': 'proved their second factor',
  'session.factor_refused': 'refused a wrong second factor',
  'user.identity_linked': 'linked the account of the organisation',
  'user.identity_unlinked': 'unlinked the account of the organisation',
  'user.key_person_linked': 'linked an account at the key service',
  'user.key_person_unlinked': 'removed the link to the key service',
  'org_unit.created': 'made an org unit',
  'org_unit.edited': 'changed an org unit',
  'org_unit.deleted': 'deleted an org unit',
  'org_unit.member_added': 'added a person to an org unit',
  'org_unit.member_role_changed': 'changed a role in an org unit',
  'org_unit.member_removed': 'removed a person from an org unit',
  'token.created': 'made an API token',
  'token.revoked': 'revoked an API token',
  'session.started': 'signed in',
  'session.ended': 'ended a session',
  'session.device_requested': 'asked for a sign-in by device code',
  'session.device_allowed': 'allowed another computer to sign in',
  'session.device_refused': 'refused another computer that asked to sign in',
  'webhook.created': 'made a webhook',
  'webhook.edited': 'changed a webhook',
  'webhook.deleted': 'deleted a webhook',
  'webhook.secret_rotated': 'gave a webhook another secret',
  'webhook.enabled': 'enabled a webhook',
  'webhook.disabled': 'disabled a webhook',
  'access.denied': 'was refused',
  'access.denials_counted': 'was refused many more times',
  'access.explained': 'asked what a person may do',
  'log.started': 'began the log',
  'log.key_changed': 'changed the key of the log',
  'log.restarted': 'began a new log',
  'log.clock_confirmed': 'confirmed the clock',
  'audit.erasure_marked': 'marked old events, which are erased a day later',
  'log.continued': 'let a restored store continue its log',
  'audit.erased': 'erased old events',
};

export const isType = (text: string | null): text is Type => text !== null && Object.hasOwn(DID, text);

/** The types of this version, for people who choose some. */
export const EVENT_TYPES: readonly Type[] = Object.keys(DID).filter(isType).toSorted();

/** The words for a type, which a later version of the service may add. */
export const wordsOfType = (type: string): string => (isType(type) ? DID[type] : type);

/** Reasons for which an item of the inbox is refused. */
export const REFUSED_ITEM: ReadonlyMap<unknown, string> = new Map([
  ['does_not_open', 'it does not open'],
  ['not_asked_for', 'it was not asked for'],
  ['unsafe', 'it may do harm'],
]);

/** The end of a sentence about an event. A service of a later version may name other types. */
export function predicateOf({
  type,
  target,
  data,
}: Pick<AuditEvent, 'target' | 'data'> & Readonly<{ type: string }>): string {
  const reason = REFUSED_ITEM.get(data['reason']);
  if (type === 'inbox.refused' && reason !== undefined) return `${DID[type]} (${reason})`;
  if (isToShare({ type, data })) return 'took the key of a file, to share it';
  if (type === 'room.overseen' && target.type === 'user') return 'looked at the rooms of a person';
  if (type === 'room.overseen' && target.room_id === null) return 'looked at the list of all rooms';
  return editWords({ type, data }) ?? wordsOfType(type);
}
