import { DomainError } from '../errors.ts';
import { isSamePerson, type KeyPerson } from '../key-release/grant.ts';
import type { SecretHash } from '../values/crypto.ts';
import type { Email } from '../values/email.ts';
import type { InvitationId, RoomId, SessionId, TokenId, UserId } from '../values/ids.ts';
import { isKnown, type Label } from '../values/labels.ts';
import type { OrgRole } from '../values/roles.ts';
import type { Grant } from '../values/scopes.ts';
import type { PersonName, TokenName } from '../values/text.ts';
import { HOUR, type Instant, MINUTE, plus } from '../values/time.ts';
import type { Branded } from '../values/value.ts';
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

export type Session = Readonly<{
  id: SessionId;
  hash: SecretHash;
  createdAt: Instant;
  expiresAt: Instant;
  /** Last use, to the minute, of a session in a cookie. Absent for a session whose secret its client holds. */
  cookieUsedAt?: Instant;
  /** Address and program that started it, by which its user recognises it. Absent for older sessions. */
  startedBy?: Readonly<{ ip: string; userAgent: string }>;
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
  tokens: readonly ApiToken[];
  sessions: readonly Session[];
  password: PasswordHash | null;
  /** The person of the identity provider who signs in as this user. Absent before they were linked. */
  identity?: Identity;
  /** The person of the key service who gets this user's keys. Absent before the first link. */
  keyPerson?: KeyPerson | null;
  /** The last ten, oldest first. */
  invitations: readonly Invitation[];
  /** Mails of others to this user, by windows of 24 hours. Absent before the first one that was counted. */
  mails?: MailCount;
  /** Links that let this user in again, counted apart: mails of others do not delay them. Absent before the first one. */
  recoveryMails?: MailCount;
  /** Notices about the security of this account, counted apart. Absent before the first one. */
  notices?: MailCount;
  /** Mails that this user caused to people who were never active. Absent before the first one. */
  mailsToNewPeople?: Readonly<{ day: MailCount; hour: MailCount }>;
}>;

/** Lifetime of an activation link. */
export const INVITATION_LIFE = 72 * HOUR;
export const SESSION_LIFE = 12 * HOUR;
/** A session in a cookie ends after this time without a request. */
export const COOKIE_IDLE = 30 * MINUTE;
export const MAX_TOKENS = 100;
export const MAX_SESSIONS = 20;
const REMEMBERED_INVITATIONS = 10;

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

/** Adds an invitation and revokes an older pending one. */
export function invite(user: User, fresh: FreshInvitation): User {
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  const invitation: Invitation = {
    id: fresh.id,
    hash: fresh.hash,
    createdAt: fresh.at,
    expiresAt: plus(fresh.mailAt ?? fresh.at, INVITATION_LIFE),
    status: 'pending',
    ...(fresh.invitedBy && { invitedBy: fresh.invitedBy }),
    ...(fresh.roomId && { roomId: fresh.roomId }),
  };
  return { ...user, invitations: [...withoutPending(user.invitations), invitation].slice(-REMEMBERED_INVITATIONS) };
}

/** The invitation, if it may be accepted. Throws INVITATION_EXPIRED, _USED, _REVOKED or _NOT_FOUND. */
export function acceptableInvitation(user: User, hash: SecretHash, at: Instant): Invitation {
  const invitation = user.invitations.find((known) => known.hash === hash);
  if (!invitation) throw new DomainError('INVITATION_NOT_FOUND');
  if (invitation.status === 'accepted') throw new DomainError('INVITATION_USED');
  if (invitation.status === 'revoked' || user.status === 'deactivated') throw new DomainError('INVITATION_REVOKED');
  if (at >= invitation.expiresAt) throw new DomainError('INVITATION_EXPIRED');
  return invitation;
}

/** Activates the user of an invitation. Throws INVITATION_EXPIRED, _USED, _REVOKED or _NOT_FOUND, and SIGN_IN_REFUSED as `linkIdentity`. */
export function acceptInvitation(
  user: User,
  hash: SecretHash,
  as: Readonly<{ name: PersonName; password: PasswordHash | null; identity?: Identity | undefined; at: Instant }>,
): User {
  const invitation = acceptableInvitation(user, hash, as.at);
  if (user.status === 'active' && as.password === null && as.identity === undefined) throw passwordNeeded();
  if (as.identity !== undefined) assertNoOther(user, as.identity);
  return {
    ...user,
    name: as.name,
    status: 'active',
    activatedAt: user.activatedAt ?? as.at,
    // A link for an active user is a recovery: whatever signed in before it ends.
    password: user.status === 'active' ? as.password : (as.password ?? user.password),
    ...(as.identity && { identity: as.identity }),
    sessions: user.status === 'active' ? [] : user.sessions,
    invitations: user.invitations.map((known) => (known === invitation ? { ...known, status: 'accepted' } : known)),
  };
}

