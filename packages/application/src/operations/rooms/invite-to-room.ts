import {
  type Ability,
  canonicalEmail,
  couldInvite,
  DomainError,
  type Email,
  giveName,
  type Instant,
  type InvitationId,
  type InvitationMessage,
  inviteByMail,
  isLive,
  later,
  type Membership,
  newUser,
  type PersonName,
  type RoomId,
  type RoomRole,
  type User,
  type UserId,
  type UserStatus,
} from '@strongroom/domain';
import type { MemberSeen } from '../../kernel/answers.ts';
import type { SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Snapshot } from '../../kernel/identity-map.ts';
import { inRoom } from '../../kernel/in-room.ts';
import { memberMay } from '../../kernel/may.ts';
import type { OperationDeps } from '../../kernel/operation-on.ts';
import { withoutField } from '../../kernel/replay.ts';
import { atRoom } from '../../kernel/sight.ts';
import { userTarget } from '../../kernel/targets.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { memberFound, memberSeen } from '../../kernel/views.ts';
import { invitationSecret } from '../../steps/people/invitation-secret.ts';
import { turnOf, turnOfSender } from '../../steps/people/mail-turns.ts';
import { removedMailsRef, withRemovedMails } from '../../steps/people/removed-mails.ts';
import { GroupsToJoin } from '../../steps/rooms/groups-to-join.ts';
import { joinRoom } from '../../steps/rooms/join-room.ts';
import { memberReplay } from '../../steps/rooms/member-replay.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { membershipId, memberships } from '../../store/rooms.ts';
import { emailKey, users } from '../../store/users.ts';

type InviteToRoomInput = Readonly<{
  roomId: RoomId;
  email: Email;
  role: RoomRole;
  /** For a person who never accepted and has no name. */
  name?: PersonName | undefined;
  expiresAt?: Instant | null | undefined;
  /** Groups of the room that the person comes into. */
  groupIds?: readonly string[] | undefined;
  /** Quoted in the mail; without effect where none goes out. */
  message?: InvitationMessage | undefined;
}>;
/** `user.status` is for insiders: an address tells nothing to others. */
export type InvitedToRoom = MemberSeen &
  Readonly<{
    added: boolean;
    /** When a mail goes out that has to wait; null for none. Absent in a replay of an answer of an older version. */
    mailWaitsUntil?: Instant | null;
    user: Readonly<{ id: UserId; email: Email; status: UserStatus }>;
  }>;
type InviteToRoomDeps = OperationDeps &
  Pick<Deps, 'documents' | 'ids' | 'roomInvitations' | 'externalOwners' | 'mailLimits'>;

/**
 * Invites a person to a room by mail. An unknown address becomes an invited external user, whose membership works once
 * they have accepted; a known user becomes a member, and an active one gets a mail. Users of another kind who never accepted
 * keep the open link they have: renewing it is for callers who could make them. Throws ROOM_NOT_FOUND, INSUFFICIENT_ROOM_ROLE,
 * INSUFFICIENT_ROLE, GROUP_NOT_FOUND, ROOM_ARCHIVED, USER_DEACTIVATED, LAST_ROOM_OWNER, LIMIT_REACHED,
 * VALIDATION_ERROR.
 */
