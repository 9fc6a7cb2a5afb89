import type { Action } from './policies.ts';

/**
 * The actions that an answer may name in `may`, by the subject of the answer, sorted. Each is decided on facts that are loaded
 * with the subject anyway. Printed into docs/reference/permissions.md.
 */
export const ABILITIES = {
  /** The caller: actions that are about nothing in particular. */
  me: [
    'access.explain',
    'audit.read',
    'classification.list',
    'device_login.answer',
    'identity.link',
    'identity.unlink',
    'key_person.link',
    'me.see',
    'org_unit.create',
    'org_unit.list',
    'org_unit.list_all',
    'password.set',
    'receipt.list',
    'receipt.list_all',
    'room.create',
    'room.list',
    'room.oversee',
    'session.end',
    'session.end_own',
    'session.list',
    'token.create',
    'token.list',
    'user.invite',
    'user.list',
    'user.list_all',
  ],
  room: [
    'access.room.explain',
    'audit.room.read',
    'file.list',
    'file.upload',
    'room.archive',
    'room.delete',
    'room.edit',
    'room.get',
    'room.invite',
    'room.members.add',
    'room.members.list',
    'room.members.remove',
    'room.members.see_all',
    'room.shares.list',
    'room.unarchive',
  ],
  file: [
    'access.file.explain',
    'file.confirm',
    'file.delete',
    'file.download',
    'file.edit',
    'file.get',
    'share.create',
    'share.list',
  ],
  share: ['access.share.explain', 'share.revoke', 'share.see'],
  /** A member of a room. */
  member: ['access.room.explain', 'room.members.add', 'room.members.remove'],
  user: [
    'access.explain',
    'session.end_of_user',
    'session.oversee',
    'token.oversee',
    'token.revoke',
    'user.activation_link',
    'user.clearance',
    'user.deactivate',
    'user.edit',
    'user.get',
    'user.identity.unlink',
    'user.key_person.unlink',
    'user.reactivate',
    'user.role',
    'user.uninvite',
  ],
  org_unit: [
    'org_unit.create',
    'org_unit.get',
    'org_unit.manage',
    'org_unit.members',
    'org_unit.members.remove',
    'org_unit.place_rooms',
  ],
} as const satisfies Readonly<Record<string, readonly Action[]>>;

export type AbilitySubject = keyof typeof ABILITIES;

/** An action that an answer about the subject may name. */
export type Ability<S extends AbilitySubject = AbilitySubject> = (typeof ABILITIES)[S][number];

/** The actions that no answer names, each with the reason. `POST /access/explain` tells about those that signed-in users ask for. */
export const NOT_ABILITIES = {
  'room.see': 'the answer itself shows it',
  'file.see': 'the answer itself shows it',
  'user.see': 'the answer itself shows it',
  'org_unit.see': 'the answer itself shows it',
  'audit.room.see': 'the answer itself shows it',
  'access.file.see': 'the answer itself shows it',
  'access.share.see': 'the answer itself shows it',
  'room.members.see_details': 'says how much of an answer is shown',
  'room.members.see_end': 'says how much of an answer is shown',
  'room.members.name': 'says how much of an answer is shown',
  'audit.see_details': 'says how much of an answer is shown',
  'user.see_details': 'says how much of an answer is shown',
  'file.confirm_many': 'decides once about many; each item is decided like a single one',
  'file.delete_many': 'decides once about many; each item is decided like a single one',
  'file.download_many': 'decides once about many; each item is decided like a single one',
  'user.add': 'decides about a user whom a request names',
  'user.invite_to_room': 'decides about a user whom a request names',
  'user.units': 'rests on the org units of the user, which are not loaded with them',
  'file.key_grant': 'is allowed exactly where `file.download` is',
  'file.key_renew': 'follows from `file.confirm`, while the upload is pending',
  'receipt.see': 'is about a receipt, whose answer names nothing',
  'share.peek': 'is asked by holders of a link, who have no account',
  'share.redeem': 'is asked by holders of a link, who have no account',
  'share.resume': 'is asked by holders of a link, who have no account',
} as const satisfies Readonly<Partial<Record<Action, string>>>;
