import type { AuditEvent } from '@strongroom/client';

type Activities = Readonly<Partial<Record<AuditEvent['type'], number>>>;

const OTHER = 99;

/** Class 3002, Authentication: 1 logon, 2 logoff. */
export const SESSION_ACTIVITIES: Activities = { 'session.started': 1, 'session.ended': 2 };

/** Class 3001, Account Change: 1 create, 2 enable, 3 password change, 5 disable, 6 delete, 10 and 11 a second factor added and removed. */
export const ACCOUNT_ACTIVITIES: Activities = {
  'invitation.created': 1,
  'user.reactivated': 2,
  'user.password_set': 3,
  'user.deactivated': 5,
  'user.removed': 6,
  'user.erased': 6,
  'user.second_factor_added': 10,
  'user.second_factor_removed': 11,
  'user.second_factor_reset': 11,
  'user.recovery_codes_made': OTHER,
  'user.role_changed': OTHER,
  'user.clearance_changed': OTHER,
  'user.renamed': OTHER,
  'user.email_change_requested': OTHER,
  'user.email_changed': OTHER,
  'user.directory_changed': OTHER,
  'user.external_changed': OTHER,
  'user.identity_linked': OTHER,
  'user.identity_unlinked': OTHER,
  'user.key_person_linked': OTHER,
  'user.key_person_unlinked': OTHER,
};

/** Class 6006, File Hosting Activity: 1 upload, 2 download, 3 update, 4 delete, 5 rename, 7 move, 8 restore, 12 share, 13 unshare. */
export const FILE_ACTIVITIES: Activities = {
  'file.confirmed': 1,
  'file.downloaded': 2,
  'share.redeemed': 2,
  'share.resumed': 2,
  'file.relabelled': 3,
  'file.redated': 3,
  'file.deleted': 4,
  'file.destroyed': 4,
  'file.renamed': 5,
  'file.moved': 7,
  'file.restored': 8,
  'share.created': 12,
  'share.revoked': 13,
};

const [CREATE, READ, UPDATE, DELETE] = [1, 2, 3, 4];

const VERBS: Readonly<Record<string, number>> = {
  created: CREATE,
  added: CREATE,
  member_added: CREATE,
  started: CREATE,
  overseen: READ,
  explained: READ,
  deleted: DELETE,
  destroyed: DELETE,
  removed: DELETE,
  member_removed: DELETE,
  revoked: DELETE,
  erased: DELETE,
};

/** Class 6003, API Activity: 1 create, 2 read, 3 update, 4 delete; a refusal is another. */
export function verbActivity(type: AuditEvent['type']): number {
  const [subject = '', verb = ''] = type.split('.');
  return subject === 'access' && verb !== 'explained' ? OTHER : (VERBS[verb] ?? UPDATE);
}
