import {
  canonicalDirectoryName,
  canonicalEmail,
  changeByDirectory,
  type DirectoryChange,
  DirectoryName,
  DomainError,
  decide,
  directoryNameOf,
  Email,
  type EventData,
  type Invitation,
  isInDirectory,
  type PersonName,
  renameUser,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { SignedIn } from '../../kernel/context.ts';
import { permit } from '../../kernel/denied.ts';
import type { Deps } from '../../kernel/deps.ts';
import { fieldsChanged } from '../../kernel/fields-changed.ts';
import { onUser } from '../../kernel/on-user.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { directoryNameKey, emailKey, users } from '../../store/users.ts';
import { deactivateUser } from '../users/deactivate-user.ts';
import { inviteUser } from '../users/invite-user.ts';
import { reactivateUser } from '../users/reactivate-user.ts';
import { revokeInvitation } from '../users/revoke-invitation.ts';
import { sendActivationLink } from '../users/send-activation-link.ts';
import { asDirectory, type DirectoryDeps } from './as-directory.ts';

type DirectoryUserDeps = DirectoryDeps & Pick<Deps, 'ids' | 'mailLimits' | 'mails' | 'publicUrl' | 'isMailSent'>;

/** The values of a user that a directory sets. An undefined field stays. */
export type DirectoryUserInput = DirectoryChange &
  Readonly<{ name?: PersonName | undefined; isActive?: boolean | undefined }>;

/**
 * Creates a user for a directory: a member with the clearance of members, who is invited by mail. A user whom the directory had
 * deleted comes back. Throws USER_ALREADY_EXISTS, INSUFFICIENT_ROLE.
 */
export const createDirectoryUser =
  (deps: DirectoryUserDeps) =>
  async (ctx: SignedIn, input: DirectoryUserInput & Readonly<{ email: Email }>): Promise<User> => {
    const caller = await asDirectory(deps, ctx);
    const { email, userName, isActive = true, isReleased: _, ...facts } = input;
    const found = await deps.documents.read([refBy(users, emailKey(canonicalEmail(email))), ...nameRefs(userName)]);
    const [user, ...others] = found.map((document) => document && stateOf(users, document));
    if (user && isInDirectory(user)) throw new DomainError('USER_ALREADY_EXISTS');
    if (others.some((other) => hasName(other, userName, user?.id))) throw new DomainError('USER_ALREADY_EXISTS');
    if (user) return editDirectoryUser(deps)(ctx, { ...input, userId: user.id, isActive, isReleased: false });
    const entry = { ...facts, userName };
    const { user: invited } = await inviteUser(deps)(caller, { email, role: 'member', entry });
    if (isActive) return invited;
    return (await deactivateUser(deps)(caller, { userId: invited.id })).user;
  };

/**
 * Changes a user as a directory says. A deactivation comes first, and ends every credential and membership before this resolves.
 * Throws USER_NOT_FOUND, INSUFFICIENT_ROLE, CANNOT_DEACTIVATE_SELF, LAST_OWNER, USER_ALREADY_EXISTS, VALIDATION_ERROR.
 */
export const editDirectoryUser =
  (deps: DirectoryUserDeps) =>
  async (ctx: SignedIn, { userId, ...input }: DirectoryUserInput & Readonly<{ userId: UserId }>): Promise<User> => {
    const caller = await asDirectory(deps, ctx);
    if (input.isActive === false) await deactivateUser(deps)(caller, { userId });
    const { before, after } = await writeEntry(deps, caller, userId, input);
    const isBack = input.isActive === true && before.status === 'deactivated';
    const { user } = isBack ? await reactivateUser(deps)(caller, { userId }) : { user: after };
    if (user.status !== 'invited' || !(isBack || user.email !== before.email)) return user;
    return (await sendActivationLink(deps)(caller, { userId })).user;
  };

/**
 * Deletes a user for a directory, which then no longer sees them. Users who were active stay as deactivated ones, because the record
 * names them. Throws as `editDirectoryUser`.
 */
export const deleteDirectoryUser =
  (deps: DirectoryUserDeps) =>
  async (ctx: SignedIn, { userId }: Readonly<{ userId: UserId }>): Promise<void> => {
    const caller = await asDirectory(deps, ctx);
    const [document] = await deps.documents.read([refTo(users, userId)]);
    if (document === undefined || !isInDirectory(stateOf(users, document))) throw new DomainError('USER_NOT_FOUND');
    if (stateOf(users, document).status === 'invited') {
      await revokeInvitation(deps)(caller, { userId });
      return;
    }
    await deactivateUser(deps)(caller, { userId });
    // Name and identifier are free for another user.
    const userName = DirectoryName.parse(stateOf(users, document).email);
    await writeEntry(deps, caller, userId, { isReleased: true, externalId: null, userName });
  };

type Written = Readonly<{ before: User; after: User }>;

const factsOf = ({ email, directory: { userName, externalId, isReleased, ...names } = {} }: User) => ({
  email,
  user_name: userName,
  external_id: externalId,
  name: JSON.stringify([names.formattedName, names.givenName, names.familyName]),
  deleted: isReleased === true,
});

const factsChanged = (before: User, after: User): EventData => fieldsChanged(factsOf(before), factsOf(after));

function writeEntry(
  deps: DirectoryUserDeps,
  ctx: SignedIn,
  userId: UserId,
  { name, ...change }: DirectoryUserInput,
): Promise<Written> {
  const { email, userName, isReleased } = change;
  const address = email === undefined ? [] : [emailKey(canonicalEmail(email))];
  return onUser<'directory.edit_user', Written>(deps, ctx, userId, {
    action: 'directory.edit_user',
    refs: [...address.map((key) => refBy(users, key)), ...nameRefs(userName)],
    serializeOn: userId,
    apply: (uow, found, target) => {
      const { target: before } = found;
      // A directory does not see them; it gets them back by creating them again.
      if (!isInDirectory(before) && isReleased === undefined) throw new DomainError('USER_NOT_FOUND');
      const named = nameKeys(userName).map((key) => uow.findBy(users, key));
      const isTaken = address.some((key) => (uow.findBy(users, key)?.id ?? userId) !== userId);
      if (isTaken || named.some((other) => hasName(other, userName, userId)))
        throw new DomainError('USER_ALREADY_EXISTS');
      const renamed = name === undefined ? before : renameUser(before, name);
      const after = changeByDirectory(renamed, change);
      // The invitation goes to the new address, as a new link would.
      if (after.email !== before.email) permit(decide('user.activation_link', found), target);
      if (after !== before) uow.put(users, after);
      if (renamed !== before) uow.record({ type: 'user.renamed', target });
      for (const { id } of endedInvitations(before, after))
        uow.record({ type: 'invitation.revoked', target, data: { invitation_id: id } });
      if (after !== renamed) uow.record({ type: 'user.directory_changed', target, data: factsChanged(renamed, after) });
      return { before, after };
    },
  });
}

/** A name in the directory is that of a user, or their address. */
const nameKeys = (name: DirectoryName | undefined): readonly string[] =>
  name === undefined ? [] : [directoryNameKey(name), ...(Email.is(name) ? [emailKey(canonicalEmail(name))] : [])];

const nameRefs = (name: DirectoryName | undefined) => nameKeys(name).map((key) => refBy(users, key));

/** Whether a user other than `id` has that name in the directory. */
const hasName = (user: User | undefined, name: DirectoryName | undefined, id: UserId | undefined): boolean =>
  user !== undefined &&
  name !== undefined &&
  user.id !== id &&
  canonicalDirectoryName(directoryNameOf(user)) === canonicalDirectoryName(name);

const endedInvitations = (before: User, after: User): readonly Invitation[] =>
  before.invitations.filter(
    ({ id, status }) =>
      status === 'pending' && after.invitations.some((one) => one.id === id && one.status === 'revoked'),
  );
