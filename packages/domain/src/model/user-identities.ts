import { isSamePerson, type KeyPerson } from '../key-release/grant.ts';
import { DomainError } from '../values/errors.ts';
import { assertActive } from './active-user.ts';
import type { Identity, User } from './user.ts';

/**
 * Links the user to a person of the identity provider, once: another person takes their place only after `unlinkIdentity`. Throws
 * SIGN_IN_REFUSED, USER_DEACTIVATED, USER_NOT_FOUND.
 */
export function linkIdentity(user: User, identity: Identity): User {
  assertActive(user);
  assertNoOther(user, identity);
  return user.identity === undefined ? { ...user, identity } : user;
}

/** Throws SIGN_IN_REFUSED for another person than the linked one. */
export function assertNoOther({ identity: known }: User, { iss, subject }: Identity): void {
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
