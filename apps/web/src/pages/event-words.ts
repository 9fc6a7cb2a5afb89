import type { AuditEvent } from '@strongroom/client';

type Type = AuditEvent['type'];

/** The end of a sentence that begins with the name of a person. */
const DID: Readonly<Record<Type, string>> = {
  'room.created': 'made the room',
  'room.edited': 'changed name or description of the room',
  'room.archived': 'archived the room',
  'room.unarchived': 'brought the room back',
  'room.deleted': 'destroyed the room',
  'room.destroyed': 'finished the destruction of a room',
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
  'file.relabelled': 'changed the label of a file',
  'file.key_granted': 'got the key of a file again',
  'file.deleted': 'deleted a file',
  'file.abandoned': 'dropped an upload that never arrived',
  'share.created': 'made a link',
  'share.revoked': 'revoked a link',
  'share.redeemed': 'used a link',
  'share.resumed': 'went on with a download of a link',
  'invitation.created': 'invited a person',
  'invitation.revoked': 'revoked an invitation',
  'user.removed': 'removed a user who never accepted',
  'invitation.renewed': 'sent a new activation link',
  'invitation.accepted': 'accepted an invitation',
  'user.role_changed': 'changed the role of a person',
  'user.renamed': 'changed their name',
  'user.external_changed': 'made a person an outside party, or a colleague',
  'user.clearance_changed': 'changed the clearance of a person',
  'user.deactivated': 'deactivated a person',
  'user.reactivated': 'brought a person back',
  'user.password_set': 'set a password',
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

/** The end of a sentence about an event. A service of a later version may name other types. */
export function did({ type, target }: Pick<AuditEvent, 'target'> & Readonly<{ type: string }>): string {
  if (type === 'room.overseen' && target.room_id === null) return 'looked at the list of all rooms';
  return isType(type) ? DID[type] : type;
}
