import type { KeyPerson } from '../key-release/grant.ts';
import type { SecretHash } from '../values/crypto.ts';
import type { DirectoryEntry } from '../values/directory-entry.ts';
import type { Email } from '../values/email.ts';
import { DomainError } from '../values/errors.ts';
import type { InvitationId, RoomId, SessionId, TokenId, UserId } from '../values/ids.ts';
import { isKnown, type Label } from '../values/labels.ts';
import type { OrgRole } from '../values/roles.ts';
import type { Grant } from '../values/scopes.ts';
import type { PersonName, TokenName } from '../values/text.ts';
import type { Instant } from '../values/time.ts';
import type { Branded } from '../values/value.ts';
import type { FactorProof, SecondFactor } from './factors.ts';
import type { ClearanceRules } from './organisation.ts';

export type ApiToken = Readonly<{
  id: TokenId;
  name: TokenName;
  /** The scopes of the token; null for all rights of its user. */
  grant: Grant;
  hash: SecretHash;
  /** The first characters of the secret, by which its owner recognises it. */
  prefix: string;
  createdAt: Instant;
  /** Null for the first owner's token, which does not expire. */
  expiresAt: Instant | null;
  /** The token it was created with; both are revoked together. */
  madeWith: TokenId | null;
}>;

/**
 * A person of the identity provider: the value of the claim that names them, and their `sub`, by which the provider ends
 * their sessions. Both are unique at the issuer and never given to another person.
 */
export type Identity = Readonly<{ iss: string; subject: string; sub: string }>;