export const inviteToRoom =
  (deps: InviteToRoomDeps) =>
  (
    ctx: SignedIn,
    { roomId, role, expiresAt, groupIds = [], message, ...input }: InviteToRoomInput,
  ): Promise<InvitedToRoom> => {
    const email = canonicalEmail(input.email);
    const key = emailKey(email);
    const newId = deps.ids.uuid<UserId>();
    const groups = new GroupsToJoin(deps, roomId, groupIds);
    const known = storedMembership(deps, roomId, key, newId);
    const mayNow = (snapshot: Snapshot, member: Membership, target: User): readonly Ability<'member'>[] =>
      memberMay(deps, { ...atRoom(deps, snapshot, ctx, roomId), member, target });
    return inRoom(deps, ctx, roomId, {
      action: 'room.invite',
      refs: [refBy(users, key), removedMailsRef(deps, email), ...groups.refs],
      loadMore: known.loadMore,
      serializeOn: roomId,
      replay: memberReplay({ store: (answer) => withoutField(answer, 'may') }, deps, ctx, roomId),
      // Only a repeated request has none yet: this operation does not find a user whom it has just written by address.
      complete: (answer, _, uow) => {
        if (answer.may !== undefined) return answer;
        const target = uow.findBy(users, key);
        const member = target && known.of(uow, target);
        return { ...answer, may: member ? mayNow(uow, member, target) : [] };
      },
      facts: (snapshot) => {
        const target = snapshot.findBy(users, key);
        const now = deps.clock.now();
        const member = known.before();
        const from = target && isLive(member, target, now) ? member.role : null;
        return {
          target,
          invitations: deps.roomInvitations ?? 'owners',
          externalOwners: deps.externalOwners ?? 'off',
          from,
          to: role,
          now,
        };
      },
      apply: (uow, seen, target): InvitedToRoom => {
        const { room, user: inviter, subject } = seen;
        const at = deps.clock.now();
        const joins = groups.permitted(uow, seen, target);
        const found = uow.findBy(users, key);
        if (found?.status === 'deactivated') throw new DomainError('USER_DEACTIVATED');
        const stranger =
          found ?? withRemovedMails(deps, uow, newUser({ id: newId, email, role: 'member', external: true, at }));
        const isMade = couldInvite({ clearance: subject.clearance, labelRules: deps.labelRules }, stranger);
        const user = isMade ? giveName(stranger, input.name) : stranger;
        const stored = known.of(uow, user);
        const { membership, added, isChanged } = joinRoom(deps, uow, {
          room,
          stored,
          user,
          role,
          expiresAt,
          groups: joins,
          by: inviter.id,
          target,
        });
        const about = { roomId, invitedBy: inviter.id, ...(message !== undefined && { message }) };
        // An external owner does not learn by a wait whether an address is that of a user already, so each of their invitations counts.
        const sender =
          user.status === 'invited' || inviter.external
            ? turnOfSender({ ...deps, now: at }, uow, inviter.id)
            : { dueAt: at, take() {} };
        const { user: present, mailAt } = isMade
          ? invited(deps, uow, { user, about, sender, at })
          : user.status === 'active' && isChanged
            ? mailed(deps, uow, { user, about, sender, at })
            : { user };
        // A deactivation lists memberships after its commit: earlier ones are found, and later ones conflict with it.
        if (present === found) uow.expect(users, user.id);
        else if (present === user) uow.put(users, user);
        const waits = inviter.external ? sender.dueAt : (mailAt ?? at);
        return {
          ...memberSeen(seen, memberFound({ labelRules: deps.labelRules, now: at }, membership, present)),
          added,
          mailWaitsUntil: waits > at ? waits : null,
          user: { id: user.id, email, status: present.status },
          may: mayNow(uow, membership, present),
        };
      },
    });
  };

type Mailing = Readonly<{
  user: User;
  about: Readonly<{ roomId: RoomId; invitedBy: UserId; message?: InvitationMessage }>;
  sender: Readonly<{ dueAt: Instant; take: () => void }>;
  at: Instant;
}>;
type Mailed = Readonly<{ user: User; mailAt?: Instant }>;

/** An active user, who gets a mail about their membership. */
function mailed(deps: InviteToRoomDeps, uow: UnitOfWork, { user, about, sender, at }: Mailing): Mailed {
  const { user: counted, dueAt } = turnOf({ ...deps, now: at }, user);
  const mailAt = later(dueAt, sender.dueAt);
  sender.take();
  uow.put(users, counted);
  uow.schedule({
    kind: 'mail-room-invitation',
    data: { userId: user.id, mailId: deps.ids.uuid(), ...about },
    dueAt: mailAt,
  });
  return { user: counted, mailAt };
}

/** The user with a pending invitation, whose link goes out by mail unless one is on its way. */
function invited(deps: InviteToRoomDeps, uow: UnitOfWork, { user, about, sender, at }: Mailing): Mailed {
  const invitationId = deps.ids.uuid<InvitationId>();
  const hash = deps.secrets.hash(invitationSecret(deps.secrets, invitationId));
  const fresh = { id: invitationId, hash, at, invitedBy: about.invitedBy, roomId: about.roomId };
  const turn = { limits: deps.mailLimits, notBefore: sender.dueAt };
  const { user: present, mailAt, isFresh } = inviteByMail(user, fresh, turn);
  if (!isFresh) return { user, mailAt };
  sender.take();
  uow.put(users, present);
  const target = userTarget(user.id);
  uow.record({
    type: 'invitation.created',
    target,
    data: { invitation_id: invitationId, role: user.role },
  });
  uow.schedule({ kind: 'send-invitation', data: { userId: user.id, invitationId, ...about }, dueAt: mailAt });
  return { user: present, mailAt };
}

/** The membership of the user with an address, which only the first read finds. Reads the same for an unknown one. */
function storedMembership({ documents }: InviteToRoomDeps, roomId: RoomId, key: string, newId: UserId) {
  let stored: Membership | undefined;
  return {
    loadMore: async (snapshot: Snapshot) => {
      const id = membershipId(roomId, snapshot.findBy(users, key)?.id ?? newId);
      const [document] = await documents.read([refTo(memberships, id)]);
      stored = document && stateOf(memberships, document);
      return document ? [{ collection: memberships.name, document }] : [];
    },
    before: (): Membership | undefined => stored,
    /** The stored one, or the one that an earlier operation of the same commit has written. */
    of: (uow: UnitOfWork, { id }: User): Membership | undefined =>
      uow.written(memberships).findLast((one) => one.roomId === roomId && one.userId === id) ?? stored,
  };
}
