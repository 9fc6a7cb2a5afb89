import type {
  AcceptedInvitation,
  FoundInvitation,
  InvitedUser,
  LinkedKeyPerson,
  Me,
  NewSession,
  UserFound,
  UserSeen,
  UserToChange,
} from '@strongroom/application';
import { formatInstant, nextMailAfter, ORG_ROLES, optional, SECOND_FACTOR_STATES } from '@strongroom/domain';
import { mayField, mayOf } from '../describe/may.ts';
import { type ViewOf, view } from '../describe/view.ts';
import { Scopes } from './scopes-field.ts';
import { flag, formatOrNull, id, listOf, orNull, record, text, timestamp, word } from './view-fields.ts';

const userFields = {
  id: id('The user.'),
  name: text(
    'Name. Before the invitation is accepted: that which the inviter gave, else empty. External callers do not see that one.',
  ),
  email: text('E-mail address, in lower case.'),
  role: word(ORG_ROLES, 'Organisation role.'),
  external: flag('Whether the user belongs to another organisation.'),
  clearance_level: text('Clearance override; empty for none.'),
  effective_clearance: text('The clearance in force: the override, or the role default.'),
  status: word(['invited', 'active', 'deactivated'], 'Only an active user can do anything.'),
  created_at: timestamp('When the user was first invited.'),
  pending_email: optional(
    text('Address that waits until both are confirmed. Absent where none does, and for callers who cannot change it.'),
  ),
  erased_at: optional(timestamp('When the user was erased. Absent for all others.')),
};

/** A user. */
export const UserView = view('User', { ...userFields, may: mayOf('user') });

/** Throws TypeError where the caller sees only the name of the user: such an answer is of another form. */
export const userView = ({ shows, may, ...seen }: UserSeen): ViewOf<typeof UserView> => {
  if (shows === 'name') throw new TypeError('the caller does not see all of this user');
  return { ...everythingOf(seen), ...pendingEmail(seen.user, may), ...(may && { may }) };
};

/** For callers who may ask for another address. */
const pendingEmail = ({ emailChange }: UserSeen['user'], may: UserSeen['may']) =>
  emailChange !== undefined && may?.includes('user.email') ? { pending_email: emailChange.to } : {};

const everythingOf = ({ user, effectiveClearance }: Pick<UserSeen, 'user' | 'effectiveClearance'>) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  external: user.external ?? false,
  clearance_level: user.clearance ?? '',
  effective_clearance: effectiveClearance,
  status: user.status,
  created_at: formatInstant(user.createdAt),
  ...(user.erasedAt !== undefined && { erased_at: formatInstant(user.erasedAt) }),
});

/** A confirmation of a change of an address. */
export const EmailConfirmedView = view('EmailConfirmed', {
  changed: flag('Whether the address has changed; false while the other address has still to confirm.'),
});

/** A user as the caller sees them: external callers see id and name of others. */
export const PersonView = view('Person', {
  id: userFields.id,
  name: userFields.name,
  email: optional(userFields.email),
  role: optional(userFields.role),
  external: optional(userFields.external),
  clearance_level: optional(userFields.clearance_level),
  effective_clearance: optional(userFields.effective_clearance),
  status: optional(userFields.status),
  created_at: optional(userFields.created_at),
  erased_at: userFields.erased_at,
  pending_email: userFields.pending_email,
  last_sign_in_at: optional(
    orNull(
      timestamp(
        'When the user last signed in; null where no sign-in is known. Absent for callers who do not see the sessions of the user, and in lists without `last_sign_in=true`.',
      ),
    ),
  ),
  second_factor: optional(
    word(
      SECOND_FACTOR_STATES,
      'Whether the user has a second factor of the service; `not_asked` for a user without a password, such as one of an identity provider. Absent as `last_sign_in_at`, and in lists without `second_factor=true`.',
    ),
  ),
  may: mayOf('user'),
  roles_to_give: optional(
    listOf(word(ORG_ROLES, 'A role.'), 'Organisation roles that you may give them now. Absent in lists.'),
  ),
  clearances_to_give: optional(
    listOf(
      text('A label, or empty for the clearance of the role.'),
      'Clearance overrides that you may give them now, in rising order. Absent in lists.',
    ),
  ),
});

export const personView = ({ may, ...seen }: UserFound): ViewOf<typeof PersonView> => ({
  ...(seen.shows === 'everything' ? everythingOf(seen) : { id: seen.user.id, name: seen.user.name }),
  ...pendingEmail(seen.user, may),
  ...(seen.lastSignInAt !== undefined && { last_sign_in_at: formatOrNull(seen.lastSignInAt) }),
  ...(seen.secondFactor !== undefined && { second_factor: seen.secondFactor }),
  ...(may && { may }),
});

/** One user, with the values that the caller may give them, where the caller sees more than a name. */
export const userToChangeView = (found: UserToChange): ViewOf<typeof PersonView> => ({
  ...personView(found),
  ...(found.shows === 'everything' && {
    roles_to_give: found.rolesToGive,
    clearances_to_give: found.clearancesToGive,
  }),
});

