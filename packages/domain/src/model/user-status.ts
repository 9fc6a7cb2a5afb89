import { withoutPending } from './active-user.ts';
import { withoutEmailChange } from './former-emails.ts';
import type { User } from './user.ts';

/** Ends every credential in one write. The password is kept, and refused. Deactivating again changes nothing. */
export function deactivate(user: User): User {
  if (user.status === 'deactivated') return user;
  return {
    ...withoutEmailChange(user),
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