/** How a session was started. */
export const SIGN_IN_WAYS = ['password', 'invitation', 'oidc', 'device_code'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

export type Session = Readonly<{
  id: SessionId;
  hash: SecretHash;
  createdAt: Instant;
  expiresAt: Instant;
  /** Last use, to the minute, of a session in a cookie. Absent for a session whose secret its client holds. */
  cookieUsedAt?: Instant;
  /** Address and program that started it, by which its user recognises it. Absent for older sessions. */
  startedBy?: Readonly<{ ip: string; userAgent: string }>;
  /** The way in which it began. Absent for older sessions. */
  way?: SignInWay;
  /** The last proof of a second factor. Absent for a session that began without. */
  factor?: FactorProof;
  /** The session at the identity provider that it was started with. Absent for other ways to sign in. */
  provider?: Readonly<{ iss: string; sub: string; sid?: string }>;
}>;

/** PHC string of an argon2id hash. */
export type PasswordHash = Branded<string, 'PasswordHash'>;

export type Invitation = Readonly<{
  id: InvitationId;
  hash: SecretHash;
  createdAt: Instant;
  expiresAt: Instant;
  status: 'pending' | 'accepted' | 'revoked';
}> &
  InvitationOrigin;

/** The inviter, and the room. Absent in a link for a forgotten password, and in invitations of an older version. */
export type InvitationOrigin = Readonly<{ invitedBy?: UserId; roomId?: RoomId }>;

/** A new invitation and its secret's hash. `mailAt`: when its link goes out, from which its life counts; `at` by default. */
export type FreshInvitation = Readonly<{ id: InvitationId; hash: SecretHash; at: Instant; mailAt?: Instant }> &
  InvitationOrigin;

/** A link by which the reader of an address confirms a change of it. */
export type EmailConfirmation = Readonly<{
  id: InvitationId;
  hash: SecretHash;
  state: 'waits' | 'confirmed' | 'waived';
}>;

/** Another address, which the readers of both confirm. */
export type EmailChange = Readonly<{
  to: Email;
  expiresAt: Instant;
  old: EmailConfirmation;
  new: EmailConfirmation;
  /** The owner who does without the present address. Absent where both confirm. */
  waivedBy?: UserId;
}>;

/** Mails since the begin of a window. More than its limit belong to the windows after it. */
export type MailCount = Readonly<{ since: Instant; count: number }>;

export type UserStatus = 'invited' | 'active' | 'deactivated';

/**
 * A user. Credentials are part of it, so that a deactivation ends all of them in the same write. INVARIANT: a
 * deactivated user has no token, no session and no pending invitation.
 */
export type User = Readonly<{
  id: UserId;
  name: PersonName | '';
  email: Email;
  role: OrgRole;
  /** Belongs to another organisation: role member, and sees only users of common rooms. Absent for all others. */
  external?: true;
  /** Override of the role's clearance, or null. */
  clearance: Label | null;
  status: UserStatus;
  /** Raised by every deactivation: memberships and links of an older epoch no longer count. */
  epoch: number;
  createdAt: Instant;
  activatedAt: Instant | null;
  /** Their name and address are gone for good. Absent for all others. */
  erasedAt?: Instant;
  tokens: readonly ApiToken[];
  sessions: readonly Session[];
  /** When the latest session began. Absent where none began since it is noted. */
  lastSignInAt?: Instant;
  password: PasswordHash | null;
  /** Absent for a user without one. */
  secondFactor?: SecondFactor;
  /** The person of the identity provider who signs in as this user. Absent before they were linked. */
  identity?: Identity;
  /** The person of the key service who gets this user's keys. Absent before the first link. */
  keyPerson?: KeyPerson | null;
  /** Absent for a user without facts of a directory. */
  directory?: DirectoryEntry;
  /** The last ten, oldest first. */
  invitations: readonly Invitation[];
  /** Absent for a user whose address does not change. */
  emailChange?: EmailChange;
  /** Addresses that mails about this account went to before: erasing the user removes those mails. Absent without one. */
  formerEmails?: readonly Email[];
  /** Mails of others to this user, by windows of 24 hours. Absent before the first one that was counted. */
  mails?: MailCount;
  /** Links that let this user in again, counted apart: mails of others do not delay them. Absent before the first one. */
  recoveryMails?: MailCount;
  /** Notices about the security of this account, counted apart. Absent before the first one. */
  notices?: MailCount;
  /** Mails that this user caused to people who were never active. Absent before the first one. */
  mailsToNewPeople?: Readonly<{ day: MailCount; hour: MailCount }>;
}>;

/**
 * The effective clearance: the override, or the default of the role or of external users. Empty for a label that the
 * scheme does not have.
 */
export function effectiveClearance(
  labelRules: ClearanceRules,
  user: Pick<User, 'role' | 'clearance' | 'external'>,
): Label | '' {
  const label = user.clearance ?? (user.external ? labelRules.externalClearance : labelRules.roleClearances[user.role]);
  return isKnown(labelRules.scheme, label) ? label : '';
}

/** A user before their first invitation. Throws USER_IS_EXTERNAL for an external user with a role other than member. */
export const newUser = (
  of: Readonly<{ id: UserId; email: Email; role: OrgRole; at: Instant; external?: boolean | undefined }>,
): User => markExternal(aNewUser(of), of.external ?? false);

const aNewUser = (of: Readonly<{ id: UserId; email: Email; role: OrgRole; at: Instant }>): User => ({
  id: of.id,
  name: '',
  email: of.email,
  role: of.role,
  clearance: null,
  status: 'invited',
  epoch: 1,
  createdAt: of.at,
  activatedAt: null,
  tokens: [],
  sessions: [],
  password: null,
  invitations: [],
});

/** Throws USER_IS_EXTERNAL for an external user, whose role is member. */
export function changeRole(user: User, role: OrgRole): User {
  if (user.external && role !== 'member') throw new DomainError('USER_IS_EXTERNAL');
  return { ...user, role };
}

/** Makes a user external, or one of the organisation. Throws USER_IS_EXTERNAL for a role other than member. */
export function markExternal(user: User, external: boolean): User {
  if ((user.external ?? false) === external) return user;
  if (external && user.role !== 'member') throw new DomainError('USER_IS_EXTERNAL');
  const { external: _, ...rest } = user;
  return external ? { ...rest, external } : rest;
}

export const renameUser = (user: User, name: PersonName): User => (user.name === name ? user : { ...user, name });

/** Names a person who never accepted and has no name. They say their own when they accept. */
export const giveName = (user: User, name: PersonName | undefined): User =>
  name === undefined || user.name !== '' || user.status !== 'invited' ? user : renameUser(user, name);

export const setClearance = (user: User, clearance: Label | null): User => ({ ...user, clearance });
