import { Email } from '../values/email.ts';
import { DomainError } from '../values/errors.ts';
import type { UserId } from '../values/ids.ts';
import { PersonName } from '../values/text.ts';
import type { Instant } from '../values/time.ts';
import type { User } from './user.ts';
import { deactivate } from './user-status.ts';

export const ERASED_NAME = PersonName.parse('erased user');

/** An address without a mailbox (RFC 2606 section 2). */
const erasedEmail = (id: UserId): Email => Email.parse(`erased-${id}@invalid`);

/** Throws USER_ERASED. */
export function refuseErased({ erasedAt }: Pick<User, 'erasedAt'>): void {
  if (erasedAt !== undefined) throw new DomainError('USER_ERASED');
}

/**
 * Deactivates a user for good, and takes their name, address and credentials away. Again changes nothing. It lists the fields that
 * stay, so that a field added later goes by default.
 */
export function eraseUser(user: User, at: Instant): User {
  if (user.erasedAt !== undefined) return user;
  const { id, role, external, clearance, status, epoch, createdAt, activatedAt } = deactivate(user);
  return {
    id,
    name: ERASED_NAME,
    email: erasedEmail(id),
    role,
    ...(external && { external }),
    clearance,
    status,
    epoch,
    createdAt,
    activatedAt,
    tokens: [],
    sessions: [],
    password: null,
    invitations: [],
    erasedAt: at,
  };
}
