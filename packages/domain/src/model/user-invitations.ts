import type { SecretHash } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { UserId } from '../values/ids.ts';
import type { PersonName } from '../values/text.ts';
import { HOUR, type Instant, plus } from '../values/time.ts';
import { withoutPending } from './active-user.ts';
import type { FreshInvitation, Identity, Invitation, PasswordHash, User } from './user.ts';
import { isOver } from './user-credentials.ts';
import { assertNoOther } from './user-identities.ts';

/** Lifetime of an activation link. */
export const INVITATION_LIFE = 72 * HOUR;
const REMEMBERED_INVITATIONS = 10;

/**
 * Whether the term of a user who never accepted is over: `keepMs` after their last invitation, and not before its link ends.
 * It does not run for a user who was reactivated, until they are invited again.
 */
export function isForgotten(user: User, keepMs: number, now: Instant): boolean {
  const last = user.invitations.at(-1);
  // Only a deactivation revokes the last one: they were reactivated, and wait for another.
  if (user.status !== 'invited' || last?.status === 'revoked') return false;
  return now >= plus(last?.createdAt ?? user.createdAt, keepMs) && !(last?.status === 'pending' && !isOver(last, now));
}

/** Adds an invitation and revokes an older pending one. */
export function inviteUser(user: User, fresh: FreshInvitation): User {
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
 * Whether one user alone made every invitation of a user who never accepted, and none into a room. No longer once as many are
 * stored as a user keeps: earlier ones may be forgotten.
 */
export const invitedOnlyBy = (user: User, by: UserId): boolean =>
  user.status === 'invited' &&
  user.directory === undefined &&
  user.invitations.length < REMEMBERED_INVITATIONS &&
  user.invitations.every(({ invitedBy, roomId }) => invitedBy === by && roomId === undefined);

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