/** An active user with a pending link has lost access; setting a password restores it. */
const passwordNeeded = (): DomainError =>
  new DomainError('VALIDATION_ERROR', {
    details: [{ field: 'password', rule: 'required', message: 'password is required with this link' }],
  });

/** Whether a user may ask for a link to set a new password: others have none to forget. */
export const mayResetPassword = (user: User): boolean => user.status === 'active' && user.password !== null;

/**
 * Revokes the open invitation of a user. A user who was never active is to be removed afterwards, so theirs may have run out.
 * Throws INVITATION_NOT_FOUND if there is none.
 */
export function revokeInvitation(
  user: User,
  now: Instant,
): Readonly<{ user: User; invitation: Invitation | undefined }> {
  const invitation = user.invitations.findLast((known) => known.status === 'pending' && !isOver(known, now));
  if (invitation === undefined && user.status !== 'invited') throw new DomainError('INVITATION_NOT_FOUND');
  return { user: { ...user, invitations: withoutPending(user.invitations) }, invitation };
}

/** Sets a password and ends every session but the one it was set with. Throws USER_DEACTIVATED, USER_NOT_FOUND. */
export function setPassword(user: User, password: PasswordHash, keep: SessionId | null): User {
  assertActive(user);
  return { ...user, password, sessions: user.sessions.filter((session) => session.id === keep) };
}

/** Notes the use of a session in a cookie. Undefined where the user has no such session. */
export function noteCookieUse(user: User, id: SessionId, now: Instant): User | undefined {
  const known = user.sessions.find((session) => session.id === id);
  if (known?.cookieUsedAt === undefined || known.cookieUsedAt >= now) return undefined;
  return {
    ...user,
    sessions: user.sessions.map((session) => (session === known ? { ...known, cookieUsedAt: now } : session)),
  };
}

export const endSession = (user: User, id: SessionId): User => ({
  ...user,
  sessions: user.sessions.filter((session) => session.id !== id),
});

/**
 * Links the user to a person of the identity provider, once: another person takes their place only after `unlinkIdentity`. Throws
 * SIGN_IN_REFUSED, USER_DEACTIVATED, USER_NOT_FOUND.
 */
export function linkIdentity(user: User, identity: Identity): User {
  assertActive(user);
  assertNoOther(user, identity);
  return user.identity === undefined ? { ...user, identity } : user;
}

function assertNoOther({ identity: known }: User, { iss, subject }: Identity): void {
  if (known === undefined || (known.iss === iss && known.subject === subject)) return;
  throw new DomainError('SIGN_IN_REFUSED', {
    message:
      'Your account is linked to another person of the identity provider. Unlink it on your account page, or ask an owner of the organisation or a security officer to do so.',
  });
}

/** Removes the link to the person of the identity provider, and ends the sessions that were started with it but for `keep`. */
export function unlinkIdentity(user: User, keep?: string): User {
  const { identity, ...rest } = user;
  if (identity === undefined) return user;
  return { ...rest, sessions: user.sessions.filter(({ id, provider }) => provider === undefined || id === keep) };
}

/** Ends the sessions that were started with a session, or with any session, of a person at the identity provider. */
export const endProviderSessions = (
  user: User,
  ended: Readonly<{ iss: string; sub?: string | undefined; sid?: string | undefined }>,
): User => ({
  ...user,
  sessions: user.sessions.filter(
    ({ provider }) =>
      provider === undefined ||
      provider.iss !== ended.iss ||
      (ended.sub !== undefined && provider.sub !== ended.sub) ||
      (ended.sid !== undefined && provider.sid !== ended.sid),
  ),
});

/** Whether a person of the key service takes the place of no other, or of one who agrees. */
export function keepsPerson({ keyPerson: known }: User, person: KeyPerson, agreed: KeyPerson | undefined): boolean {
  if (known === undefined || known === null) return true;
  return isSamePerson(known, person) || (agreed !== undefined && isSamePerson(known, agreed));
}

/**
 * Links the user to a person of the key service, once: another person takes their place only if the first one agrees, or after
 * `unlinkKeyPerson`. Throws KEY_PERSON_LINKED, USER_DEACTIVATED, USER_NOT_FOUND.
 */
