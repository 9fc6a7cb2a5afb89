import {
  canonicalEmail,
  changeByDirectory,
  changeRole,
  type DirectoryChange,
  DomainError,
  type Email,
  giveName,
  type Instant,
  type Invitation,
  type InvitationId,
  inviteByMail,
  markExternal,
  newUser,
  type OrgRole,
  type PersonName,
  renameUser,
  type User,
  type UserId,
} from '@strongroom/domain';
import type { UserSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { type Replay } from '../../kernel/idempotent.ts';
import { userMay } from '../../kernel/may.ts';
import { type OperationDeps, type OperationSubject, operateOn } from '../../kernel/operation-on.ts';
import { withoutCredentials } from '../../kernel/replay.ts';
import { type CurrentCaller, whoAsks, whoRefs } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/targets.ts';
import { userSeen } from '../../kernel/views.ts';
import { invitationSecret } from '../../steps/people/invitation-secret.ts';
import { linkToHandOver } from '../../steps/people/link-to-hand-over.ts';
import { turnOfSender } from '../../steps/people/mail-turns.ts';
import { removedMailsRef, withRemovedMails } from '../../steps/people/removed-mails.ts';
import { refBy } from '../../store/collection.ts';
import { emailKey, users } from '../../store/users.ts';

type InviteUserInput = Readonly<{
  email: Email;
  role: OrgRole;
  external?: boolean | undefined;
  /** For a person who never accepted and has no name. */
  name?: PersonName | undefined;
  /** A new user of a directory: an invited user with the address is another one. */
  entry?: Readonly<{ name?: PersonName | undefined }> & Omit<DirectoryChange, 'email' | 'isReleased'>;
}>;

/** The caller, and the stored user with the address. */
type Invitee = CurrentCaller & Readonly<{ target: User | undefined }>;

export type InvitedUser = UserSeen &
  Readonly<{
    invitation: Invitation;
    /** The link, for the person who invites and hands it over where no mail goes out. Absent in replays. */
    link?: string | null;
    isNew: boolean;
    /** When the mail goes out; absent in a replay of an answer that an older version stored. */
    mailAt?: Instant;
    /** Earliest time of the next mail; absent in a replay of an answer that an older version stored. */
    nextMailAt?: Instant;
  }>;

/** The stored copy of an answer has no link that works. */
export const withoutLink = (): Replay<InvitedUser> => ({
  store: (answer) => withoutCredentials<InvitedUser>().store({ ...answer, link: null }),
  restore: (kept: InvitedUser) => kept,
});

/**
 * Invites a user by mail. A repeated invitation makes a new link and revokes the old one, but within ten minutes of the
 * last mail it sends none and the link stays valid.
 * Throws INSUFFICIENT_ROLE, USER_ALREADY_EXISTS, USER_IS_EXTERNAL, USER_DEACTIVATED.
 */
export const inviteUser =
  (deps: OperationDeps & Pick<Deps, 'ids' | 'mailLimits' | 'mails' | 'publicUrl' | 'isMailSent'>) =>
  (ctx: SignedIn, input: InviteUserInput): Promise<InvitedUser> => {
    const email = canonicalEmail(input.email);
    const invitationId = deps.ids.uuid<InvitationId>();
    const userId = deps.ids.uuid<UserId>();
    const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
    const key = emailKey(email);
    // A repeated invitation may change the role, which the policy decides with the stored user as the target.
    const invitee: OperationSubject<Invitee, Invitee> = {
      refs: [...whoRefs(ctx), refBy(users, key), removedMailsRef(deps, email)],
      find: (snapshot) => ({ ...whoAsks(deps, snapshot, ctx), target: snapshot.findBy(users, key) }),
      target: ({ target }) => userTarget(target?.id ?? userId),
      seen: (found) => found,
    };
    return operateOn(deps, ctx, invitee, {
      action: 'user.invite',
      // Every invitation replaces its sender, who has the counts of their mails.
      serializeOn: ctx.credential.userId,
      // External users invite only to rooms, so their rooms are not read.
      replay: {
        ...withoutLink(),
        restore: (kept: InvitedUser, uow) => ({ ...kept, may: userMay({ ...invitee.find(uow), common: [] }) }),
      },
      facts: () => ({ role: input.role, external: input.external }),
      apply: (uow, { target: known, ...who }) => {
        if (known?.status === 'active' || (known && input.entry)) throw new DomainError('USER_ALREADY_EXISTS');
        const now = deps.clock.now();
        const isOtherRole = known !== undefined && known.role !== input.role;
        const { role, external, entry } = input;
        const unnamed = known
          ? reinvited(known, input)
          : withRemovedMails(deps, uow, entered(newUser({ id: userId, email, role, external, at: now }), entry));
        const base = giveName(unnamed, input.name);
        const fresh = { id: invitationId, hash, at: now, invitedBy: ctx.credential.userId };
        const sender = turnOfSender({ ...deps, now }, uow, ctx.credential.userId);
        const turn = { limits: deps.mailLimits, notBefore: sender.dueAt };
        const { user: invited, isFresh, ...mailed } = inviteByMail(base, fresh, turn);
        if (invited !== known) uow.put(users, invited);
        if (isFresh) {
          sender.take();
          uow.record({
            type: 'invitation.created',
            target: userTarget(invited.id),
            data: { invitation_id: invitationId, role: input.role },
          });
          uow.schedule({
            kind: 'send-invitation',
            data: { userId: invited.id, invitationId, invitedBy: ctx.credential.userId },
            dueAt: mailed.mailAt,
          });
        }
        if (known !== undefined && base.external !== known.external)
          uow.record({
            type: 'user.external_changed',
            target: userTarget(invited.id),
            data: { external: base.external ?? false },
          });
        if (isOtherRole)
          uow.record({
            type: 'user.role_changed',
            target: userTarget(invited.id),
            data: { from: known.role, to: input.role },
          });
        const may = userMay({ ...who, target: invited, common: [] });
        const link = linkToHandOver(deps, ctx, uow, invited, userTarget(invited.id));
        return { ...userSeen(who, invited), ...mailed, link, isNew: known === undefined, may };
      },
    });
  };

/** A new user with the properties from a directory. Even an empty entry marks the user as one that a directory knows. */
function entered(user: User, entry: InviteUserInput['entry']): User {
  if (entry === undefined) return user;
  const { name, ...change } = entry;
  const known = { directory: {}, ...changeByDirectory(user, change) };
  return name === undefined ? known : renameUser(known, name);
}

/** The role must be member while a user is external, so they cease to be it before and become it after. */
function reinvited(
  known: User,
  { role, external = known.external ?? false }: Pick<InviteUserInput, 'role' | 'external'>,
): User {
  const freed = external ? known : markExternal(known, false);
  return markExternal(freed.role === role ? freed : changeRole(freed, role), external);
}