/** A newly invited user. */
export const InvitedView = view('InvitedUser', {
  ...userFields,
  may: mayOf('user'),
  invitation: record('The invitation; its link goes out by mail.', {
    id: id('The invitation.'),
    expires_at: timestamp('Until when its link works.'),
    mail_waits_until: orNull(timestamp('When the mail goes out, where a limit of mails delays it; null otherwise.')),
    next_mail_at: timestamp('A repeated invitation before this time sends no mail, and the link stays valid.'),
    link: orNull(
      text(
        'The link, to hand over, where no mails are sent. Only in a session of the user who made every invitation of this person, none of them into a room; null otherwise.',
      ),
    ),
  }),
});

export const invitedView = (invited: InvitedUser): ViewOf<typeof InvitedView> => ({
  ...userView(invited),
  invitation: {
    id: invited.invitation.id,
    expires_at: formatInstant(invited.invitation.expiresAt),
    mail_waits_until: waitOf(invited),
    next_mail_at: formatInstant(invited.nextMailAt ?? nextMailAfter(invited.invitation.createdAt)),
    link: invited.link ?? null,
  },
});

/** A mail that goes out at the time of the invitation does not wait. */
const waitOf = ({ mailAt, invitation }: InvitedUser): string | null =>
  mailAt !== undefined && mailAt > invitation.createdAt ? formatInstant(mailAt) : null;

/** An open invitation. */
export const FoundInvitationView = view('FoundInvitation', {
  email: text('The address that the link was sent to, which is that of the account.'),
  expires_at: timestamp('When the link stops working.'),
  needs_password: flag('Whether accepting it requires a password.'),
  invited_by: orNull(
    record('The inviter; null for none, as in a link for a forgotten password.', {
      name: text('Their name.'),
      email: text('Their e-mail address.'),
    }),
  ),
  room_name: orNull(text('The room that it is for; null for none, and for one whose label mails may not show.')),
});

export const foundInvitationView = (found: FoundInvitation): ViewOf<typeof FoundInvitationView> => ({
  email: found.email,
  expires_at: formatInstant(found.expiresAt),
  needs_password: found.needsPassword,
  invited_by: found.inviter ? { name: found.inviter.name, email: found.inviter.email } : null,
  room_name: found.room ?? null,
});

/** A user who has just accepted an invitation. */
export const AcceptedView = view('AcceptedInvitation', {
  ...userFields,
  session: record('A session of twelve hours, to go on at once, e.g. to make an API token.', {
    token: text('A bearer credential. Shown this once; empty where it is in a cookie.'),
    expires_at: timestamp('When the session ends.'),
  }),
});

export const acceptedView = (accepted: AcceptedInvitation, inCookie: boolean): ViewOf<typeof AcceptedView> => ({
  ...everythingOf(accepted),
  session: { token: inCookie ? '' : accepted.secret, expires_at: formatInstant(accepted.session.expiresAt) },
});

export const newSessionFields = {
  token: text('A bearer credential for twelve hours. Shown this once; empty where it is in a cookie.'),
  expires_at: timestamp('When the session ends.'),
  user: record('User who signed in.', userFields),
};

/** A new session. */
export const SessionView = view('Session', newSessionFields);

export const sessionView = (started: NewSession, inCookie: boolean): ViewOf<typeof SessionView> => ({
  token: inCookie ? '' : started.secret,
  expires_at: formatInstant(started.session.expiresAt),
  user: everythingOf(started),
});

/** The caller. */
export const MeView = view('Me', {
  ...userFields,
  may: mayField('me'),
  roles_to_invite: listOf(word(ORG_ROLES, 'A role.'), 'Organisation roles with which you may invite users now.'),
  newcomer_clearances: orNull(
    record('Clearances of new users before one is changed; null for callers who may not list users.', {
      outside: text('Of a user whom a room is shared with from outside.'),
      colleague: text('Of a member of the organisation.'),
    }),
  ),
  scopes: Scopes,
  token_id: orNull(id('The API token in use; null with a session.')),
  identity_linked: flag('Whether a person of the identity provider signs in as you.'),
  key_person: orNull(
    record('The person of the key service who gets your keys; null before you are linked to one.', {
      iss: text('Issuer of the person: the key service or an identity provider.'),
      id: text('Stable id of the person there.'),
    }),
  ),
});

export const meView = (me: Me): ViewOf<typeof MeView> => ({
  ...everythingOf(me),
  ...(me.user.emailChange && { pending_email: me.user.emailChange.to }),
  may: me.may,
  roles_to_invite: me.rolesToInvite,
  newcomer_clearances: me.newcomerClearances,
  scopes: me.scopes,
  token_id: me.tokenId,
  identity_linked: me.user.identity !== undefined,
  key_person: me.user.keyPerson ?? null,
});

export const KeyPersonView = view('KeyPersonLinked', {
  user_id: id('The user.'),
  iss: text('Issuer of the person: the key service or an identity provider.'),
  id: text('Stable id of the person there.'),
});

export const keyPersonView = ({ userId, person }: LinkedKeyPerson): ViewOf<typeof KeyPersonView> => ({
  user_id: userId,
  iss: person.iss,
  id: person.id,
});