export function linkKeyPerson(user: User, person: KeyPerson, agreed?: KeyPerson): User {
  assertActive(user);
  if (!keepsPerson(user, person, agreed)) throw new DomainError('KEY_PERSON_LINKED');
  if (user.keyPerson && isSamePerson(user.keyPerson, person)) return user;
  return { ...user, keyPerson: { iss: person.iss, id: person.id } };
}

export const unlinkKeyPerson = (user: User): User =>
  (user.keyPerson ?? null) === null ? user : { ...user, keyPerson: null };

/** Ends every credential in one write. The password is kept, and refused. Deactivating again changes nothing. */
export function deactivate(user: User): User {
  if (user.status === 'deactivated') return user;
  return {
    ...user,
    status: 'deactivated',
    epoch: user.epoch + 1,
    tokens: [],
    sessions: [],
    invitations: withoutPending(user.invitations),
  };
}

/** Reactivates the user, without what the deactivation removed. A user who never activated is invited again. */
export function reactivate(user: User): User {
  if (user.status !== 'deactivated') return user;
  return { ...user, status: user.activatedAt === null ? 'invited' : 'active' };
}

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

export const setClearance = (user: User, clearance: Label | null): User => ({ ...user, clearance });

/**
 * Adds a token. Expired ones do not count, but are kept while there is room, so that their use is answered "expired"
 * instead of "unknown". Throws LIMIT_REACHED at 100 valid ones, USER_DEACTIVATED, USER_NOT_FOUND.
 */
export function addToken(user: User, token: ApiToken, now: Instant): User {
  assertActive(user);
  const living = user.tokens.filter((known) => !isOver(known, now)).length;
  if (living >= MAX_TOKENS)
    throw new DomainError('LIMIT_REACHED', {
      message: `A user has at most ${MAX_TOKENS} API tokens; revoke one first.`,
    });
  return { ...user, tokens: [...withRoomFor(user.tokens, MAX_TOKENS, now), token] };
}

/** Removes a token and, recursively, all tokens created with it. */
export function revokeToken(user: User, id: TokenId): User {
  const doomed = new Set<TokenId | null>([id]);
  for (let before = 0; before !== doomed.size; ) {
    before = doomed.size;
    for (const token of user.tokens) if (doomed.has(token.madeWith)) doomed.add(token.id);
  }
  return { ...user, tokens: user.tokens.filter((token) => !doomed.has(token.id)) };
}

/** Ends every API token. */
export const revokeTokens = (user: User): User => (user.tokens.length === 0 ? user : { ...user, tokens: [] });

/** Adds a session; beyond twenty an expired one goes first, then the oldest ends. Throws USER_DEACTIVATED, USER_NOT_FOUND. */
export function addSession(user: User, session: Session, now: Instant): User {
  assertActive(user);
  return { ...user, sessions: [...withRoomFor(user.sessions, MAX_SESSIONS, now), session].slice(-MAX_SESSIONS) };
}

/** Puts a session in place of that of the same id. */
export const replaceSession = (user: User, session: Session): User => ({
  ...user,
  sessions: user.sessions.map((known) => (known.id === session.id ? session : known)),
});

/** Throws USER_NOT_FOUND for an invited user, because only active users have credentials. */
function assertActive(user: User): void {
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  if (user.status !== 'active') throw new DomainError('USER_NOT_FOUND');
}

/** Drops expired credentials, oldest first, until there is room for one more. */
function withRoomFor<C extends Readonly<{ expiresAt: Instant | null }>>(
  known: readonly C[],
  most: number,
  now: Instant,
): readonly C[] {
  let surplus = known.length + 1 - most;
  return known.filter((credential) => !(isOver(credential, now) && surplus-- > 0));
}

/** Whether it has expired or, in a cookie, was not used for too long. */
export const isSessionOver = (
  session: Readonly<{ expiresAt: Instant | null; cookieUsedAt?: Instant }>,
  now: Instant,
): boolean =>
  isOver(session, now) || (session.cookieUsedAt !== undefined && now >= plus(session.cookieUsedAt, COOKIE_IDLE));

/** Whether it has expired. At the moment of expiry it has. */
export const isOver = (credential: Readonly<{ expiresAt: Instant | null }>, now: Instant): boolean =>
  credential.expiresAt !== null && now >= credential.expiresAt;

const withoutPending = (invitations: readonly Invitation[]): readonly Invitation[] =>
  invitations.map((known) => (known.status === 'pending' ? { ...known, status: 'revoked' } : known));
