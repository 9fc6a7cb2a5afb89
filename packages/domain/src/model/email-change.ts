import type { SecretHash } from '../values/crypto.ts';
import { DirectoryName } from '../values/directory-entry.ts';
import type { Email } from '../values/email.ts';
import { DomainError } from '../values/errors.ts';
import type { UserId } from '../values/ids.ts';
import { HOUR, type Instant, plus } from '../values/time.ts';
import { withoutPending } from './active-user.ts';
import { canonicalDirectoryName, isInDirectory } from './directory.ts';
import { refuseErased } from './erased-user.ts';
import { withFormer, withoutEmailChange } from './former-emails.ts';
import type { EmailChange, EmailConfirmation, User } from './user.ts';

/** Life of the links of a change of an address. */
export const EMAIL_CHANGE_LIFE = 72 * HOUR;

type NewConfirmation = Pick<EmailConfirmation, 'id' | 'hash'>;

type EmailRequest = Readonly<{
  to: Email;
  /** The links to the present address and to the new one. */
  old: NewConfirmation;
  new: NewConfirmation;
  at: Instant;
  /** The owner who does without the present address; undefined where both confirm. */
  waivedBy: UserId | undefined;
}>;

/**
 * Asks both addresses to confirm a change. A request for another address replaces it; one for the present address withdraws it.
 * Throws USER_ERASED, USER_DEACTIVATED, VALIDATION_ERROR for a user who was never active.
 */
export function requestEmailChange(user: User, { to, at, waivedBy, ...links }: EmailRequest): User {
  refuseErased(user);
  if (user.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
  if (user.status !== 'active')
    throw new DomainError('VALIDATION_ERROR', {
      message: 'This user never accepted. Revoke the invitation, and invite the other address.',
    });
  if (to === user.email) return withoutEmailChange(user);
  return {
    ...withoutEmailChange(user),
    emailChange: {
      to,
      expiresAt: plus(at, EMAIL_CHANGE_LIFE),
      old: { ...links.old, state: waivedBy === undefined ? 'waits' : 'waived' },
      new: { ...links.new, state: 'waits' },
      ...(waivedBy !== undefined && { waivedBy }),
    },
  };
}

/** The change that waits for confirmations; undefined where there is none, or it ended. */
export const waitingEmailChange = (
  { emailChange }: Pick<User, 'emailChange'>,
  now: Instant,
): EmailChange | undefined => (emailChange !== undefined && now < emailChange.expiresAt ? emailChange : undefined);

type Confirming = Readonly<{
  hash: SecretHash;
  now: Instant;
  /** The owner who did without the present address, as they are now. */
  waiver?: User | undefined;
}>;

/**
 * Confirms a change by the link to one of its addresses. With the last confirmation the user has the new address, and open links
 * to the old one end. A waiver ends with the role of the owner who gave it. Throws EMAIL_CHANGE_NOT_FOUND.
 */
export function confirmEmailChange(user: User, { hash, now, waiver }: Confirming): User {
  const change = waitingEmailChange(user, now);
  if (change === undefined || user.status !== 'active') throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
  if (change.waivedBy !== undefined && !isOwner(waiver)) throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
  const [old, fresh] = [confirmed(change.old, hash), confirmed(change.new, hash)];
  if (old === change.old && fresh === change.new) throw new DomainError('EMAIL_CHANGE_NOT_FOUND');
  if (old.state === 'waits' || fresh.state === 'waits') return { ...user, emailChange: { ...change, old, new: fresh } };
  const { directory: _, emailChange: __, ...rest } = user;
  const entry = directoryAfter(user, change.to);
  return {
    ...rest,
    email: change.to,
    formerEmails: withFormer(user, user.email).filter((known) => known !== change.to),
    invitations: withoutPending(user.invitations),
    ...(entry && { directory: entry }),
  };
}

const isOwner = (user: User | undefined): boolean => user?.status === 'active' && user.role === 'owner';

const confirmed = (link: EmailConfirmation, hash: SecretHash): EmailConfirmation =>
  link.hash === hash && link.state === 'waits' ? { ...link, state: 'confirmed' } : link;

/** A directory still finds its user by the name that it knows: the old address, unless it gave another name. */
function directoryAfter(user: User, to: Email): User['directory'] {
  const { directory, email } = user;
  if (directory === undefined || !isInDirectory(user)) return directory;
  const { userName = DirectoryName.parse(email), ...entry } = directory;
  return canonicalDirectoryName(userName) === to ? entry : { ...entry, userName };
}
