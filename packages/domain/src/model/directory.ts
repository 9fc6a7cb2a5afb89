import type { DirectoryEntry, DirectoryName, ExternalId } from '../values/directory-entry.ts';
import { canonicalEmail, type Email } from '../values/email.ts';
import { DomainError } from '../values/errors.ts';
import { withoutPending } from './active-user.ts';
import type { User } from './user.ts';

/** Changes of the facts of a directory about a user. An undefined field stays. */
export type DirectoryChange = Readonly<{
  externalId?: ExternalId | null | undefined;
  userName?: DirectoryName | undefined;
  formattedName?: DirectoryName | null | undefined;
  givenName?: DirectoryName | null | undefined;
  familyName?: DirectoryName | null | undefined;
  email?: Email | undefined;
  isReleased?: boolean | undefined;
}>;

/** The facts that a directory sets and takes away. */
const FACTS = ['externalId', 'formattedName', 'givenName', 'familyName'] as const;

/** The name of a user in the directory. */
export const directoryNameOf = ({ directory, email }: Pick<User, 'directory' | 'email'>): string =>
  directory?.userName ?? email;

/** The form in which names of a directory are compared. */
export const canonicalDirectoryName = (name: string): string => name.toLowerCase();

/** Whether a directory sees a user. An erased one is gone, and so is one whom it deleted. */
export const isInDirectory = ({ erasedAt, status, directory }: User): boolean =>
  erasedAt === undefined && !(status === 'deactivated' && directory?.isReleased === true);

/**
 * Applies the changes of a directory; equal values change nothing. The address changes only before a user was ever active: afterwards
 * it is the way in which they get links for a forgotten password. Its open invitation ends. Throws VALIDATION_ERROR.
 */
export function changeByDirectory(user: User, change: DirectoryChange): User {
  const moved = withEmail(user, change.email);
  const known = user.directory ?? {};
  const { userName: oldName, isReleased: wasReleased = false } = known;
  const facts = FACTS.map(
    (fact) => [fact, change[fact] === undefined ? known[fact] : (change[fact] ?? undefined)] as const,
  );
  const userName = change.userName ?? oldName;
  const isReleased = change.isReleased ?? wasReleased;
  const own = userName !== undefined && canonicalDirectoryName(userName) !== moved.email ? userName : undefined;
  const isSame = facts.every(([fact, value]) => value === known[fact]);
  if (moved === user && isSame && own === oldName && isReleased === wasReleased) return user;
  const { directory: _, ...rest } = moved;
  const entry: DirectoryEntry = {
    ...Object.fromEntries(facts.filter(([, value]) => value !== undefined)),
    ...(own !== undefined && { userName: own }),
    ...(isReleased && { isReleased }),
  };
  return Object.keys(entry).length === 0 ? rest : { ...rest, directory: entry };
}

function withEmail(user: User, sent: Email | undefined): User {
  const email = sent === undefined ? user.email : canonicalEmail(sent);
  if (email === user.email) return user;
  if (user.activatedAt !== null)
    throw new DomainError('VALIDATION_ERROR', {
      message: 'Users who were active change their address themselves; a directory cannot.',
    });
  return { ...user, email, invitations: withoutPending(user.invitations) };
}
