import { DomainError } from '../values/errors.ts';
import type { Invitation, User } from './user.ts';

/** Throws USER_NOT_FOUND for an invited user, because only active users have credentials. */
export function assertActive(user: User): void {
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  if (user.status !== 'active') throw new DomainError('USER_NOT_FOUND');
}

/** The invitations, with every open one revoked. */
export const withoutPending = (invitations: readonly Invitation[]): readonly Invitation[] =>
  invitations.map((known) => (known.status === 'pending' ? { ...known, status: 'revoked' } : known));
